"""Reads a file of rows in any of the supported formats: CSV and TSV here, JSON, TOML, XLSX and ODS by other readers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.base.text_files.text_encoding import LOCAL_CODECS, table_codec
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, decode
from generator.load.tables.raw_table import RawTable, TableForm
from generator.load.tables.row_collector import collect_rows
from generator.load.tables.separator import check_names, split_separator


def read_csv(where: str, text: str, report: FaultReport, form: TableForm) -> RawTable:
    """Read the rows of a .csv or .tsv file; raises Faults for wrong quotes, an unclear separator or a wrong header."""
    separator, text = split_separator(text, where, form)
    table = collect_rows(where, _lines(text, separator, where), report, form)
    if table.line:
        check_names(where, table.line, table.header, separator)
    return table._replace(form=form._replace(separator=separator))


def _lines(text: str, separator: str, where: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row of cells with its first line. Raises Faults for wrong quotes."""
    # Strict: a quote that is not closed would take in all rows below it.
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    start = 1
    try:
        for cells in reader:
            yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        raise _quote_fault(text, start, reader.line_num, error, where) from None


def _quote_fault(text: str, start: int, line: int, error: csv.Error, where: str) -> Faults:
    """Return the fault for an error of Python's csv module, at the line of the quote that caused it."""
    opened = _last_quote_line(text, start, line)
    if "field limit" in str(error):  # the csv module reads 131,072 characters and gives up
        message = f"cell longer than 10,000 characters; is the quote of line {opened} closed?"
    elif "expected after" in str(error):
        message, opened = "text after a closing quote; write a quote inside a quoted cell twice", line
    else:
        message = f"quote opened on line {opened} is never closed"
    return fault(where, message, line=opened, unreadable=True)


def _last_quote_line(text: str, start: int, line: int) -> int:
    """Return the line on which the last quote of a record was opened."""
    opened, inside = start, False
    for number, content in enumerate(text.split("\n")[start - 1 : line], start):
        for _ in range(content.count('"')):
            # A doubled quote inside a cell closes and opens again, which changes nothing here.
            inside = not inside
            opened = number if inside else opened
    return opened


def _read_workbook(folder: Folder, name: str, report: FaultReport, form: TableForm) -> RawTable:
    """Read the rows of a workbook of Excel or LibreOffice."""
    from generator.load.tables.workbook_reader import read_workbook

    return read_workbook(folder.place(name), folder.read(name), report, form)


def _read_records(folder: Folder, name: str, report: FaultReport, _form: TableForm) -> RawTable:
    """Read the rows of a .json or .toml file, whose form needs no description."""
    from generator.load.tables.record_reader import read_records

    return read_records(folder, name, report)


READERS: Mapping[str, Callable[[Folder, str, FaultReport, TableForm], RawTable]] = {
    ".json": _read_records,
    ".toml": _read_records,
    ".xlsx": _read_workbook,
    ".xlsm": _read_workbook,
    ".ods": _read_workbook,
}
"""The reader of each kind of file but .csv and .tsv, by its ending."""

SEPARATED = (".csv", ".tsv")
WORKBOOKS = (".xlsx", ".xlsm", ".ods")


def read_table(folder: Folder, name: str, report: FaultReport, form: TableForm | None = None) -> RawTable:
    """Read the rows of a file, in the format that its ending names.

    A row with a fault is noted in the report and left out. Raises Faults if the file as a whole cannot be read.
    """
    form = form or TableForm()
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if ending in SEPARATED:
        data, where = folder.read(name), folder.place(name)
        text = decode(data, where, is_table=True)
        if called := LOCAL_CODECS.get(table_codec(data)):
            report.note(
                Fault(where, f"saved as {called}, and read as that; 'CSV UTF-8' holds the letters of every language")
            )
        return read_csv(where, text, report, form)
    if ending not in READERS:
        message = f"{quote(ending)} is not a kind of table{suggestion(ending, (*SEPARATED, *READERS))}"
        raise fault(folder.place(name), message, unreadable=True)
    return READERS[ending](folder, name, report, form)._replace(form=form)
