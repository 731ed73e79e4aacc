"""A printed sheet as a picture that stands in a page: light enough to be sent, with a name on every box."""

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
_SPOKEN = re.compile(r' role="img"(?: aria-label="[^"]*")?| xml:space="preserve"')
_PLAIN = re.compile(
    r' (?:stroke-linecap="butt"|stroke-linejoin="miter"|stroke-miterlimit="4"|font-style="normal"|font-weight="400")'
)
"""What SVG takes for granted."""
_ID = re.compile(r'(?<= id=")(?=\w)|(?<=href="#)|(?<=url\(#)')
_PATH = re.compile(r'(?<= d=")[^"]*')
_FINE = re.compile(r"\d+\.\d{3,}")
_APART = re.compile(r" ?([MLCZ]) ?")
_LINE = re.compile(r"(<text)([^>]*>)((?:<tspan[^>]*>[^<]*</tspan>)+)")
_LETTER = re.compile(r'<tspan x="([\d.-]+)">([^<]*)</tspan>')


@dataclass(frozen=True, slots=True)
class SheetSvg:
    """One sheet: its drawing, and where its boxes stand on it in points."""

    id: str
    width: float
    height: float
    drawing: str
    """Inside an `<svg>` of this size; its ids begin with that of the sheet."""
    boxes: Mapping[str, Rect]

    @property
    def view(self) -> str:
        """What an `<svg>` on top of it says of its coordinates."""
        return f"0 0 {decimal(self.width)} {decimal(self.height)}"


def plate(id_: str, face: Face, fonts: Mapping[str, Font]) -> SheetSvg:
    """A face without its bleed as a plate; its words are text in the fonts that the page has.

    Raises Faults where a font cannot be read.
    """
    drawing = slim(svg(face, fonts, outlines=False), id_)
    boxes = {field.id: field.rect for field in face.fields}
    return SheetSvg(id_, face.trim.width, face.trim.height, drawing, boxes)


def slim(picture: str, prefix: str) -> str:
    """What stands inside an SVG file, said shorter, every id behind a prefix: several may stand in one page.

    Places are told to a hundredth, letter by letter in one attribute; words for those who do not see are left out, as
    the boxes have names of their own.
    """
    inside = _HEAD.sub("", picture, count=1).rstrip().removesuffix("</svg>")
    inside = _PLAIN.sub("", _SPOKEN.sub("", inside)).replace("xlink:href", "href")
    inside = _LINE.sub(_line, inside)
    inside = _PATH.sub(lambda path: _APART.sub(r"\1", _rounded(path[0])), inside)
    return _ID.sub(f"{prefix}-", inside)


def _line(line: re.Match[str]) -> str:
    """A line of letters, each at its place; spaces need none."""
    letters = [(place, text) for place, text in _LETTER.findall(line[3]) if text.strip()]
    places = _rounded(" ".join(place for place, _ in letters))
    if all(len(text) == 1 for _, text in letters):
        return f'{line[1]} x="{places}"{line[2]}{"".join(text for _, text in letters)}'
    return line[1] + line[2] + "".join(f'<tspan x="{_rounded(place)}">{text}</tspan>' for place, text in letters)


def _rounded(numbers: str) -> str:
    return _FINE.sub(lambda found: decimal(round(float(found[0]), 2)), numbers)


def named(plate: SheetSvg, names: Mapping[str, str]) -> str:
    """The drawing, and over it a place for each box that says what it is: read aloud, and shown where it is held."""
    places = "".join(
        f'<rect role="img" {_sides(plate.boxes[id_])}><title>{escape(name)}</title></rect>'
        for id_, name in names.items()
        if id_ in plate.boxes
    )
    return f'<g aria-hidden="true">{plate.drawing}</g><g fill="none" pointer-events="all">{places}</g>'


def _sides(rect: Rect) -> str:
    return attributes(
        x=round(rect.x, 1), y=round(rect.y, 1), width=round(rect.width, 1), height=round(rect.height, 1)
    ).strip()
