"""Loads a game from its folder, or raises every fault in its files at once."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults, fault
from generator.load.component_reader import read_components
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, game_name_fault
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root, game_name, sample, shipped_games
from generator.load.kept_parts import CREDITS_FILE, FIGURES_FILE, PICTURES, read_or_keep
from generator.load.keys.game_keys import GAME
from generator.load.load_context import LoadContext
from generator.load.player_numbers import read_player_range
from generator.load.strings_reader import read_strings
from generator.load.tables.lookup_table_reader import LookupTables, read_tables
from generator.model.game import Component, Game, PictureCredit, PixelChoice
from generator.model.text import Text

if TYPE_CHECKING:
    from generator.model.figure import Figure
    from generator.model.sheet import Sheet
    from generator.model.sheet_layout import Layout

FORMAT = 1
"""The version of the file format that this program reads."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")  # a language tag of BCP 47, in small letters


def load(folder: Path, *, prefix: str = "", changed: Mapping[str, bytes] | None = None) -> Game:
    """Load the game in a folder; `prefix` stands before its file names in faults.

    Files in `changed`, by name, are read as if they held these bytes.
    Raises Faults with everything that is wrong in its files, sorted by file and line.

    >>> game = load(sample())
    >>> [(part.id, part.kind, part.count) for part in game.components][:2]
    [('raid', 'cards', 9), ('watch', 'tokens', 1)]
    """
    with FaultReport() as report:
        return _game(folder, prefix, changed, report)


def load_shipped() -> list[Game]:
    """Load every shipped game, the sample last; raises Faults if the data of one cannot be read."""
    folders = [data_root() / name for name in shipped_games()]
    return [load(folder, prefix=folder.name) for folder in (*folders, sample())]


def _game(folder: Path, prefix: str, changed: Mapping[str, bytes] | None, report: FaultReport) -> Game:
    """Read all files of a game, and add their faults to `report`. Raises Faults where nothing else can be read."""
    id_ = _game_id(folder, prefix)
    root = folder.resolve()  # the folder itself may be reached through a link; nothing below it may
    files = Folder(root, prefix, changed)
    top = TomlTable(read_toml(files, "game.toml"), report, keys=GAME)
    _check_format(top)
    # The languages come first: phrases, columns and texts are all checked against them.
    context = LoadContext(files, _languages(top), report)
    # Tables come before components, whose cells name rows of them.
    lookup_tables = read_tables(top, context)
    components = _components(top, lookup_tables, context)
    sheets, layouts = _sheets(context, lookup_tables, components)
    date = _date(top)
    game = Game(
        id=id_,
        folder=root,
        title=top.phrase("title", context.languages),
        about=top.phrase("about", context.languages) if top.has("about") else Text.blank(context.languages),
        designer=top.text("designer", ""),
        # A game without a year is dated by its version.
        year=top.integer("year", default=0) or int(date[:4] or 0),
        version=top.text("version"),
        date=date,
        languages=context.languages,
        components=components,
        players=read_player_range(top, "players"),
        tables={name: tuple(rows.values()) for name, rows in lookup_tables.rows.items()},
        strings=read_strings(context),
        sheets=sheets,
        logs=_logs(context, lookup_tables, components),
        layouts=layouts,
        figures=read_or_keep("figures", context, [FIGURES_FILE], {}, lambda _: _figures(context)),
        pixels=_pixels(top),
        sample=top.flag("sample"),
        house_note=top.phrase("house", context.languages) if top.has("house") else None,
        rights=top.phrase("rights", context.languages) if top.has("rights") else None,
        credits=_credits(context),
        notes=tuple(report.notes),
    )
    top.close()
    return game


def _game_id(folder: Path, prefix: str) -> str:
    """Return the game's id, which is the name of its folder. Raises Faults if it cannot be one."""
    where = prefix or str(folder)
    if not _is_folder(folder):
        # No other file can be read without the folder, so this fault is not collected.
        raise fault(where, "no such folder", unreadable=True)
    name = game_name(folder)
    if problem := game_name_fault(name):
        raise fault(where, problem, unreadable=True)
    return name


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder that can be read."""
    try:
        return path.is_dir()
    except OSError:  # no permission for a folder above it
        return False


def _check_format(top: TomlTable) -> None:
    """Stop at a newer format: any other key may mean something else in it."""
    version = top.integer("format")
    if version > FORMAT:
        message = f"made for format {version}; this version reads format {FORMAT}, a newer one is needed"
        raise fault(top.document.where, message, line=top.document.line("format"), key="format", unreadable=True)


def _languages(top: TomlTable) -> tuple[str, ...]:
    """Return the codes of the game's languages, by default the languages of its title.

    A fault ends the loading, as every phrase is checked against them.
    """
    key = "languages" if top.has("languages") else "title"
    codes = top.text_list(key) if key == "languages" else _languages_of_title(top)
    wrong = next((language for language in codes if not _LANGUAGE.match(language)), None)
    if wrong is not None:
        top.fault(key, f"{quote(wrong)} is not a language code; write it like 'en', 'ja' or 'pt-BR'")
    elif codes and len(set(codes)) == len(codes):
        return codes
    elif codes or not top.data[key]:  # else it is no list of texts, which was said
        top.fault("languages", 'languages is a list of codes, each once, like ["en", "ja"]')
    raise Faults([])


def _languages_of_title(top: TomlTable) -> tuple[str, ...]:
    """Return the languages that the game's title is written in. Raises Faults if the title is no table of languages."""
    title = top.data.get("title")
    if isinstance(title, dict) and title:
        return (*title,)
    top.phrase("title", ("en",))  # tells what is wrong
    raise Faults([])


def _credits(context: LoadContext) -> tuple[PictureCredit, ...]:
    """Return who made the pictures of a game, in the order of `credits.toml`; empty for a game without the file."""
    if context.folder.lacks(CREDITS_FILE):
        return ()
    document = read_toml(context.folder, CREDITS_FILE)
    pictures = document.data.get(PICTURES, {})
    entries = pictures if isinstance(pictures, dict) else {PICTURES: pictures}
    for file, words in entries.items():
        path = (PICTURES, file) if entries is pictures else (PICTURES,)
        # A file that was removed later keeps its credit, which harms nobody.
        if not isinstance(words, str):
            message = f"must be text in quotes, not {quote(words)}"
            context.report.add(Fault(document.where, message, document.line(*path), key=file[:80]))
    return tuple(
        PictureCredit(file, str(words).strip(), f"{document.where}:{document.line(PICTURES, file)}")
        for file, words in entries.items()
    )


def _figures(context: LoadContext) -> Mapping[str, Figure]:
    """Return the figures of a game's rules by id; none if the game lacks the file. Faults go to the report."""
    if context.folder.lacks(FIGURES_FILE):
        return {}
    from generator.load.figure_reader import read_figures

    return read_figures(context)


def _components(top: TomlTable, lookup_tables: LookupTables, context: LoadContext) -> tuple[Component, ...]:
    """Read the components, and compare the number of their pieces with `[expect]`."""
    entries = top.entries("components")
    if not entries:
        top.fault("components", "there are no components; begin one with [components.cards]")
    before = context.report.count
    components = read_components(entries, lookup_tables, context)
    # A faulty row is left out, and its count would be a second fault for one mistake.
    _check_counts(top, components, sound=context.report.count == before)
    return components


def _sheets(
    context: LoadContext, lookup_tables: LookupTables, components: tuple[Component, ...]
) -> tuple[Mapping[str, Sheet], Mapping[str, Layout]]:
    """Return the scoresheets and their layouts by id; most games have none, and skip the import."""
    names = [name for name in context.folder.names("sheets", ".toml") if not name.endswith(".layout.toml")]
    if not names:
        return {}, {}
    from generator.load.sheets.sheet_reader import read_sheets, rows_by_id

    # The layout of each sheet is named even if it does not exist, so that adding one is noticed as a change.
    files = {*context.folder.names("sheets", ".toml"), *(f"{name[:-5]}.layout.toml" for name in names)}
    rows = rows_by_id(lookup_tables.rows, components)
    return read_or_keep("sheets", context, sorted(files), rows, lambda used: read_sheets(names, context, used))


def _logs(context: LoadContext, lookup_tables: LookupTables, components: tuple[Component, ...]) -> Mapping[str, Sheet]:
    """Return the logs, sheets kept over many games, by id; most games have none, and skip the import."""
    names = context.folder.names("logs", ".toml")
    if not names:
        return {}
    from generator.load.sheets.sheet_reader import read_book, rows_by_id

    rows = rows_by_id(lookup_tables.rows, components)
    return read_or_keep("logs", context, sorted(names), rows, lambda used: read_book(names, context, used))


def _check_counts(top: TomlTable, components: tuple[Component, ...], *, sound: bool) -> None:
    """Compare the number of pieces with `[expect]`, unless faults have left rows out (`sound` is False)."""
    counts = {component.id: component.count for component in components}
    expect = top.table("expect")
    for id_ in expect.data:
        expected = expect.integer(id_)
        if id_ not in counts:
            expect.unknown(id_, "component", id_, counts)
        elif sound and expected != counts[id_]:
            expect.fault(id_, f"{expected} expected, the data has {counts[id_]}")


def _pixels(top: TomlTable) -> PixelChoice:
    """Read which drawings are printed as pixels: all with features that cannot be drawn, or those that are named."""
    if not isinstance(top.data.get("pictures"), dict):
        return PixelChoice(refused=bool(top.choice("pictures", noun="way of drawing")))
    named = top.table("pictures")
    return PixelChoice(names=tuple(name for name in named.data if named.choice(name, noun="way of drawing")))


def _date(top: TomlTable) -> str:
    """Return the ISO date of the game's version, given as a text or as a TOML date; empty without one."""
    value = top.data.get("date")
    text = value.isoformat() if isinstance(value, datetime.date) and top.has("date") else top.text("date", "")
    try:
        is_day = datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        # `fromisoformat` takes `20261121` too; only the long form is a date here.
        is_day = False
    if text and not is_day:
        top.fault("date", f"{quote(text)} is not a day; write it like '2026-11-21'")
    return text
