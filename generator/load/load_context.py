"""What every reader of a game's files needs at hand."""

from __future__ import annotations

from typing import NamedTuple

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder, name_fault
from generator.load.files.toml_table import TomlTable
from generator.load.tables.raw_table import RawTable
from generator.load.tables.table_reader import read_table


class LoadContext(NamedTuple):
    """One reading of a game: its files, its languages, the faults found so far."""

    folder: Folder
    languages: tuple[str, ...]
    report: FaultReport


def read_raw_table(entry: TomlTable, reading: LoadContext) -> RawTable | None:
    """The raw rows of the file that an entry names under `rows`; None after a fault."""
    name = entry.text("rows")
    why = reading.folder.refusal(name) if name else None
    if why:
        entry.fault("rows", why, unreadable=True)
    try:
        return read_table(reading.folder, name, reading.report) if name and not why else None
    except Faults as faults:
        reading.report.add_all(faults)
        return None


def template_name(entry: TomlTable, key: str) -> str:
    """The name of a template under a key; whether it is there is for `render` to find out."""
    name = entry.text(key)
    why = name_fault(name) if name else None
    if why:
        entry.fault(key, why)
    return name
