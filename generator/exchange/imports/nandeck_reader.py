"""Reads a script of nanDECK: the table that it links, the size of its cards, and its plain boxes.

The language has more than a hundred commands, conditions and loops. What is not a plain box is listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.base.errors import Faults, fault
from generator.exchange.imports.project import INCH, PLAIN_FONT, ForeignBox, ForeignDeck, ForeignProject, Look
from generator.exchange.imports.project_files import ForeignPictures, ForeignRows, read_rows_of
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_COMMAND = re.compile(r"\s*([A-Za-z]\w*)\s*=\s*(.*)")
_PART = re.compile(r'\s*("(?:[^"]*)"|[^,]*)\s*(?:,|\Z)')
_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,4})?)(%?)\Z")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]")
_SINGLE_CARDS = re.compile(r"\d+(?:[,-]\d+)*\Z")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_UNITS = {"mm": 1.0, "cm": 10.0, "inch": INCH}
_STANDARD = (60.0, 90.0)
"""Millimetres of a card without CARDSIZE."""

_LONGEST = 1_000_000
"""Characters of a script."""

_SETTINGS = {"link", "linkmulti", "cardsize", "unit", "font", "cards"}
_SHEETS = {"page", "margins", "border", "dpi", "gap", "print", "oversample", "linksep", "linktrim", "duplex", "save"}
"""What is about paper, which is chosen here when a game is built."""


class _Command(NamedTuple):
    line: int
    name: str
    parts: Sequence[str]

    def part(self, index: int) -> str:
        return self.parts[index] if index < len(self.parts) else ""


def read_nandeck(folder: Folder, name: str) -> ForeignProject:
    """Read a script with its table and pictures; raises Faults if it links no table."""
    reader = _ScriptReader(folder, [*_commands(folder.text(name))])
    title = PurePosixPath(name).stem
    deck = reader.deck(title)
    if deck is None:
        raise fault(folder.place(name), "no script of nanDECK with a line LINK = table.csv", unreadable=True)
    return ForeignProject(title, [deck], reader.pictures.data, [*reader.lost, *reader.pictures.lost])


def _commands(text: str) -> list[_Command]:
    found = ((number, _COMMAND.match(line)) for number, line in enumerate(text[:_LONGEST].split("\n"), 1))
    return [_Command(number, match[1].lower(), _parts(match[2])) for number, match in found if match]


def _parts(text: str) -> list[str]:
    """What stands between the commas outside of quotes."""
    return [part.strip().strip('"') for part in _PART.findall(text)][:20]


class _ScriptReader:
    """Reads one script; `lost` collects what is not taken over."""

    def __init__(self, folder: Folder, commands: Sequence[_Command]) -> None:
        self._folder = folder
        self._commands = commands
        self.pictures = ForeignPictures(folder)
        self.lost: list[str] = []
        self._unit = _UNITS.get(self._setting("unit").part(0).lower(), 10.0)
        size = self._setting("cardsize")
        width, height = (self._length(size.part(index), 0.0) for index in (0, 1))
        self._width, self._height = width or _STANDARD[0], height or _STANDARD[1]

    def deck(self, title: str) -> ForeignDeck | None:
        """The script's deck; None if it links no table."""
        link = self._setting("link").part(0).partition("!")[0].replace("\\", "/")
        if not link:
            return None
        counts = [self._setting("linkmulti").part(0).lower(), "copies", "qty", "count"]
        try:
            rows = read_rows_of(self._folder, link, [each for each in counts if each])
        except Faults as faults:
            self.lost.append(f"table {quote(link)}: {faults.faults[0].what}")
            rows = ForeignRows.single()
        boxes = self._boxes(rows)
        return ForeignDeck("cards", title, self._width, self._height, 0, rows.written, boxes)

    def _setting(self, name: str) -> _Command:
        return next((each for each in self._commands if each.name == name), _Command(0, name, ()))

    def _boxes(self, rows: ForeignRows) -> list[ForeignBox]:
        look, boxes = Look(size=12.0), []
        others: Counter[str] = Counter()
        for command in self._commands:
            if command.name == "font":
                look = _font(look, command.parts)
            elif command.name in _DRAWN:
                box = self._box(command, look, rows)
                boxes += [box] if box else []
            elif command.name not in _SETTINGS | _SHEETS:
                others[command.name.upper()] += 1
        if others:
            listed = ", ".join(f"{name} ({count})" for name, count in sorted(others.items()))
            self.lost.append(f"commands that are not taken over: {listed}")
        self.lost.append(f"fonts: {PLAIN_FONT}")
        return boxes

    def _box(self, command: _Command, look: Look, rows: ForeignRows) -> ForeignBox | None:
        first = _DRAWN[command.name]
        place = self._place(command.parts[first : first + 4])
        if _SINGLE_CARDS.match(command.part(0)) and not command.part(0).startswith("1-"):
            self._lose(command, f"it is for some cards only, {command.part(0)}")
            return None
        if place is None:
            self._lose(command, "its place must be worked out")
            return None
        box = ForeignBox(f"{command.name} line {command.line}", "text", *place, (), look)
        if command.name == "rectangle":
            return box._replace(kind="rect", look=self._paint(command))
        if command.name == "image":
            return self._picture(box, command, rows)
        parts = self._content(command, rows)
        own = look if command.name == "text" else _font(look, command.parts[10:])
        across, down = command.part(6).lower(), command.part(7).lower().removeprefix("ww")
        look = own._replace(
            align=across if across in {"center", "right"} else "left",
            valign={"center": "middle", "bottom": "bottom"}.get(down, "top"),
        )
        return box._replace(content=parts, look=look) if parts else None

    def _lose(self, command: _Command, why: str) -> None:
        self.lost.append(f"line {command.line}, {command.name.upper()}: {why}")

    def _place(self, parts: Sequence[str]) -> tuple[float, float, float, float] | None:
        """Left, top, width and height in millimetres, within the card."""
        sides = (self._width, self._height, self._width, self._height)
        lengths = [self._length(part, side) for part, side in zip(parts, sides, strict=False)]
        if len(lengths) < 4 or any(length is None for length in lengths):
            return None
        x, y, width, height = (length or 0.0 for length in lengths)
        right, bottom = min(x + width, self._width), min(y + height, self._height)
        return (x, y, right - x, bottom - y) if right > x and bottom > y else None

    def _length(self, text: str, side: float) -> float | None:
        found = _LENGTH.match(text)
        if not found:
            return None
        return float(found[1]) * (side / 100 if found[2] else self._unit)

    def _content(self, command: _Command, rows: ForeignRows) -> tuple[tuple[str, bool], ...]:
        parts: list[tuple[str, bool]] = []
        for number, part in enumerate(_REFERENCE.split(command.part(1).replace("\\13\\", "\n"))):
            id_ = rows.columns.get(part.strip().lower(), "") if number % 2 else ""
            if number % 2 and not id_:
                self._lose(command, f"{quote(f'[{part}]')} is no column of the table")
            elif part:
                parts.append((id_, True) if id_ else (part, False))
        return tuple(parts)

    def _picture(self, box: ForeignBox, command: _Command, rows: ForeignRows) -> ForeignBox | None:
        box = box._replace(kind="picture", look=Look(stretched="p" not in command.part(7).lower()))
        content = self._content(command, rows)
        if len(content) == 1 and content[0][1]:
            name = next(each for each, id_ in rows.columns.items() if id_ == content[0][0])
            rows.fill_column(content[0][0], (self.pictures.take(values[name]) for values in rows.values))
            return box._replace(content=content)
        if len(content) == 1 and (file := self.pictures.take(content[0][0])):
            return box._replace(content=((file, False),))
        if len(content) > 1:
            self._lose(command, "its file must be worked out; write it into a column of the table")
        return None

    def _paint(self, command: _Command) -> Look:
        line, fill, thickness = command.part(5), command.part(6), self._length(command.part(7), 0.0)
        return Look(
            fill=fill.lower() if _COLOUR.match(fill) else "none" if fill else line.lower(),
            stroke=line.lower() if _COLOUR.match(line) else "#000000",
            stroke_width=0.1 if thickness is None else thickness,
        )


_DRAWN = {"text": 2, "textfont": 2, "image": 2, "rectangle": 1}
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
