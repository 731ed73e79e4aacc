"""Fetches the tables of a game from the addresses in its game.toml, and keeps their digests beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

from generator.base.errors import Faults, UsageError, fault
from generator.exchange.fetch.download import DownloadError, download
from generator.exchange.fetch.sheet_links import PUBLISH, csv_address, is_google_sheet
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, decode, name_fault
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.keys.game_keys import GAME
from generator.load.load_context import table_form, table_source
from generator.load.tables.raw_table import RawTable, TableForm
from generator.load.tables.table_reader import read_csv
from generator.write.output_file import settle_folders, write_file

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


def fetch_tables(path: Path, shown: str, *, replace: bool = False) -> tuple[FetchedTable, ...]:
    """Fetch every table of a game that has a source, without writing any.

    Raises Faults if one cannot be fetched, is no table, or was changed in the folder since it was last fetched; with
    `replace` such a change is no fault. Raises UsageError if no table has a source.
    """
    folder = Folder(path.resolve(), shown)
    tables = []
    with FaultReport() as report:
        sources = _sources(folder, report)
        known = _digests(folder, report)
        for source in sources:
            with report.collecting():
                tables.append(_fetch(folder, source, known, replace=replace))
    return tuple(tables)


def write_tables(path: Path, tables: tuple[FetchedTable, ...]) -> None:
    """Write fetched tables into a game's folder, each whole or not at all, then their digests. Raises OutputError."""
    for table in tables:
        write_file(path / table.file, table.data, settle=False)
    write_file(path / LOCK, _lock(tables).encode(), settle=False)
    settle_folders({(path / table.file).parent for table in tables} | {path})


def _sources(folder: Folder, report: FaultReport) -> list[Source]:
    """The tables with a source; raises Faults if game.toml does not say clearly where one comes from and goes to."""
    top = TomlTable(read_toml(folder, "game.toml"), report, keys=GAME)
    found: dict[str, Source] = {}
    for entry in (*top.entries("tables").values(), *top.entries("components").values()):
        address, file = table_source(entry), entry.text("rows", "")
        if not address:
            continue
        if why := name_fault(file) if folder.lacks(file) else folder.refusal(file):
            entry.fault("rows", why, unreadable=True)
        elif found.setdefault(file, Source(file, address, table_form(entry), entry)).address != address:
            entry.fault("source", f"{quote(file)} has another source elsewhere in game.toml; give it one")
    if report.total:
        raise Faults([])
    if not found:
        name = folder.shown or "the game"
        raise UsageError(f'{name} has nothing to fetch; write source = "https://…" beside rows in its game.toml')
    return [*found.values()]


def _digests(folder: Folder, report: FaultReport) -> dict[str, str]:
    """The digests of the files that were fetched before."""
    if folder.lacks(LOCK):
        return {}
    files = TomlTable(read_toml(folder, LOCK), report).table_list("file")
    return {each.text("name"): each.text("sha256") for each in files}


def _fetch(folder: Folder, source: Source, known: Mapping[str, str], *, replace: bool) -> FetchedTable:
    data = _downloaded(source)
    new = _parsed(source, data)
    old = None if folder.lacks(source.file) else folder.read(source.file)
    if old not in (None, data) and _digest(old) != known.get(source.file) and not replace:
        what = (
            f"{quote(source.file)} was changed here and not by fetching; keep a copy of it, then fetch with --replace"
        )
        _refuse(source, "rows", what)
    return _compared(source, data, new, old)


def _downloaded(source: Source) -> bytes:
    """The bytes at a source; raises Faults if they do not come, or are a web page."""
    address = csv_address(source.address)
    try:
        found = download(address)
    except DownloadError as error:
        _refuse(source, "source", f"{quote(address)} cannot be fetched: {error}")
    if "html" in found.media_type or found.data.lstrip()[:1] == b"<":
        advice = PUBLISH if is_google_sheet(address) else "give the address of the .csv file itself"
        _refuse(source, "source", f"{quote(address)} is a web page and no table; {advice}")
    return found.data


def _parsed(source: Source, data: bytes) -> RawTable:
    """The rows of a fetched table; raises Faults unless all of them can be read and they have ids."""
    where = f"{source.file} at its source"
    with FaultReport() as report:
        table = read_csv(where, decode(data, where), report, source.form)
    if "id" not in table.header:
        raise fault(where, f"no table of a game; it has no column 'id' but {', '.join(map(quote, table.header[:5]))}")
    return table


def _refuse(source: Source, key: str, what: str) -> NoReturn:
    source.entry.fault(key, what, unreadable=True)
    raise Faults([])


def _compared(source: Source, data: bytes, new: RawTable, old: bytes | None) -> FetchedTable:
    after, before = _rows_by_id(new), _old_rows(source, old)
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


def _rows_by_id(table: RawTable) -> dict[str, Mapping[str, str]]:
    return {row.cells.get("id", ""): row.cells for row in table.rows}


def _old_rows(source: Source, old: bytes | None) -> dict[str, Mapping[str, str]]:
    """The rows in the folder; none if there is no file, or none that can be read."""
    if old is None:
        return {}
    try:
        return _rows_by_id(read_csv(source.file, decode(old, source.file), FaultReport(), source.form))
    except Faults:
        return {}


def _digest(data: bytes | None) -> str:
    return hashlib.sha256(data or b"").hexdigest()


def _lock(tables: tuple[FetchedTable, ...]) -> str:
    # Names and addresses have no quotes and backslashes: name_fault and split_address refuse them.
    files = [
        f'\n[[file]]\nname = "{table.file}"\nsource = "{table.address}"\nsha256 = "{_digest(table.data)}"\n'
        for table in tables
    ]
    return _LOCK_HEAD + "".join(files)
