"""Makes the files of a game from a sheet that was not made for it: game.toml, a template, and the sheet as it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.base.errors import Fault, fault
from generator.base.text_files.picture_name import plain_picture_name
from generator.base.text_files.toml_syntax import toml_text
from generator.base.units import decimal
from generator.imports.decks.card_template import BLEED, HEIGHT, WIDTH, back_template, card_template, table_only
from generator.imports.decks.sheet_guess import PICTURES, DeckColumns, SheetColumn, guess_columns, is_number
from generator.imports.decks.sheet_lines import FoundSheet, read_sheets
from generator.imports.fetch.fetched_tables import LOCK, lock_text
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder, name_fault
from generator.load.headings.heading_words import common_headings, means, tidy_heading
from generator.load.headings.row_ids import id_of
from generator.load.tables.table_reader import SEPARATED

_GAME = """\
# A deck from {origin}. Every key is explained in data/README.md; lines that begin with # are remarks.

format = 1
title = {{ {language} = {title} }}
languages = ["{language}"]
"""
_COMPONENT = """
[components.{id}]
kind = "cards"
title = {{ {language} = {title} }}
trim = ["{width}mm", "{height}mm"]                  # width and height after cutting
bleed = "{bleed}mm"                             # how far the colour reaches over the cut
rows = {rows}
{more}ignore = "*"                              # other columns of the sheet{left_out}
front = "{template}"                     # the drawing, in the folder templates
{back}
[components.{id}.columns]                       # columns of the deck, and their headings in the sheet
"""
# Kana alone, because Chinese has the other Japanese signs too.
_JAPANESE = re.compile("[\u3041-\u30fe]")
_PARAGRAPHS = {"text", "answer", "flavour"}
_MOST_PICTURES = 2000
_PICTURE_FOLDERS = ("art", "images", "pictures")
"""Beside a sheet, in small letters."""
_MOST_LISTED = 6
_SIDE_HEADINGS = ("copies", "text", "flavour", "cost", "picture")
"""Meanings of headings that are hardly names of cards."""


class TableDeck(NamedTuple):
    """A new game made of a sheet."""

    files: Mapping[str, bytes]
    remarks: tuple[str, ...]
    """What each column was taken for, a line each."""


class TableFile(NamedTuple):
    """A sheet as it was brought."""

    name: str
    """Name of the file in the game."""
    data: bytes
    origin: str
    """Where it comes from, as it is shown."""
    source: str = ""
    """The address that it can be fetched from again."""
    folder: Path | None = None
    """Where the pictures may lie that it names."""


def deck_of_table(file: TableFile, title: str) -> TableDeck:
    """Return the files of a game with a deck for each table of a sheet's file.

    Raises Faults if the file has no table, or its headings are missing or the same.
    """
    sheets = read_sheets(file.origin, file.data, PurePosixPath(file.name).suffix.lower())
    beside = _beside(file.folder)
    decks = _decks(sheets, {PurePosixPath(name).stem.casefold() for name in beside.values()})
    _check_headings(file.origin, decks)
    language = "ja" if any(_is_japanese(columns) for _, columns in decks) else "en"
    parts = [_GAME.format(origin=file.origin, language=language, title=toml_text(title))]
    files: dict[str, bytes] = {"game.toml": b"", file.name: file.data}
    remarks: list[str] = []
    ids = _deck_ids(decks)
    for id_, (sheet, columns) in zip(ids, decks, strict=True):
        pictures = _pictures(columns, beside, file.folder)
        files.update(pictures)
        files[f"templates/{id_}.svg.j2"] = card_template(columns).encode()
        if answer := columns.first("answer"):
            files[f"templates/{id_}-back.svg.j2"] = back_template(answer).encode()
        parts += _component(id_, sheet, columns, file, language, is_only=len(sheets) == 1)
        remarks += _remarks(id_, sheet, columns, [*pictures])
    files["game.toml"] = "".join(parts).encode()
    if file.source:
        files[LOCK] = lock_text([(file.name, file.source, file.data)]).encode()
    return TableDeck(files, tuple(remarks))


def _decks(sheets: Sequence[FoundSheet], beside: Collection[str]) -> list[tuple[FoundSheet, DeckColumns]]:
    """Return the sheets that are decks, with their columns: those with common headings of cards, or else the largest.

    `beside` are names of pictures beside the sheet, in small letters and without endings.
    """
    guessed = [(sheet, guess_columns(sheet.table, beside)) for sheet in sheets if sheet.table.rows]
    # One such heading may stand in any sheet; two make it a sheet of cards.
    like_cards = [
        (sheet, columns)
        for sheet, columns in guessed
        if sum(any(means(name, role) for role in ("copies", "title", "text")) for name in sheet.table.header) > 1
    ]
    return like_cards or sorted(guessed, key=lambda entry: -len(entry[0].table.rows))[:1]


def _check_headings(where: str, decks: Sequence[tuple[FoundSheet, DeckColumns]]) -> None:
    """Raise Faults where headings are missing, or differ in case, spaces or invisible signs only."""
    with FaultReport() as report:
        for sheet, columns in decks:
            if problem := _no_headings(sheet):
                report.add(Fault(where, problem, line=sheet.table.line))
            used = {tidy_heading(column.heading) for column in columns.columns}
            first: dict[str, str] = {}
            doubles = [name for name in sheet.table.header if first.setdefault(tidy_heading(name), name) != name]
            for name in (name for name in doubles if tidy_heading(name) in used):
                other = quote(first[tidy_heading(name)])
                problem = f"the same heading as {other}; give one of the two another name in the sheet"
                report.add(Fault(where, problem, line=sheet.table.line, key=_one_line(name)))


def _no_headings(sheet: FoundSheet) -> str:
    """Return why the first line holds no headings: it is a card, or cards stand beside each other; else empty."""
    words = {word for words in common_headings().values() for word in words}
    first, *beyond = sheet.table.header
    if any(tidy_heading(name) in words for name in beyond):
        return ""
    numbered = [name for name in sheet.table.header if is_number(name)]
    if tidy_heading(first) not in words and any(all(map(is_number, _cells(sheet, name))) for name in numbered):
        return "looks like a card, not like headings; put a line above it that names the columns: Name, Qty, Text"
    beside = {role for cell in _cells(sheet, first) for role in _SIDE_HEADINGS if means(cell, role)}
    if len(beside) > 1:
        return "the headings stand in the first column, and the cards beside each other; transpose the sheet"
    return ""


def _cells(sheet: FoundSheet, key: str) -> list[str]:
    """Return the filled cells of a sheet's column."""
    return [cell for row in sheet.table.rows if (cell := row.cells.get(key, ""))]


def _deck_ids(decks: Sequence[tuple[FoundSheet, DeckColumns]]) -> list[str]:
    """Return the ids of decks for game.toml, made of the sheets' names where these are ASCII."""
    ids: list[str] = []
    for number, (sheet, _) in enumerate(decks, 1):
        name = sheet.title or sheet.sheet
        id_ = id_of(name, "deck") if len(decks) > 1 and name.isascii() and name else "deck"
        ids.append(f"{id_}_{number}" if id_ in ids else id_)
    return ids


def _component(
    id_: str, sheet: FoundSheet, columns: DeckColumns, file: TableFile, language: str, *, is_only: bool
) -> Iterator[str]:
    """Yield the parts of game.toml for a deck: the component, then a line for each column.

    `language` is "en" or "ja"; `is_only` says that the file has no other sheet.
    """
    named = [*columns.columns]
    more = "" if is_only or not sheet.sheet else f"sheet = {toml_text(sheet.sheet)}\n"
    # With few columns the loader could take another line for the headings.
    is_plain = sheet.is_only and (sheet.is_first or len(named) > 2)
    more += "" if is_plain else f"header = {sheet.table.line}\n"
    # Commas of prose would otherwise cut the lines of a list.
    more += 'separator = "tab"\n' if len(sheet.table.places) == 1 and file.name.endswith(SEPARATED) else ""
    more += f"source = {toml_text(file.source)}\n" if file.source else ""
    yield _COMPONENT.format(
        id=id_,
        language=language,
        title=toml_text(sheet.title or sheet.sheet or "Cards"),
        width=decimal(WIDTH),
        height=decimal(HEIGHT),
        bleed=decimal(BLEED),
        rows=toml_text(file.name),
        more=more,
        left_out=": " + ", ".join(_one_line(name) for name in columns.left_out) if columns.left_out else "",
        template=f"{id_}.svg.j2",
        back=f'back = "{id_}-back.svg.j2"\n' if columns.first("answer") else "",
    )
    title = columns.first("title") or columns.first("text")
    if not columns.first("id") and title:
        yield f"id = {{ from = {toml_text(title.heading)} }}\n"
    for column in named:
        yield f"{column.name} = {{ {_declared(column)} }}\n"


def _declared(column: SheetColumn) -> str:
    """Return the keys of a column for game.toml: type, whether it is optional, markup, and heading."""
    heading = f"from = {toml_text(column.heading)}"
    if column.role in {"id", "copies"}:
        return heading
    kind = {**dict.fromkeys(("title", *_PARAGRAPHS), "words"), "tick": "yes"}.get(column.role, "text")
    kind = "number" if column.role == "number" and column.is_whole else kind
    html = ', markup = "html"' if column.has_html and kind == "words" else ""
    rich = ", rich = true" if column.is_rich and column.role in _PARAGRAPHS and not html else ""
    optional = ", optional = true" if not column.is_full or column.role in _PARAGRAPHS else ""
    return f'type = "{kind}"{optional}{html}{rich}, {heading}'


def _beside(folder: Path | None) -> dict[str, str]:
    """Return the names of pictures beside a sheet, or in a folder for pictures there, by the names in small letters."""
    names = _picture_names(Folder(folder)) if folder else []
    # Reversed, so that the first of two names that differ in case is taken.
    return {name.casefold(): name for name in reversed(names)}


def _pictures(columns: DeckColumns, beside: Mapping[str, str], folder: Path | None) -> dict[str, bytes]:
    """Return the picture files that cells name, with or without endings, by their names in the game.

    `beside` has the names of the pictures by these names in small letters; nothing is read without a folder.
    """
    column = columns.first("picture")
    if column is None or folder is None:
        return {}
    files, paths = Folder(folder), [PurePosixPath(name) for name in beside.values()]
    places = {path.stem.casefold(): str(path) for path in paths} | {path.name.casefold(): str(path) for path in paths}
    places |= beside
    pictures = {}
    # A cell may hold any path: one that leads out of the game is no name of a file in it.
    for value in [*dict.fromkeys(map(plain_picture_name, column.filled))][:_MOST_PICTURES]:
        place = places.get(value.casefold()) or places.get(PurePosixPath(value).name.casefold())
        ending = PurePosixPath(place or "").suffix.lower()
        file = value if value.lower().endswith(PICTURES) else value + ending
        name = file if file.startswith("art/") else f"art/{file}"
        # The template looks for the last part of a path where the whole leads nowhere.
        name = f"art/{PurePosixPath(file).name}" if name_fault(name) else name
        if place and not name_fault(name):
            pictures[name] = files.read(place)
    return pictures


def _picture_names(files: Folder) -> list[str]:
    """Return the names of pictures in a folder and in its subfolders for pictures."""
    entries = sorted(path for path in files.root.iterdir() if not path.is_symlink())
    # Other subfolders may belong to other games, and links may lead out of the folder.
    names = [path.name for path in entries if path.is_file()]
    for path in entries:
        if path.is_dir() and path.name.casefold() in _PICTURE_FOLDERS:
            names += files.names(path.name)
    return [name for name in names if name.casefold().endswith(PICTURES)]


def _remarks(id_: str, sheet: FoundSheet, columns: DeckColumns, pictures: Sequence[str]) -> Iterator[str]:
    """Yield lines for the user: the rows of a deck, and the use of each column, or why it was left out."""
    yield (
        f"{id_}: {len(columns.columns[0].values) if columns.columns else 0} rows"
        + (f" of the sheet {_one_line(sheet.sheet)}" if sheet.sheet else "")
        + ("" if sheet.is_only else f", below line {sheet.table.line}")
    )
    words = {"more": "a line", "kind": "a colour", "tick": "a mark", "number": "a number", "text": "the text"}
    words |= {"title": "the title", "copies": "copies", "answer": "the text of the back"}
    kinds, hidden = columns.of("kind")[1:], table_only(columns)
    for column in columns.columns:
        role = "a line" if column in kinds else words.get(column.role, column.role)
        role = _picture_remark(column, pictures) if role == "picture" else role
        role += "" if column.role != "number" or column.is_whole else ", as it is written"
        yield f"  {_one_line(column.heading)}: {role}" + (
            "; no box on the card is left for it" if column in hidden else ""
        )
    for heading in columns.left_out:
        yield f"  {_one_line(heading)}: left out" + (", hidden in the sheet" if heading in sheet.table.hidden else "")
    bare = [number for number, name in enumerate(sheet.table.places, 1) if not name and _cells(sheet, str(number))]
    for number in bare[:_MOST_LISTED]:
        yield f"  column {number}: left out, because it has no heading"


def _picture_remark(column: SheetColumn, pictures: Sequence[str]) -> str:
    """Return the remark about a column of pictures: the ones taken along, and where to put the missing ones."""
    missing = len(set(column.filled)) - len(pictures)
    listed = ", ".join(pictures[:_MOST_LISTED]) + (", …" if len(pictures) > _MOST_LISTED else "")
    parts = [f"{len(pictures)} taken along: {listed}"] if pictures else []
    beside = ", ".join(_PICTURE_FOLDERS)
    parts += (
        [f"{missing} not beside the sheet nor in {beside} there: put them into the new game's art"] if missing else []
    )
    return "; ".join(["a picture", *parts])


def _is_japanese(columns: DeckColumns) -> bool:
    """Return whether more than a fifth of the cells have Japanese kana."""
    texts = [value for column in columns.columns for value in column.filled[:50]]
    return sum(_JAPANESE.search(text) is not None for text in texts) > len(texts) / 5


def _one_line(text: str) -> str:
    """Return a text on one line, with single blanks between words."""
    return " ".join(text.split())


def file_of_path(path: Path) -> TableFile:
    """Return a sheet from a path, with the folder where its pictures may lie. Raises Faults if it cannot be read."""
    folder = Folder(path.absolute().parent, str(path.parent) if str(path.parent) != "." else "")
    return TableFile(_file_name(path.name), folder.read(path.name), str(path), folder=path.absolute().parent)


def file_of_bytes(data: bytes) -> TableFile:
    """Return a sheet from the bytes of standard input, taken for a CSV."""
    return TableFile("cards.csv", data, "stdin")


def file_of_address(address: str) -> TableFile:
    """Return a sheet fetched from a web address, also from a link of Google Sheets.

    Raises Faults if it cannot be fetched, or is a web page.
    """
    from generator.imports.fetch.download import DownloadError, download
    from generator.imports.fetch.sheet_links import table_address
    from generator.load.tables.table_source import address_fault

    if problem := address_fault(address):
        raise fault(address, problem, unreadable=True)
    try:
        file = download(table_address(address))
    except DownloadError as error:
        raise fault(address, f"cannot be fetched: {error}", unreadable=True) from None
    # A sheet that is not shared is answered with a page to sign in, and status 200.
    if "html" in file.media_type or file.data.lstrip()[:1] == b"<":
        raise fault(
            address, "is a web page and no table; share the sheet with everybody who has the link", unreadable=True
        )
    # A workbook is a ZIP archive; addresses often have no ending to tell it by.
    is_book = file.data.startswith(b"PK")
    return TableFile("cards.xlsx" if is_book else "cards.csv", file.data, address, source=address)


def _file_name(name: str) -> str:
    """Return the name of a sheet's file in the game: unchanged, but for signs that not every system can hold.

    A .txt becomes .tsv.
    """
    path = PurePosixPath(name)
    stem = path.stem if path.stem.isascii() and not name_fault(name) else id_of(path.stem, "cards")
    ending = {".txt": ".tsv"}.get(path.suffix.lower(), path.suffix.lower())
    return f"{stem}{ending}"
