"""Where each cell of a .csv or .tsv file stands in its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from generator.base.errors import fault
from generator.base.text_files.text_encoding import decode_table, table_codec
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import decode
from generator.load.tables.raw_table import BLANK, TableForm
from generator.load.tables.separator import split_separator
from generator.load.tables.table_reader import read_csv


class TextRecord(NamedTuple):
    """One row of the file; numbers count characters of the text."""

    line: int
    cells: tuple[tuple[int, int], ...]
    """Start and end of each cell, with its quotes and the blanks around it."""
    end: int
    """Behind the line end of the row."""

    @property
    def start(self) -> int:
        """The index of the first character of the row."""
        return self.cells[0][0]

    @property
    def close(self) -> int:
        """The index of the end of the row, before its line end."""
        return self.cells[-1][1]


class TableText(NamedTuple):
    """The text of a file and the places of its cells."""

    text: str
    """Text as in the file, with its line ends, but without a byte order mark."""
    codec: str
    """Codec of the file; it writes the byte order mark if the file has one."""
    separator: str
    header: TextRecord
    rows: tuple[TextRecord, ...]
    """Rows in the order of the file, without comments and empty lines."""
    names: tuple[str, ...]
    """Names of the columns; empty ones at the right, with which spreadsheets fill up, are left out."""

    def raw(self, row: int, column: int) -> str:
        """Return a cell as it is written in the file; empty where a row is too short. Rows and columns count from 0."""
        cells = self.rows[row].cells
        return self.text[slice(*cells[column])] if column < len(cells) else ""

    def value(self, row: int, column: int) -> str:
        """Return the value of a cell, without quotes and blanks; rows and columns count from 0."""
        return cell_value(self.raw(row, column))

    def values(self, row: int) -> tuple[str, ...]:
        """Return the cells of a row, one for each name at least; more if the row is too long."""
        cells = [cell_value(self.text[slice(*place)]) for place in self.rows[row].cells]
        # Spreadsheets fill rows up with empty cells beyond the header.
        while len(cells) > len(self.names) and not cells[-1]:
            cells.pop()
        return (*cells, *[""] * (len(self.names) - len(cells)))

    def id_of(self, row: int) -> str:
        """Return the id of a row; empty for a table without a column `id`."""
        return self.value(row, self.names.index("id")) if "id" in self.names else ""

    def find(self, id_: str) -> int | None:
        """Return the number of the only row with an id, counted from 0; None if no row or several have it."""
        return self.rows_by_id().get(id_) if id_ else None

    def rows_by_id(self) -> dict[str, int]:
        """Return the numbers of the rows by their ids, without ids that several rows have."""
        if "id" not in self.names:
            return {}
        ids = [*map(self.id_of, range(len(self.rows)))]
        counts = Counter(ids)
        return {id_: row for row, id_ in enumerate(ids) if counts[id_] == 1}

    def to_bytes(self, text: str) -> bytes:
        """Return a changed text as the file holds it; as UTF-8 if its encoding lacks a letter."""
        try:
            return text.encode(self.codec)
        except UnicodeEncodeError:
            return text.encode("utf-8-sig")


def read_table_text(data: bytes, where: str, separator: str = "") -> TableText:
    """Return the text of a file with the places of its cells; `separator` is set by game.toml, empty for a guess.

    Raises Faults where the reader of tables would: for encodings but UTF-8, wrong quotes, an unclear separator, a
    wrong header. Rows with too few or too many cells are none.
    """
    plain = decode(data, where, is_table=True)
    # Called only for its faults: a file that the reader of tables refuses is not edited.
    read_csv(where, plain, FaultReport(), TableForm(separator))
    text = decode_table(data, where).removeprefix("\ufeff")
    if "\r" in text and "\n" not in text:
        raise fault(
            where,
            "its lines end as on old Macs, so it is not edited here; save it with ordinary line ends",
            unreadable=True,
        )
    separator, without = split_separator(plain, where, TableForm(separator))
    # Excel's line `sep=;` is no record, but stays in the text.
    skipped = (text.find("\n") + 1 or len(text)) if without != plain else 0
    records = [record for record in _records(text, separator, skipped) if _is_read(text, record)]
    header, *rows = records
    names = [cell_value(text[slice(*place)]) for place in header.cells]
    # Empty cells at the end of the header are no columns.
    while not names[-1]:
        names.pop()
    return TableText(text, table_codec(data), separator, header, tuple(rows), tuple(names))


def cell_value(raw: str) -> str:
    """Return the value of a cell from its source text: without quotes and surrounding blanks.

    >>> cell_value('"a ""b"" c"'), cell_value("  plain ")
    ('a "b" c', 'plain')
    """
    text = raw[1:-1].replace('""', '"') if raw.startswith('"') else raw
    return text.replace("\r\n", "\n").strip(BLANK)


def _records(text: str, separator: str, start: int) -> Iterator[TextRecord]:
    """Yield the rows of a file with the places of their cells, from an index on.

    The quotes of the text are known to be right.
    """
    cell = re.compile(rf'("[^"]*(?:""[^"]*)*"|[^{re.escape(separator)}\r\n]*)({re.escape(separator)}|\r?\n|\Z)')
    cells: list[tuple[int, int]] = []
    line, end = text.count("\n", 0, start) + 1, start
    for match in cell.finditer(text, start):
        if not cells and match.start() == len(text):
            return  # behind the last line end
        cells.append(match.span(1))
        if match[2] == separator:
            continue
        first, end = cells[0][0], match.end()
        yield TextRecord(line, tuple(cells), end)
        line += text.count("\n", first, end)
        cells = []
        if not match[2]:
            return


def _is_read(text: str, record: TextRecord) -> bool:
    """Whether a row of a file is read as data: it is no empty line and no comment."""
    values = [cell_value(text[slice(*place)]) for place in record.cells]
    return any(values) and not values[0].startswith("#")


def line_end(table: TableText) -> str:
    r"""Return how the first line of a file ends, `\n` or `\r\n`."""
    first = table.text.find("\n")
    return "\r\n" if first > 0 and table.text[first - 1] == "\r" else "\n"


def inner_line_end(table: TableText) -> str:
    """Return how the first line within a cell of a file ends; where there is none, as between its rows.

    Excel writes other line ends within cells than between rows.
    """
    places = (place for record in (table.header, *table.rows) for place in record.cells)
    for start, end in places:
        index = table.text.find("\n", start, end)
        if index >= 0:
            return "\r\n" if table.text[index - 1] == "\r" else "\n"
    return line_end(table)
