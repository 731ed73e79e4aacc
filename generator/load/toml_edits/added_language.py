"""Adds a language to the files of a game: each text is there in it too, in the words of the first language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.load.files.folder import Folder
from generator.load.table_edits.column_splices import added_column
from generator.load.table_edits.named_tables import NamedTable, named_tables
from generator.load.table_edits.splices import apply_all, block_splices
from generator.load.table_edits.table_text import read_table_text
from generator.load.toml_edits.toml_changes import changed_toml
from generator.load.toml_edits.toml_places import Path

_LANGUAGES = "languages"


def with_language(folder: Folder, languages: Sequence[str], new: str) -> dict[str, bytes]:
    """Return the files of a game that change, or are new, with one more language than `languages`, the first first.

    Raises ValueError for a file that is written in a form which cannot be followed, Faults for one that cannot be read.
    """
    first = languages[0]
    files: dict[str, bytes] = {}
    for name in folder.names():
        if f".{first}." in name:
            files[name.replace(f".{first}.", f".{new}.")] = folder.read(name)
        elif name.endswith(".toml"):
            files[name] = _with_phrases(folder.read(name), languages, new)
    for table in named_tables(folder):
        if table.is_text:
            files[table.file] = _with_columns(folder, table, first, new)
    return {name: data for name, data in files.items() if data != folder.read_or_none(name)}


def _with_phrases(data: bytes, languages: Sequence[str], new: str) -> bytes:
    """Return a TOML file with each of its phrases in one more language, and the list of languages."""
    text = data.decode()
    content = tomllib.loads(text)
    for path, words in _phrases(content, languages):
        text = changed_toml(text, (*path, new), words)
    if isinstance(content.get(_LANGUAGES), list):
        text = changed_toml(text, (_LANGUAGES,), [*content[_LANGUAGES], new])
    return text.encode()


def _phrases(value: Any, languages: Sequence[str], path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the path of each phrase within a value, a text in each language, and its words in the first language."""
    first = languages[0]
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _phrases(item, languages, (*path, number))
    elif isinstance(value, Mapping):
        if isinstance(value.get(first), str) and value.keys() <= {*languages}:
            yield path, value[first]
            return
        for key, item in value.items():
            yield from _phrases(item, languages, (*path, key))


def _with_columns(folder: Folder, table: NamedTable, first: str, new: str) -> bytes:
    """Return a table with a column behind each text in the first language, which has the same words."""
    data, where = folder.read(table.file), folder.place(table.file)
    for heading in read_table_text(data, where, table.separator).names:
        column, dot, language = heading.rpartition(".")
        if not dot or language != first:
            continue
        text = read_table_text(data, where, table.separator)
        number = text.names.index(heading)
        wider = read_table_text(added_column(text, number, f"{column}.{new}"), where, table.separator)
        rows = [row for row, record in enumerate(wider.rows) if number + 1 < len(record.cells)]
        data = apply_all(block_splices(wider, {(row, number + 1): text.value(row, number) for row in rows}), wider)
    return data
