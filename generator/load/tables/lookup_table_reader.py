"""Reads the tables of a game that rows refer to, each after those that it refers to itself."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from generator.base.records import NamedTuple
from generator.load.files.toml_table import TomlTable
from generator.load.kept_parts import GAME_FILE, read_or_keep
from generator.load.load_context import LoadContext, read_raw_table
from generator.load.tables.column import ID_COLUMN, PROVENANCE, Column
from generator.load.tables.column_reader import read_columns
from generator.load.tables.row_reader import RowTyping, read_rows
from generator.model.game import Row

_BUILT_IN = (ID_COLUMN, PROVENANCE)


class LookupTables(NamedTuple):
    """The declared columns and the rows by id of each table; `rows` lacks the tables that could not be read."""

    columns: Mapping[str, tuple[Column, ...]]
    rows: Mapping[str, Mapping[str, Row]]


def read_tables(top: TomlTable, context: LoadContext) -> LookupTables:
    """Read every table under `tables` of game.toml; a circle of references is a fault."""
    entries = top.entries("tables")
    files = [GAME_FILE, *(str(entry.data.get("rows")) for entry in entries.values())]
    return read_or_keep("tables", context, files, {}, lambda _: _read(entries, context))


def _read(entries: Mapping[str, TomlTable], context: LoadContext) -> LookupTables:
    """Read the tables in the order in which they refer to each other."""
    declared = {name: read_columns(entry, entries, built_in=_BUILT_IN) for name, entry in entries.items()}
    # In `of`, "word" and "number" name types of list items, so a table of that name could not be meant.
    for name in {"word", "number"} & set(entries):
        entries[name].fault(None, f"{name!r} is a type of list items; choose another name")
    read: dict[str, dict[str, Row]] = {}
    # Tables that are referred to come first: a column of type `row` needs their rows.
    for name in _order(declared, entries):
        raw = read_raw_table(entries[name], context, declared[name])
        entries[name].close()
        if raw:
            typing = RowTyping(declared[name], context.languages, read)
            read[name] = {row.id: row for row in read_rows(raw, typing, context.report)}
    return LookupTables(declared, read)


def _order(declared: Mapping[str, tuple[Column, ...]], entries: Mapping[str, TomlTable]) -> tuple[str, ...]:
    """Return the names of tables, each after the tables that it refers to; none after the fault of a circle."""
    uses = {name: {column.table for column in columns} & set(declared) for name, columns in declared.items()}
    try:
        return tuple(TopologicalSorter(uses).static_order())
    except CycleError as error:
        # Reversed, each table is followed by one that it refers to.
        circle = error.args[1][::-1]
        entries[circle[0]].fault(None, f"tables refer to each other in a circle: {' → '.join(circle)}")
        return ()
