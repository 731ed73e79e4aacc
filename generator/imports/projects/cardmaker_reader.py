"""Reads a project of CardMaker, a `.cmp` file: each layout becomes a deck, each of its elements a box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from xml.etree import ElementTree

from generator.base.errors import Faults, fault
from generator.imports.foreign.project import (
    INCH,
    MOST_DECKS,
    PLAIN_FONT,
    ForeignBox,
    ForeignDeck,
    ForeignProject,
    ImportCount,
    Look,
    NewIds,
    column_ids,
    on_card,
)
from generator.imports.foreign.project_files import ForeignPictures, ForeignRows, copies_of, read_foreign_table
from generator.imports.foreign.xml_document import read_xml
from generator.imports.projects.cardmaker_values import CARD, COPY, PartLostError, counts_cards, evaluated, plain_parts
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_SHAPES = {"rect": "rect", "roundedrect": "rect", "ellipse": "ellipse"}
_SHAPE = re.compile(r"#(\w+)((?:;[^;#]*)*)#")
_ACROSS = ("left", "center", "right")
_DOWN = ("top", "middle", "bottom")
_SCREEN_DPI = 96
"""CardMaker draws points of text as on a screen, whatever the resolution of the layout."""


def read_cardmaker(folder: Folder, name: str) -> ForeignProject:
    """Read a project of CardMaker with its tables and pictures. Raises Faults if it is none, or has no layout."""
    root = read_xml(folder, name)
    layouts = [layout for layout in root.iter("Layout") if _number(layout, "width") and _number(layout, "height")]
    if root.tag != "Project" or not layouts:
        raise fault(folder.place(name), "no project of CardMaker; it has no layouts", unreadable=True)
    pictures = ForeignPictures(folder)
    defines = _defines(folder, PurePosixPath(name).stem)
    lost: list[str] = []
    decks: list[ForeignDeck] = []
    ids, elements, drawn, tables = NewIds(), 0, 0, ImportCount(0, 0)
    for layout in layouts[:MOST_DECKS]:
        reader = _LayoutReader(layout, folder, pictures, defines)
        decks.append(reader.deck(ids.add(layout.get("Name", ""), otherwise="deck")))
        lost += reader.lost
        elements += reader.element_count
        drawn += reader.drawn_count
        tables = ImportCount(tables.imported + reader.tables.imported, tables.whole + reader.tables.whole)
    if len(layouts) > MOST_DECKS:
        lost.append(f"{len(layouts) - MOST_DECKS} layouts after the first {MOST_DECKS}")
    if fonts := sorted({font for layout in layouts for font in _fonts(layout)}):
        lost.append(f"fonts {', '.join(fonts)}: {PLAIN_FONT}")
    return ForeignProject(
        PurePosixPath(name).stem,
        decks,
        pictures.data,
        [*lost, *pictures.lost],
        boxes=ImportCount(drawn, elements),
        tables=tables,
        pictures_named=pictures.count,
    )


class _LayoutReader:
    """Reads one layout; `lost` collects what is not taken over."""

    def __init__(
        self, layout: ElementTree.Element, folder: Folder, pictures: ForeignPictures, defines: Mapping[str, str]
    ) -> None:
        """Take a layout's element, the project's folder and pictures, and the values of its table of defines."""
        self._layout = layout
        self._folder = folder
        self._pictures = pictures
        self._defines = defines
        self._title = layout.get("Name", "") or "Cards"
        self._dpi = _number(layout, "dpi") or 300.0
        self._has_counters = any(counts_cards(element.get("variable", "")) for element in layout.iter("Element"))
        self._width, self._height = _number(layout, "width"), _number(layout, "height")
        self._lost: dict[str, list[str]] = {}
        self.element_count = self.drawn_count = 0
        """Elements of the layout, and those of which something is drawn."""
        self.tables = ImportCount(0, 0)

    @property
    def lost(self) -> list[str]:
        """Return a line for each reason why elements were not imported, with their names."""
        title = f"layout {quote(self._title)}"
        return [f"{title}, {', '.join(dict.fromkeys(names))}: {reason}" for reason, names in self._lost.items()]

    def deck(self, id_: str) -> ForeignDeck:
        """Return the layout as a deck with the id `id_`, its rows and its boxes."""
        rows = self._rows()
        boxes: list[ForeignBox] = []
        for element in reversed(self._layout.findall("Element")):  # the last one is drawn first
            if element.get("enabled", "true") == "true":
                drawn = [*self._boxes(element, rows)]
                boxes += drawn
                # A sub-layout draws nothing itself: it makes the pictures that others name.
                self.element_count += element.get("type") != "SubLayout"
                self.drawn_count += bool(drawn)
        return ForeignDeck(
            id_, self._title, self._mm(self._width), self._mm(self._height), bleed=0, rows=rows.written, boxes=boxes
        )

    def _lose(self, name: str, reason: str) -> None:
        """Note that an element or table called `name` could not be imported, and why."""
        self._lost.setdefault(reason, []).append(name)

    def _mm(self, pixels: float) -> float:
        """Return pixels of the layout in mm, by its resolution."""
        return pixels * INCH / self._dpi

    def _rows(self) -> ForeignRows:
        """Return the rows of the layout's tables; without a table, as many cards as it has by default."""
        rows = ForeignRows([], [], {})
        for reference in self._layout.findall("Reference"):
            path = reference.get("RelativePath", "").replace("\\", "/")
            if rows.values and self._layout.get("combineReferences") != "true":
                break  # only one of them is shown at a time
            read, named = self.tables
            self.tables = ImportCount(read, named + 1)
            try:
                self._add_rows(path, rows)
                self.tables = ImportCount(read + 1, named + 1)
            except Faults as faults:
                self._lose(f"table {quote(path)}", faults.faults[0].what)
        if not rows.values:
            count = max(int(_number(self._layout, "defaultCount")), 1)
            rows = ForeignRows.numbered(count) if self._has_counters else ForeignRows.single(count)
            for number, values in enumerate(rows.values, 1):
                values.update({CARD: str(number), COPY: str(number)})
            return rows
        for row in rows.written:
            row.update({id_: "" for id_ in rows.columns.values() if id_ not in row})
        return rows

    def _add_rows(self, path: str, rows: ForeignRows) -> None:
        """Add the rows of a table to `rows`, with references in their cells worked out.

        `path` is the file in the project's folder. Raises Faults if it cannot be read.
        """
        table = read_foreign_table(self._folder, path)
        names = [name.strip() for name in table.names[1:]]  # the first column counts the copies
        fresh = [name for name in names if name.lower() not in rows.columns]
        for name, id_ in zip(fresh, column_ids(fresh, rows.columns.values()), strict=True):
            rows.columns.setdefault(name.lower(), id_)
        defines = {**self._defines, **_defines(self._folder, path.rpartition(".")[0])}
        ids = NewIds(row["id"] for row in rows.written)
        for count, *cells in table.rows:
            values = {name.lower(): cell for name, cell in zip(names, cells, strict=True)}
            variables = {**defines, **values}
            values = {name: self._evaluated(f"column {quote(name)}", cell, variables) for name, cell in values.items()}
            written = {rows.columns[name]: words.strip() for name, words in values.items()}
            copies = copies_of(count)
            # Numbers that count make a row of each copy.
            for copy in range(1, int(copies) + 1 if self._has_counters else 2):
                id_ = ids.add(next(iter(values.values()), ""), otherwise="card")
                rows.values.append({**defines, **values, CARD: str(len(rows.values) + 1), COPY: str(copy)})
                rows.written.append({"id": id_, "copies": "1" if self._has_counters else copies, **written})

    def _evaluated(self, name: str, text: str, values: Mapping[str, str]) -> str:
        """Return a text with its references worked out; a part that cannot be is left out, and noted under `name`."""
        try:
            return evaluated(text, values)
        except PartLostError as problem:
            self._lose(name, f"{quote(str(problem))} and the like are left out")
            return problem.remainder

    def _boxes(self, element: ElementTree.Element, rows: ForeignRows) -> Iterator[ForeignBox]:
        """Yield the boxes of an element from the lowest up: its background, its content, its border."""
        name, kind = element.get("name", "element"), element.get("type", "")
        x, y, width, height = (self._mm(_number(element, key)) for key in ("x", "y", "width", "height"))
        box = ForeignBox(
            name, "rect", x, y, width=width, height=height, content=(), look=Look(turn=_number(element, "rotation"))
        )
        if width <= 0 or height <= 0:
            return
        ground, opacity = _colour(element.get("backgroundcolor", ""))
        if opacity:
            yield box._replace(name=f"{name}: ground", look=box.look._replace(fill=ground, opacity=opacity))
        main = self._main_box(element, kind, box, rows)
        if main:
            yield main
        line, opacity = _colour(element.get("bordercolor", ""))
        thickness = self._mm(_number(element, "borderthickness"))
        if thickness and opacity:
            frame = box.look._replace(stroke=line, stroke_width=thickness, opacity=opacity)
            yield box._replace(name=f"{name}: border", look=frame)

    def _main_box(
        self, element: ElementTree.Element, kind: str, box: ForeignBox, rows: ForeignRows
    ) -> ForeignBox | None:
        """Return the box with the content of an element: a text, a picture or a shape; None if nothing is drawn.

        `kind` is CardMaker's type of the element, and `box` its place.
        """
        colour, opacity = _colour(element.get("elementcolor", ""))
        own_opacity = min(_number(element, "opacity", 255) / 255, 1)
        look = box.look._replace(colour=colour, opacity=opacity * own_opacity)
        # Samples are often labelled so; the other names of the program change from card to card.
        variable = element.get("variable", "").replace("![elementname]", box.name).replace("![layoutname]", self._title)
        if kind in {"Text", "FormattedText"}:
            text = box._replace(kind="text", look=self._text_look(element, look))
            inside = on_card(text, self._mm(self._width), self._mm(self._height))
            content = self._text(box.name, variable, rows) if inside else ()
            return inside._replace(content=content) if inside and content else None
        if kind == "Graphic":
            look = look._replace(opacity=own_opacity, stretched=element.get("lockaspect") != "true")
            return self._picture(box._replace(kind="picture", look=look), variable, rows)
        if kind == "Shape":
            return self._shape(box._replace(look=look), variable)
        self._lose(box.name, f"elements of kind {quote(kind)} are not taken over")
        return None

    def _text_look(self, element: ElementTree.Element, look: Look) -> Look:
        """Return the look of an element's text: size, weight, slant and alignment."""
        font = [*element.get("font", "").split(";"), *[""] * 6]
        size, bold, italic = font[1], font[2], font[4]
        points = float(size) if re.fullmatch(r"\d{1,3}(\.\d+)?", size) else 12.0
        return look._replace(
            size=max(points * _SCREEN_DPI / self._dpi, 1.0),
            bold=bold == "1",
            italic=italic == "1",
            align=_ACROSS[int(_number(element, "horizontalalign")) % 3],
            valign=_DOWN[int(_number(element, "verticalalign")) % 3],
        )

    def _text(self, name: str, variable: str, rows: ForeignRows) -> tuple[tuple[str, bool], ...]:
        """Return the parts of a text: words, and ids of columns.

        A text that must be evaluated for each card gets a column of its own.
        """
        parts = plain_parts(variable, rows.columns)
        if parts is not None:
            return parts
        texts = [self._evaluated(name, variable, values).strip() for values in rows.values]
        if not any(texts):  # nothing is left of it
            return ()
        id_ = rows.add_column(name)
        rows.fill_column(id_, texts)
        return ((id_, True),)

    def _picture(self, box: ForeignBox, variable: str, rows: ForeignRows) -> ForeignBox | None:
        """Return a picture's box, whose column holds the file for each card."""
        variable = variable.replace("\\", "/")
        parts = plain_parts(variable, rows.columns)
        alone = parts is not None and len(parts) == 1 and parts[0][1]
        id_ = parts[0][0] if parts and alone else rows.add_column(box.name)
        files = (self._evaluated(box.name, variable, values) for values in rows.values)
        rows.fill_column(id_, map(self._pictures.take, files))
        return box._replace(content=((id_, True),))

    def _shape(self, box: ForeignBox, variable: str) -> ForeignBox | None:
        """Return the box of a shape such as `#rect;…#`; None for a shape that is not imported."""
        match = _SHAPE.match(variable)
        if not match or match[1] not in _SHAPES:
            self._lose(box.name, f"the shape {quote(variable[:30])} is not taken over")
            return None
        # The parts of a shape: thickness, width, height and the arc of rounded corners, in pixels.
        thickness, width, height, arc = (self._mm(_pixels(part)) for part in [*match[2].split(";"), *[""] * 5][1:5])
        look = box.look._replace(fill=box.look.colour, radius=arc / 2)
        if thickness:
            look = look._replace(fill="none", stroke=box.look.colour, stroke_width=thickness)
        width, height = width or box.width, height or box.height
        return box._replace(kind=_SHAPES[match[1]], look=look, width=width, height=height)


def _defines(folder: Folder, stem: str) -> dict[str, str]:
    """Return the defines of a project or table, values by name, from the file `<stem>_defines.csv`.

    Empty without it.
    """
    name = f"{stem}_defines.csv"
    if not stem or not folder.has(name):
        return {}
    rows = read_foreign_table(folder, name).rows
    return {row[0].strip().lower(): row[1].strip() for row in rows if len(row) > 1}


def _fonts(layout: ElementTree.Element) -> Iterator[str]:
    """Yield the names of the fonts that a layout uses."""
    for element in layout.findall("Element"):
        if font := element.get("font", "").partition(";")[0]:
            yield font


def _number(element: ElementTree.Element, key: str, default: float = 0.0) -> float:
    """Return an attribute of an element as a number, `default` if it is missing or no number."""
    text = element.get(key, "")
    return float(text) if re.fullmatch(r"-?\d{1,6}(\.\d{1,6})?", text) else default


def _pixels(text: str) -> float:
    """Return a whole number of pixels, 0 for other text."""
    return float(text[:6]) if text.isdecimal() else 0.0


def _colour(text: str) -> tuple[str, float]:
    """Return colour and opacity of a text such as `0xC0C0C0FF`; any other text is transparent black."""
    match = re.fullmatch(r"0x([0-9a-fA-F]{6})([0-9a-fA-F]{2})?", text)
    return (f"#{match[1].lower()}", int(match[2] or "ff", 16) / 255) if match else ("#000000", 0.0)
