"""Reads a project of Squib: a layout, or a script with the layouts and the table that it names."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from generator.base.errors import Faults, fault
from generator.exchange.imports.project import (
    INCH,
    MOST_DECKS,
    PLAIN_FONT,
    ForeignBox,
    ForeignDeck,
    ForeignProject,
    Look,
    NewIds,
)
from generator.exchange.imports.project_files import ForeignPictures, ForeignRows, read_rows_of
from generator.exchange.imports.squib_layout import DeckSize, LayoutEntry, base_names, read_layout
from generator.exchange.imports.squib_script import ScriptCall, ScriptDeck, ScriptValue, read_script
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder
from generator.typeset.svg.attribute_values import NAMES

_STANDARD = (825, 1125)
"""Pixels of a poker card with its bleed, which is Squib's default."""

_BLEED = 37.5
_PICTURES = ("svg", "png")
_FONT_SIZE = 36.0


def read_squib(folder: Folder, name: str) -> ForeignProject:
    """Read a layout (.yml) or a script (.rb) with what belongs to it; raises Faults if it is neither."""
    pictures = ForeignPictures(folder)
    lost: list[str] = []
    decks: list[ForeignDeck] = []
    ids, scripts = NewIds(), _scripts(folder, name)
    for script in scripts[:MOST_DECKS]:
        reader = _DeckReader(script, folder, pictures, lost)
        title = PurePosixPath(name).stem if len(decks) == 0 else f"{PurePosixPath(name).stem} {len(decks) + 1}"
        decks.append(reader.deck(ids.add(title, otherwise="deck"), title))
    if len(scripts) > MOST_DECKS:
        lost.append(f"the decks after the first {MOST_DECKS}")
    lost.append(f"fonts: {PLAIN_FONT}")
    return ForeignProject(PurePosixPath(name).stem, decks, pictures.data, [*dict.fromkeys(lost), *pictures.lost])


def _scripts(folder: Folder, name: str) -> Sequence[ScriptDeck]:
    """The decks of a script; for a layout those of the scripts beside it, or one that draws each of its entries."""
    if name.endswith(".rb"):
        decks = read_script(folder.text(name))
        if not decks:
            raise fault(folder.place(name), "no script of Squib; it has no Squib::Deck.new", unreadable=True)
        return decks
    scripts = [each for each in folder.names("", ".rb") if "/" not in each]
    decks = [deck for script in scripts for deck in read_script(folder.text(script)) if name in deck.layouts]
    if decks:
        return decks
    tables = [each for each in folder.names() if "/" not in each and each.endswith((".csv", ".xlsx"))]
    return [ScriptDeck({}, [name], tables[0] if len(tables) == 1 else "", [])]


class _DeckReader:
    """Reads one deck; what is not taken over is added to `lost`."""

    def __init__(self, script: ScriptDeck, folder: Folder, pictures: ForeignPictures, lost: list[str]) -> None:
        self._script = script
        self._folder = folder
        self._pictures = pictures
        self._lost = lost
        dpi = float(_words(script.options, "dpi") or 300)
        size = DeckSize(*_STANDARD, dpi)
        width = size.length(_words(script.options, "width") or _STANDARD[0], 0)
        height = size.length(_words(script.options, "height") or _STANDARD[1], 0)
        self._size = DeckSize(width or _STANDARD[0], height or _STANDARD[1], dpi)
        self._bleed = _BLEED if sorted(self._size[:2]) == sorted(_STANDARD) else 0.0

    def deck(self, id_: str, title: str) -> ForeignDeck:
        """The deck with its rows and boxes."""
        rows = self._rows()
        layout: dict[str, LayoutEntry] = {}
        for name in self._script.layouts:
            try:
                layout |= read_layout(self._folder, name, self._size.dpi)
            except Faults as faults:
                if not self._script.calls:  # then it is all there is
                    raise
                self._lost.append(f"layout {quote(name)}: {faults.faults[0].what}")
        calls = self._script.calls or [*_guessed_calls(layout, rows)]
        boxes = [box for call in calls if (box := self._box(call, layout, rows))]
        width, height = (self._mm(side - 2 * self._bleed) for side in self._size[:2])
        return ForeignDeck(id_, title, width, height, self._mm(self._bleed), rows.written, boxes)

    def _mm(self, pixels: float) -> float:
        return pixels * INCH / self._size.dpi

    def _rows(self) -> ForeignRows:
        try:
            if self._script.table:
                return read_rows_of(self._folder, self._script.table, ("qty", "quantity", "copies"))
            self._lost.append("table: none is named, or there are several; put the rows into the game's table")
        except Faults as faults:
            self._lost.append(f"table {quote(self._script.table)}: {faults.faults[0].what}")
        return ForeignRows.single()

    def _box(self, call: ScriptCall, layout: Mapping[str, LayoutEntry], rows: ForeignRows) -> ForeignBox | None:
        name = _words(call.options, "layout")
        entry = dict(layout.get(name, {}))
        if name and name not in layout:
            self._lose(call, f"no layout entry called {quote(name)}")
            if "x" not in call.options and "y" not in call.options:
                return None
        given = {key: value.words for key, value in call.options.items() if value.words is not None}
        entry |= given
        if call.command == "background":
            return self._background(entry)
        place = self._place(entry, call)
        if place is None:
            return None
        box = ForeignBox(name or f"line {call.line}", "rect", *place, (), self._look(entry, call))
        if call.command == "text":
            return self._text(box, call, rows)
        if call.command in _PICTURES:
            return self._picture(box, call, str(entry.get("file", "")), rows)
        return box._replace(kind="rect" if call.command == "rect" else "ellipse")

    def _lose(self, call: ScriptCall, why: str) -> None:
        where = f"line {call.line}" if call.line else _words(call.options, "layout")
        self._lost.append(f"{where}, {call.command}: {why}")

    def _check_changed(self, call: ScriptCall, value: ScriptValue) -> None:
        if value.is_changed:
            self._lose(call, f"column {quote(value.column)} is taken as it is; the script changes its words")

    def _background(self, entry: LayoutEntry) -> ForeignBox | None:
        colour = _colour(entry.get("color"))
        edge, width, height = -self._mm(self._bleed), self._mm(self._size.width), self._mm(self._size.height)
        return ForeignBox("background", "rect", edge, edge, width, height, (), Look(fill=colour)) if colour else None

    def _place(self, entry: LayoutEntry, call: ScriptCall) -> tuple[float, float, float, float] | None:
        """Left, top, width and height in millimetres from the corner of the trimmed card."""
        size = self._size
        if call.command == "circle":
            return self._circle(entry)
        x, y = size.length(entry.get("x", 0), size.width), size.length(entry.get("y", 0), size.height)
        if x is None or y is None:
            self._lose(call, f"its place {quote(str(entry.get('x')))}, {quote(str(entry.get('y')))} must be worked out")
            return None
        # What has no width or height reaches to the edge of the card, within the bleed.
        right = x + (size.length(entry.get("width", "-"), size.width) or size.width - self._bleed - x)
        bottom = y + (size.length(entry.get("height", "-"), size.height) or size.height - self._bleed - y)
        if call.command == "text" and not _degrees(entry.get("angle", 0)):  # it would be cut off in the bleed
            x, y = max(x, self._bleed), max(y, self._bleed)
            right, bottom = min(right, size.width - self._bleed), min(bottom, size.height - self._bleed)
        place = (self._mm(x - self._bleed), self._mm(y - self._bleed), self._mm(right - x), self._mm(bottom - y))
        return place if right > x and bottom > y else None

    def _circle(self, entry: LayoutEntry) -> tuple[float, float, float, float]:
        size = self._size
        x, y, radius = (size.length(entry.get(key, default), size.width) or 0.0 for key, default in _CIRCLE.items())
        left, top = self._mm(x - radius - self._bleed), self._mm(y - radius - self._bleed)
        return left, top, self._mm(2 * radius), self._mm(2 * radius)

    def _look(self, entry: LayoutEntry, call: ScriptCall) -> Look:
        if call.command in _PICTURES:
            return Look(turn=_degrees(entry.get("angle", 0)), cornered=True)
        if call.command == "text":
            font = str(entry.get("font", ""))
            return Look(
                size=self._font_size(entry, font),
                bold="bold" in font.lower(),
                italic="italic" in font.lower(),
                align=_known(entry.get("align"), ("left", "center", "right")),
                valign=_known(entry.get("valign"), ("top", "middle", "bottom")),
                colour=_colour(entry.get("color")) or "#000000",
                turn=_degrees(entry.get("angle", 0)),
                cornered=True,
            )
        width = self._size.length(entry.get("stroke_width", 2), 0) or 0.0
        return Look(
            fill=_colour(entry.get("fill_color")) or "none",
            stroke=_colour(entry.get("stroke_color", "black")) or "none",
            stroke_width=self._mm(width),
            radius=self._mm(self._size.length(entry.get("radius", entry.get("x_radius", 0)), 0) or 0.0),
            turn=_degrees(entry.get("angle", 0)),
            cornered=True,
        )

    def _font_size(self, entry: LayoutEntry, font: str) -> float:
        found = re.search(r"(\d{1,3}(?:\.\d+)?)\s*\Z", str(entry.get("font_size", "")) or font)
        return float(found[1]) if found else _FONT_SIZE

    def _text(self, box: ForeignBox, call: ScriptCall, rows: ForeignRows) -> ForeignBox | None:
        value = call.options.get("str", ScriptValue())
        if value.column and (id_ := rows.columns.get(value.column.lower())):
            self._check_changed(call, value)
            return box._replace(kind="text", content=((id_, True),))
        if value.words is not None:
            return box._replace(kind="text", content=((value.words, False),))
        self._lose(call, "its words must be worked out; write them into a column of the table")
        return box._replace(kind="text", content=((rows.add_column(box.name), True),))

    def _picture(self, box: ForeignBox, call: ScriptCall, file: str, rows: ForeignRows) -> ForeignBox | None:
        box = box._replace(kind="picture")
        value = call.options.get("file", ScriptValue())
        if value.column and (id_ := rows.columns.get(value.column.lower())):
            self._check_changed(call, value)
            rows.fill_column(id_, (self._pictures.take(values[value.column.lower()]) for values in rows.values))
            return box._replace(content=((id_, True),))
        if file and (value.words is not None or "file" not in call.options):
            name = self._pictures.take(file)
            return box._replace(content=((name, False),)) if name else None
        self._lose(call, "its file must be worked out; write it into a column of the table")
        if not _words(call.options, "layout"):
            return None
        return box._replace(content=((rows.add_column(box.name), True),))


_CIRCLE = {"x": 0, "y": 0, "radius": 100}


def _guessed_calls(layout: Mapping[str, LayoutEntry], rows: ForeignRows) -> list[ScriptCall]:
    """What a layout without a script is likely to draw: the columns of the same names, and frames for the others."""
    bases = {base for entry in layout.values() for base in base_names(entry)}
    calls = []
    for name, entry in layout.items():
        options = {"layout": ScriptValue(words=name)}
        if name.lower() in rows.columns:
            calls.append(ScriptCall("text", {**options, "str": ScriptValue(column=name)}, 0))
        elif "file" in entry:
            calls.append(ScriptCall("png", options, 0))
        elif name not in bases:
            calls.append(ScriptCall("rect", options, 0))
    return calls


def _words(options: Mapping[str, ScriptValue], key: str) -> str:
    return options.get(key, ScriptValue()).words or ""


def _known(value: Any, words: tuple[str, ...]) -> str:
    plain = str(value).removeprefix(":")
    plain = "middle" if plain == "center" and "middle" in words else plain
    return plain if plain in words else words[0]


def _degrees(value: object) -> float:
    """Degrees of an angle in radians, or of a text such as `45deg`."""
    found = re.fullmatch(r"\s*(-?\d{1,4}(?:\.\d+)?)\s*(deg)?\s*", str(value))
    if not found:
        return 0.0
    return float(found[1]) if found[2] else math.degrees(float(found[1]))


def _colour(value: Any) -> str:
    """A colour of SVG; an empty text for none, for one that is seen through, and for a gradient."""
    text = str(value).strip().removeprefix(":").lower()
    if found := re.fullmatch(r"#([0-9a-f]{6})([0-9a-f]{2})?|#([0-9a-f]{3})([0-9a-f])?", text):
        clear = (found[2] or found[4] or "f").strip("0") == ""
        return "" if clear else f"#{found[1] or ''.join(digit * 2 for digit in found[3])}"
    return text if text in NAMES else ""
