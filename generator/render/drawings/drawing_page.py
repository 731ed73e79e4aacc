"""The page of a drawing: its size as the program wrote it, and where it lies on the face."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.base.units import decimal

# As in CSS: an inch has 96 px, 72 pt and 6 pc, and a Q is a quarter of a millimetre.
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "": 25.4 / 96, "q": 0.25}
_LENGTH = re.compile(r"\s*(\d+\.?\d*|\.\d+)\s*([a-zA-Z]*)\s*")
_TOLERANCE = 0.012
"""Share by which the proportions of a page may differ from those of its face: a poker card in inches is 0.3 % wider."""
_RESOLUTIONS = (96.0, 72.0, 300.0, 600.0)
"""Pixels of an inch, in which programs write pages: 96 as in CSS, 72 for points, 300 and 600 for print."""


class FacePage(NamedTuple):
    """The size of a face without its bleed, and the bleed, in millimetres."""

    width: float
    height: float
    bleed: float

    @property
    def rect(self) -> Rect:
        """The rectangle of the face with its bleed, from the corner of its trim."""
        return Rect(0.0, 0.0, self.width, self.height).expand(self.bleed)


class PagePlace(NamedTuple):
    """The viewBox of a page, and the rectangle of the face that it fills."""

    view: str
    rect: Rect


def page_place(root: Mapping[str, str], face: FacePage) -> PagePlace | str:
    """Return where the page of a drawing lies on the face, with or without the bleed; or the fault, as a text.

    `root` are the attributes of the drawing's first element.
    """
    sides = [_LENGTH.fullmatch(root.get(name, "")) for name in ("width", "height")]
    sizes = [float(side[1]) * _MM.get(side[2].lower(), 0.0) for side in sides if side]
    view = (root.get("viewBox") or "").replace(",", " ").split()
    if len(view) != 4 and len(sizes) == 2:
        view = ["0", "0", *(decimal(size / _MM[""]) for size in sizes)]
    try:
        width, height = float(view[2]), float(view[3])
        ratio = width / height
    except (ValueError, IndexError, ZeroDivisionError):
        return "the drawing says no size; save it with a page, or a viewBox"
    trim = Rect(0.0, 0.0, face.width, face.height)
    places = [place for place in (trim, face.rect) if abs(ratio / (place.width / place.height) - 1) <= _TOLERANCE]
    if not places or width <= 0 or height <= 0:
        is_known = len(sizes) == 2 and all(sizes) and all(side and side[2] not in {"", "px"} for side in sides)
        page_size = f"{sizes[0]:.4g} × {sizes[1]:.4g} mm" if is_known else f"{width:.6g} × {height:.6g}"
        cards = f"{trim.width:.4g} × {trim.height:.4g} mm"
        bleed = f", or with its bleed {face.rect.width:.4g} × {face.rect.height:.4g} mm" if face.bleed else ""
        return f"the page is {page_size}; draw it as large as the card, {cards}{bleed}"
    widths = [sizes[0]] if len(sizes) == 2 and sides[0] and sides[0][2] not in {"", "px"} else []
    # Without a unit the resolution is unknown, so each usual one is tried.
    widths = widths or [width * 25.4 / resolution for resolution in _RESOLUTIONS]
    nearest = min(places, key=lambda place: min(abs(candidate - place.width) for candidate in widths))
    return PagePlace(" ".join(view), nearest)
