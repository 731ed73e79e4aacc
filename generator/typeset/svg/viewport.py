"""Parse viewBox and preserveAspectRatio, and fit a viewBox into a rectangle."""

from __future__ import annotations

import re

from generator.base.errors import suggestion
from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.typeset.svg.attribute_numbers import numbers

_ASPECT = re.compile(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


@dataclass(frozen=True, slots=True)
class Aspect:
    """A parsed preserveAspectRatio."""

    stretch: bool = False
    x: float = 0.5
    """Share of the free width that is left of the drawing; `y` is that above it."""
    y: float = 0.5
    slice: bool = False
    """Fill the whole rectangle and crop the drawing, rather than fit into it."""

    def fit(self, view: Rect, into: Rect) -> Matrix:
        """The matrix from the viewBox to the rectangle."""
        sx, sy = into.width / view.width, into.height / view.height
        if not self.stretch:
            sx = sy = max(sx, sy) if self.slice else min(sx, sy)
        x = into.x + (into.width - view.width * sx) * self.x - view.x * sx
        y = into.y + (into.height - view.height * sy) * self.y - view.y * sy
        return Matrix(a=sx, d=sy, e=x, f=y)


def aspect(text: str | None) -> Aspect:
    """Parse preserveAspectRatio; the default fits the drawing in the middle. Raises ValueError where it is invalid."""
    if text is None:
        return Aspect()
    found = _ASPECT.fullmatch(text.strip())
    if not found:
        known = ["none", "xMidYMid meet", "xMidYMid slice", "xMinYMin meet", "xMaxYMax meet"]
        raise ValueError(f"preserveAspectRatio {text!r} is unknown{suggestion(text, known)}")
    if found[1] == "none":
        return Aspect(stretch=True)
    return Aspect(x=_SHARE[found[2]], y=_SHARE[found[3]], slice=found[4] == "slice")


def view_box(text: str) -> Rect:
    """Parse a viewBox. Raises ValueError where it is not four numbers, or has no area."""
    values = numbers(text)
    if len(values) != 4:
        raise ValueError(f"viewBox {text!r} needs four numbers: x y width height")
    if values[2] <= 0 or values[3] <= 0:
        raise ValueError(f"viewBox {text!r} has no area; its width and height have to be above 0")
    return Rect(*values)
