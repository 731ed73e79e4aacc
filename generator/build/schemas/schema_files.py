"""Writes the JSON Schemas of a game's files, which the first line of a file names for editors: `#:schema …`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from generator.base.system.output_file import write_file
from generator.load.game_locations import templates_root
from generator.load.keys.game_keys import GAME
from generator.load.keys.layout_keys import FIGURES, LAYOUT
from generator.load.keys.sheet_keys import SHEET
from generator.load.keys.table_setup_keys import TABLE_SETUP
from generator.load.new_game import SCHEMA_FOLDER
from generator.model.keys.key_table import Key, KeyTable
from generator.render.templates.theme import THEME
from generator.typeset.text.font_config import FONTS

TABLES: Mapping[str, KeyTable] = {
    "game": GAME,
    "sheet": SHEET,
    "layout": LAYOUT,
    "figures": FIGURES,
    "table": TABLE_SETUP,
    "theme": THEME,
    "fonts": FONTS,
}
"""Tables of keys by the kind of file."""

_HEAD = {"$schema": "http://json-schema.org/draft-07/schema#"}
Schema = dict[str, Any]
Describe = Callable[[str, str], str]
"""Function that returns the words about a key, by the names of its table and of the key."""

_ID = "^[a-z][a-z0-9_]{0,40}$"
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_LENGTH: Schema = {"type": "string", "pattern": r"^\s*[+＋-]?[0-9０-９.．]+\s*(mm|cm|in|pt|ｍｍ|ｃｍ|ｉｎ|ｐｔ)\s*$"}
"""Length; full-width digits and units as Japanese keyboards write them are allowed."""

_PLAIN: Mapping[str, Schema] = {
    "any": {},
    "text": _TEXT,
    "id": {"type": "string", "pattern": _ID},
    "flag": {"type": "boolean"},
    "integer": {"type": "integer"},
    "number": _NUMBER,
    "length": _LENGTH,
    "choice": _TEXT,
    "texts": {"type": "array", "items": _TEXT},
    "ids": {"type": "array", "items": {"type": "string", "pattern": _ID}},
    "numbers": {"type": "array", "items": _NUMBER},
    "lengths": {"type": "array", "items": _LENGTH},
    "phrase": {"type": "object", "additionalProperties": _TEXT},
    "scalar": {"type": ["string", "number", "boolean"]},
    "place": {"anyOf": [_NUMBER, {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}]},
    "address": {"type": "string", "pattern": "^https?://"},
    "colour": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
    "list": {"type": "array"},
    "tables": {"type": "array"},
}
"""Schemas of the types of keys, without limits."""


class KeyDescriptions:
    """The words on keys, of templates/reference/keys.toml, in English and Japanese."""

    def __init__(self) -> None:
        """Read the words from the folder of templates."""
        text = (templates_root() / "reference" / "keys.toml").read_text("utf-8")
        self.by_table: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(text)

    def words(self, table: str, key: str) -> Mapping[str, str]:
        """Return the words about a key by language: of its table, else of all tables, else none."""
        return self.by_table.get(table, {}).get(key) or self.by_table["common"].get(key, {})

    def both(self, table: str, key: str) -> str:
        """Return the words on a key, one language after the other."""
        return " / ".join(self.words(table, key).values())


def schemas() -> dict[str, Schema]:
    """Return the JSON Schema of each kind of file."""
    describe = KeyDescriptions().both
    return {kind: {**_HEAD, "title": f"Vallum: {kind}", **table_schema(it, describe)} for kind, it in TABLES.items()}


def write_schemas(game: Path) -> list[Path]:
    """Write the schemas into the folder `schemas` of a game; returns the files. Raises OutputError."""
    files = []
    for kind, schema in schemas().items():
        file = game / SCHEMA_FOLDER / f"{kind}.schema.json"
        write_file(file, (json.dumps(schema, ensure_ascii=False, indent=1) + "\n").encode())
        files.append(file)
    return files


def table_schema(table: KeyTable, describe: Describe) -> Schema:
    """Return the schema of a table; a key that it does not have is a fault, as it is for the reader."""
    schema: Schema = {"type": "object", "additionalProperties": False}
    if table.keys:
        schema["properties"] = {name: _described(table, name, describe) for name in table.keys}
    if table.other_key:
        schema["patternProperties"] = {_other_keys(table): _key_schema(table.other_key, describe)}
    # Keys of some kinds only are required by the condition of the kind.
    required = [name for name, key in table.keys.items() if key.required and not key.kinds]
    if required:
        schema["required"] = required
    conditions = [*_by_kind(table), *_beside_others(table)]
    if conditions:
        schema["allOf"] = conditions
    return schema


def _other_keys(table: KeyTable) -> str:
    """Return the pattern of the keys that are not named.

    Named keys must not match it, or they would have two schemas.
    """
    pattern = table.pattern or _ID
    return f"^(?!({'|'.join(table.keys)})$){pattern.removeprefix('^')}" if table.keys else pattern


def _described(table: KeyTable, name: str, describe: Describe) -> Schema:
    """Return the schema of a key with its words and its default."""
    key = table.keys[name]
    # Defaults of flags are left out: None and an empty text mean that the key is not there.
    default = {} if key.default in {None, ""} else {"default": key.default}
    return {"description": describe(table.name, name), **_key_schema(key, describe), **default}


def _key_schema(key: Key, describe: Describe) -> Schema:
    """Return the JSON Schema of the value at a key of a TOML file, in any form that the key allows."""
    if not key.either or key.type == "list":
        return _form(key, describe)
    return {"anyOf": [_form(key, describe), *(_key_schema(form, describe) for form in key.either)]}


def _form(key: Key, describe: Describe) -> Schema:
    """Return the schema of a value in the first form of a key, without the others that it may have."""
    if key.type == "table":
        return table_schema(key.inner, describe) if key.inner else {"type": "object"}
    schema: Schema = {**_PLAIN[key.type]}
    # Words are an enumeration, so that editors offer them.
    if key.words:
        schema["enum"] = list(key.words)
    if key.type == "tables" and key.inner:
        schema["items"] = table_schema(key.inner, describe)
    if key.type == "list":
        schema["items"] = _key_schema(key.either[0], describe)
    return schema | _limits(key, schema)


def _limits(key: Key, schema: Schema) -> Schema:
    """Return the limits of a number, or of the number of items; limits of lengths are left to the reader."""
    names = {"array": ("minItems", "maxItems"), "integer": ("minimum", "maximum"), "number": ("minimum", "maximum")}
    # Types without limits have no names, and so no pairs.
    limits = zip(names.get(str(schema.get("type")), ()), (key.low, key.high), strict=False)
    return {name: limit for name, limit in limits if limit is not None}


def _by_kind(table: KeyTable) -> list[Schema]:
    """Return a condition for each word of the table's switch: the keys that it forbids and needs."""
    if not table.switch:
        return []
    return [_with_kind(table, kind) for kind in table.keys[table.switch].words]


def _with_kind(table: KeyTable, kind: str) -> Schema:
    """Return the condition for one word of the switch: keys of other kinds are refused, some are required."""
    # As a schema, `false` allows no value at all.
    foreign = {name: False for name, key in table.keys.items() if key.kinds and kind not in key.kinds}
    needed = [name for name, key in table.keys.items() if key.required and kind in key.kinds]
    then: Schema = {"properties": foreign, **({"required": needed} if needed else {})}
    # Required, because a table without the switch would meet the condition otherwise.
    return {"if": {"properties": {table.switch: {"const": kind}}, "required": [table.switch]}, "then": then}


def _beside_others(table: KeyTable) -> list[Schema]:
    """Return a condition for each key that excludes others."""
    takers = dict.fromkeys(other for key in table.keys.values() for other in key.without)
    return [
        {
            "if": {"required": [taker]},
            "then": {"properties": {name: False for name, key in table.keys.items() if taker in key.without}},
        }
        for taker in takers
    ]
