"""Marks that point at boxes of a sheet: rings, arrows, numbers, labels, and crosses of what would be filled.

Each has a shape of its own, and a white edge, so that it is seen on any print and without colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.web.sheets.ink_shapes import PAPER, border, circle, cross, short, stroke, write
from generator.write.svg.syntax import attributes

POINTED, LACKING, OPENED, GHOST = "#0b3d91", "#b3261e", "#0b6a43", "#4a55b8"
"""Colours for boxes that are meant, missing, opened, and that would be filled."""
_ARROW = 20.0
"""Length of an arrow, in points."""


class MarksLayer(NamedTuple):
    """The marks on one sheet."""

    sheet: str
    view_box: str
    markup: str
    """Content of an `<svg>`."""


class SheetPointers:
    """Draws marks on one sheet; `places` are its boxes, in points. Boxes of other sheets are passed over."""

    def __init__(self, places: Mapping[str, Rect]) -> None:
        self._places = places

    def rings(self, boxes: Iterable[str], colour: str = POINTED) -> str:
        """Return the SVG of a ring around each box."""
        # The ring stays outside the box, so that marks in it remain readable.
        return _edged("".join(border(place.expand(2.2)) for place in self._own(boxes)), colour, 2.4)

    def dashes(self, boxes: Iterable[str], colour: str = LACKING) -> str:
        """Return the SVG of a dashed ring around each box."""
        path = "".join(border(place.expand(2.2)) for place in self._own(boxes))
        dashed = attributes(fill="none", stroke=colour, stroke_width=2.4, stroke_dasharray="5 2.5")
        return stroke(path, PAPER, 4.8) + f'<path{dashed} d="{path}"/>' if path else ""

    def crosses(self, boxes: Iterable[str]) -> str:
        """Return the SVG of a pale cross in each box that would be filled."""
        return _edged("".join(cross(place) for place in self._own(boxes)), GHOST, 2.2)

    def arrows(self, boxes: Iterable[str], colour: str = POINTED) -> str:
        """Return the SVG of an arrow to each box: from above, or from below at the upper edge of the sheet."""
        return "".join(_arrow(place, colour) for place in self._own(boxes))

    def numbers(self, boxes: Iterable[str], first: int = 1) -> str:
        """Return the SVG of numbered discs at the corners of boxes, in the order of a plan."""
        drawn = ""
        for number, box in enumerate(boxes, first):
            for place in self._own((box,)):
                disc = circle(place.x - 1, place.y - 1, 6.5)
                drawn += f'<path fill="{POINTED}" stroke="{PAPER}" d="{disc}"/>'
                drawn += write(str(number), Rect(place.x - 6, place.y - 6, 10, 10), PAPER)
        return drawn

    def labels(self, texts: Mapping[str, str], colour: str = POINTED) -> str:
        """Return the SVG of a short text at the foot of each box; `texts` are by box id."""
        drawn = ""
        for box, text in texts.items():
            for place in self._own((box,)):
                low = Rect(place.x + 0.5, place.bottom - 8.5, place.width - 1, 9.5)
                drawn += f"<rect{attributes(x=short(low.x), y=short(low.y), width=short(low.width), height='9.5')}"
                drawn += f"{attributes(rx=3, fill=PAPER, stroke=colour, stroke_width=0.8)}/>{write(text, low, colour)}"
        return drawn

    def _own(self, boxes: Iterable[str]) -> list[Rect]:
        """Return the places of the boxes that lie on this sheet, in points."""
        return [self._places[box] for box in boxes if box in self._places]


def _edged(path: str, colour: str, width: float) -> str:
    """Return the SVG of a path with a white edge on both sides."""
    return stroke(path, PAPER, 2 * width) + stroke(path, colour, width)


def _arrow(place: Rect, colour: str) -> str:
    """Return the SVG of an arrow that points at a box."""
    x, _ = place.centre
    # An arrow above the first row would leave the sheet.
    is_above = place.y > _ARROW + 8
    tip, direction = (place.y - 3, -1) if is_above else (place.bottom + 3, 1)
    head, end = tip + direction * 8, tip + direction * _ARROW
    points = [(x, tip), (x + 7, head), (x + 3, head), (x + 3, end), (x - 3, end), (x - 3, head), (x - 7, head)]
    path = "M" + "L".join(f"{short(across)} {short(down)}" for across, down in points) + "Z"
    return f'<path{attributes(fill=colour, stroke=PAPER, stroke_width=1.2, stroke_linejoin="round")} d="{path}"/>'
