"""Reads a file of rows in any of the supported formats: CSV and TSV here, JSON, TOML, XLSX and ODS by other readers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from generator.base.errors import Faults, fault, suggestion
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.tables.raw_table import RawTable, collect_rows
from generator.load.tables.record_reader import read_records
from generator.load.tables.workbook_reader import read_workbook

_SEPARATORS = {",": "','", ";": "';'", "\t": "a tab", "|": "'|'"}


def read_csv(folder: Folder, name: str, report: FaultReport) -> RawTable:
    """Read the rows of a .csv or .tsv file; raises Faults for wrong quotes, another separator or a wrong header."""
    separator = "\t" if name.lower().endswith(".tsv") else ","
    where = folder.place(name)
    table = collect_rows(where, _lines(folder.text(name), separator, where), report)
    if len(table.header) == 1:
        _check_separator(table, separator)
    return table


def _lines(text: str, separator: str, where: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    start = 1
    try:
        for cells in reader:
            yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        raise _quote_fault(text, start, reader.line_num, error, where) from None


def _quote_fault(text: str, start: int, line: int, error: csv.Error, where: str) -> Faults:
    opened = _last_quote_line(text, start, line)
    if "field limit" in str(error):  # the csv module reads 131,072 characters and gives up
        what = f"cell longer than 10,000 characters; is the quote of line {opened} closed?"
    elif "expected after" in str(error):
        what, opened = "text after a closing quote; write a quote inside a quoted cell twice", line
    else:
        what = f"quote opened on line {opened} is never closed"
    return fault(where, what, line=opened, unreadable=True)


def _last_quote_line(text: str, start: int, line: int) -> int:
    """The line on which the last quote of a record was opened."""
    opened, inside = start, False
    for number, content in enumerate(text.split("\n")[start - 1 : line], start):
        for _ in range(content.count('"')):
            inside = not inside
            opened = number if inside else opened
    return opened


def _check_separator(table: RawTable, separator: str) -> None:
    for other, called in _SEPARATORS.items():
        if other != separator and other in table.header[0]:
            what = f"looks like {called} is the separator; save it with {_SEPARATORS[separator]}"
            raise fault(table.where, what, line=table.line, unreadable=True)


READERS = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".json": read_records,
    ".toml": read_records,
    ".xlsx": read_workbook,
    ".ods": read_workbook,
}
"""The reader of each kind of file, by its ending."""


def read_table(folder: Folder, name: str, report: FaultReport) -> RawTable:
    """Read the rows of a file, in the format that its ending names.

    A row with a fault is noted in the report and left out. Raises Faults if the file as a whole cannot be read.
    """
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if ending not in READERS:
        what = f"{quote(ending)} is not a kind of table{suggestion(ending, READERS)}"
        raise fault(folder.place(name), what, unreadable=True)
    return READERS[ending](folder, name, report)
