"""Rows from comma- and tab-separated files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from generator.base.errors import Faults, fault
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.tables.raw_table import RawTable, collect_rows

_SEPARATORS = {",": "','", ";": "';'", "\t": "a tab", "|": "'|'"}


def read_csv(folder: Folder, name: str, report: FaultReport) -> RawTable:
    """The rows of a .csv or .tsv file; raises Faults for broken quoting, a foreign separator, a bad header."""
    separator = "\t" if name.lower().endswith(".tsv") else ","
    where = folder.place(name)
    table = collect_rows(where, _lines(folder.text(name), separator, where), report)
    if len(table.header) == 1:
        _check_separator(table, separator)
    return table


def _lines(text: str, separator: str, where: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    begun = 1
    try:
        for cells in reader:
            yield begun, cells
            begun = reader.line_num + 1
    except csv.Error as error:
        raise _broken(text, begun, reader.line_num, error, where) from None


def _broken(text: str, begun: int, line: int, error: csv.Error, where: str) -> Faults:
    opened = _opened(text, begun, line)
    if "field limit" in str(error):
        return fault(
            where,
            f"cell longer than 10,000 characters; is the quote of line {opened} closed?",
            line=opened,
            unreadable=True,
        )
    what = f"quote opened on line {opened} is never closed"
    if "expected after" in str(error):
        what = "text after a closing quote; write a quote inside a quoted cell twice"
        opened = line
    return fault(where, what, line=opened, unreadable=True)


def _opened(text: str, begun: int, line: int) -> int:
    """The line on which the last quote of a record was opened."""
    opened, inside = begun, False
    for number, content in enumerate(text.split("\n")[begun - 1 : line], begun):
        for _ in range(content.count('"')):
            inside = not inside
            opened = number if inside else opened
    return opened


def _check_separator(table: RawTable, separator: str) -> None:
    for other, called in _SEPARATORS.items():
        if other != separator and other in table.header[0]:
            what = f"looks like {called} is the separator; save it with {_SEPARATORS[separator]}"
            raise fault(table.where, what, line=table.line, unreadable=True)
