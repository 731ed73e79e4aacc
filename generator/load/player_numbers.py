"""Reads for how many players a game is, and what of a component they need: the keys behind `vallum build --players`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.base.records import replace
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import TomlTable
from generator.load.keys.game_keys import MOST_PLAYERS
from generator.load.tables.column import Column
from generator.load.tables.lookup_table_reader import LookupTables
from generator.model.game import NO_PLAYERS, Piece, PlayerRange, Row

_RANGE = re.compile(r"(\d{1,2})(?: ?[-\N{EN DASH}] ?(\d{1,2}))?\Z")


def read_player_range(entry: TomlTable, key: str) -> PlayerRange:
    """Read a number of players or two with a hyphen: `1-6`; NO_PLAYERS if the key is missing or faulty."""
    if not entry.has(key):
        return NO_PLAYERS
    text = entry.text(key)
    match = _RANGE.match(text)
    least, most = (int(match[1]), int(match[2] or match[1])) if match else NO_PLAYERS
    if not 1 <= least <= most <= MOST_PLAYERS:
        entry.fault(key, f"{quote(text)} is no number of players; write 2, or 2-4")
        return NO_PLAYERS
    return least, most


def with_players(
    entry: TomlTable, declared: Iterable[Column], tables: LookupTables, pieces: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """Return pieces with the numbers of players that need them, from the cells that `for_players` names.

    One path, `stack.players`, is the least number; a second one is the greatest. Paths that are none are faults.
    """
    if not entry.has("for_players"):
        return pieces
    paths = [_number_path(entry, path, declared, tables) for path in entry.text_list("for_players")]
    if not paths or not all(paths):
        return pieces
    return tuple(replace(piece, players=_range(piece.row, paths)) for piece in pieces)


def _number_path(entry: TomlTable, path: str, declared: Iterable[Column], tables: LookupTables) -> list[str]:
    """Return the names in a path to a column of numbers, `stack.players`; empty after a fault."""
    columns, names = {column.name: column for column in declared}, path.split(".")
    for name in names[:-1]:
        if name not in columns:
            entry.unknown("for_players", "column", name, columns)
            return []
        columns = {column.name: column for column in tables.columns.get(columns[name].table, ())}
    column = columns.get(names[-1])
    if column is None:
        entry.unknown("for_players", "column", names[-1], columns)
    elif column.type != "number":
        entry.fault("for_players", f"{quote(path)} is no column of numbers; name one like stack.players")
    else:
        return names
    return []


def _range(row: Row, paths: Iterable[list[str]]) -> PlayerRange:
    """Return the numbers of players that the cells at one or two paths say; an empty cell sets no limit."""
    numbers = [_number(row, path) for path in paths]
    least, most = (*numbers, 0)[:2]
    return least or 1, most or MOST_PLAYERS


def _number(row: Row, path: list[str]) -> int:
    """Return the number at a path of cells; 0 for an empty cell."""
    *rows, last = path
    for name in rows:
        cell = row.cells.get(name)
        if not isinstance(cell, Row):
            return 0
        row = cell
    number = row.cells.get(last)
    return int(number) if isinstance(number, (int, float)) else 0
