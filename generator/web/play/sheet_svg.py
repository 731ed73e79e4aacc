"""A sheet's face on a page: a picture of its own, with a name on every box."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.units import decimal
from generator.model.face import Face, Font
from generator.write.svg.document import svg
from generator.write.svg.syntax import attributes, escape


@dataclass(frozen=True, slots=True)
class SheetSvg:
    """A sheet's drawing, and the rectangles of its boxes; all lengths in points.

    The drawing is a file of its own, which pages show as a picture: as thousands of elements of the page it would be
    styled, laid out and painted again with every move.
    """

    id: str
    width: float
    height: float
    key: str
    """The drawing is at `/play/art/KEY.svg`."""
    drawing: bytes
    """An SVG file that needs no fonts, compressed by gzip."""
    boxes: Mapping[str, Rect]
    free: Mapping[str, Rect]
    """Their parts that are free of print."""

    @property
    def view_box(self) -> str:
        return f"0 0 {decimal(self.width)} {decimal(self.height)}"


def sheet_svg(id_: str, face: Face, fonts: Mapping[str, Font]) -> SheetSvg:
    """Draw a face without its bleed; raises Faults if a font cannot be read."""
    drawing = svg(replace(face, bleed=0.0), fonts)
    boxes = {field.id: field.rect for field in face.fields}
    free = {field.id: field.free or field.rect for field in face.fields}
    return SheetSvg(id_, face.trim.width, face.trim.height, digest(drawing)[:16], _compressed(drawing), boxes, free)


def _compressed(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)


class Place(NamedTuple):
    """A place of the drawing that can be asked about."""

    id: str
    """The end of its link, `?about=ID`."""
    name: str
    """Read aloud, and shown as a tip."""
    rect: Rect


def with_places(sheet: SheetSvg, parts: Iterable[Place], boxes: Iterable[Place]) -> str:
    """Return the drawing with a transparent link over each part and, above those, over each box.

    Later parts lie on earlier ones. The links are not in the order of the tab key: there are hundreds, and a list of
    them is a page of its own.
    """
    picture = f'<image href="/play/art/{sheet.key}.svg" width="100%" height="100%" aria-hidden="true"/>'
    return picture + _links("parts", parts) + _links("boxes", boxes)


def _links(kind: str, places: Iterable[Place]) -> str:
    links = ""
    for place in places:
        sides = {side: round(getattr(place.rect, side), 1) for side in ("x", "y", "width", "height")}
        name = f"<title>{escape(place.name)}</title>"
        links += f'<a href="?about={place.id}" tabindex="-1">{name}<rect{attributes(**sides)}/></a>'
    return f'<g class="{kind}" fill="none" pointer-events="all">{links}</g>'
