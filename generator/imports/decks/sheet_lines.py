"""Reads the sheets of a file of which nothing is known, and finds the line of their headings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from generator.base.errors import Faults, fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import decode
from generator.load.headings.heading_words import common_headings, tidy_heading
from generator.load.tables.raw_table import BLANK, RawTable, TableForm, cell_text
from generator.load.tables.row_collector import MOST_HEAD, collect_rows
from generator.load.tables.separator import SEPARATORS
from generator.load.tables.workbook_reader import run_reader, with_looks

_MOST_SHEETS = 30
_LONGEST_MOST_HEADING = 60

Lines = Sequence[tuple[int, list[str]]]


class FoundSheet(NamedTuple):
    """A table of a file: its rows below the line of its headings."""

    sheet: str
    """Its name in the workbook; empty for a file with a single table."""
    table: RawTable
    is_first: bool
    """Whether nothing is filled above the headings."""


def read_sheets(where: str, data: bytes, ending: str) -> list[FoundSheet]:
    """Return the tables of a .csv, .tsv, .txt, .xlsx or .ods file. Raises Faults if there is none."""
    if ending in {".xlsx", ".ods"}:
        sheets = _workbook_sheets(where, data)
    elif ending in {".csv", ".tsv", ".txt"}:
        sheets = iter([("", _separated_lines(where, decode(data, where, is_table=True)), {})])
    else:
        raise fault(
            where, f"{quote(ending)} is no kind of sheet; save it as .xlsx, .ods, .csv or .tsv", unreadable=True
        )
    tables = []
    for name, lines, book in sheets:
        with suppress(Faults):  # a sheet without a table, such as one of notes
            sheet = _with_headings(where, name, lines)
            tables.append(sheet._replace(table=with_looks(sheet.table, book)) if book else sheet)
    if not tables:
        raise fault(where, "has no table: a line of headings with rows below it", unreadable=True)
    return tables


def _workbook_sheets(where: str, data: bytes) -> Iterator[tuple[str, Lines, Mapping[str, Any]]]:
    first = run_reader(where, data)
    yield first["sheet"], _workbook_lines(first), first
    for name in [name for name in first["seen"] if name != first["sheet"]][:_MOST_SHEETS]:
        book = run_reader(where, data, name)
        yield name, _workbook_lines(book), book


def _workbook_lines(book: Mapping[str, Any]) -> Lines:
    return [(line, [_text(value) for value in row]) for line, row in enumerate(book["rows"], 1)]


def _text(value: object) -> str:
    try:
        return cell_text(value)
    except ValueError:
        return ""


def _separated_lines(where: str, text: str) -> Lines:
    signs = [sign for sign in SEPARATORS if sign in text] or [","]
    return max((_split(where, text, sign) for sign in signs), key=_evenness)


def _split(where: str, text: str, sign: str) -> Lines:
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    lines: list[tuple[int, list[str]]] = []
    start = 1
    try:
        for cells in reader:
            lines.append((start, cells))
            start = reader.line_num + 1
    except csv.Error as error:
        raise fault(where, f"cannot be read as a table: {str(error)[:80]}", line=start, unreadable=True) from None
    return lines


def _evenness(lines: Lines) -> tuple[int, int]:
    """How many of the first lines have the commonest number of cells, and that number."""
    widths = [len(cells) for _, cells in lines[:200] if len(cells) > 1]
    common = max(set(widths), key=lambda width: (widths.count(width), width), default=0)
    return widths.count(common), common


def _with_headings(where: str, sheet: str, lines: Lines) -> FoundSheet:
    filled = [(line, cells) for line, cells in lines if any(cell.strip(BLANK) for cell in cells)]
    line = _heading_line(filled[:MOST_HEAD])
    table = collect_rows(where, lines, FaultReport(), TableForm(header=line, ignored=("*",)))
    return FoundSheet(sheet, table, bool(filled) and filled[0][0] == line)


def _heading_line(lines: Lines) -> int:
    """The line with the most common headings, or the first that is as wide as the table; 0 if nothing is filled."""
    headings = {word for words in common_headings().values() for word in words}
    widths = [sum(bool(cell.strip(BLANK)) for cell in cells) for _, cells in lines]
    likely = [
        # A common heading counts more than width: a line of remarks may be as wide as the table.
        (3 * len({*map(tidy_heading, cells)} & headings) + (width > 0.6 * max(widths)), -number)
        for number, ((_, cells), width) in enumerate(zip(lines, widths, strict=True))
        if all(len(cell) <= _LONGEST_MOST_HEADING for cell in cells)
    ]
    return lines[-max(likely)[1]][0] if likely else 0
