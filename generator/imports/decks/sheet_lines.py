"""Reads the sheets of a file of which nothing is known, and finds the line of their headings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from generator.base.errors import Faults, fault
from generator.imports.decks.sheet_guess import is_number
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import decode
from generator.load.headings.heading_words import common_headings, tidy_heading
from generator.load.tables.raw_table import BLANK, RawTable, TableForm, cell_text
from generator.load.tables.row_collector import MOST_HEAD, collect_rows, is_next_header
from generator.load.tables.separator import SEPARATORS
from generator.load.tables.table_reader import WORKBOOKS
from generator.load.tables.workbook_reader import run_reader, with_faults, with_looks

_MOST_SHEETS = 30
_MOST_TABLES = 10
"""Of a sheet."""
_LONGEST_MOST_HEADING = 60
_JUDGED = 200
"""Lines by whose widths a separator is judged."""

Lines = Sequence[tuple[int, list[str]]]


class FoundSheet(NamedTuple):
    """A table of a file: its rows below the line of its headings."""

    sheet: str
    """Its name in the workbook; empty for a file with a single table."""
    table: RawTable
    is_first: bool
    """Whether nothing is filled above the headings."""
    title: str = ""
    """What stands above the headings where the sheet has several tables."""
    is_only: bool = True
    """Whether it is the only table of its sheet."""


def read_sheets(where: str, data: bytes, ending: str) -> list[FoundSheet]:
    """Return the tables of a .csv, .tsv, .txt, .xlsx, .xlsm or .ods file, a sheet each.

    `where` names the file in faults, `ending` is its suffix in small letters. Raises Faults if there is no table.
    """
    if ending in WORKBOOKS:
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
            for sheet in _tables(where, name, lines):
                tables.append(sheet._replace(table=_with_notes(where, sheet.table, book)) if book else sheet)
    if not tables:
        raise fault(where, "has no table: a line of headings with rows below it", unreadable=True)
    return tables


def _workbook_sheets(where: str, data: bytes) -> Iterator[tuple[str, Lines, Mapping[str, Any]]]:
    """Yield name, lines and raw contents of each sheet of a workbook, the first one at the front."""
    first = run_reader(where, data)
    yield first["sheet"], _workbook_lines(first), first
    # Each further sheet starts the reader's process anew, so their number is limited.
    for name in [name for name in first["seen"] if name != first["sheet"]][:_MOST_SHEETS]:
        book = run_reader(where, data, name)
        yield name, _workbook_lines(book), book


def _with_notes(where: str, table: RawTable, book: Mapping[str, Any]) -> RawTable:
    """Return a table with the faults of its cells (formulas without values) and its bold or italic letters."""
    # The game is checked before it is written, and reports its faults then.
    return with_looks(with_faults(where, table, book, FaultReport()), book)


def _workbook_lines(book: Mapping[str, Any]) -> Lines:
    """Return the lines of a workbook's sheet as texts, numbered from 1."""
    return [(line, [_text(value) for value in row]) for line, row in enumerate(book["rows"], 1)]


def _text(value: object) -> str:
    """Return a cell's value as text, empty for a value that no table can hold."""
    try:
        return cell_text(value)
    except ValueError:
        return ""


def _separated_lines(where: str, text: str) -> Lines:
    """Return the lines of a text file, cut at the separator that gives the most lines of equal width.

    A file of prose becomes one cell for each line.
    """
    signs = [sign for sign in SEPARATORS if sign in text] or [","]
    best = max((_split(where, text, sign) for sign in signs), key=_evenness)
    lines = text.split("\n")
    # Commas of prose make lines of any width: such a file is a list, with a card on each line.
    most = min(len([*filter(None, lines)]), _JUDGED)
    is_list = "\t" not in text and '"' not in text and _evenness(best)[0] < most / 2
    return [(number, [line]) for number, line in enumerate(lines, 1)] if is_list else best


def _split(where: str, text: str, sign: str) -> Lines:
    """Return the lines of a CSV text cut at a separator, with their numbers. Raises Faults if it is no CSV."""
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
    """Return how many of the lines judged have the commonest number of cells, and that number of cells."""
    widths = [len(cells) for _, cells in lines[:_JUDGED] if len(cells) > 1]
    common = max(set(widths), key=lambda width: (widths.count(width), width), default=0)
    return widths.count(common), common


def _tables(where: str, sheet: str, lines: Lines) -> list[FoundSheet]:
    """Return the tables of a sheet, which stand below one another. Raises Faults if it has none."""
    filled = [(line, cells) for line, cells in lines if any(cell.strip(BLANK) for cell in cells)]
    # Headings stand near the top of a sheet: further down only cards would be found.
    first = _below_groups(filled[:MOST_HEAD], _heading_line(filled[:MOST_HEAD]))
    titles = next(([cell.strip(BLANK) for cell in cells] for line, cells in filled if line == first), [])
    heads = [first]
    for line, cells in filled:
        if line > first and is_next_header(titles, [cell.strip(BLANK) for cell in cells]):
            heads.append(line)
            titles = [cell.strip(BLANK) for cell in cells]
    is_first, is_only = bool(filled) and filled[0][0] == first, len(heads) == 1
    return [
        FoundSheet(sheet, _table(where, filled, line), is_first, "" if is_only else _title(filled, line), is_only)
        for line in heads[:_MOST_TABLES]
    ]


def _table(where: str, filled: Lines, head: int) -> RawTable:
    """Return the table of a sheet's filled lines whose headings stand in the line `head`. Raises Faults without rows.

    Words in the first filled column make it a column even if it has no heading: they are names of the cards.
    """
    below = [cells for line, cells in filled if line > head]
    starts = [next(place for place, cell in enumerate(cells) if cell.strip(BLANK)) for cells in below]
    first = min(starts, default=0)
    names = [cells[first] for cells, start in zip(below, starts, strict=True) if start == first]
    is_named = bool(names) and not any(map(is_number, names))
    headings = frozenset({tidy_heading(f"column {first + 1}")} if is_named else ())
    return collect_rows(where, filled, FaultReport(), TableForm(header=head, headings=headings, ignored=("*",)))


def _title(filled: Lines, head: int) -> str:
    """Return the only cell of the line above a table's headings, such as `Heroes`; empty unless it has one."""
    above = [cells for line, cells in filled if line < head][-1:]
    words = [cell.strip(BLANK) for cells in above for cell in cells if cell.strip(BLANK)]
    return words[0] if len(words) == 1 and len(words[0]) <= _LONGEST_MOST_HEADING else ""


def _below_groups(lines: Lines, line: int) -> int:
    """Return the number of the line with the real headings.

    It is the one below `line` where that only groups columns: `Cost` above `Wood`, `Stone` and `Gold`.
    """
    pair = [cells for number, cells in lines if number >= line][:2]
    if len(pair) < 2 or any(is_number(cell) for cell in pair[1]):
        return line
    top, below = ([cell.strip(BLANK) for cell in cells] for cells in pair)
    width = max(place for place, cell in enumerate(top, 1) if cell)
    groups = [place for place in range(1, width) if top[place - 1] and not top[place]]
    named = [place for place in range(width) if not top[place] and place < len(below) and below[place]]
    # What is merged downwards, and so in both lines, is no group.
    unmerged = [place for place in range(min(width, len(below))) if top[place] and place + 1 not in groups]
    is_group = groups and named and all(top[place] == below[place] for place in unmerged)
    return next(number for number, cells in lines if cells is pair[1]) if is_group else line


def _heading_line(lines: Lines) -> int:
    """Return the number of the line that looks most like headings: with common words for columns, or wide.

    0 if nothing is filled.
    """
    headings = {word for words in common_headings().values() for word in words}
    widths = [sum(bool(cell.strip(BLANK)) for cell in cells) for _, cells in lines]
    likely = [
        # A common heading counts more than width: a line of remarks may be as wide as the table.
        (3 * len({*map(tidy_heading, cells)} & headings) + (width > 0.6 * max(widths)), -number)
        for number, ((_, cells), width) in enumerate(zip(lines, widths, strict=True))
        if all(len(cell) <= _LONGEST_MOST_HEADING for cell in cells)
    ]
    return lines[-max(likely)[1]][0] if likely else 0
