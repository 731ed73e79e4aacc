"""Tables of text cells, as a file holds them before the cells are given types."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.base.errors import Fault, Faults, fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.toml_document import LONGEST, value_fault

MOST_ROWS = 20_000
MOST_COLUMNS = 200
BLANK = " \t\n"
"""What is cut from both ends of a cell; not the ideographic space, which begins a Japanese paragraph."""


class RawRow(NamedTuple):
    """The line of a row and its cells by column, without those that JSON or TOML leave out."""

    line: int
    cells: Mapping[str, str]
    shown: Mapping[str, str] = {}
    """Cells of a workbook as they are shown in it, where that is more than their value: `50%` for 0.5."""


class TableForm(NamedTuple):
    """How a file of rows is written; what is empty is found out from the file."""

    separator: str = ""
    """The sign between the columns of a .csv or .tsv file."""
    decimal: str = ""
    """The sign before the decimals of a number."""


class RawTable(NamedTuple):
    """All rows of a file."""

    where: str
    header: tuple[str, ...]
    line: int | None
    """The line of the header; None if every row names its cells itself, as in JSON and TOML."""
    rows: tuple[RawRow, ...]
    form: TableForm = TableForm()


def collect_rows(where: str, lines: Iterable[tuple[int, list[str]]], report: FaultReport) -> RawTable:
    """Make a table of numbered lines of cells: the first is the header, empty lines and `#` comments are left out."""
    header: tuple[str, ...] = ()
    top = last = 0
    rows: list[RawRow] = []
    for line, cells in lines:
        cells = [cell.strip(BLANK) for cell in cells]  # noqa: PLW2901
        if not any(cells) or cells[0].startswith("#"):
            continue
        last = line
        if not header:
            header, top = _header(where, line, cells), line
        elif len(rows) == MOST_ROWS:
            raise fault(where, f"more than {MOST_ROWS:,} rows", line=line, unreadable=True)
        elif _is_sound(where, line, cells, header, report):
            rows.append(RawRow(line, dict(zip(header, cells, strict=True))))
    if not header:
        raise fault(where, "file is empty; its first row names the columns", unreadable=True)
    if last == top:
        raise fault(where, "has no rows below the header", line=top, unreadable=True)
    return RawTable(where, header, top, tuple(rows))


def without_padding(lines: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Leave out the empty cells beyond the last named column, with which spreadsheets make a rectangle of a table."""
    width = 0
    for line, cells in lines:
        if not width and (named := _width(cells)) and not cells[0].strip(BLANK).startswith("#"):
            width = named
        beyond = any(cells[width:])
        yield line, cells if beyond or not width else cells[:width]


def _width(cells: list[str]) -> int:
    """The number of the last cell that has more than blanks, counted from 1; 0 for an empty line."""
    return max((number for number, text in enumerate(cells, 1) if text.strip(BLANK)), default=0)


def cell_text(value: object) -> str:
    """A value of JSON, TOML or a workbook as the text of a cell; raises ValueError for what no cell can hold.

    >>> cell_text(3.0), cell_text(True), cell_text(["sword", "cup"])
    ('3', 'yes', 'sword cup')
    """
    if isinstance(value, list):
        if len(value) > LONGEST:
            raise ValueError(f"a list of more than {LONGEST:,} items")
        return " ".join(map(_item, value))
    return _single(value)


def _single(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case str():
            text = value.replace("\r\n", "\n").strip(BLANK)
        case int() | float():
            text = _number(value)
        case datetime.date() | datetime.time():
            text = value.isoformat()
        case _:
            raise ValueError(f"{quote(value)} cannot stand in a cell")
    if what := value_fault(text):
        raise ValueError(what)
    return text


def _number(value: float) -> str:
    if what := value_fault(value):
        raise ValueError(what)
    return str(int(value)) if value == int(value) else str(value)


def _item(value: object) -> str:
    text = _single(value)
    if not text or text.split() != [text]:
        raise ValueError(f"{quote(value)} cannot stand in a list; its items are words or numbers")
    return text


def _header(where: str, line: int, cells: list[str]) -> tuple[str, ...]:
    if len(cells) > MOST_COLUMNS:
        raise fault(where, f"more than {MOST_COLUMNS} columns", line=line, unreadable=True)
    faults = [
        Fault(where, f"column {number} has no name; name it or delete it", line, unreadable=True)
        for number, name in enumerate(cells, 1)
        if not name
    ]
    repeated = dict.fromkeys(name for name in cells if name and cells.count(name) > 1)
    faults += [Fault(where, f"column {quote(name)} twice", line, unreadable=True) for name in repeated]
    if faults:
        raise Faults(faults)
    return tuple(cells)


def _is_sound(where: str, line: int, cells: list[str], header: tuple[str, ...], report: FaultReport) -> bool:
    if len(cells) != len(header):
        report.add(Fault(where, f"the row has {len(cells)} cells, the header has {len(header)}", line))
        return False
    # One sum for the row first: hardly any row has a cell that is too long.
    if sum(map(len, cells)) <= LONGEST:
        return True
    long = [name for name, cell in zip(header, cells, strict=True) if len(cell) > LONGEST]
    for name in long:
        report.add(Fault(where, f"cell longer than {LONGEST:,} characters", line, key=name))
    return not long
