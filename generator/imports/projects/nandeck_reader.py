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
from generator.imports.projects.nandeck_drawings import NandeckDrawing, NandeckDrawings
from generator.imports.projects.nandeck_script import NandeckCommand, NandeckScript, length_of
from generator.imports.squib.squib_markup import has_markup, light_markup
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder
from generator.load.tables.raw_table import MOST_ROWS

_REFERENCE = re.compile(r"\[([^\[\]]+)\]")
_NAMES = re.compile(r"[\[(](\w+)[\])]")
_COUNT = re.compile(r"\{?\((\w+)\)\}?")
_CARDS = re.compile(r"(\d{1,5})(?:\s*-\s*(\d{1,5}))?\Z")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_CARD_NUMBER = "{§}"
"""The number of the card, counted from 1."""
_GRADIENT = re.compile(r"#([0-9A-Fa-f]{6})#([0-9A-Fa-f]{6})(?:@-?\d{1,3})?\Z")
"""Two colours, and the angle of the gradient between them."""
_LINE_END = "\\13\\"
"""A line break, as the number of its character."""
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
    """Read a script of nanDECK with its table and pictures. Raises Faults if it draws nothing and links no table."""
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
        boxes=ImportCount(len(deck.boxes) + len(deck.back), reader.box_count),
        tables=reader.tables,
        pictures_named=reader.pictures.count,
    )


class _ScriptReader:
    """Reads one script; `lost` collects what is not taken over."""

    def __init__(self, folder: Folder, script: NandeckScript) -> None:
        """Take the project's folder, and the script with loops and conditions worked out."""
        self._folder = folder
        self._script = script
        self._commands = script.commands
        self.pictures = ForeignPictures(folder)
        self.lost = [*script.lost]
        self.box_count = 0
        """Boxes that the script draws."""
        self.tables = ImportCount(0, 0)
        self._made: dict[tuple[str, ...], str] = {}
        """Columns by the cells that the script gives to cards one by one."""
        self._html_fonts: dict[str, Look] = {}
        """Looks of HTMLTEXT by their names in small letters."""
        self._icons: dict[str, str] = {}
        """Files of icons by the words that they stand for."""
        self._icon_stems: dict[str, str] = {}
        self.rich_columns: set[str] = set()
        """Columns whose cells are light markup."""
        self._marks: list[str] = []
        """Columns that say for which cards a box is."""
        # nanDECK counts in centimetres where no UNIT is named.
        self._unit = _UNITS.get(self._setting("unit").part(0).lower(), 10.0)
        size = self._setting("cardsize")
        width, height = (self._length(size.part(index), 0.0) for index in (0, 1))
        self._width, self._height = width or _STANDARD[0], height or _STANDARD[1]
        if size.parts and not (width and height):
            self._lose(size, f"it cannot be worked out; the cards are {_STANDARD[0]:g} × {_STANDARD[1]:g} mm")

    def deck(self, title: str) -> ForeignDeck:
        """Return the script's only deck, with a title."""
        rows = self._rows()
        back = self._back_card()
        boxes = self._boxes(rows, back)
        of_back = self._back_boxes(rows, back)
        if of_back and back <= len(rows.written):  # it is no card of its own
            del rows.written[back - 1]
        size = self._width, self._height
        rich = frozenset(self.rich_columns)
        return ForeignDeck(
            "cards", title, *size, bleed=0, rows=rows.written, boxes=boxes, rich_columns=rich, back=of_back
        )

    def _back_card(self) -> int:
        """Return the number of the card that DUPLEX prints on the back of all others; 0 if there is none."""
        duplex = self._setting("duplex")
        # Its first part, the fronts, is nearly always all cards; the back is then printed behind each of them.
        backs = _card_numbers(duplex.part(1))
        if duplex.parts and len({*backs}) != 1:
            self._lose(duplex, "only one back for all cards is taken over; give the deck a back of its own")
        return backs[0] if len({*backs}) == 1 else 0

    def _back_boxes(self, rows: ForeignRows, back: int) -> list[ForeignBox]:
        """Return the boxes of the card with the number `back`, with its own words and files in place of columns."""
        is_row = 0 < back <= len(rows.written)
        alone = (
            ForeignRows([{**rows.values[back - 1]}], [{**rows.written[back - 1]}], {**rows.columns}) if is_row else None
        )
        alone = alone or ForeignRows.single(1)
        alone.written[0]["copies"] = "1"
        look, boxes = Look(size=12.0), []
        for command in self._commands:
            # A font holds for all commands below it, also for those that the front draws.
            look = _font(look, command.parts) if command.name == "font" else look
            if back and back in _numbers(command):
                self.box_count += 1
                lettering = look if command.name in {"text", "textfont"} else Look()
                box = self._box(command._replace(parts=["1", *command.parts[1:]]), lettering, alone)
                boxes += [box] if box else []
        (card,) = alone.written
        # The template of a back has no columns: each card has the same one.
        return [
            box._replace(content=tuple((card[part] if is_column else part, False) for part, is_column in box.content))
            for box in boxes
        ]

    def _setting(self, name: str) -> NandeckCommand:
        """Return the last command with a name, as a script may overrule files that it includes.

        An empty one if there is none.
        """
        commands = [command for command in self._commands if command.name == name]
        return commands[-1] if commands else NandeckCommand("", name, ())

    def _rows(self) -> ForeignRows:
        """Return the rows of the linked tables, joined with the labels that have an element for each card."""
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
        # A table may hold places and sizes: then the cards are those that a loop draws, and no rows.
        if columns and not self._is_row_by_row(columns):
            columns = {}
        count = max(map(len, columns.values()), default=0) or self._card_count()
        for label, elements in self._script.sequences.items():
            columns.setdefault(label, [elements[number % len(elements)] for number in range(count)])
        return self._counted_rows(columns, count)

    def _card_count(self) -> int:
        """Return how many cards a script without a table makes."""
        cards = self._setting("cards").part(0)
        if cards.isdecimal():
            return int(cards[:5])
        highest = max(map(max, filter(None, (_numbers(command) for command in self._commands))), default=0)
        return min(highest, MOST_ROWS) or max(map(len, self._script.sequences.values()), default=1)

    def _is_row_by_row(self, columns: Mapping[str, Sequence[str]]) -> bool:
        """Return whether each row of the tables is a card; else the script asks for cells one by one."""
        drawn = [command for command in self._commands if command.name in _DRAWN]
        names = {name.lower() for name in columns}
        used = {name.lower() for command in drawn for part in command.parts for name in _NAMES.findall(part)}
        return bool(names & used) or not any(map(_numbers, drawn))

    def _counted_rows(self, columns: Mapping[str, Sequence[str]], count: int) -> ForeignRows:
        """Return `count` rows of columns as a table, with the copies that LINKMULTI states."""
        cells = [
            [column[row].replace(_LINE_END, "\n") if row < len(column) else "" for column in columns.values()]
            for row in range(count)
        ]
        multi = self._setting("linkmulti")
        counted, names = multi.part(0), {name.lower() for name in columns}
        if not columns:
            return ForeignRows.numbered(count)
        # Without LINKMULTI a row is one card, whatever its columns are called, and ranges count the rows.
        rows = rows_of(ForeignTable([*columns], cells), [counted.lower()] if counted else [])
        if counted.isdecimal():
            for row in rows.written:
                row["copies"] = copies_of(counted)
        elif counted and counted.lower() not in names:
            self._lose(multi, f"no column is called {quote(counted)}; there is one of each card")
        return rows

    def _boxes(self, rows: ForeignRows, back: int) -> list[ForeignBox]:
        """Return the boxes of all drawing commands, in order; others are counted and listed as lost.

        Those of the card with the number `back` alone are left out.
        """
        look, boxes = Look(size=12.0), []
        command_counts: Counter[str] = Counter()
        drawings = NandeckDrawings()
        for command in (command for command in self._commands if not back or {*_numbers(command)} != {back}):
            if command.name == "icon" and command.part(1) and command.part(2):
                self._icons[command.part(1)] = command.part(2)
            elif command.name == "htmlfont":
                self._html_fonts[command.part(0).lower()] = _font(Look(size=12.0), command.parts[1:])
            elif command.name == "font":
                look = _font(look, command.parts)
                self._hold_colour(command, command.part(3))
            elif command.name in _DRAWN:
                # The font in use is of no account for shapes and pictures, which else would not be joined.
                lettering = look if command.name in {"text", "textfont"} else Look()
                drawings.add(command, lettering, _numbers(command), _DRAWN[command.name])
            elif command.name not in _SETTINGS | _SHEETS:
                command_counts[command.name.upper()] += 1
                self.box_count += command.name in _OTHER_DRAWN
        for drawing in drawings.joined:
            self.box_count += 1
            command = drawing.command
            if len(drawing.contents) > 1:
                command = self._varied(drawing, rows)
            box = self._box(command, drawing.look, rows)
            boxes += [box] if box else []
        if command_counts:
            listed = ", ".join(f"{name} ({count})" for name, count in sorted(command_counts.items()))
            self.lost.append(f"commands that are not taken over: {listed}")
        self.lost.append(f"fonts: {PLAIN_FONT}")
        return boxes

    def _varied(self, drawing: NandeckDrawing, rows: ForeignRows) -> NandeckCommand:
        """Return one command for all cards of a drawing; its words or files become a column of their own."""
        cells = {card: content for content, cards in drawing.contents.items() for card in cards}
        name = self._made_column([cells.get(card, "") for card in range(1, len(rows.written) + 1)], rows)
        command = drawing.command
        cards = ",".join(map(str, sorted(cells)))
        return command._replace(parts=[cards, f"[{name}]", *command.parts[2:]])

    def _made_column(self, cells: Sequence[str], rows: ForeignRows) -> str:
        """Return the name of a column with these cells, made at the first call."""
        key = tuple(cells)
        if key not in self._made:
            id_ = rows.add_column("text")
            rows.fill_column(id_, cells)
            rows.columns[id_] = id_
            for values, cell in zip(rows.values, cells, strict=True):
                values[id_] = cell
            self._made[key] = id_
        return self._made[key]

    def _box(self, command: NandeckCommand, look: Look, rows: ForeignRows) -> ForeignBox | None:
        """Return the box of a command; None if it cannot be placed, or draws on no card."""
        first = _DRAWN[command.name]
        if command.name == "line":
            return self._line(command, rows)
        place = self._place(command.parts[first : first + 4])
        cards = self._cards(command, rows)
        if place is None:
            self._lose(command, "its place must be worked out")
        elif cards is not None and not any(cards):
            self._lose(command, f"there is no row for the cards that it is for, {quote(command.part(0))}")
        if place is None or cards is None or not any(cards):
            return None
        box = self._content_box(command, ForeignBox(f"{command.name} {command.place}", "text", *place, (), look), rows)
        return box._replace(when=self._mark(cards, rows)) if box and not all(cards) else box

    def _line(self, command: NandeckCommand, rows: ForeignRows) -> ForeignBox | None:
        """Return the box of a line between two points, in a colour and a thickness; None if it cannot be placed."""
        sides = (self._width, self._height) * 2
        ends = [self._length(part, side) for part, side in zip(command.parts[1:5], sides, strict=False)]
        cards = self._cards(command, rows)
        if len(ends) < 4 or None in ends:
            self._lose(command, "its place must be worked out")
        if len(ends) < 4 or None in ends or cards is None or not any(cards):
            return None
        x, y, end_x, end_y = (length or 0.0 for length in ends)
        self._hold_colour(command, command.part(5))
        colour, thickness = command.part(5).lower(), self._length(command.part(6), 0.0)
        look = Look(stroke=colour if _COLOUR.match(colour) else "#000000", stroke_width=thickness or _THIN)
        place = min(x, end_x), min(y, end_y), abs(end_x - x), abs(end_y - y)
        box = ForeignBox(f"line {command.place}", "path", *place, (), look, path=f"M{x:g} {y:g}L{end_x:g} {end_y:g}")
        return box if all(cards) else box._replace(when=self._mark(cards, rows))

    def _html_text(self, command: NandeckCommand, box: ForeignBox, rows: ForeignRows) -> ForeignBox | None:
        """Return the box of a text with tags and icons among its words, in a font of HTMLFONT; None without words."""
        look = self._html_fonts.get(command.part(10).lower())
        if look is None and command.part(10):
            self._lose(command, f"the font {quote(command.part(10))} is not taken over")
        content = self._content(command, rows)
        icons = self._icon_names()
        texts = [
            _BREAK.sub("\n", "".join(row[words] if is_column else words for words, is_column in content))
            for row in rows.written
        ]
        is_rich = any(has_markup(text) or any(key in text for key in icons) for text in texts)
        if is_rich:
            markup = [light_markup(text, icons, has_tags=True) for text in texts]
            content = ((markup[0], False),)
            if any(is_column for _, is_column in self._content(command, rows)):
                content = ((rows.add_column("rich text"), True),)
                rows.fill_column(content[0][0], markup)
                self.rich_columns.add(content[0][0])
        drawn = box._replace(
            content=content, is_rich=is_rich, look=(look or box.look)._replace(turn=self._turn(command, 7))
        )
        return on_card(drawn, self._width, self._height) if content else None

    def _icon_names(self) -> dict[str, str]:
        """Return the names of icons by the words that they stand for in HTMLTEXT."""
        if self._icons and not self._icon_stems:
            taken = {key: self.pictures.take(path.replace("\\", "/")) for key, path in self._icons.items()}
            self._icon_stems = {key: self.pictures.as_icon(name) for key, name in taken.items() if name}
        return self._icon_stems

    def _content_box(self, command: NandeckCommand, box: ForeignBox, rows: ForeignRows) -> ForeignBox | None:
        """Return a box filled with the content of its command: shape, picture or text; None without content."""
        if command.name in _SHAPES:
            colours = self._colour_columns(command, {"stroke": 5, "fill": 6}, rows)
            return box._replace(kind=_SHAPES[command.name], look=self._paint(command, colours), colours=colours)
        if command.name == "image":
            return self._picture(box, command, rows)
        if command.name == "htmltext":
            return self._html_text(command, box, rows)
        parts = self._content(command, rows)
        colours = self._colour_columns(command, {"colour": 13}, rows) if command.name == "textfont" else {}
        if not colours:
            self._hold_colour(command, command.part(13))
        text_look = box.look if command.name == "text" else _font(box.look, command.parts[10:])
        across, down = command.part(6).lower(), command.part(7).lower().removeprefix("ww")
        look = text_look._replace(
            align=across if across in {"center", "right"} else "left",
            valign={"center": "middle", "bottom": "bottom"}.get(down, "top"),
            turn=self._turn(command, 8),
        )
        box = box._replace(content=parts, look=look, colours=colours)
        return on_card(box, self._width, self._height) if parts else None

    def _colour_columns(self, command: NandeckCommand, places: Mapping[str, int], rows: ForeignRows) -> dict[str, str]:
        """Return ids of the columns of colours that a command names, where each of their cells is a colour.

        `places` has the number of the command's part for each colour of a box.
        """
        columns = {}
        for name, index in places.items():
            match = _REFERENCE.fullmatch(command.part(index))
            heading = match[1].strip().lower() if match else ""
            cells = [values[heading] for values in rows.values] if heading in rows.columns else []
            if cells and all(_COLOUR.match(cell) for cell in cells):
                columns[name] = rows.columns[heading]
        return columns

    def _turn(self, command: NandeckCommand, index: int) -> float:
        """Return 180 for a box that is upside down, else 0.

        Other angles are noted as lost. `index` is the part of the command.
        """
        angle = self._length(command.part(index), 0.0)
        degrees = (angle or 0.0) / self._unit % 360
        if degrees not in {0.0, 180.0}:
            self._lose(command, f"it is turned by {degrees:g} degrees there, and stands upright here")
        return degrees if degrees == 180 else 0.0

    def _cards(self, command: NandeckCommand, rows: ForeignRows) -> list[bool] | None:
        """Return whether each row has the box of a command; None if its range cannot be worked out."""
        copies = [int(row["copies"]) for row in rows.written]
        headings = {*rows.columns, *rows.values[0]}
        # `(name)` counts the cards of the table with that column, as in the range `1-{(name)}`.
        written = _COUNT.sub(
            lambda match: str(sum(copies)) if match[1].lower() in headings else match[0], command.part(0)
        )
        if not written:
            return [True] * len(copies)
        ranges = [_CARDS.match(part.strip()) for part in written.split(",")]
        if None in ranges:
            self._lose(command, f"the cards that it is for, {quote(command.part(0))}, cannot be worked out")
            return None
        bounds = [(int(match[1]), int(match[2] or match[1])) for match in ranges if match]
        # Ranges of nanDECK count every copy, while a row here stands for all copies of its card.
        ends = [*accumulate(copies)]
        spans = [range(end - number + 1, end + 1) for end, number in zip(ends, copies, strict=True)]
        counts = [sum(any(low <= card <= high for low, high in bounds) for card in span) for span in spans]
        if any(0 < drawn < len(span) for drawn, span in zip(counts, spans, strict=True)):
            self._lose(command, "it is for some copies of a card only; all copies have it")
        return [drawn > 0 for drawn in counts]

    def _mark(self, cards: Sequence[bool], rows: ForeignRows) -> str:
        """Return the id of a column that marks some rows with "yes", made for the first box on these rows."""
        marks = ["yes" if is_drawn else "" for is_drawn in cards]
        for id_ in self._marks:
            if [row[id_] for row in rows.written] == marks:
                return id_
        id_ = rows.add_column("drawn")
        rows.fill_column(id_, marks)
        self._marks.append(id_)
        return id_

    def _lose(self, command: NandeckCommand, reason: str) -> None:
        """Note why something of a command is not imported."""
        self.lost.append(f"{command.place}, {command.name.upper()}: {reason}")

    def _place(self, parts: Sequence[str]) -> tuple[float, float, float, float] | None:
        """Return left, top, width and height in mm from four parts of a command, cut to the card.

        None if one of them cannot be worked out, or nothing lies on the card.
        """
        sides = (self._width, self._height, self._width, self._height)
        lengths = [self._length(part, side) for part, side in zip(parts, sides, strict=False)]
        if len(lengths) < 4 or any(length is None for length in lengths):
            return None
        x, y, width, height = (length or 0.0 for length in lengths)
        # A negative size reaches to the left of its point, or above it.
        x, y, width, height = min(x, x + width), min(y, y + height), abs(width), abs(height)
        right, bottom = min(x + width, self._width), min(y + height, self._height)
        x, y = max(x, 0.0), max(y, 0.0)
        return (x, y, right - x, bottom - y) if right > x and bottom > y else None

    def _length(self, text: str, side: float) -> float | None:
        """Return a length of the script in mm, with shares taken of `side`; None if it cannot be worked out."""
        return length_of(text, side, self._unit) if text else None

    def _content(self, command: NandeckCommand, rows: ForeignRows) -> tuple[tuple[str, bool], ...]:
        """Return the parts of a command's text: words, and ids of columns."""
        parts: list[tuple[str, bool]] = []
        words = command.part(1).replace(_LINE_END, "\n")
        if _CARD_NUMBER in words:
            numbers = map(str, range(1, len(rows.written) + 1))
            words = words.replace(_CARD_NUMBER, f"[{self._made_column([*numbers], rows)}]")
        for number, part in enumerate(_REFERENCE.split(words)):
            id_ = rows.columns.get(part.strip().lower(), "") if number % 2 else ""
            if number % 2 and not id_:
                self._lose(command, f"{quote(f'[{part}]')} is no column of the table")
            elif part:
                parts.append((id_, True) if id_ else (part, False))
        return tuple(parts)

    def _picture(self, box: ForeignBox, command: NandeckCommand, rows: ForeignRows) -> ForeignBox | None:
        # Flags of IMAGE: P keeps proportions, H and V mirror it.
        """Return the box of a picture, whose file may differ from card to card; None without a file."""
        flags = command.part(7).lower()
        look = Look(stretched="p" not in flags, mirrored=("h" in flags, "v" in flags), turn=self._turn(command, 6))
        box = box._replace(kind="picture", look=look)
        content = self._content(command, rows)
        if len(content) == 1 and content[0][1]:
            name = next(heading for heading, id_ in rows.columns.items() if id_ == content[0][0])
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

    def _paint(self, command: NandeckCommand, columns: Mapping[str, str]) -> Look:
        """Return the look of a shape; colours with an entry in `columns` come from a column instead."""
        line, fill, thickness = command.part(5), command.part(6), self._length(command.part(7), 0.0)
        for name, colour in (("stroke", line), ("fill", fill)):
            if name not in columns:
                self._hold_colour(command, colour)
        corner = (
            (self._length(command.part(8), 0.0) or self._width * _ROUND) / 2 if command.name == "roundrect" else 0.0
        )
        return Look(
            radius=corner,
            fill=_plain_colour(fill or line) or "none",
            stroke=_plain_colour(line) or "#000000",
            stroke_width=_THIN if thickness is None else thickness,
        )

    def _hold_colour(self, command: NandeckCommand, colour: str) -> None:
        """Note a colour that cannot be read, as nothing may become a default in silence."""
        if _GRADIENT.match(colour):
            self._lose(command, f"of the gradient {quote(colour)} the middle colour is taken")
        elif colour and colour.lower() not in _NO_COLOUR and not _COLOUR.match(colour):
            self._lose(command, f"the colour {quote(colour)} is not taken over")


def _plain_colour(text: str) -> str:
    """Return a colour in small letters, of a gradient its middle colour; empty for other texts.

    >>> _plain_colour("#FF0000"), _plain_colour("#FF0000#0000FF@90"), _plain_colour("EMPTY")
    ('#ff0000', '#800080', '')
    """
    if ends := _GRADIENT.match(text):
        one, other = (bytes.fromhex(end) for end in ends.groups())
        return "#" + bytes((first + second + 1) // 2 for first, second in zip(one, other, strict=True)).hex()
    return text.lower() if _COLOUR.match(text) else ""


def _numbers(command: NandeckCommand) -> list[int]:
    """Return the cards of a command whose range is of plain numbers; empty for other commands and ranges."""
    return _card_numbers(command.part(0)) if command.name in _DRAWN else []


def _card_numbers(text: str) -> list[int]:
    """Return the numbers of a range such as `1-3,7`; empty for one that is not of plain numbers."""
    ranges = [_CARDS.match(part.strip()) for part in text.split(",")]
    if not ranges or None in ranges:
        return []
    spans = (range(int(match[1]), int(match[2] or match[1]) + 1) for match in ranges if match)
    return [card for span in spans for card in span[:MOST_ROWS]][:MOST_ROWS]


_BREAK = re.compile(r"<br\s*/?>|</p>\s*<p>", re.IGNORECASE)
_THIN = 0.1
"""Millimetres of a line without a thickness."""
_ROUND = 0.1
"""Diameter of corners without a size, in widths of the card."""
_NO_COLOUR = {"empty", "transparent", "none"}
_SHAPES = {"rectangle": "rect", "roundrect": "rect", "ellipse": "ellipse", "circle": "ellipse"}
_OTHER_DRAWN = {
    *("icons", "polygon", "triangle", "star", "rhombus", "grid"),
    *("hexgrid", "bezier", "pattern", "linerect", "pie", "track", "fill", "gradient"),
}
"""Commands that draw, and are not taken over."""

_DRAWN = {"text": 2, "textfont": 2, "htmltext": 2, "image": 2, "line": 1, **dict.fromkeys(_SHAPES, 1)}
"""Commands that draw a box, and the part that says where it begins."""


def _font(look: Look, parts: Sequence[str]) -> Look:
    """Return a look changed by `name, size, style, colour`; size and colour stay where they are left out."""
    _, size, style, colour = [*parts, "", "", "", ""][:4]
    return look._replace(
        size=float(size) if re.fullmatch(r"\d{1,3}(\.\d+)?", size) and float(size) else look.size,
        bold="b" in style.lower(),
        italic="i" in style.lower(),
        colour=colour.lower() if _COLOUR.match(colour) else look.colour,
    )
