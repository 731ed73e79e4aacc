"""What one change did to the text of a table, so that it can be taken back and made again."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from itertools import count
from typing import NamedTuple

from generator.base.errors import Fault, Faults
from generator.base.hashing import digest
from generator.load.table_edits.named_tables import NamedTable
from generator.load.table_edits.splices import EncodedText, Splice, apply_all, cell_splice
from generator.load.table_edits.table_text import TableText, read_table_text

COLUMNS = "columns"
"""Kind of a change of a column, with the files that follow it."""
SETTINGS = "settings"
"""Kind of a change of game.toml or credits.toml, which are no tables."""
ABSENT = ""
"""Checksum in a change of a file that was not there, or that is not there behind it."""
MORE = "+"
"""Prefix of the name of a cell beyond the last column, before its number: `+5`."""


class OpenTable(NamedTuple):
    """A table as its file holds it now."""

    named: NamedTable
    where: str
    """Name of the file in faults."""
    data: bytes
    text: TableText

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        return self.data

    @property
    def file(self) -> str:
        """Name of the file in the game's folder."""
        return self.named.file

    @property
    def digest(self) -> str:
        """Checksum of the file's content, from which a page learns that the file has changed."""
        return content_digest(self.data)

    def with_data(self, data: bytes) -> OpenTable:
        """Return the table with new content. Raises Faults if the content is not a table."""
        return self._replace(data=data, text=read_table_text(data, self.where, self.named.separator))

    def id_of(self, row: int) -> str:
        """Return the id of a row by the row's number."""
        return self.text.id_of(row)

    def cells(self, row: int) -> dict[str, str]:
        """Return the values of a row by the names of their columns.

        A cell beyond the last column is called `+5` by its number.
        """
        values = self.text.values(row)
        return dict(zip([column_name(self.text, number) for number in range(len(values))], values, strict=True))


class OpenText(NamedTuple):
    """A text file of a game that is no table, such as game.toml, as it is now."""

    file: str
    where: str
    """Name of the file in faults."""
    data: bytes
    is_absent: bool = False
    """Whether there is no such file; its text is then empty."""

    @property
    def digest(self) -> str:
        """Checksum of the file's content; ABSENT where there is no file."""
        return ABSENT if self.is_absent else content_digest(self.data)

    @property
    def content(self) -> bytes | None:
        """The bytes of the file; None where there is no file."""
        return None if self.is_absent else self.data

    @property
    def text(self) -> str:
        """The text with its line ends, without a byte order mark. Raises ValueError for another encoding than UTF-8."""
        return self.data.removeprefix(BOM_UTF8).decode()

    def to_bytes(self, text: str) -> bytes:
        """Return another text as the file has it, with the byte order mark if it has one."""
        return (BOM_UTF8 if self.data.startswith(BOM_UTF8) else b"") + text.encode()

    def with_text(self, text: str) -> OpenText:
        """Return the file with another text."""
        return self._replace(data=self.to_bytes(text), is_absent=False)


class CellChange(NamedTuple):
    """A cell before and after, as written in the file."""

    name: str
    before: str
    after: str
    row: str = ""
    """Id of its row where the change is of several rows; empty for the row of the change."""


class FileChange(NamedTuple):
    """A change of another file, made together with that of a table."""

    file: str
    splice: Splice
    digest_before: str
    digest_after: str

    @property
    def inverse(self) -> FileChange:
        """Change that takes this change back."""
        return FileChange(self.file, self.splice.inverse, self.digest_after, self.digest_before)


class TableChange(NamedTuple):
    """A change that was saved."""

    file: str
    kind: str
    """Kind of change: `cells`, `block`, SETTINGS, COLUMNS, or one of `ROW_CHANGES` of table_edits."""
    id_before: str
    """Id of the changed row before the change."""
    id_after: str
    cells: tuple[CellChange, ...]
    """Changed cells; empty for changes of whole rows."""
    splice: Splice
    digest_before: str
    digest_after: str
    beside: tuple[FileChange, ...] = ()
    """Changes of other files; all of them, or none, are taken back."""

    @property
    def inverse(self) -> TableChange:
        """Change that takes this change back."""
        return self._replace(
            id_before=self.id_after,
            id_after=self.id_before,
            cells=tuple(CellChange(name, after, before, row) for name, before, after, row in self.cells),
            splice=self.splice.inverse,
            digest_before=self.digest_after,
            digest_after=self.digest_before,
            beside=tuple(change.inverse for change in self.beside),
        )


def encoded(file: OpenTable | OpenText) -> EncodedText:
    """Return the text of a file, with which changes of it are written."""
    return file.text if isinstance(file, OpenTable) else file


def content_digest(data: bytes) -> str:
    """Return a digest of a file's content, which page and server compare: 32 hexadecimal digits."""
    return digest(data)[:32]


def column_name(text: TableText, number: int) -> str:
    """Return the name of a column on the page: its heading, or `+5` for a cell beyond the last heading."""
    return text.names[number] if number < len(text.names) else f"{MORE}{number}"


def column_number(text: TableText, row: int, name: str) -> int:
    """Return the number of the column that a cell's name stands for.

    Raises ValueError for a cell that the row lacks.
    """
    if not name.startswith(MORE):
        return text.names.index(name)
    number = int(name.removeprefix(MORE))
    if not len(text.names) <= number < len(text.rows[row].cells):
        raise ValueError(name)
    return number


def with_cells(table: OpenTable, row: int, values: Mapping[str, str]) -> tuple[OpenTable, tuple[CellChange, ...]]:
    """Return a table with changed cells of one row, and each changed cell before and after.

    Raises Faults with the cells whose values cannot be written, ValueError for an unknown column.
    """
    # Later cells of a row move when an earlier one gets longer, so the table is parsed anew after each.
    faults, changes, line = [], [], table.text.rows[row].line
    for name, value in values.items():
        column = column_number(table.text, row, name)
        before = table.text.raw(row, column)
        try:
            splice = cell_splice(table.text, row, column, value)
        except ValueError as error:
            faults.append(Fault(table.where, str(error), line, key=name, unreadable=True))
            continue
        if splice.removed != splice.inserted:
            table = table.with_data(splice.apply(table.text))
            changes.append(CellChange(name, before, table.text.raw(row, column)))
    if faults:
        raise Faults(faults)
    return table, tuple(changes)


def remade_text(change: TableChange, file: OpenText) -> OpenText | None:
    """Make a saved change of a text file again; None where the file was changed since."""
    if file.digest != change.digest_before:
        return None
    return file._replace(data=change.splice.apply(file), is_absent=change.digest_after == ABSENT)


def remade(change: TableChange, table: OpenTable) -> OpenTable | None:
    """Make a saved change again in a table that may have changed since; None where the changed place is not found.

    Cells are found by the id of their row, and must hold the values that they had before the change.
    """
    if table.digest == change.digest_before:
        return table.with_data(change.splice.apply(table.text))
    # A change of whole rows cannot be found again by an id that is gone or doubled.
    rows = table.text.rows_by_id()
    splices = [_found(cell, table.text, rows.get(cell.row or change.id_before)) for cell in change.cells]
    if not splices or None in splices:
        return None
    return table.with_data(apply_all(filter(None, splices), table.text))


def _found(cell: CellChange, text: TableText, row: int | None) -> Splice | None:
    """Return the replacement that changes a cell in a row; None if the row is gone or the cell holds another value."""
    if row is None or cell.name not in text.names:
        return None
    column, places = text.names.index(cell.name), text.rows[row].cells
    if column >= len(places) or text.raw(row, column) != cell.before:
        return None
    return Splice(places[column][0], cell.before, cell.after)


def difference(old: str, new: str) -> Splice:
    r"""Return the one piece in which two texts differ.

    >>> difference("a,1\n", "a,12\n")
    Splice(at=3, removed='', inserted='2')
    """
    most = min(len(old), len(new))
    start = next((index for index in range(most) if old[index] != new[index]), most)
    remaining = most - start
    # The common end must not overlap the common start.
    end = next((index for index in count(1) if index > remaining or old[-index] != new[-index]), 1) - 1
    return Splice(start, old[start : len(old) - end], new[start : len(new) - end])
