"""Reads a project of Cider: a database in JSON, with decks, attributes, cards, templates and pictures."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
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
from generator.imports.projects.cider_template import CiderTemplate, attribute_name
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

# Media types whose names are not the endings of their files.
_ENDINGS = {"jpeg": "jpg", "svg+xml": "svg"}
_MACRO = re.compile(r"\{\{\s*([^{}\s]+)(?:\s+\d+)?\s*\}\}")
_Row = Mapping[str, Any]


def read_cider(folder: Folder, name: str, database: _Row) -> ForeignProject:
    """Read the decks of a database; one with several front templates becomes several. Raises Faults without cards."""
    tables = _tables(database)
    reader = _DatabaseReader(folder, tables)
    decks = [*reader.decks()][:MOST_DECKS]
    if not decks:
        raise fault(folder.place(name), "a database of Cider without cards", unreadable=True)
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
    """Return the rows of each table, as Dexie writes them."""
    data = database.get("data")
    tables = data.get("data") if isinstance(data, dict) else None
    return {
        str(table.get("tableName")): [row for row in table.get("rows") or () if isinstance(row, dict)]
        for table in (tables if isinstance(tables, list) else ())
        if isinstance(table, dict) and isinstance(table.get("rows"), list)
    }


class _DatabaseReader:
    """Reads the decks of a database; `lost` collects everything else."""

    def __init__(self, folder: Folder, tables: Mapping[str, Sequence[_Row]]) -> None:
        self._tables = tables
        files = _files(tables.get("assets", ()))
        self._assets = {name: file for file, (name, _) in files.items()}
        self.pictures = ForeignPictures(folder, contents={file: data for file, (_, data) in files.items()})
        self.lost: list[str] = []
        self.box_count = 0

    def decks(self) -> list[ForeignDeck]:
        """Return a deck for each front template of each deck."""
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
        """Return a deck with its back, which has to be as large as the front."""
        template = self._template(row, deck.title, rows)
        if template.size != (deck.width, deck.height):
            self.lost.append(f"deck {quote(deck.title)}: its back has another size, and is not taken over")
            return deck
        drawn = [self._drawn(box, rows) for box in template.boxes]
        return deck._replace(back=[box for box in drawn if box])

    def _rows(self, deck: _Row, cards: Sequence[_Row]) -> ForeignRows:
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
        """Return a value as text; a picture inside it becomes its name."""
        if isinstance(value, bool) or value is None:
            return "yes" if value else ""
        words = f"{value:g}" if isinstance(value, float) else str(value)
        macros.update(_MACRO.findall(words))
        return _MACRO.sub(r"\1", words)

    def _deck(self, id_: str, title: str, row: _Row, rows: ForeignRows) -> ForeignDeck:
        template = self._template(row, title, rows)
        drawn = [self._drawn(box, rows) for box in template.boxes]
        boxes = [box for box in drawn if box]
        return ForeignDeck(id_, title, *template.size, bleed=0, rows=rows.written, boxes=boxes)

    def _template(self, row: _Row, title: str, rows: ForeignRows) -> CiderTemplate:
        template = CiderTemplate(str(row.get("html") or ""), str(row.get("css") or ""), rows.columns)
        self.box_count += template.box_count
        name = f"template {quote(str(row.get('name') or title))}"
        self.lost += [line for reason in template.lost if (line := f"{name}: {reason}") not in self.lost]
        return template

    def _drawn(self, box: ForeignBox, rows: ForeignRows) -> ForeignBox | None:
        """Return a box with its asset as a picture."""
        if box.kind != "picture":
            return box
        ((word, is_column),) = box.content
        if is_column:
            column = next(name for name, id_ in rows.columns.items() if id_ == word)
            names = [values[column] for values in rows.values]
            rows.fill_column(word, (self._picture(name) for name in names))
            return box
        file = self._picture(word)
        return box._replace(content=((file, False),)) if file else None

    def _picture(self, asset: str) -> str:
        if not asset:
            return ""
        key = ".".join(attribute_name(part) for part in asset.split("."))
        return self.pictures.take(self._assets.get(key, f"{asset}.png"))


def _order(attribute: _Row) -> float:
    order = attribute.get("order")
    return float(order) if isinstance(order, int | float) else 0.0


def _files(assets: Sequence[_Row]) -> dict[str, tuple[str, bytes]]:
    """Return the names and the contents of pictures by the files that they would be."""
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
