"""Parse the attributes that set up coordinates: `transform`, `viewBox` and `preserveAspectRatio` (SVG 1.1, 7)."""

from __future__ import annotations

import math
import re

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass, replace
from generator.typeset.svg.attribute_values import numbers

SMALLEST_BOX = 0.0001
"""Least width and height of a viewBox: a smaller one would be scaled to sizes beyond all numbers."""

_STEP = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)[\s,]*")
_TAKES = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}


def transform(text: str) -> Matrix:
    """Return the matrix of a list such as `translate(3 4) rotate(45)`; the last step applies first.

    Raises ValueError where it cannot be parsed, and where it flattens what it draws.

    >>> transform("translate(3 4) scale(2)").apply(1, 1)
    (5.0, 6.0)
    """
    matrix = IDENTITY
    position = 0
    while match := _STEP.match(text, position):
        matrix = matrix @ _step(match[1], match[2])
        position = match.end()
    if unread := text[position:].strip():
        raise ValueError(f"transform cannot be read at {unread[:24]!r}; write it like 'translate(3 4) rotate(45)'")
    # A matrix without area has no inverse, and PDF viewers differ in what they draw with it.
    if abs(matrix.determinant) < 1e-12:
        raise ValueError(f"transform {text!r} flattens what it draws")
    return matrix


def _step(name: str, text: str) -> Matrix:
    """Return the matrix of one step of a transform.

    Raises ValueError for an unknown name or a wrong count of numbers.
    """
    if name not in _TAKES:
        raise ValueError(f"transform {name!r} is unknown{suggestion(name, list(_TAKES))}")
    values = numbers(text)
    if len(values) not in _TAKES[name]:
        counts = " or ".join(map(str, _TAKES[name]))
        raise ValueError(f"transform '{name}({text})' takes {counts} number{'s' if counts != '1' else ''}")
    match name:
        case "matrix":
            return Matrix(*values)
        case "translate":
            return Matrix.translation(values[0], values[1] if len(values) == 2 else 0.0)
        case "scale":
            return Matrix.scaling(*values)
        case "rotate":
            return Matrix.rotation(values[0], (values[1], values[2]) if len(values) == 3 else (0.0, 0.0))
    slope = math.tan(math.radians(values[0]))
    return Matrix(c=slope) if name == "skewX" else Matrix(b=slope)


_ASPECT = re.compile(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


@dataclass(frozen=True, slots=True)
class Aspect:
    """A parsed preserveAspectRatio."""

    stretch: bool = False
    x: float = 0.5
    """Share of the free width that is left of the drawing; `y` is the share of the height above it."""
    y: float = 0.5
    slice: bool = False
    """Fill the whole rectangle and crop the drawing, rather than fit into it."""
    focus: tuple[float, float, float] | None = None
    """Point of the drawing that comes to the middle, as shares of its sides, and its enlargement; None for none."""

    def fit(self, view: Rect, into: Rect) -> Matrix:
        """Return the matrix that fits the rectangle of a viewBox into another one."""
        sx, sy = into.width / view.width, into.height / view.height
        if not self.stretch:
            sx = sy = max(sx, sy) if self.slice else min(sx, sy)
        if self.focus:
            return _focused(view, into, sx, self.focus)
        x = into.x + (into.width - view.width * sx) * self.x - view.x * sx
        y = into.y + (into.height - view.height * sy) * self.y - view.y * sy
        return Matrix(a=sx, d=sy, e=x, f=y)


def _focused(view: Rect, into: Rect, scale: float, focus: tuple[float, float, float]) -> Matrix:
    """Return the matrix that brings a point of a viewBox to the middle of a rectangle, as far as it stays filled."""
    across, down, zoom = focus
    scale *= zoom
    x = into.x + into.width / 2 - (view.x + view.width * across) * scale
    y = into.y + into.height / 2 - (view.y + view.height * down) * scale
    x = min(max(x, into.right - view.right * scale), into.x - view.x * scale)
    y = min(max(y, into.bottom - view.bottom * scale), into.y - view.y * scale)
    return Matrix(a=scale, d=scale, e=x, f=y)


def focused(fit: Aspect, text: str | None) -> Aspect:
    """Return a fit that fills its rectangle with the part of a drawing that `pnp:focus` names, such as `30 50 1.5`.

    Without that attribute the fit stays. Raises ValueError where it is invalid.
    """
    if text is None:
        return fit
    values = numbers(text)
    across, down, zoom = (*values, 1.0)[:3] if len(values) in {2, 3} else (-1.0, -1.0, 1.0)
    if not (0 <= across <= 100 and 0 <= down <= 100 and zoom >= 1):
        raise ValueError(
            f"pnp:focus {text!r} is not a place in percent from left and top, and an enlargement of at least 1, "
            "like '30 50 1.5'"
        )
    return replace(fit, stretch=False, slice=True, focus=(across / 100, down / 100, zoom))


def aspect(text: str | None) -> Aspect:
    """Parse preserveAspectRatio; the default fits the drawing in the middle. Raises ValueError where it is invalid."""
    if text is None:
        return Aspect()
    match = _ASPECT.fullmatch(text.strip())
    if not match:
        examples = ["none", "xMidYMid meet", "xMidYMid slice", "xMinYMin meet", "xMaxYMax meet"]
        raise ValueError(f"preserveAspectRatio {text!r} is unknown{suggestion(text, examples)}")
    if match[1] == "none":
        return Aspect(stretch=True)
    return Aspect(x=_SHARE[match[2]], y=_SHARE[match[3]], slice=match[4] == "slice")


def view_box(text: str) -> Rect:
    """Parse a viewBox. Raises ValueError where it is not four numbers, or has next to no area."""
    values = numbers(text)
    if len(values) != 4:
        raise ValueError(f"viewBox {text!r} needs four numbers: x y width height")
    if values[2] <= 0 or values[3] <= 0:
        raise ValueError(f"viewBox {text!r} has no area; its width and height have to be above 0")
    # Fitting a box next to nothing would scale its drawing beyond all numbers.
    if min(values[2:]) < SMALLEST_BOX:
        raise ValueError(f"viewBox {text!r} is too small; its width and height are at least {SMALLEST_BOX:g}")
    return Rect(*values)
