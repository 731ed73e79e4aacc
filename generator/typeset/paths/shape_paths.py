"""The paths of SVG shapes, from the attributes of their elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.typeset.paths import basic_shapes
from generator.typeset.paths.path_data import normalise
from generator.typeset.svg.attribute_numbers import length, numbers
from generator.typeset.svg.svg_tree import Element

Units = Mapping[str, float]
"""User units in each unit of length."""

_NOT_NEGATIVE = frozenset({"width", "height", "r", "rx", "ry"})


def shape_path(element: Element, units: Units, decimals: int = 4) -> str:
    """The path of a shape, '' where it has no size; raises ValueError where an attribute is invalid."""
    return _PATHS[element.form.name](element, units, decimals)


def lengths(element: Element, units: Units, **defaults: float) -> list[float]:
    """The lengths of some attributes in user units, in the order of the keywords.

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


def _length(name: str, text: str, units: Units) -> float:
    value = length(text, units)
    if value < 0 and name in _NOT_NEGATIVE:
        raise ValueError(f"{text!r} is below 0")
    return value


def _rect(element: Element, units: Units, decimals: int) -> str:
    x, y, width, height, rx, ry = lengths(element, units, x=0, y=0, width=0, height=0, rx=-1, ry=-1)
    rx, ry = (rx if rx >= 0 else max(ry, 0)), (ry if ry >= 0 else max(rx, 0))
    return basic_shapes.rect(x, y, width, height, rx, ry, decimals=decimals)


def _ellipse(element: Element, units: Units, decimals: int) -> str:
    names = {"r": 0} if element.name == "circle" else {"rx": 0, "ry": 0}
    cx, cy, *radii = lengths(element, units, cx=0, cy=0, **names)
    return basic_shapes.ellipse(cx, cy, radii[0], radii[-1], decimals=decimals)


def _line(element: Element, units: Units, decimals: int) -> str:
    return basic_shapes.line(*lengths(element, units, x1=0, y1=0, x2=0, y2=0), decimals=decimals)


def _polygon(element: Element, _: Units, decimals: int) -> str:
    points = numbers(element.get("points") or "")
    return basic_shapes.polygon(points, closed=element.name == "polygon", decimals=decimals)


_PATHS: Mapping[str, Callable[[Element, Units, int], str]] = {
    "path": lambda element, _, decimals: normalise(element.get("d") or "", decimals),
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polygon,
    "polygon": _polygon,
}
