"""Changes of a table's text: one piece of it is replaced, and everything around stays byte for byte."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple, Protocol

from generator.load.files.characters import unfit_characters
from generator.load.files.toml_document import LONGEST
from generator.load.table_edits.table_text import TableText, inner_line_end, line_end
from generator.load.tables.raw_table import BLANK

_STEM = 35
"""Longest part of a new id before its number: ids have 41 characters at most."""


class EncodedText(Protocol):
    """The text of a file, which can be written in the encoding of the file."""

    @property
    def text(self) -> str:
        """Text as in the file, without a byte order mark."""
        ...

    def to_bytes(self, text: str) -> bytes:
        """Return another text in the encoding of the file. Raises ValueError for a character that it lacks."""
        ...


class Splice(NamedTuple):
    """A piece of a text and what takes its place; `at` counts characters."""

    at: int
    removed: str
    inserted: str

    def apply(self, table: EncodedText) -> bytes:
        """Return the bytes of the file after the change."""
        text = table.text
        return table.to_bytes(text[: self.at] + self.inserted + text[self.at + len(self.removed) :])

    @property
    def inverse(self) -> Splice:
        """The change that takes a change back, to be applied to the changed text."""
        return Splice(self.at, self.inserted, self.removed)


def cell_splice(table: TableText, row: int, column: int, value: str) -> Splice:
    """Return the change that writes a value into a cell in the manner of the file, quoted if it was or needs to be.

    Rows are counted from 0 without the header. Raises ValueError, with what to write instead, for a value that would
    not be read back.
    """
    value = plain_value(value)
    check_value(table, row, column, value)
    cells = table.rows[row].cells
    if value == table.value(row, column):
        return Splice(0, "", "")
    # The row is shorter than the header: the cells between are added empty.
    if column >= len(cells):
        missing = table.separator * (column - len(cells) + 1)
        return Splice(table.rows[row].close, "", missing + _written(table, value, is_quoted=False))
    return _replacement(table, row, column, value)


def _replacement(table: TableText, row: int, column: int, value: str) -> Splice:
    """Return the change of an existing cell; blanks around its value stay."""
    start, end = table.rows[row].cells[column]
    old = table.text[start:end]
    return Splice(start, old, _in_place_of(old, table, column, value))


def written_cell(table: TableText, value: str) -> str:
    """Return a value as it stands in the file, in quotes if it must be."""
    return _written(table, value, is_quoted=False)


def plain_value(value: str) -> str:
    """Return a value as it is read back: with plain line ends and without blanks around it."""
    return value.replace("\r\n", "\n").strip(BLANK)


def check_characters(column: int, value: str) -> None:
    """Raise ValueError for a value that no cell of a column can hold."""
    for _, problem in unfit_characters(value):
        raise ValueError(problem)
    if len(value) > LONGEST:
        raise ValueError(f"longer than {LONGEST:,} characters")
    if column == 0 and value.startswith("#"):
        raise ValueError("a row that begins with # is a comment; begin with another sign")


def check_value(table: TableText, row: int, column: int, value: str) -> None:
    """Raise ValueError, with advice, for a value that a cell cannot hold."""
    check_characters(column, value)
    other_values = (*table.values(row)[:column], *table.values(row)[column + 1 :])
    if not value and not any(other_values):
        raise ValueError("the row would be an empty line; delete the row instead")


def padded_rows(table: TableText, widths: Mapping[int, int]) -> list[Splice]:
    """Return changes that add empty cells to short rows; `widths` are the numbers of cells needed, by row."""
    short = {row: width - len(table.rows[row].cells) for row, width in widths.items()}
    return [Splice(table.rows[row].close, "", table.separator * count) for row, count in short.items() if count > 0]


def block_splices(table: TableText, values: Mapping[tuple[int, int], str]) -> list[Splice]:
    """Return changes that write plain values into cells, by row and column.

    Rows must be long enough; the values are not checked.
    """
    changed = {place: value for place, value in values.items() if value != table.value(*place)}
    return [_replacement(table, row, column, value) for (row, column), value in changed.items()]


def apply_all(splices: Iterable[Splice], table: TableText) -> bytes:
    """Return the file with changes of places that do not overlap: text is copied once, however many there are."""
    parts, end = [], 0
    for splice in sorted(splices):
        parts += [table.text[end : splice.at], splice.inserted]
        end = splice.at + len(splice.removed)
    return table.to_bytes("".join([*parts, table.text[end:]]))


def added_rows(table: TableText, rows: Iterable[Sequence[str]]) -> Splice:
    """Return the change that adds rows of plain values below the last one."""
    quoted = [_has_quotes(table, column) for column in range(len(table.names))]

    def record(row: Sequence[str]) -> str:
        """Return a row as a line of the file, without its line end."""
        cells = zip(row, quoted, strict=True)
        return table.separator.join(
            _written(table, value, is_quoted=is_quoted and bool(value)) for value, is_quoted in cells
        )

    records = map(record, rows)
    return _inserted(table, len(table.rows) - 1, line_end(table).join(records))


def moved_row(table: TableText, row: int, by: int) -> Splice:
    """Return the change that exchanges a row with the one before it (-1) or after it (1).

    Comments between them stay where they are. Raises ValueError at the end of the table.
    """
    first, second = sorted((row, row + by))
    if first < 0 or second >= len(table.rows):
        raise ValueError("the row is at the end of the table already")
    above, below = table.rows[first], table.rows[second]
    parts = (below.start, below.close), (above.close, below.start), (above.start, above.close)
    text = table.text[above.start : below.close]
    return Splice(above.start, text, "".join(table.text[slice(*part)] for part in parts))


def copied_row(table: TableText, row: int, id_: str) -> Splice:
    """Return the change that copies a row below itself, with another id.

    Raises ValueError for a table without a column `id`.
    """
    record = table.rows[row]
    change = cell_splice(table, row, _id_column(table), id_)
    copy = table.text[record.start : change.at] + change.inserted
    copy += table.text[change.at + len(change.removed) : record.close]
    return _inserted(table, row, copy)


def added_row(table: TableText, id_: str, row: int = -1) -> Splice:
    """Return the change that adds a row with nothing but an id below another, by default the last one.

    Raises ValueError for a table without a column `id`.
    """
    cells = [""] * len(table.names)
    cells[_id_column(table)] = _written(table, id_, is_quoted=False)
    return _inserted(table, row, table.separator.join(cells))


def removed_row(table: TableText, row: int) -> Splice:
    """Return the change that takes a row out with its line end. Raises ValueError for the only row."""
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


def free_ids(used: Container[str], like: str) -> Iterator[str]:
    """Yield ids that are not used, from a first one on: `new`, `new_2`, `new_3`."""
    ids = (like if number == 1 else f"{like}_{number}" for number in count(1))
    return (id_ for id_ in ids if id_ not in used)


def _id_column(table: TableText) -> int:
    """Return the number of the column `id`, from 0. Raises ValueError without one."""
    if "id" not in table.names:
        raise ValueError("the table has no column 'id'; add it in an editor")
    return table.names.index("id")


def _inserted(table: TableText, row: int, record: str) -> Splice:
    """Return the change that inserts a line below a row; a file without a line end at its end stays so."""
    above = table.rows[row]
    end = table.text[above.close : above.end]
    return Splice(above.end, "", record + end if end else line_end(table) + record)


def _in_place_of(old: str, table: TableText, column: int, value: str) -> str:
    """Return a value written as the old cell was: with its quotes, or the blanks around it."""
    # A cell is quoted if it was, or, when it was empty, if its column is.
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
    """Return a value as it stands in the file, in quotes if it must be or `is_quoted`.

    `old` is the cell it replaces, whose inner line ends are taken over.
    """
    if not is_quoted and not value.startswith('"') and table.separator not in value and "\n" not in value:
        return value
    quoted = value.replace('"', '""')
    # The search through the table takes as long as reading it, and few values have lines.
    if "\n" in value:
        quoted = quoted.replace("\n", "\r\n" if "\r\n" in old else "\n" if "\n" in old else inner_line_end(table))
    return f'"{quoted}"'
