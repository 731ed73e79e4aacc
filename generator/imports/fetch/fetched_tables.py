"""Fetches the tables of a game from the addresses in its game.toml, and keeps their digests beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

from generator.base.errors import Faults, UsageError, fault
from generator.base.system.output_file import settle_folders, write_file
from generator.imports.fetch.download import DownloadError, download
from generator.imports.fetch.sheet_links import PUBLISH, is_google_sheet, table_address
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, decode, name_fault
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.headings.heading_words import tidy_heading
from generator.load.keys.game_keys import GAME
from generator.load.load_context import table_form, table_source
from generator.load.tables.raw_table import RawTable, TableForm
from generator.load.tables.table_reader import WORKBOOKS, read_csv

LOCK = "fetched.toml"
"""What was fetched: the addresses and digests of the files."""

_LOCK_HEAD = """\
# Written by `vallum fetch`: where tables came from, and the digests by which it notices a change that was made here.
"""


class Source(NamedTuple):
    """A file of rows that game.toml gives an address for."""

    file: str
    address: str
    form: TableForm
    entry: TomlTable


class FetchedTable(NamedTuple):
    """A table as it stands at its address, compared with the one in the folder."""

    file: str
    address: str
    data: bytes
    rows: int
    changed: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    """Ids of rows."""
    is_same: bool
    """Whether the file in the folder has these very bytes."""


def fetch_tables(path: Path, display_name: str, *, replace: bool = False) -> tuple[FetchedTable, ...]:
    """Fetch every table of a game that has a source, without writing any.

    Raises Faults if one cannot be fetched, is no table, or was changed in the folder since it was last fetched; with
    `replace` such a change is no fault. Raises UsageError if no table has a source.
    """
    folder = Folder(path.resolve(), display_name)
    tables = []
    with FaultReport() as report:
        sources = _sources(folder, report)
        digests = _digests(folder, report)
        for source in sources:
            with report.collecting():
                tables.append(_fetch(folder, source, digests, replace=replace))
    return tuple(tables)


def write_tables(path: Path, tables: tuple[FetchedTable, ...]) -> None:
    """Write fetched tables into a game's folder, each whole or not at all, then their digests. Raises OutputError."""
    for table in tables:
        # Folders are flushed to the disk once, at the end, instead of after each table.
        write_file(path / table.file, table.data, settle=False)
    write_file(
        path / LOCK, lock_text((table.file, table.address, table.data) for table in tables).encode(), settle=False
    )
    settle_folders({(path / table.file).parent for table in tables} | {path})


def _sources(folder: Folder, report: FaultReport) -> list[Source]:
    """Return the tables of game.toml that have an address, one for each file.

    Raises Faults if game.toml does not say clearly where a table comes from and goes to, UsageError if none has an
    address.
    """
    top = TomlTable(read_toml(folder, "game.toml"), report, keys=GAME)
    sources: dict[str, Source] = {}
    for entry in (*top.entries("tables").values(), *top.entries("components").values()):
        address, file = table_source(entry), entry.text("rows", "")
        if not address:
            continue
        if problem := name_fault(file) if folder.lacks(file) else folder.refusal(file):
            entry.fault("rows", problem, unreadable=True)
        elif sources.setdefault(file, Source(file, address, _form(entry), entry)).address != address:
            entry.fault("source", f"{quote(file)} has another source elsewhere in game.toml; give it one")
    # The faults are in `report` already; the empty list only ends the work.
    if report.total:
        raise Faults([])
    if not sources:
        name = folder.shown or "the game"
        raise UsageError(f'{name} has nothing to fetch; write source = "https://…" beside rows in its game.toml')
    return [*sources.values()]


def _headings(entry: TomlTable) -> dict[str, str]:
    """Return the headings in a table's file by the names of the columns in game.toml."""
    columns = entry.data.get("columns")
    named = columns.items() if isinstance(columns, Mapping) else ()
    return {"id": "id"} | {
        name: str(column["from"]) if isinstance(column, Mapping) and "from" in column else name
        for name, column in named
    }


def _form(entry: TomlTable) -> TableForm:
    """Return the form of a table's file, with the column headings that mark its first line."""
    return table_form(entry)._replace(headings=frozenset(map(tidy_heading, _headings(entry).values())))


def _digests(folder: Folder, report: FaultReport) -> dict[str, str]:
    """Return the SHA-256 digests of the files that were fetched before, by file name; empty if there were none."""
    if folder.lacks(LOCK):
        return {}
    files = TomlTable(read_toml(folder, LOCK), report).table_list("file")
    return {entry.text("name"): entry.text("sha256") for entry in files}


def _fetch(folder: Folder, source: Source, digests: Mapping[str, str], *, replace: bool) -> FetchedTable:
    """Return a table fetched from its source and compared with the file in the folder.

    Raises Faults if it cannot be fetched, is no table, or (without `replace`) was changed in the folder.
    """
    data = _downloaded(source)
    new = _parsed(source, data)
    old = None if folder.lacks(source.file) else folder.read(source.file)
    # A file with the digest of the last fetch was changed by nobody, and may be replaced.
    if old not in (None, data) and _digest(old) != digests.get(source.file) and not replace:
        problem = (
            f"{quote(source.file)} was changed here and not by fetching; keep a copy of it, then fetch with --replace"
        )
        _refuse(source, "rows", problem)
    return _compared(source, data, new, old)


def _downloaded(source: Source) -> bytes:
    """Return the bytes at a table's source; raises Faults if they do not come, or are a web page."""
    address = table_address(source.address, is_workbook=source.file.lower().endswith(WORKBOOKS))
    try:
        file = download(address)
    except DownloadError as error:
        _refuse(source, "source", f"{quote(address)} cannot be fetched: {error}")
    # A sheet that is not shared is answered with a page to sign in, and status 200.
    if "html" in file.media_type or file.data.lstrip()[:1] == b"<":
        advice = PUBLISH if is_google_sheet(address) else "give the address of the .csv file itself"
        _refuse(source, "source", f"{quote(address)} is a web page and no table; {advice}")
    return file.data


def _parsed(source: Source, data: bytes) -> RawTable:
    """Return the rows of a fetched table; raises Faults unless all of them can be read and they have ids."""
    where = f"{source.file} at its source"
    with FaultReport() as report:
        table = _read(source, where, data, report)
    if not _id_heading(source, table):
        heading, header = quote(_headings(source.entry)["id"]), ", ".join(map(quote, table.header[:5]))
        raise fault(where, f"no table of a game; it has no column {heading} but {header}")
    return table


def _read(source: Source, where: str, data: bytes, report: FaultReport) -> RawTable:
    """Return the rows of a table, read as CSV or as a workbook by the ending of its file."""
    if not source.file.lower().endswith(WORKBOOKS):
        return read_csv(where, decode(data, where, is_table=True), report, source.form)
    from generator.load.tables.workbook_reader import read_workbook

    return read_workbook(where, data, report, source.form)


def _id_heading(source: Source, table: RawTable) -> str:
    """Return the heading of the ids, or of the words that ids are made of; empty if the table has none."""
    heading = tidy_heading(_headings(source.entry)["id"])
    return next((name for name in table.header if tidy_heading(name) == heading), "")


def _refuse(source: Source, key: str, problem: str) -> NoReturn:
    """Report a fault at a key of a table's entry in game.toml, and raise Faults."""
    # The entry adds the fault with its line to the report; the empty list below only ends the work.
    source.entry.fault(key, problem, unreadable=True)
    raise Faults([])


def _compared(source: Source, data: bytes, new: RawTable, old: bytes | None) -> FetchedTable:
    """Return a fetched table with the ids of its changed, new and removed rows.

    `new` holds its rows; `old` is the file in the folder, None if there is no such file.
    """
    after, before = _rows_by_id(source, new), _old_rows(source, old)
    return FetchedTable(
        file=source.file,
        address=source.address,
        data=data,
        rows=len(new.rows),
        changed=tuple(id_ for id_, cells in after.items() if id_ in before and before[id_] != cells),
        new=tuple(id_ for id_ in after if id_ not in before),
        gone=tuple(id_ for id_ in before if id_ not in after),
        is_same=data == old,
    )


def _rows_by_id(source: Source, table: RawTable) -> dict[str, Mapping[str, str]]:
    """Return the cells of a table's rows by the rows' ids."""
    heading = _id_heading(source, table)
    return {row.cells.get(heading, ""): row.cells for row in table.rows}


def _old_rows(source: Source, old: bytes | None) -> dict[str, Mapping[str, str]]:
    """Return the rows of the file in the folder by id; empty if there is no file, or it cannot be read."""
    if old is None:
        return {}
    try:
        return _rows_by_id(source, _read(source, source.file, old, FaultReport()))
    except Faults:
        return {}


def _digest(data: bytes | None) -> str:
    """Return the SHA-256 digest of a file in hexadecimal digits."""
    return hashlib.sha256(data or b"").hexdigest()


def lock_text(tables: Iterable[tuple[str, str, bytes]]) -> str:
    """Return the text of the file LOCK for tables given as (file, address, bytes)."""
    # Names and addresses have no quotes and backslashes: name_fault and split_address refuse them.
    files = [
        f'\n[[file]]\nname = "{name}"\nsource = "{address}"\nsha256 = "{_digest(data)}"\n'
        for name, address, data in tables
    ]
    return _LOCK_HEAD + "".join(files)
