"""The paths of SVG shapes, from the attributes of their elements; numbers are user units."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.base.geometry import Rect
from generator.typeset.paths.path_data import normalise, write_path
from generator.typeset.svg.attribute_values import length, numbers
from generator.typeset.svg.svg_tree import Element

Units = Mapping[str, float]
"""User units in each unit of length."""

QUARTER = 0.5522847498307936
"""Distance of the control points of a quarter circle, in radii: 4/3 tan(90 degrees / 4)."""

_BOX = "M # # L # # L # # L # # Z"
_CURVE = "C # # # # # #"
_ROUNDED = f"M # # L # # {_CURVE} L # # {_CURVE} L # # {_CURVE} L # # {_CURVE} Z"
_ELLIPSE = f"M # # {_CURVE} {_CURVE} {_CURVE} {_CURVE} Z"
_NOT_NEGATIVE = frozenset({"width", "height", "r", "rx", "ry"})


def shape_path(element: Element, units: Units, decimals: int = 4) -> str:
    """Return the path of a shape, '' where it has no size. Raises ValueError where an attribute is invalid."""
    return _PATHS[element.form.name](element, units, decimals)


def lengths(element: Element, units: Units, **defaults: float) -> list[float]:
    """Return the lengths of some attributes in user units, in the order of the keywords, which are their defaults.

    Raises ValueError with one argument for each invalid attribute.
    """
    values: list[float] = []
    wrong: list[str] = []
    for name, default in defaults.items():
        text = element.get(name)
        try:
            values.append(default if text is None else _length(name, text, units))
        except ValueError as error:
            wrong.append(f"{name}: {error}")
    if wrong:
        raise ValueError(*wrong)
    return values


def rect_path(rect: Rect, rx: float = 0.0, ry: float = 0.0, *, decimals: int = 4) -> str:
    """Return the path of a rectangle with corners of the radii rx and ry, limited to half a side.

    Empty where a side is 0.
    """
    if rect.width <= 0 or rect.height <= 0:
        return ""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    rx, ry = min(rx, rect.width / 2), min(ry, rect.height / 2)
    if rx <= 0 or ry <= 0:
        return write_path(_BOX, (x, y, right, y, right, bottom, x, bottom), decimals)
    kx, ky = rx * (1 - QUARTER), ry * (1 - QUARTER)
    top_right = (x + rx, y, right - rx, y, right - kx, y, right, y + ky, right, y + ry)
    bottom_right = (right, bottom - ry, right, bottom - ky, right - kx, bottom, right - rx, bottom)
    bottom_left = (x + rx, bottom, x + kx, bottom, x, bottom - ky, x, bottom - ry)
    top_left = (x, y + ry, x, y + ky, x + kx, y, x + rx, y)
    return write_path(_ROUNDED, (*top_right, *bottom_right, *bottom_left, *top_left), decimals)


def hexagon_path(rect: Rect, *, decimals: int = 4) -> str:
    """Return the path of a hexagon in a rectangle, a point in the middle of each shorter side.

    Its edges lie along the longer sides.
    """
    x, y, width, height = rect.x, rect.y, rect.width, rect.height
    if width >= height:
        points = [(0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0)]
    else:
        points = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]
    values = [value for across, down in points for value in (x + across * width, y + down * height)]
    return write_path("M # #" + " L # #" * 5 + " Z", values, decimals)


def _length(name: str, text: str, units: Units) -> float:
    """Return one attribute in user units. Raises ValueError for a size below 0."""
    value = length(text, units)
    if value < 0 and name in _NOT_NEGATIVE:
        raise ValueError(f"{text!r} is below 0")
    return value


def _rect(element: Element, units: Units, decimals: int) -> str:
    """Return the path of a `<rect>`; a radius that is not given is as long as the other one."""
    # -1 stands for a radius that is not given, as 0 asks for square corners.
    x, y, width, height, rx, ry = lengths(element, units, x=0, y=0, width=0, height=0, rx=-1, ry=-1)
    rect = Rect(x, y, width, height)
    return rect_path(rect, rx if rx >= 0 else max(ry, 0), ry if ry >= 0 else max(rx, 0), decimals=decimals)


def _ellipse(element: Element, units: Units, decimals: int) -> str:
    """Return the path of a `<circle>` or `<ellipse>`: four cubic curves, exact to 0.03 % of the radius."""
    names = {"r": 0} if element.name == "circle" else {"rx": -1, "ry": -1}
    cx, cy, *radii = lengths(element, units, cx=0, cy=0, **names)
    # A radius that is not given is as long as the other one (SVG 2, `auto`).
    rx, ry = (radius if radius >= 0 else max(radii) for radius in (radii[0], radii[-1]))
    if rx <= 0 or ry <= 0:
        return ""
    left_edge, right, top, bottom = cx - rx, cx + rx, cy - ry, cy + ry
    kx, ky = rx * QUARTER, ry * QUARTER
    lower = (right, cy, right, cy + ky, cx + kx, bottom, cx, bottom, cx - kx, bottom, left_edge, cy + ky, left_edge, cy)
    upper = (left_edge, cy - ky, cx - kx, top, cx, top, cx + kx, top, right, cy - ky, right, cy)
    return write_path(_ELLIPSE, (*lower, *upper), decimals)


def _polygon(element: Element, _: Units, decimals: int) -> str:
    """Return the path of a `<polygon>` or `<polyline>`; '' for fewer than two points."""
    points = numbers(element.get("points") or "")
    if len(points) % 2:
        raise ValueError(f"points has {len(points)} numbers; each point takes two")
    if len(points) < 4:
        return ""
    form = "M # #" + " L # #" * (len(points) // 2 - 1)
    return write_path(f"{form} Z" if element.name == "polygon" else form, points, decimals)


_PATHS: Mapping[str, Callable[[Element, Units, int], str]] = {
    "path": lambda element, _, decimals: normalise(element.get("d") or "", decimals),
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": lambda line, units, decimals: write_path(
        "M # # L # #", lengths(line, units, x1=0, y1=0, x2=0, y2=0), decimals
    ),
    "polyline": _polygon,
    "polygon": _polygon,
}
