"""Blocks of cells that are written together: pasted, filled down, emptied, or with words replaced."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.base.errors import Fault, Faults
from generator.load.table_edits.splices import (
    added_rows,
    apply_all,
    block_splices,
    check_characters,
    free_ids,
    padded_rows,
    plain_value,
)
from generator.load.table_edits.table_text import TableText
from generator.web.editing.table_change import CellChange, OpenTable

MOST_ROWS = 20_000
"""Most rows of a table after a block was pasted: a table of so many is read and checked in about two seconds."""


class CellBlock(NamedTuple):
    """Values for cells beside and below each other."""

    rows: tuple[int, ...]
    """Numbers of the rows that take the first values; further values go to the rows behind the last of them."""
    column: int
    """Number of the first column."""
    values: tuple[tuple[str, ...], ...]
    """Values of each row."""


def with_block(table: OpenTable, block: CellBlock) -> tuple[OpenTable, tuple[CellChange, ...]]:
    """Return a table with a block of values written into it, and each changed cell.

    Rows that the table lacks are added, with new ids. The list of changed cells is empty where rows were added or
    ids changed, as rows cannot be found again by their ids then. Raises Faults for a block that is too wide or a
    value that no cell can hold.
    """
    text, width = table.text, max(map(len, block.values), default=0)
    if block.column + width > len(text.names):
        room = len(text.names) - block.column
        message = f"a block of {width} columns does not fit into the {room} from here on; begin further left"
        raise Faults([Fault(table.where, message)])
    following = range(block.rows[-1] + 1, len(text.rows))
    places = (*block.rows, *following)[: len(block.values)]
    if len(places) < len(block.values) and len(text.rows) + len(block.values) - len(places) > MOST_ROWS:
        raise Faults([Fault(table.where, f"more than {MOST_ROWS:,} rows; paste fewer, or divide the table")])
    values = {
        (row, block.column + number): plain_value(value)
        for row, cells in zip(places, block.values, strict=False)
        for number, value in enumerate(cells)
    }
    changed, changes = with_values(table, values)
    if lacking := block.values[len(places) :]:
        return _with_rows(changed, block.column, lacking), ()
    return changed, changes


def with_values(table: OpenTable, values: Mapping[tuple[int, int], str]) -> tuple[OpenTable, tuple[CellChange, ...]]:
    """Return a table with new values, given by row and column, and each changed cell; see `with_block`."""
    _check(table, values)
    widths: dict[int, int] = {}
    for row, column in values:
        widths[row] = max(widths.get(row, 0), column + 1)
    # A row of the file may lack cells at its end, in which nothing could be written.
    wide = table.with_data(apply_all(padded_rows(table.text, widths), table.text))
    changed = wide.with_data(apply_all(block_splices(wide.text, values), wide.text))
    _check_same(table, changed, values)
    names, ids = table.text.names, _ids(table)
    if "id" in names and any(names[column] == "id" for _, column in values):
        return changed, ()
    places = [place for place in values if wide.text.raw(*place) != changed.text.raw(*place)]
    return changed, tuple(
        CellChange(names[column], wide.text.raw(row, column), changed.text.raw(row, column), ids[row])
        for row, column in places
    )


def replaced_words(
    text: TableText, old: str, new: str, column: str = "", *, has_case: bool = False
) -> dict[tuple[int, int], str]:
    """Return the new values of all cells in which words are replaced, by row and column; `column` is empty for all.

    Capitals and small letters are alike unless `has_case` is set.
    """
    pattern = re.compile(re.escape(old), 0 if has_case else re.IGNORECASE)
    columns = [number for number, name in enumerate(text.names) if column in ("", name)]
    cells = ((row, number, text.value(row, number)) for row in range(len(text.rows)) for number in columns)
    # A function, as a backslash in the new words would be a reference to a group.
    replaced = {
        (row, number): pattern.sub(lambda _: new, value) for row, number, value in cells if pattern.search(value)
    }
    return {place: plain_value(value) for place, value in replaced.items()}


def _check(table: OpenTable, values: Mapping[tuple[int, int], str]) -> None:
    """Raise Faults for all values, by row and column, that no cell of the table can hold."""
    faults = []
    for (row, column), value in values.items():
        try:
            check_characters(column, value)
        except ValueError as error:
            line, name = table.text.rows[row].line, table.text.names[column]
            faults.append(Fault(table.where, str(error), line, key=name, unreadable=True))
    if faults:
        raise Faults(faults)


def _check_same(table: OpenTable, changed: OpenTable, values: Mapping[tuple[int, int], str]) -> None:
    """Raise Faults where emptied rows would not be read as rows any more."""
    if len(table.text.rows) != len(changed.text.rows):
        row = min(row for row, _ in values)
        message = "a row would be an empty line; delete the row instead"
        raise Faults([Fault(table.where, message, table.text.rows[row].line, unreadable=True)])


def _check_new(table: OpenTable, column: int, value: str) -> None:
    """Raise Faults if a value for a new row cannot stand in a cell of a column, given by its number."""
    try:
        check_characters(column, value)
    except ValueError as error:
        raise Faults([Fault(table.where, str(error), key=table.text.names[column], unreadable=True)]) from None


def _ids(table: OpenTable) -> list[str]:
    """Return the ids of all rows of a table, in the order of the file."""
    return [table.id_of(row) for row in range(len(table.text.rows))]


def _with_rows(table: OpenTable, column: int, values: Sequence[Sequence[str]]) -> OpenTable:
    """Return a table with new rows at its end, whose values begin at a column; rows without an id get a free one."""
    names = table.text.names
    before, behind = ("",) * column, len(names) - column
    rows = [[*before, *map(plain_value, cells), *[""] * (behind - len(cells))] for cells in values]
    # An empty line within a pasted block is no row.
    rows = [row for row in rows if any(row)]
    if "id" in names:
        place = names.index("id")
        lacking = [row for row in rows if not row[place]]
        used = {*_ids(table), *(row[place] for row in rows)}
        for row, id_ in zip(lacking, free_ids(used, "new"), strict=False):
            row[place] = id_
    for row in rows:
        for number, value in enumerate(row):
            _check_new(table, number, value)
    return table.with_data(added_rows(table.text, rows).apply(table.text)) if rows else table
