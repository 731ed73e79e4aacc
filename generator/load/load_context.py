"""What the readers of a game's files share: its folder, its languages and the faults found."""

from __future__ import annotations

from typing import NamedTuple

from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, name_fault
from generator.load.files.toml_table import TomlTable
from generator.load.tables.raw_table import RawTable, TableForm
from generator.load.tables.separator import SEPARATOR_KEYS
from generator.load.tables.table_reader import SEPARATED, read_table


class LoadContext(NamedTuple):
    """A game that is being loaded."""

    folder: Folder
    languages: tuple[str, ...]
    report: FaultReport


TABLE_KEYS = ("separator", "decimal", "source")
"""Keys beside `rows` that say how its file is read."""


def read_raw_table(entry: TomlTable, context: LoadContext) -> RawTable | None:
    """The raw rows of the file that an entry names under `rows`; None after a fault."""
    name, form = entry.text("rows"), table_form(entry)
    if table_source(entry) and name and context.folder.lacks(name):
        entry.fault("rows", f"{quote(name)} is not fetched yet; get it with: vallum fetch", unreadable=True)
    elif name and (why := context.folder.refusal(name)):
        entry.fault("rows", why, unreadable=True)
    elif name:
        with context.report.collecting():
            return read_table(context.folder, name, context.report, form)
    return None


def table_form(entry: TomlTable) -> TableForm:
    """What an entry says of the form of its file; an empty text is found out from the file."""
    separator = entry.choice("separator")
    return TableForm(SEPARATOR_KEYS.get(separator, ""), entry.choice("decimal"))


def table_source(entry: TomlTable) -> str:
    """The address that an entry's file of rows is fetched from, or an empty text; reading a game never goes there."""
    source = entry.text("source", "")
    if not source:
        return ""
    from generator.load.tables.table_source import address_fault

    if why := address_fault(source):
        entry.fault("source", why)
    elif not entry.text("rows").lower().endswith(SEPARATED):
        entry.fault("rows", "what is fetched from a source is a .csv or .tsv file; name it so")
    return source


def template_name(entry: TomlTable, key: str) -> str:
    """The file name of a template under a key; `render` finds out whether the file exists."""
    name = entry.text(key)
    if name and (why := name_fault(name)):
        entry.fault(key, why)
    return name
