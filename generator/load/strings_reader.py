"""Read `strings.<language>.toml`: texts that templates use and no row has; every language has the same keys."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from generator.base.errors import Fault
from generator.base.records import NamedTuple
from generator.load.files.fault_report import quote
from generator.load.files.toml_document import TomlDocument, read_toml
from generator.load.load_context import LoadContext
from generator.model.text import Text

_FILE = re.compile(r"strings\.([^/.]+)\.toml\Z")
# Plural categories of CLDR that only some languages have; `other` exists in all.
_PLURALS = {"zero", "one", "two", "few", "many"}
_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")


class _File(NamedTuple):
    """The strings of one language by dotted key."""

    document: TomlDocument
    words: Mapping[str, str]

    def line(self, key: str) -> int | None:
        """Return the line of a key; None for a key that the file lacks."""
        return self.document.line(*key.split(".")) if key in self.words else None


def read_strings(context: LoadContext) -> Mapping[str, Text]:
    """Return every string of a game by its dotted key, such as `coins.few`; empty for a game without such files."""
    languages = [match[1] for match in map(_FILE.match, context.folder.names("", ".toml")) if match]
    files: dict[str, _File] = {}
    for language in languages:
        with context.report.collecting():
            files[language] = _read(language, context)
    # With one file unread, all its keys would be reported as missing.
    if len(files) < len(languages) or not languages:
        return {}
    _compare(files, context)
    words_by_language = {language: files[language].words for language in context.languages if language in files}
    keys = dict.fromkeys(key for words in words_by_language.values() for key in words)
    return {
        key: Text(tuple((language, words.get(key, "")) for language, words in words_by_language.items()))
        for key in keys
    }


def _read(language: str, context: LoadContext) -> _File:
    """Read the strings of one language; strings that are no texts, and an unknown language, are faults."""
    name = _name(language)
    # The file is read all the same, so that its other faults are told too.
    if language not in context.languages:
        message = f"{quote(language)} is not a language of the game; add it to languages in game.toml"
        context.report.add(Fault(context.folder.place(name), message))
    document = read_toml(context.folder, name)
    words = {}
    for path, value in _flat(document.data, ()):
        words[".".join(path)] = str(value)
        if fault := _fault_of(path, value):
            key = ".".join(path)[:80]
            context.report.add(Fault(document.where, fault, document.line(*path), key=key))
    return _File(document, words)


def _fault_of(path: tuple[str, ...], value: object) -> str | None:
    """Return the fault of a string or of its key; None if both can be used."""
    if not isinstance(value, str):
        return f"must be text in quotes, not {quote(value)}"
    if not all(map(_KEY.match, path)):
        return "a key is written with letters, digits, _ and -"
    return None


def _flat(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield path and value of each string in nested tables; `path` leads to `table`."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, (*path, key))
        else:
            yield (*path, key), value


def _compare(files: Mapping[str, _File], context: LoadContext) -> None:
    """Report the keys that have a text in one language and none in another."""
    # Reversed, as the last file of a key stays: that of the first language.
    first_file = {key: name for name in reversed([*files]) for key, words in files[name].words.items() if words}
    for language in context.languages:
        if language not in files:
            message = f"no such file; every language has the strings of {' and '.join(map(_name, files))}"
            context.report.add(Fault(context.folder.place(_name(language)), message, unreadable=True))
            continue
        file = files[language]
        for key in [key for key in first_file if not file.words.get(key) and not _is_plural(key, first_file)]:
            other = first_file[key]
            message = f"no words for it; {_name(other)}:{files[other].line(key)} has some"
            context.report.add(Fault(file.document.where, message, file.line(key), key=key))


def _is_plural(key: str, keys: Container[str]) -> bool:
    """Whether a key is one of the plural words that only some languages have: `coins.few` beside `coins.other`."""
    start, _, form = key.rpartition(".")
    return form in _PLURALS and f"{start}.other" in keys


def _name(language: str) -> str:
    """Return the file name of the strings of a language."""
    return f"strings.{language}.toml"
