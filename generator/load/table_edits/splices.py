"""Changes of a table's text: one piece of it is replaced, and everything around stays byte for byte."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from generator.load.files.characters import unfit_characters
from generator.load.files.toml_document import LONGEST
from generator.load.table_edits.table_text import TableText, inner_line_end, line_end
from generator.load.tables.raw_table import BLANK

_STEM = 35
"""Longest part of a new id before its number: ids have 41 characters at most."""


class Splice(NamedTuple):
    """A piece of a text and what takes its place; `at` counts characters."""

    at: int
    removed: str
    inserted: str

    def apply(self, table: TableText) -> bytes:
        """Return the changed file."""
        text = table.text
        return table.to_bytes(text[: self.at] + self.inserted + text[self.at + len(self.removed) :])

    @property
    def inverse(self) -> Splice:
        """The change that takes this one back, in the changed text."""
        return Splice(self.at, self.inserted, self.removed)


def cell_splice(table: TableText, row: int, column: int, value: str) -> Splice:
    """Write a value into a cell in the manner of the file: quoted if it was quoted or needs to be.

    Rows are counted from 0 without the header. Raises ValueError, with what to write instead, for a value that would
    not be read back.
    """
    value = value.replace("\r\n", "\n").strip(BLANK)
    check_value(table, row, column, value)
    cells = table.rows[row].cells
    if value == table.value(row, column):
        return Splice(0, "", "")
    # The row is shorter than the header: the cells between are added empty.
    if column >= len(cells):
        missing = table.separator * (column - len(cells) + 1)
        return Splice(table.rows[row].close, "", missing + _written(table, value, is_quoted=False))
    start, end = cells[column]
    old = table.text[start:end]
    return Splice(start, old, _in_place_of(old, table, column, value))


def check_value(table: TableText, row: int, column: int, value: str) -> None:
    """Raise ValueError for a value that a cell cannot hold."""
    for _, problem in unfit_characters(value):
        raise ValueError(problem)
    if len(value) > LONGEST:
        raise ValueError(f"longer than {LONGEST:,} characters")
    if column == 0 and value.startswith("#"):
        raise ValueError("a row that begins with # is a comment; begin with another sign")
    other_values = (*table.values(row)[:column], *table.values(row)[column + 1 :])
    if not value and not any(other_values):
        raise ValueError("the row would be an empty line; delete the row instead")


def copied_row(table: TableText, row: int, id_: str) -> Splice:
    """Copy a row below itself, with another id. Raises ValueError for a table without a column `id`."""
    record = table.rows[row]
    change = cell_splice(table, row, _id_column(table), id_)
    copy = table.text[record.start : change.at] + change.inserted
    copy += table.text[change.at + len(change.removed) : record.close]
    return _inserted(table, row, copy)


def added_row(table: TableText, id_: str) -> Splice:
    """Add a row below the last one that has nothing but an id. Raises ValueError for a table without a column `id`."""
    cells = [""] * len(table.names)
    cells[_id_column(table)] = _written(table, id_, is_quoted=False)
    return _inserted(table, len(table.rows) - 1, table.separator.join(cells))


def removed_row(table: TableText, row: int) -> Splice:
    """Take a row out with its line end. Raises ValueError for the only row."""
    if len(table.rows) == 1:
        raise ValueError("the only row of a table stays; change it instead")
    record = table.rows[row]
    return Splice(record.start, table.text[record.start : record.end], "")


def free_id(table: TableText, like: str) -> str:
    r"""Return an id that no row has. Raises ValueError for a table without a column `id`.

    >>> from generator.load.table_edits.table_text import read_table_text
    >>> free_id(read_table_text(b"id\nwolf\nwolf_2\n", "a.csv"), "wolf")
    'wolf_3'
    """
    ids = {table.value(row, _id_column(table)) for row in range(len(table.rows))}
    stem = (like.rstrip("0123456789").removesuffix("_") or like)[:_STEM]
    return like if like not in ids else next(id_ for n in count(2) if (id_ := f"{stem}_{n}") not in ids)


def _id_column(table: TableText) -> int:
    if "id" not in table.names:
        raise ValueError("the table has no column 'id'; add it in an editor")
    return table.names.index("id")


def _inserted(table: TableText, row: int, record: str) -> Splice:
    """Insert a record below a row; a file without a line end at its end stays so."""
    above = table.rows[row]
    end = table.text[above.close : above.end]
    return Splice(above.end, "", record + end if end else line_end(table) + record)


def _in_place_of(old: str, table: TableText, column: int, value: str) -> str:
    # A cell is quoted if it was, or, when it was empty, if its column is.
    """A value as the old cell was written: with its quotes, or the blanks around it."""
    written = _written(table, value, is_quoted=old.startswith('"') or (not old and _has_quotes(table, column)), old=old)
    bare = old.strip(BLANK)
    if written.startswith('"') or not bare:
        return written
    before = len(old) - len(old.lstrip(BLANK))
    return old[:before] + written + old[before + len(bare) :]


def _has_quotes(table: TableText, column: int) -> bool:
    """Whether a column is quoted in the header, as programs write that quote all texts."""
    return column < len(table.header.cells) and table.text[table.header.cells[column][0]] == '"'


def _written(table: TableText, value: str, *, is_quoted: bool, old: str = "") -> str:
    if not is_quoted and not value.startswith('"') and table.separator not in value and "\n" not in value:
        return value
    end = "\r\n" if "\r\n" in old else "\n" if "\n" in old else inner_line_end(table)
    quoted = value.replace('"', '""').replace("\n", end)
    return f'"{quoted}"'
