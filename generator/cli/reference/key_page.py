"""The page of the keys of a game's files, from the tables of keys that their readers use."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.units import MM, decimal
from generator.build.schemas.schema_files import TABLES, KeyDescriptions
from generator.cli.reference.markdown_text import code, listed, table
from generator.model.keys.key_table import Key, KeyTable

FILES = {
    "game": "game.toml",
    "sheet": "sheets/*.toml",
    "layout": "sheets/*.layout.toml",
    "figures": "rules/figures.toml",
    "table": "table.toml",
    "theme": "templates/themes/*.toml",
    "fonts": "templates/fonts.toml",
}
"""Files that each table of keys is for, by its name."""

_FORMS = {
    "text": "text",
    "id": "an id",
    "flag": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "length": "a length",
    "choice": "one of",
    "texts": "a list of texts",
    "ids": "a list of ids",
    "numbers": "a list of numbers",
    "lengths": "a list of lengths",
    "phrase": "words in each language",
    "scalar": "text, a number, or true or false",
    "place": "a number, or from and to",
    "address": "an https address",
    "colour": "a colour such as #a03020",
    "table": "a table",
    "tables": "a list of tables",
    "list": "a list",
}
"""Words for what stands at a key, by the key's type."""


def key_page() -> str:
    """Return the Markdown of all keys of all files."""
    words = KeyDescriptions()
    parts = ["# The keys of a game's files", _INTRODUCTION]
    for kind, top in TABLES.items():
        parts.append(f"## {FILES[kind]}")
        for place, inner in inner_tables(top):
            parts += [f"### {code(place)}"] if place else []
            parts.append(table(("Key", "holds", "means"), _rows(inner, words)))
    return "\n\n".join(parts) + "\n"


def inner_tables(top: KeyTable, place: str = "") -> Iterator[tuple[str, KeyTable]]:
    """Yield a table and the tables inside it, each with its place, such as `components.<id>.columns.<id>`."""
    if top.keys:
        yield place, top
    for name, key in [*top.keys.items(), *([("<id>", top.other_key)] if top.other_key else [])]:
        inner = next((choice.inner for choice in (key, *key.either) if choice.inner), None)
        if inner:
            yield from inner_tables(inner, f"{place}.{name}" if place else name)


def _rows(it: KeyTable, words: KeyDescriptions) -> Iterator[tuple[str, str, str]]:
    for name, key in it.keys.items():
        yield code(name), _holds(key), f"{words.words(it.name, name).get('en', '')}{_condition(it, key)}"


def _holds(key: Key) -> str:
    """Return the forms of a key's value with their limits, its default, and whether it is required."""
    forms = dict.fromkeys(_form(choice) for choice in (key, *(key.either if key.type != "list" else ())))
    default = f"; default {code(str(key.default))}" if key.default not in {None, "", 0} else ""
    return " or ".join(forms) + default + ("; required" if key.required else "")


def _form(key: Key) -> str:
    if key.words:
        return listed(key.words)
    items = f" of {_form(key.either[0])}" if key.type == "list" else ""
    return _FORMS[key.type] + items + _limits(key)


def _limits(key: Key) -> str:
    if key.type not in {"integer", "number", "length"} or key.low is None or key.high is None:
        return ""
    unit, scale = (" mm", MM) if key.type == "length" else ("", 1)
    return f", {decimal(key.low / scale)} to {decimal(key.high / scale)}{unit}"


def _condition(it: KeyTable, key: Key) -> str:
    if not key.kinds:
        return ""
    other_kinds = [kind for kind in it.keys[it.switch].words if kind not in key.kinds]
    # The shorter list reads better.
    few = other_kinds if len(other_kinds) < len(key.kinds) else key.kinds
    return f" {'Not with' if few is other_kinds else 'With'} {it.switch} {listed(few)}."


_INTRODUCTION = (
    "Every key that a file may have; `<id>` is a name that you choose. An editor shows the same, with the JSON Schemas"
    " that `vallum schema` writes."
)
