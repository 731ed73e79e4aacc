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
from generator.web.sheets.printed_icons import PrintedIcon, printed_icons
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
    """Name of the drawing's file, `/play/art/KEY.svg`."""
    drawing: bytes
    """An SVG file that needs no fonts, compressed by gzip."""
    boxes: Mapping[str, Rect]
    free: Mapping[str, Rect]
    """Unprinted parts of the boxes."""
    icons: tuple[PrintedIcon, ...] = ()

    @property
    def view_box(self) -> str:
        """Value of the SVG attribute `viewBox`."""
        return f"0 0 {decimal(self.width)} {decimal(self.height)}"


def sheet_svg(id_: str, face: Face, fonts: Mapping[str, Font]) -> SheetSvg:
    """Draw a face without its bleed; raises Faults if a font cannot be read."""
    drawing = svg(replace(face, bleed=0.0), fonts)
    boxes = {field.id: field.rect for field in face.fields}
    free = {field.id: field.free or field.rect for field in face.fields}
    # A digest in the address lets browsers keep the drawing for ever.
    key, size = digest(drawing)[:16], face.trim
    return SheetSvg(
        id_,
        size.width,
        size.height,
        key,
        drawing=_compressed(drawing),
        boxes=boxes,
        free=free,
        icons=printed_icons(face),
    )


def _compressed(text: str) -> bytes:
    """Return a text compressed by gzip; equal texts give equal bytes."""
    return gzip.compress(text.encode(), 6, mtime=0)


class Place(NamedTuple):
    """A place of the drawing that can be asked about."""

    id: str
    """End of its link, `?about=ID`."""
    name: str
    """Name, read aloud and displayed as a tip."""
    rect: Rect


class IconLinks(NamedTuple):
    """Links over the icons of one part."""

    name: str
    """Name of the group, read aloud before the names of the icons."""
    icons: tuple[tuple[str, str, tuple[Rect, ...]], ...]
    """For each icon the end of its link, its name and its places."""


def with_places(sheet: SheetSvg, parts: Iterable[Place], icons: Iterable[IconLinks], boxes: Iterable[Place]) -> str:
    """Return the drawing with a transparent link over each part, above those over each icon, then over each box.

    Later parts lie on earlier ones. The links are not in the order of the tab key: there are hundreds, and a list of
    them is a page of its own. An icon has one link for all its places in a part.
    """
    # Hidden from screen readers, as the links over it carry all names.
    picture = f'<image href="/play/art/{sheet.key}.svg" width="100%" height="100%" aria-hidden="true"/>'
    links = "".join(_link(place.id, place.name, (place.rect,)) for place in parts)
    over = "".join(_link(place.id, place.name, (place.rect,)) for place in boxes)
    rows = "".join(f"<g{attributes(role='group', aria_label=row.name)}>{_icon_links(row)}</g>" for row in icons)
    return picture + _layer("parts", links) + _layer("icons", rows) + _layer("boxes", over)


def _icon_links(row: IconLinks) -> str:
    """Return the links over all icons of one part as SVG."""
    return "".join(_link(id_, name, places) for id_, name, places in row.icons)


def _layer(kind: str, links: str) -> str:
    """Return a group of links that take clicks although nothing of them is drawn."""
    return f'<g class="{kind}" fill="none" pointer-events="all">{links}</g>'


def _link(id_: str, name: str, places: Iterable[Rect]) -> str:
    """Return a transparent link over some rectangles, with its name as a tip."""
    # Tenths of a point are finer than a pixel, and keep hundreds of links short.
    rects = "".join(
        f"<rect{attributes(**{side: round(getattr(place, side), 1) for side in ('x', 'y', 'width', 'height')})}/>"
        for place in places
    )
    return f'<a href="?about={id_}" tabindex="-1"><title>{escape(name)}</title>{rects}</a>'
