"""The files of rows that a game names, also of a game whose data has faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.kept_parts import GAME_FILE
from generator.load.keys.game_keys import SEPARATOR_KEYS
from generator.load.tables.table_reader import SEPARATED


class NamedTable(NamedTuple):
    """A file of rows."""

    file: str
    users: tuple[str, ...]
    """Ids of the tables and components whose rows it holds."""
    separator: str
    """Column separator that game.toml sets; empty if it sets none."""
    source: str
    """Address that the file is fetched from; empty for none."""

    @property
    def is_text(self) -> bool:
        """Whether the file is a .csv or .tsv file, and no workbook."""
        return self.file.lower().endswith(SEPARATED)

    @property
    def ending(self) -> str:
        """The ending of the file's name in small letters, without a dot."""
        return self.file.rpartition(".")[2].lower()


def named_tables(folder: Folder) -> tuple[NamedTable, ...]:
    """Return the files under `rows` in game.toml, each once in its order: components come before lookup tables.

    Missing files are left out. Raises Faults if game.toml cannot be parsed.
    """
    data = read_toml(folder, GAME_FILE).data
    tables: dict[str, NamedTable] = {}
    for kind in ("components", "tables"):
        entries = data.get(kind)
        # game.toml may be faulty here, so nothing is taken for granted about its types.
        for id_, entry in entries.items() if isinstance(entries, dict) else ():
            _add(tables, id_, entry)
    return tuple(table for table in tables.values() if folder.has(table.file))


def _add(tables: dict[str, NamedTable], id_: str, entry: object) -> None:
    """Add the file of rows of a table or component; a file that is named already gets another user."""
    if not isinstance(entry, dict) or not isinstance(entry.get("rows"), str):
        return
    file = entry["rows"]
    if file in tables:
        tables[file] = tables[file]._replace(users=(*tables[file].users, id_))
    else:
        separator = SEPARATOR_KEYS.get(_text(entry, "separator"), "")
        tables[file] = NamedTable(file, (id_,), separator, _text(entry, "source"))


def _text(entry: Mapping[str, Any], key: str) -> str:
    """Return the text at a key; empty for a value of another type."""
    value = entry.get(key)
    return value if isinstance(value, str) else ""
