"""Reads a project of Cider: a database in JSON, with decks, attributes, cards, templates and pictures."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from generator.base.errors import fault
from generator.imports.foreign.project import (
    MOST_DECKS,
    PLAIN_FONT,
    ForeignBox,
    ForeignDeck,
    ForeignProject,
    ImportCount,
    NewIds,
)
from generator.imports.foreign.project_files import ForeignPictures, ForeignRows, ForeignTable, rows_of
from generator.imports.projects.cider_folder import asset_files, folder_tables
from generator.imports.projects.cider_template import CiderTemplate, attribute_name
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

# Media types whose names are not the endings of their files.
_ENDINGS = {"jpeg": "jpg", "svg+xml": "svg"}
_MACRO = re.compile(r"\{\{\s*([^{}\s]+)(?:\s+\d+)?\s*\}\}")
_Row = Mapping[str, Any]


def read_cider(folder: Folder, name: str, database: _Row) -> ForeignProject:
    """Read the decks of a database of Cider; a deck with several front templates becomes several.

    Raises Faults without cards.
    """
    tables = _tables(database)
    files = _files(tables.get("assets", ()))
    pictures = ForeignPictures(folder, contents={file: data for file, (_, data) in files.items()})
    return _project(folder.place(name), tables, {name: file for file, (name, _) in files.items()}, pictures)


def read_cider_folder(folder: Folder, name: str) -> ForeignProject:
    """Read the decks of a project that Cider saved into a folder. Raises Faults without cards."""
    return _project(name, folder_tables(folder), asset_files(folder), ForeignPictures(folder))


def _project(
    where: str, tables: Mapping[str, Sequence[_Row]], assets: Mapping[str, str], pictures: ForeignPictures
) -> ForeignProject:
    """Return the project of a database's tables.

    `where` names the project in faults, `assets` has the files of pictures by their names in templates.
    """
    reader = _DatabaseReader(tables, assets, pictures)
    decks = [*reader.decks()][:MOST_DECKS]
    if not decks:
        raise fault(where, "a database of Cider without cards", unreadable=True)
    lost = [*reader.lost, f"fonts: {PLAIN_FONT}", *reader.pictures.lost]
    return ForeignProject(
        decks[0].title,
        decks,
        reader.pictures.data,
        lost,
        boxes=ImportCount(sum(len(deck.boxes) + len(deck.back) for deck in decks), reader.box_count),
        tables=ImportCount(len(decks), len(decks)),
        pictures_named=reader.pictures.count,
    )


def _tables(database: _Row) -> dict[str, list[_Row]]:
    """Return the rows of each table of a database, as Dexie, a library of browsers, writes them."""
    data = database.get("data")
    tables = data.get("data") if isinstance(data, dict) else None
    return {
        str(table.get("tableName")): [row for row in table.get("rows") or () if isinstance(row, dict)]
        for table in (tables if isinstance(tables, list) else ())
        if isinstance(table, dict) and isinstance(table.get("rows"), list)
    }


class _DatabaseReader:
    """Reads the decks of a database; `lost` collects everything else."""

    def __init__(
        self, tables: Mapping[str, Sequence[_Row]], assets: Mapping[str, str], pictures: ForeignPictures
    ) -> None:
        """Take the tables of a database, and the files of its pictures by the names in templates."""
        self._tables, self._assets = tables, assets
        self.pictures = pictures
        self.lost: list[str] = []
        self.box_count = 0

    def decks(self) -> list[ForeignDeck]:
        """Return a deck for each front template of each deck of the database."""
        ids, read = NewIds(), []
        templates = {row.get("id"): row for row in self._tables.get("cardTemplates", ())}
        for deck in self._tables.get("decks", ()):
            cards = [card for card in self._tables.get("cards", ()) if card.get("deckId") == deck.get("id")]
            title = str(deck.get("name") or "Cards")
            for front in dict.fromkeys(card.get("frontCardTemplateId") for card in cards):
                template = templates.get(front, {})
                group = [card for card in cards if card.get("frontCardTemplateId") == front]
                rows = self._rows(deck, group)
                front_deck = self._deck(ids.add(title, otherwise="deck"), title, template, rows)
                backs = [*{card.get("backCardTemplateId"): None for card in group}]
                if len(backs) == 1 and backs[0] in templates:
                    front_deck = self._with_back(front_deck, templates[backs[0]], rows)
                elif any(back in templates for back in backs):
                    self.lost.append(f"deck {quote(title)}: its backs are of several templates, and not taken over")
                read.append(front_deck)
        return read

    def _with_back(self, deck: ForeignDeck, row: _Row, rows: ForeignRows) -> ForeignDeck:
        """Return a deck with the boxes of its back, which has to be as large as the front."""
        template = self._template(row, deck.title, rows)
        if template.size != (deck.width, deck.height):
            self.lost.append(f"deck {quote(deck.title)}: its back has another size, and is not taken over")
            return deck
        return deck._replace(back=self._boxes(template, rows))

    def _rows(self, deck: _Row, cards: Sequence[_Row]) -> ForeignRows:
        """Return the rows of a deck: its cards' attributes as columns, in the order that Cider keeps."""
        attributes = [row for row in self._tables.get("cardAttributes", ()) if row.get("deckId") == deck.get("id")]
        keys = [attribute_name(str(row.get("name"))) for row in sorted(attributes, key=_order)]
        keys = [*dict.fromkeys(["name", *(key for key in keys if key != "count"), "count"])]
        macros: set[str] = set()
        cells = [[self._cell(card.get(key), macros) for key in keys] for card in cards]
        if macros:
            names = ", ".join(sorted(macros)[:5])
            self.lost.append(
                f"deck {quote(str(deck.get('name')))}: pictures inside texts ({names}); their names are there"
            )
        return rows_of(ForeignTable(keys, cells), ["count"])

    def _cell(self, value: Any, macros: set[str]) -> str:
        """Return a value of a card as text; a picture inside it becomes its name, which is added to `macros`."""
        if isinstance(value, bool) or value is None:
            return "yes" if value else ""
        words = f"{value:g}" if isinstance(value, float) else str(value)
        macros.update(_MACRO.findall(words))
        return _MACRO.sub(r"\1", words)

    def _deck(self, id_: str, title: str, row: _Row, rows: ForeignRows) -> ForeignDeck:
        """Return a deck with the boxes of a template; `row` is the template in the database."""
        template = self._template(row, title, rows)
        boxes = self._boxes(template, rows)
        return ForeignDeck(id_, title, *template.size, bleed=0, rows=rows.written, boxes=boxes)

    def _boxes(self, template: CiderTemplate, rows: ForeignRows) -> list[ForeignBox]:
        """Return the boxes of a template that are drawn on some card."""
        # A column that is printed as text must not be filled with names of files.
        words = {word for box in template.boxes if box.kind == "text" for word, is_column in box.content if is_column}
        drawn = [self._drawn(box, rows, words) for box in template.boxes]
        return [box for box in drawn if box]

    def _template(self, row: _Row, title: str, rows: ForeignRows) -> CiderTemplate:
        """Return a template of the database laid out, and note the parts of it that are lost."""
        template = CiderTemplate(str(row.get("html") or ""), str(row.get("css") or ""), rows)
        self.box_count += template.box_count
        name = f"template {quote(str(row.get('name') or title))}"
        self.lost += [line for reason in template.lost if (line := f"{name}: {reason}") not in self.lost]
        return template

    def _drawn(self, box: ForeignBox, rows: ForeignRows, words: Collection[str]) -> ForeignBox | None:
        """Return a box with its asset as a picture file; None if there is none.

        A column in `words`, printed as text elsewhere, keeps its cells; the files get a column of their own.
        """
        if box.kind != "picture":
            return box
        ((word, is_column),) = box.content
        if is_column:
            column = next(name for name, id_ in rows.columns.items() if id_ == word)
            names = [values[column] for values in rows.values]
            id_ = rows.add_column(f"{word} picture") if word in words else word
            rows.fill_column(id_, (self._picture(name) for name in names))
            return box._replace(content=((id_, True),))
        file = self._picture(word)
        return box._replace(content=((file, False),)) if file else None

    def _picture(self, asset: str) -> str:
        """Return the name in the game of a picture that templates call `asset`; empty for no name."""
        if not asset:
            return ""
        key = ".".join(attribute_name(part) for part in asset.split("."))
        return self.pictures.take(self._assets.get(key, f"{asset}.png"))


def _order(attribute: _Row) -> float:
    """Return the place of an attribute among the others, 0 where the database has none."""
    order = attribute.get("order")
    return float(order) if isinstance(order, int | float) else 0.0


def _files(assets: Sequence[_Row]) -> dict[str, tuple[str, bytes]]:
    """Return names and contents of the pictures in a database, by new file names."""
    files: dict[str, tuple[str, bytes]] = {}
    for asset in assets:
        blob = asset.get("file")
        if not isinstance(blob, dict):  # as older databases and programs beside Cider write it
            blob = {"data": asset.get("buffer"), "type": asset.get("type")}
        try:
            data = base64.b64decode(blob["data"], validate=False) if isinstance(blob.get("data"), str) else b""
        except (binascii.Error, ValueError):
            continue
        if not data:
            continue
        kind = str(blob.get("type") or "image/png").rpartition("/")[2]
        folders = [part for part in str(asset.get("path") or "").split("/") if part]
        key = ".".join(attribute_name(part) for part in [*folders, str(asset.get("name"))])
        files[f"{NewIds(files).add(key, otherwise='picture')}.{_ENDINGS.get(kind, kind)}"] = (key, data)
    return files
