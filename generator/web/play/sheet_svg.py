"""A sheet's face as SVG inside a page: compact, with text in the page's fonts, and a name on every box."""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import decimal
from generator.model.face import Face, Font
from generator.write.svg.document import svg
from generator.write.svg.syntax import attributes, escape

_HEAD = re.compile(r"<svg[^>]*>")
_ACCESSIBLE_NAME = re.compile(r' role="img"(?: aria-label="[^"]*")?| xml:space="preserve"')
_DEFAULTS = re.compile(
    r' (?:stroke-linecap="butt"|stroke-linejoin="miter"|stroke-miterlimit="4"|font-style="normal"|font-weight="400")'
)
"""Attributes with SVG's default values."""
_ID = re.compile(r'(?<= id=")(?=\w)|(?<=href="#)|(?<=url\(#)')
_PATH = re.compile(r'(?<= d=")[^"]*')
_LONG_NUMBER = re.compile(r"\d+\.\d{3,}")
_COMMAND = re.compile(r" ?([MLCZ]) ?")
_LINE = re.compile(r"(<text)([^>]*>)((?:<tspan[^>]*>[^<]*</tspan>)+)")
_LETTER = re.compile(r'<tspan x="([\d.-]+)">([^<]*)</tspan>')


@dataclass(frozen=True, slots=True)
class SheetSvg:
    """A sheet's drawing, and the rectangles of its boxes; all lengths in points."""

    id: str
    width: float
    height: float
    drawing: str
    """The content of an `<svg>`; its ids begin with the sheet's, as several sheets share a page."""
    boxes: Mapping[str, Rect]
    free: Mapping[str, Rect]
    """Their parts that are free of print."""

    @property
    def view_box(self) -> str:
        return f"0 0 {decimal(self.width)} {decimal(self.height)}"


def sheet_svg(id_: str, face: Face, fonts: Mapping[str, Font]) -> SheetSvg:
    """Draw a face without its bleed; raises Faults if a font cannot be read."""
    drawing = compact(svg(face, fonts, outlines=False), id_)
    boxes = {field.id: field.rect for field in face.fields}
    free = {field.id: field.free or field.rect for field in face.fields}
    return SheetSvg(id_, face.trim.width, face.trim.height, drawing, boxes, free)


def compact(picture: str, prefix: str) -> str:
    """Return the content of an SVG file in fewer bytes, with a prefix to every id.

    Coordinates are rounded to hundredths, and the letters of a line share one list of them. Accessible names are left
    out, as the boxes get names of their own.
    """
    inside = _HEAD.sub("", picture, count=1).rstrip().removesuffix("</svg>")
    inside = _DEFAULTS.sub("", _ACCESSIBLE_NAME.sub("", inside)).replace("xlink:href", "href")
    inside = _LINE.sub(_text_line, inside)
    inside = _PATH.sub(lambda path: _COMMAND.sub(r"\1", _round(path[0])), inside)
    return _ID.sub(f"{prefix}-", inside)


def _text_line(line: re.Match[str]) -> str:
    """A line of text with one `x` for each letter; spaces need none."""
    letters = [(place, text) for place, text in _LETTER.findall(line[3]) if text.strip()]
    places = _round(" ".join(place for place, _ in letters))
    if all(len(text) == 1 for _, text in letters):
        return f'{line[1]} x="{places}"{line[2]}{"".join(text for _, text in letters)}'
    return line[1] + line[2] + "".join(f'<tspan x="{_round(place)}">{text}</tspan>' for place, text in letters)


def _round(numbers: str) -> str:
    return _LONG_NUMBER.sub(lambda found: decimal(round(float(found[0]), 2)), numbers)


def with_box_names(sheet: SheetSvg, names: Mapping[str, str]) -> str:
    """Return the drawing with a transparent rectangle over each box, whose title is read aloud and shown as a tip."""
    places = ""
    for id_, name in names.items():
        if id_ in sheet.boxes:
            sides = {side: round(getattr(sheet.boxes[id_], side), 1) for side in ("x", "y", "width", "height")}
            places += f'<rect role="img"{attributes(**sides)}><title>{escape(name)}</title></rect>'
    return f'<g aria-hidden="true">{sheet.drawing}</g><g fill="none" pointer-events="all">{places}</g>'
