"""Reads a file of rows in any of the supported formats: CSV, TSV, JSON, TOML, XLSX and ODS."""

from __future__ import annotations

from generator.base.errors import fault, suggestion
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.tables.csv_reader import read_csv
from generator.load.tables.raw_table import RawTable
from generator.load.tables.record_reader import read_records
from generator.load.tables.workbook_reader import read_workbook

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
