"""The marks by which a photo of a scoresheet is laid flat: a square in a frame in each corner of the printable area."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.impose.marks.cut_marks import BLACK
from generator.impose.marks.slug_items import box_path
from generator.model.face import Ink, Shape

MODULE = 0.5 * MM
"""Width of the frame, and of the white within it: some four pixels of a photo that the sheet fills."""
SIDE = 7 * MODULE
"""Side of a mark. Dark and white alternate as in the corners of a QR code: 1, 1, 3, 1, 1."""


def photo_mark_places(paper: OrientedPaper, obstacles: Iterable[Rect]) -> tuple[Rect, ...]:
    """Return the places of the four marks; none if a piece reaches into a corner, as three marks mislead."""
    area = paper.printable
    right, foot = area.right - SIDE, area.bottom - SIDE
    places = tuple(Rect(x, y, SIDE, SIDE) for y in (area.y, foot) for x in (area.x, right))
    # A module of white must lie around a mark.
    reach = [place.expand(MODULE) for place in places]
    is_free = not any(rect.overlaps(place) for rect in obstacles for place in reach)
    return places if is_free else ()


def draw_photo_marks(places: Iterable[Rect]) -> tuple[Ink, ...]:
    """Return the marks at their places as one shape, nothing for no places."""
    squares = (place.expand(-inset * MODULE) for place in places for inset in range(3))
    path = " ".join(box_path(square.x, square.y, square.width, square.height) for square in squares)
    return (Shape(path, fill=BLACK, even_odd=True),) if path else ()
