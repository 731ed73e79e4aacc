"""Reads a script of nanDECK: the table that it links, the size of its cards, and its plain boxes.

The language has more than a hundred commands. What is not a plain box is listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import PurePosixPath

from generator.base.errors import Faults, fault
from generator.imports.foreign.project import (
    INCH,
    PLAIN_FONT,
    ForeignBox,
    ForeignDeck,
    ForeignProject,
    ImportCount,
    Look,
    on_card,
)
from generator.imports.foreign.project_files import (
    ForeignPictures,
    ForeignRows,
    ForeignTable,
    copies_of,
    read_foreign_table,
    rows_of,
)
from generator.imports.projects.nandeck_script import NandeckCommand, NandeckScript
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_LENGTH = re.compile(r"(-?\d{1,4}(?:\.\d{1,6})?)(%?)\Z")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]")
_COUNT = re.compile(r"\{?\((\w+)\)\}?")
_CARDS = re.compile(r"(\d{1,5})(?:\s*-\s*(\d{1,5}))?\Z")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_UNITS = {"mm": 1.0, "cm": 10.0, "inch": INCH}
_STANDARD = (60.0, 90.0)
"""Millimetres of a card without CARDSIZE."""

_SETTINGS = {"link", "linkmulti", "cardsize", "unit", "font", "cards", "visual", "endvisual"}
_SHEETS = {
    "page",
    "margins",
    "border",
    "dpi",
    "gap",
    "print",
    "oversample",
    "linksep",
    "linktrim",
    "duplex",
    "save",
    "baserange",
}
"""What is about paper, which is chosen here when a game is built."""


def read_nandeck(folder: Folder, name: str) -> ForeignProject:
    """Read a script with its table and pictures; raises Faults if it draws nothing and links no table."""
    script = NandeckScript(folder, name)
    if not any(command.name in {"link", *_DRAWN} for command in script.commands):
        raise fault(folder.place(name), "no script of nanDECK with a line LINK = table.csv", unreadable=True)
    reader = _ScriptReader(folder, script)
    title = PurePosixPath(name).stem
    deck = reader.deck(title)
    return ForeignProject(
        title,
        [deck],
        reader.pictures.data,
        [*reader.lost, *reader.pictures.lost],
        boxes=ImportCount(len(deck.boxes), reader.box_count),
        tables=reader.tables,
        pictures_named=reader.pictures.count,
    )


class _ScriptReader:
    """Reads one script; `lost` collects what is not taken over."""

    def __init__(self, folder: Folder, script: NandeckScript) -> None:
        self._folder = folder
        self._script = script
        self._commands = script.commands
        self.pictures = ForeignPictures(folder)
        self.lost = [*script.lost]
        self.box_count = 0
        """Boxes that the script draws."""
        self.tables = ImportCount(0, 0)
        self._marks: list[str] = []
        """Columns that say for which cards a box is."""
        self._unit = _UNITS.get(self._setting("unit").part(0).lower(), 10.0)
        size = self._setting("cardsize")
        width, height = (self._length(size.part(index), 0.0) for index in (0, 1))
        self._width, self._height = width or _STANDARD[0], height or _STANDARD[1]
        if size.parts and not (width and height):
            self._lose(size, f"it cannot be worked out; the cards are {_STANDARD[0]:g} × {_STANDARD[1]:g} mm")

    def deck(self, title: str) -> ForeignDeck:
        """The script's deck."""
        rows = self._rows()
        boxes = self._boxes(rows)
        return ForeignDeck("cards", title, self._width, self._height, bleed=0, rows=rows.written, boxes=boxes)

    def _setting(self, name: str) -> NandeckCommand:
        """The last command of a name: a script may overrule the files that it includes."""
        commands = [command for command in self._commands if command.name == name]
        return commands[-1] if commands else NandeckCommand("", name, ())

    def _rows(self) -> ForeignRows:
        """Read the tables and the labels with an element for each card as one table."""
        columns: dict[str, Sequence[str]] = {}
        links = [command for command in self._commands if command.name == "link"]
        for link in links:
            file, _, sheet = link.part(0).replace("\\", "/").partition("!")
            try:
                table = read_foreign_table(self._folder, file, sheet)
            except Faults as faults:
                self.lost.append(f"table {quote(file)}: {faults.faults[0].what}")
                continue
            self.tables = ImportCount(self.tables.imported + 1, len(links))
            read = {name.strip(): [cells[column] for cells in table.rows] for column, name in enumerate(table.names)}
            columns = read | columns
        self.tables = ImportCount(self.tables.imported, len(links))
        count = max(map(len, columns.values()), default=0) or self._card_count()
        for label, elements in self._script.sequences.items():
            columns.setdefault(label, [elements[number % len(elements)] for number in range(count)])
        return self._counted_rows(columns, count)

    def _card_count(self) -> int:
        """How many cards a script without a table makes."""
        cards = self._setting("cards").part(0)
        return int(cards[:5]) if cards.isdecimal() else max(map(len, self._script.sequences.values()), default=1)

    def _counted_rows(self, columns: Mapping[str, Sequence[str]], count: int) -> ForeignRows:
        cells = [[column[row] if row < len(column) else "" for column in columns.values()] for row in range(count)]
        multi = self._setting("linkmulti")
        counted, names = multi.part(0), {name.lower() for name in columns}
        if not columns:
            return ForeignRows.numbered(count)
        rows = rows_of(ForeignTable([*columns], cells), [name for name in (counted.lower(), *_COPIES) if name])
        if counted.isdecimal():
            for row in rows.written:
                row["copies"] = copies_of(counted)
        elif counted and counted.lower() not in names:
            self._lose(multi, f"no column is called {quote(counted)}; there is one of each card")
        return rows

    def _boxes(self, rows: ForeignRows) -> list[ForeignBox]:
        look, boxes = Look(size=12.0), []
        others: Counter[str] = Counter()
        for command in self._commands:
            if command.name == "font":
                look = _font(look, command.parts)
                self._hold_colour(command, command.part(3))
            elif command.name in _DRAWN:
                self.box_count += 1
                box = self._box(command, look, rows)
                boxes += [box] if box else []
            elif command.name not in _SETTINGS | _SHEETS:
                others[command.name.upper()] += 1
                self.box_count += command.name in _OTHER_DRAWN
        if others:
            listed = ", ".join(f"{name} ({count})" for name, count in sorted(others.items()))
            self.lost.append(f"commands that are not taken over: {listed}")
        self.lost.append(f"fonts: {PLAIN_FONT}")
        return boxes

    def _box(self, command: NandeckCommand, look: Look, rows: ForeignRows) -> ForeignBox | None:
        first = _DRAWN[command.name]
        place = self._place(command.parts[first : first + 4])
        cards = self._cards(command, rows)
        if place is None:
            self._lose(command, "its place must be worked out")
        if place is None or cards is None or not any(cards):
            return None
        box = self._content_box(command, ForeignBox(f"{command.name} {command.place}", "text", *place, (), look), rows)
        return box._replace(when=self._mark(cards, rows)) if box and not all(cards) else box

    def _content_box(self, command: NandeckCommand, box: ForeignBox, rows: ForeignRows) -> ForeignBox | None:
        if command.name in _SHAPES:
            return box._replace(kind=_SHAPES[command.name], look=self._paint(command))
        if command.name == "image":
            return self._picture(box, command, rows)
        parts = self._content(command, rows)
        self._hold_colour(command, command.part(13))
        own = box.look if command.name == "text" else _font(box.look, command.parts[10:])
        across, down = command.part(6).lower(), command.part(7).lower().removeprefix("ww")
        look = own._replace(
            align=across if across in {"center", "right"} else "left",
            valign={"center": "middle", "bottom": "bottom"}.get(down, "top"),
        )
        return on_card(box._replace(content=parts, look=look), self._width, self._height) if parts else None

    def _cards(self, command: NandeckCommand, rows: ForeignRows) -> list[bool] | None:
        """Return for which rows a box is drawn; None if its range cannot be worked out."""
        copies = [int(row["copies"]) for row in rows.written]
        known = {*rows.columns, *rows.values[0]}
        written = _COUNT.sub(lambda match: str(sum(copies)) if match[1].lower() in known else match[0], command.part(0))
        if not written:
            return [True] * len(copies)
        ranges = [_CARDS.match(part.strip()) for part in written.split(",")]
        if None in ranges:
            self._lose(command, f"the cards that it is for, {quote(command.part(0))}, cannot be worked out")
            return None
        bounds = [(int(match[1]), int(match[2] or match[1])) for match in ranges if match]
        ends = [*accumulate(copies)]
        spans = [range(end - number + 1, end + 1) for end, number in zip(ends, copies, strict=True)]
        counts = [sum(any(low <= card <= high for low, high in bounds) for card in span) for span in spans]
        if any(0 < drawn < len(span) for drawn, span in zip(counts, spans, strict=True)):
            self._lose(command, "it is for some copies of a card only; all copies have it")
        return [drawn > 0 for drawn in counts]

    def _mark(self, cards: Sequence[bool], rows: ForeignRows) -> str:
        """Return the column that marks some rows, made for the first box that is for them."""
        marks = ["yes" if is_drawn else "" for is_drawn in cards]
        for id_ in self._marks:
            if [row[id_] for row in rows.written] == marks:
                return id_
        id_ = rows.add_column("drawn")
        rows.fill_column(id_, marks)
        self._marks.append(id_)
        return id_

    def _lose(self, command: NandeckCommand, why: str) -> None:
        self.lost.append(f"{command.place}, {command.name.upper()}: {why}")

    def _place(self, parts: Sequence[str]) -> tuple[float, float, float, float] | None:
        """Left, top, width and height in millimetres, within the card."""
        sides = (self._width, self._height, self._width, self._height)
        lengths = [self._length(part, side) for part, side in zip(parts, sides, strict=False)]
        if len(lengths) < 4 or any(length is None for length in lengths):
            return None
        x, y, width, height = (length or 0.0 for length in lengths)
        right, bottom = min(x + width, self._width), min(y + height, self._height)
        x, y = max(x, 0.0), max(y, 0.0)
        return (x, y, right - x, bottom - y) if right > x and bottom > y else None

    def _length(self, text: str, side: float) -> float | None:
        found = _LENGTH.match(text)
        if not found:
            return None
        return float(found[1]) * (side / 100 if found[2] else self._unit)

    def _content(self, command: NandeckCommand, rows: ForeignRows) -> tuple[tuple[str, bool], ...]:
        parts: list[tuple[str, bool]] = []
        for number, part in enumerate(_REFERENCE.split(command.part(1).replace("\\13\\", "\n"))):
            id_ = rows.columns.get(part.strip().lower(), "") if number % 2 else ""
            if number % 2 and not id_:
                self._lose(command, f"{quote(f'[{part}]')} is no column of the table")
            elif part:
                parts.append((id_, True) if id_ else (part, False))
        return tuple(parts)

    def _picture(self, box: ForeignBox, command: NandeckCommand, rows: ForeignRows) -> ForeignBox | None:
        box = box._replace(kind="picture", look=Look(stretched="p" not in command.part(7).lower()))
        content = self._content(command, rows)
        if len(content) == 1 and content[0][1]:
            name = next(each for each, id_ in rows.columns.items() if id_ == content[0][0])
            rows.fill_column(content[0][0], (self.pictures.take(values[name]) for values in rows.values))
            return box._replace(content=content)
        if len(content) == 1 and (file := self.pictures.take(content[0][0])):
            return box._replace(content=((file, False),))
        if len(content) > 1:
            id_ = rows.add_column(command.name)
            names = {column: name for name, column in rows.columns.items()}
            words = [
                [values[names[part]] if is_column else part for part, is_column in content] for values in rows.values
            ]
            rows.fill_column(id_, (self.pictures.take("".join(parts) if all(parts) else "") for parts in words))
            return box._replace(content=((id_, True),))
        return None

    def _paint(self, command: NandeckCommand) -> Look:
        line, fill, thickness = command.part(5), command.part(6), self._length(command.part(7), 0.0)
        self._hold_colour(command, line)
        self._hold_colour(command, fill)
        return Look(
            fill=fill.lower() if _COLOUR.match(fill) else "none" if fill else line.lower(),
            stroke=line.lower() if _COLOUR.match(line) else "#000000",
            stroke_width=0.1 if thickness is None else thickness,
        )

    def _hold_colour(self, command: NandeckCommand, colour: str) -> None:
        """List a colour that is none here, as nothing may become a default in silence."""
        if colour and colour.lower() not in _NO_COLOUR and not _COLOUR.match(colour):
            self._lose(command, f"the colour {quote(colour)} is not taken over")


_NO_COLOUR = {"empty", "transparent", "none"}
_COPIES = ("copies", "qty", "count")
_SHAPES = {"rectangle": "rect", "ellipse": "ellipse"}
_OTHER_DRAWN = {
    *("icons", "htmltext", "htmlfont", "line", "polygon", "triangle", "star", "rhombus", "roundrect", "circle", "grid"),
    *("hexgrid", "bezier", "pattern", "linerect", "pie", "track", "fill", "gradient"),
}
"""Commands that draw, and are not taken over."""

_DRAWN = {"text": 2, "textfont": 2, "image": 2, "rectangle": 1, "ellipse": 1}
"""Commands that draw a box, and the part that says where it begins."""


def _font(look: Look, parts: Sequence[str]) -> Look:
    """The look after `name, size, style, colour`; what is left out stays."""
    _, size, style, colour = [*parts, "", "", "", ""][:4]
    return look._replace(
        size=float(size) if re.fullmatch(r"\d{1,3}(\.\d+)?", size) and float(size) else look.size,
        bold="b" in style.lower(),
        italic="i" in style.lower(),
        colour=colour.lower() if _COLOUR.match(colour) else look.colour,
    )
