"""Changes of whole columns of a CSV or TSV file: every other cell, comment and line end stays."""

from __future__ import annotations

from collections.abc import Callable

from generator.load.table_edits.splices import Splice, apply_all, check_characters, padded_rows, written_cell
from generator.load.table_edits.table_text import TableText, TextRecord

COLUMN_CHANGES = ("add", "rename", "left", "right", "remove")
"""Changes of a column: a new one behind it, another heading, before the one on its left, behind the one on its right,
without it."""


def added_column(table: TableText, column: int, heading: str) -> bytes:
    """Return the file with an empty column behind another. Raises ValueError for a heading that cannot be."""
    check_heading(table, heading)

    def splice(record: TextRecord, text: str) -> list[Splice]:
        """Return the change of a line; a row that ends before the column stays as it is."""
        if column >= len(record.cells):
            return []
        return [Splice(record.cells[column][1], "", table.separator + text)]

    # Rows get an empty cell as it is, without quotes.
    header = splice(table.header, written_cell(table, heading))
    return apply_all([*header, *(part for record in table.rows for part in splice(record, ""))], table)


def renamed_column(table: TableText, column: int, heading: str) -> bytes:
    """Return the file with another heading of a column. Raises ValueError for a heading that cannot be."""
    check_heading(table, heading)
    # Cells below keep their bytes: only the heading is written anew.
    start, end = table.header.cells[column]
    return apply_all([Splice(start, table.text[start:end], written_cell(table, heading))], table)


def removed_column(table: TableText, column: int) -> bytes:
    """Return the file without a column. Raises ValueError for the only one."""
    if len(table.names) == 1:
        raise ValueError("the only column of a table stays")

    def splice(record: TextRecord) -> list[Splice]:
        """Return the change of a line: the cell goes with the separator before it, or the one behind the first cell."""
        if column >= len(record.cells):
            return []
        start, end = record.cells[column]
        if column:
            start = record.cells[column - 1][1]
        elif len(record.cells) > 1:
            end = record.cells[1][0]
        return [Splice(start, table.text[start:end], "")]

    return apply_all(_of_all(table, splice), table)


def swapped_columns(table: TableText, column: int, wide: Callable[[bytes], TableText]) -> bytes:
    """Return the file with a column and the one behind it exchanged.

    `wide` reads the file after short rows have got the cells that they lack. Raises ValueError for the last column.
    """
    if not 0 <= column < len(table.names) - 1:
        raise ValueError("the column is at the end of the table already")
    # A row that ends between the two would lose the value of the first.
    widths = {row: column + 2 for row, record in enumerate(table.rows) if len(record.cells) == column + 1}
    full = wide(apply_all(padded_rows(table, widths), table))

    def splice(record: TextRecord) -> list[Splice]:
        """Return the change of a line: both cells as they are written, in each other's place."""
        if column + 1 >= len(record.cells):
            return []
        first, second = (slice(*record.cells[number]) for number in (column, column + 1))
        texts = full.text[first], full.text[second]
        return [Splice(first.start, texts[0], texts[1]), Splice(second.start, texts[1], texts[0])]

    return apply_all(_of_all(full, splice), full)


def check_heading(table: TableText, heading: str) -> None:
    """Raise ValueError for a heading that a table has already, or that no column can have."""
    check_characters(0, heading)
    if not heading:
        raise ValueError("a column needs a heading")
    if heading.casefold() in {name.casefold() for name in table.names}:
        raise ValueError(f"there is a column {heading!r} already")


def _of_all(table: TableText, splice: Callable[[TextRecord], list[Splice]]) -> list[Splice]:
    """Return the changes of the header and of all rows."""
    return [part for record in (table.header, *table.rows) for part in splice(record)]
