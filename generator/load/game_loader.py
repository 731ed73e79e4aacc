"""A folder of data as a Game, or every fault in it at once."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import Faults, fault
from generator.load.component_reader import read_components
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, name_fault
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.load_context import LoadContext
from generator.load.strings_reader import read_strings
from generator.load.tables.lookup_table_reader import LookupTables, read_tables
from generator.model.game import Component, Game

if TYPE_CHECKING:
    from generator.model.sheet import Sheet
    from generator.model.sheet_layout import Layout

FORMAT = 1
"""The version of a game folder's schema that is read here."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,40}\Z")
"""What a game's folder, and so the game, may be called."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
_MOST_PIECES = 1_000_000


def load(folder: Path, *, shown: str = "") -> Game:
    """Read and check a game's folder; `shown` stands before its file names in faults.

    Raises one Faults with everything that is wrong, sorted by file and line.
    """
    with FaultReport() as report:
        return _game(folder, shown, report)


def _game(folder: Path, shown: str, report: FaultReport) -> Game:
    id_ = _name(folder, shown)
    root = folder.resolve()  # the folder itself may be reached through a link; nothing below it may
    files = Folder(root, shown)
    top = TomlTable(read_toml(files, "game.toml"), report)
    _check_format(top)
    reading = LoadContext(files, _languages(top), report)
    known = read_tables(top, reading)
    components = _components(top, known, reading)
    sheets, layouts = _sheets(reading, known, components)
    game = Game(
        id=id_,
        folder=root,
        title=top.phrase("title", reading.languages),
        about=top.phrase("about", reading.languages),
        designer=top.text("designer"),
        year=top.integer("year", 1, 9999),
        version=top.text("version"),
        date=_date(top),
        languages=reading.languages,
        components=components,
        tables={name: tuple(rows.values()) for name, rows in known.rows.items()},
        strings=read_strings(reading),
        sheets=sheets,
        layouts=layouts,
        sample=top.flag("sample"),
        house=top.phrase("house", reading.languages) if top.has("house") else None,
        rights=top.phrase("rights", reading.languages) if top.has("rights") else None,
    )
    top.close()
    return game


def _name(folder: Path, shown: str) -> str:
    """The game's id: the name of its folder."""
    where = shown or str(folder)
    if not _is_folder(folder):
        raise fault(where, "no such folder", unreadable=True)
    name = folder.resolve().name
    if not NAME.match(name) or name_fault(name):
        what = f"{quote(name)} cannot name a game; write it with a-z, 0-9 and hyphens, like 'my-game'"
        raise fault(where, what, unreadable=True)
    return name


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a folder above it is closed to us
        return False


def _check_format(top: TomlTable) -> None:
    """A newer format may mean anything by any key, so nothing else is looked at."""
    found = top.integer("format", 1, 9999)
    if found > FORMAT:
        what = f"made for format {found}; this version reads format {FORMAT}, a newer one is needed"
        raise fault(top.document.where, what, line=top.document.line("format"), key="format", unreadable=True)


def _languages(top: TomlTable) -> tuple[str, ...]:
    """The game's languages; without them nothing else can be checked, so a fault here is raised at once."""
    found = top.text_list("languages")
    wrong = next((language for language in found if not _LANGUAGE.match(language)), None)
    if wrong is not None:
        top.fault("languages", f"{quote(wrong)} is not a language code; write it like 'en', 'ja' or 'pt-BR'")
    elif not found or len(set(found)) < len(found):
        top.fault("languages", 'languages is a list of codes, each once, like ["en", "ja"]')
    else:
        return found
    raise Faults([])


def _components(top: TomlTable, known: LookupTables, reading: LoadContext) -> tuple[Component, ...]:
    entries = top.entries("components")
    if not entries:
        top.fault("components", "there are no components; begin one with [components.cards]")
    before = reading.report.count
    made = read_components(entries, known, reading)
    _hold(top, made, sound=reading.report.count == before)
    return made


def _sheets(
    reading: LoadContext, known: LookupTables, components: tuple[Component, ...]
) -> tuple[Mapping[str, Sheet], Mapping[str, Layout]]:
    """The scoresheets and their layouts; most games have none, and skip the import."""
    names = [name for name in reading.folder.names("sheets", ".toml") if not name.endswith(".layout.toml")]
    if not names:
        return {}, {}
    from generator.load.sheets.sheet_reader import read_sheets, rows_by_id

    return read_sheets(names, reading, rows_by_id(known.rows, components))


def _hold(top: TomlTable, made: tuple[Component, ...], *, sound: bool) -> None:
    """Hold the data to its own `[expect]`; counts mean nothing while rows are faulty."""
    counts = {component.id: component.count for component in made}
    expect = top.table("expect")
    for id_ in expect.data:
        expected = expect.integer(id_, 0, _MOST_PIECES)
        if id_ not in counts:
            expect.fault(id_, f"no component called {quote(id_)}{top.report.suggestion(id_, counts)}")
        elif sound and expected != counts[id_]:
            expect.fault(id_, f"{expected} expected, the data has {counts[id_]}")


def _date(top: TomlTable) -> str:
    """The ISO day of the data's version, which TOML can also hold as a date of its own."""
    given = top.data.get("date")
    text = given.isoformat() if isinstance(given, datetime.date) and top.has("date") else top.text("date")
    if text and not _is_day(text):
        top.fault("date", f"{quote(text)} is not a day; write it like '2026-11-21'")
    return text


def _is_day(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
