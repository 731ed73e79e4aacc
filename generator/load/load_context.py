"""What the readers of a game's files share: its folder, its languages and the faults found."""

from __future__ import annotations

from generator.base.records import NamedTuple
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, name_fault
from generator.load.files.toml_table import TomlTable
from generator.load.keys.game_keys import SEPARATOR_KEYS
from generator.load.tables.column import Column
from generator.load.tables.column_headings import ALL, Declared, wanted_headings
from generator.load.tables.raw_table import RawTable, TableForm
from generator.load.tables.table_reader import SEPARATED, WORKBOOKS, read_table


class LoadContext(NamedTuple):
    """A game that is being loaded."""

    folder: Folder
    languages: tuple[str, ...]
    report: FaultReport


TABLE_KEYS = ("separator", "decimal", "source", "sheet", "header", "ignore")
"""Keys beside `rows` that say how its file is read."""


def read_raw_table(entry: TomlTable, context: LoadContext, columns: tuple[Column, ...]) -> RawTable | None:
    """Read the file that an entry names under `rows`, with its cells still as texts; None after a fault."""
    name = entry.text("rows")
    # The headings are known before the file is read, as they tell which of its lines is the header.
    form = table_form(entry)._replace(headings=wanted_headings(Declared(columns, context.languages)))
    if table_source(entry) and name and context.folder.lacks(name):
        entry.fault("rows", f"{quote(name)} is not fetched yet; get it with: vallum fetch", unreadable=True)
    elif name and (reason := context.folder.refusal(name)):
        entry.fault("rows", reason, unreadable=True)
    elif form.sheet and not name.lower().endswith(WORKBOOKS):
        entry.fault("rows", f"{quote(name)} has no sheets; name a workbook, .xlsx or .ods, or take sheet out")
    elif name:
        with context.report.collecting():
            return read_table(context.folder, name, context.report, form)
    return None


def table_form(entry: TomlTable) -> TableForm:
    """Return how an entry's file is to be read: separator, decimal sign, sheet and so on.

    Empty values are guessed later.
    """
    separator = entry.choice("separator")
    ignored = (entry.text("ignore"),) if isinstance(entry.data.get("ignore"), str) else entry.text_list("ignore")
    if ignored and isinstance(entry.data["ignore"], str) and ignored != (ALL,):
        entry.fault("ignore", 'must be a list of headings, like ["Notes"], or "*" for all that are not declared')
    # `ignore = "Notes"` would be read as "*" is: one text instead of a list.
    return TableForm(
        SEPARATOR_KEYS.get(separator, ""),
        entry.choice("decimal"),
        sheet=entry.text("sheet", ""),
        header=entry.integer("header"),
        ignored=ignored,
    )


def table_source(entry: TomlTable) -> str:
    """Return the web address an entry's rows are fetched from by `vallum fetch`; empty without one."""
    source = entry.text("source", "")
    if not source:
        return ""
    # Imported only here: `urllib.parse` is needed by few games.
    from generator.load.tables.table_source import address_fault

    if problem := address_fault(source):
        entry.fault("source", problem)
    elif not entry.text("rows").lower().endswith((*SEPARATED, *WORKBOOKS)):
        entry.fault("rows", "what is fetched from a source is a .csv, .tsv, .xlsx or .ods file; name it so")
    return source


def template_name(entry: TomlTable, key: str) -> str:
    """Return the file name of a template at a key; `render` finds out whether the file exists."""
    name = entry.text(key)
    if name and (problem := name_fault(name)):
        entry.fault(key, problem)
    return name
