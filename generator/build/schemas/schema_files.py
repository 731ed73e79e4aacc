"""Writes the JSON Schemas of a game's files, which the first line of a file names for editors: `#:schema …`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from generator.build.schemas.key_schema import Schema, table_schema
from generator.load.game_locations import templates_root
from generator.load.keys.game_keys import GAME
from generator.load.keys.layout_keys import FIGURES, LAYOUT
from generator.load.keys.sheet_keys import SHEET
from generator.load.keys.table_setup_keys import TABLE_SETUP
from generator.load.new_game import SCHEMA_FOLDER
from generator.model.keys.key_table import KeyTable
from generator.render.templates.theme import THEME
from generator.typeset.text.font_config import FONTS
from generator.write.output_file import write_file

TABLES: Mapping[str, KeyTable] = {
    "game": GAME,
    "sheet": SHEET,
    "layout": LAYOUT,
    "figures": FIGURES,
    "table": TABLE_SETUP,
    "theme": THEME,
    "fonts": FONTS,
}
"""The tables of keys by the kind of file."""

_HEAD = {"$schema": "http://json-schema.org/draft-07/schema#"}


class KeyDescriptions:
    """The words on keys, of templates/reference/keys.toml, in English and Japanese."""

    def __init__(self) -> None:
        text = (templates_root() / "reference" / "keys.toml").read_text("utf-8")
        self.by_table: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(text)

    def words(self, table: str, key: str) -> Mapping[str, str]:
        """The words on a key by language: those of its table, else those of all tables, else none."""
        return self.by_table.get(table, {}).get(key) or self.by_table["common"].get(key, {})

    def both(self, table: str, key: str) -> str:
        """The words on a key, one language after the other."""
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
