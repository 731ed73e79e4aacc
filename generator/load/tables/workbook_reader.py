"""Reads the rows of the first sheet of a .xlsx or .ods workbook with python-calamine, from the extra `tables`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, fault
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.tables.raw_table import RawTable, cell_text, collect_rows

_SECONDS = 10
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
    return collect_rows(where, _lines(where, _run_reader(where, data), report), report)


def _run_reader(where: str, data: bytes) -> list[list[Any]]:
    import subprocess

    try:
        # S603: our own interpreter runs our own file, and the workbook goes in as bytes.
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-P", str(_READER)], input=data, capture_output=True, timeout=_SECONDS, check=True
        )
        answer = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        raise fault(where, f"cannot be read as a workbook within {_SECONDS} s and 1 GiB", unreadable=True) from None
    if "fault" in answer:
        raise fault(where, answer["fault"], unreadable=True)
    rows: list[list[Any]] = answer["rows"]
    return rows


def _lines(where: str, rows: list[list[Any]], report: FaultReport) -> Iterator[tuple[int, list[str]]]:
    width = 0
    for line, row in enumerate(rows, 1):
        cells = [_text(where, line, value, report) for value in row]
        if not width and any(cells) and not cells[0].startswith("#"):
            width = max(number for number, text in enumerate(cells, 1) if text)
        # A sheet is a rectangle: the empty cells beyond the last named column are only its padding.
        beyond = any(cells[width:])
        yield line, cells if beyond or not width else cells[:width]


def _text(where: str, line: int, value: Any, report: FaultReport) -> str:
    try:
        return cell_text(value)
    except ValueError as error:
        report.add(Fault(where, str(error), line))
        return ""
