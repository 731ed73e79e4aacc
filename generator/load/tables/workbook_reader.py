"""Reads the rows of the first sheet of a .xlsx or .ods workbook with python-calamine, from the extra `tables`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, fault
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.tables.raw_table import RawTable, cell_text, collect_rows, without_padding

_SECONDS = 10
_UNSAVED = "formula without a saved value; open the workbook in Excel or LibreOffice and save it"
_READER = Path(__file__).with_name("calamine_process.py")


def read_workbook(folder: Folder, name: str, report: FaultReport) -> RawTable:
    """Read the rows of a workbook; raises Faults if it cannot be read or python-calamine is not installed.

    A sheet with two cells in far corners makes calamine ask for half a terabyte and abort the process. So it runs in a
    process of its own, with 1 GiB and 10 seconds.
    """
    import importlib.util

    where = folder.place(name)
    data = folder.read(name)
    if importlib.util.find_spec("python_calamine") is None:
        what = 'needs python-calamine to be read; install it with: pip install "vallum[tables]"'
        raise fault(where, what, unreadable=True)
    book = _run_reader(where, data)
    table = collect_rows(where, without_padding(_lines(where, book["rows"], report)), report)
    _report_cells(where, book, report)
    return _with_shown(table, book)


def _run_reader(where: str, data: bytes) -> dict[str, Any]:
    import subprocess

    try:
        # S603: our own interpreter runs our own file, and the workbook goes in as bytes.
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-P", str(_READER)], input=data, capture_output=True, timeout=_SECONDS, check=True
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        raise fault(where, f"cannot be read as a workbook within {_SECONDS} s and 1 GiB", unreadable=True) from None
    if "fault" in answer:
        raise fault(where, answer["fault"], unreadable=True)
    return answer


def _report_cells(where: str, book: Mapping[str, Any], report: FaultReport) -> None:
    for row, column, shown in book.get("faults", ()):
        what = f"shows {shown}; correct the formula" if shown else _UNSAVED
        report.add(Fault(where, what, row + 1, key=f"{book['sheet']}!{cell_name(row, column)}"))


def _with_shown(table: RawTable, book: Mapping[str, Any]) -> RawTable:
    """The table with the cells whose text in the workbook is not their value."""
    from generator.load.tables.number_format import shown_number

    rows = book["rows"]
    numbers = ((row, column, _number(rows, row, column), code) for row, column, code in book.get("codes", ()))
    formatted = [(row, column, shown_number(value, code)) for row, column, value, code in numbers if value is not None]
    by_line: dict[int, dict[str, str]] = {}
    for row, column, text in (*book.get("shown", ()), *formatted):
        if text and column < len(table.header):
            by_line.setdefault(row + 1, {})[table.header[column]] = text.replace("\N{NO-BREAK SPACE}", " ")
    return table._replace(rows=tuple(row._replace(shown=by_line.get(row.line, {})) for row in table.rows))


def _number(rows: list[list[Any]], row: int, column: int) -> float | None:
    """The number in a cell; None for a date, or where a formula has no value."""
    value = rows[row][column] if row < len(rows) and column < len(rows[row]) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def cell_name(row: int, column: int) -> str:
    """The name of a cell by its row and column, counted from 0.

    >>> cell_name(8, 1), cell_name(0, 26)
    ('B9', 'AA1')
    """
    letters = ""
    left = column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"


def _lines(where: str, rows: list[list[Any]], report: FaultReport) -> Iterator[tuple[int, list[str]]]:
    for line, row in enumerate(rows, 1):
        yield line, [_text(where, line, value, report) for value in row]


def _text(where: str, line: int, value: Any, report: FaultReport) -> str:
    try:
        return cell_text(value)
    except ValueError as error:
        report.add(Fault(where, str(error), line))
        return ""
