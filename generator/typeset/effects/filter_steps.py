"""Read `<filter>`: its steps, each with its numbers, colours and the names of what it takes (Filter Effects Module)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from generator.base.records import dataclass
from generator.typeset.svg.attribute_values import colour, keyword, number, numbers, share
from generator.typeset.svg.svg_tree import Element

MOST_STEPS = 60
SOURCE, SOURCE_ALPHA = "SourceGraphic", "SourceAlpha"
_SOURCES = frozenset({SOURCE, SOURCE_ALPHA})
_NOT_ON_PAPER = ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint")
_SPACES = ("linearRGB", "sRGB")
_COMPOSITES = ("over", "in", "out", "atop", "xor", "lighter", "arithmetic")
_OPERATORS = ("over", "in", "out", "atop", "arithmetic")

Row = tuple[float, ...]
Curve = Callable[[float], float]
"""Takes and returns a value from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a filter; lengths are in the units of `<filter primitiveUnits>`."""

    name: str
    """Name of its element."""
    takes: tuple[str, ...]
    """Names of the results it takes; '' for the result of the step before."""
    result: str
    is_linear: bool
    """Whether colours are mixed as light, not as values of sRGB."""
    across: float = 0.0
    """Standard deviation, offset or radius, to the right or to both sides; `down` likewise."""
    down: float = 0.0
    colour: tuple[int, int, int] = (0, 0, 0)
    opacity: float = 1.0
    operator: str = ""
    """Operator of feComposite and feMorphology."""
    numbers: tuple[Row, ...] = ()
    """The rows of a colour matrix; the four factors of feComposite."""
    curves: tuple[Curve | None, ...] = ()

    @property
    def fills_region(self) -> bool:
        """Return whether the step paints where its input is transparent, up to the edges of the filter's region."""
        if self.name == "feFlood":
            return True
        if self.name == "feColorMatrix":
            return self.numbers[3][4] > 0
        if self.name == "feComponentTransfer":
            return self.curves[3] is not None and self.curves[3](0.0) > 0
        return self.operator == "arithmetic" and self.numbers[0][3] > 0


class Filter(NamedTuple):
    """A filter with its steps."""

    element: Element
    steps: tuple[Step, ...]


def read_filter(element: Element) -> Filter:
    """Read a filter. Raises ValueError, which names the step, where one cannot be read.

    The error has no words where a step was refused before, with a fault of its own.
    """
    if element.is_partial:
        raise ValueError
    children = [child for child in element.elements() if child.name.startswith("fe")]
    if not children:
        raise ValueError(f"filter '#{element.id}' is empty")
    if len(children) > MOST_STEPS:
        raise ValueError(f"filter '#{element.id}' has more than {MOST_STEPS} steps")
    space = element.get("color-interpolation-filters")
    return Filter(element, tuple(_named(child, space, number) for number, child in enumerate(children, 1)))


def _named(child: Element, space: str | None, number: int) -> Step:
    """Read one step of a filter. Raises ValueError that begins with the step's element and number."""
    try:
        return _step(child, space)
    except ValueError as error:
        raise ValueError(*(f"{child.name}, step {number}: {fault}" for fault in error.args)) from None


def _step(child: Element, space: str | None) -> Step:
    """Read one step; `space` is the colour space of the filter, for a step that says none."""
    space_name = child.get("color-interpolation-filters") or space
    is_linear = keyword("color-interpolation-filters", space_name, _SPACES) == "linearRGB"
    values = _READERS[child.name](child)
    return Step(child.name, _takes(child), child.get("result") or "", is_linear, **values)  # type: ignore[arg-type]


def _takes(child: Element) -> tuple[str, ...]:
    """Return the names of the results that a step takes, '' for the result before it.

    Raises ValueError for names that exist on no paper, such as BackgroundImage.
    """
    if child.name == "feFlood":
        return ()
    if child.name == "feMerge":
        names = [node.get("in") or "" for node in child.elements() if node.name == "feMergeNode"]
    else:
        names = [child.get("in") or ""]
        if child.name in {"feComposite", "feBlend"}:
            names.append(child.get("in2") or "")
    if child.get("result") in _SOURCES:
        raise ValueError(f"result={child.get('result')!r} is the name of what the filter is given; choose another")
    for name in names:
        if name in _NOT_ON_PAPER:
            raise ValueError(f"in={name!r} is not supported; use SourceGraphic or SourceAlpha")
    return tuple(names)


def _pair(child: Element, name: str, default: float = 0.0) -> tuple[float, float]:
    """Return an attribute of one or two numbers as two: across and down. Raises ValueError for numbers below 0."""
    values = numbers(child.get(name) or str(default))
    if len(values) not in (1, 2) or min(values) < 0:
        raise ValueError(f"{name} {child.get(name)!r} is not one or two numbers of at least 0")
    return values[0], values[-1]


def _blur(child: Element) -> dict[str, object]:
    """Return the fields of `feGaussianBlur`: its standard deviations."""
    across, down = _pair(child, "stdDeviation")
    return {"across": across, "down": down}


def _offset(child: Element) -> dict[str, object]:
    """Return the fields of `feOffset`: its shift to the right and down."""
    return {"across": number(child.get("dx") or "0"), "down": number(child.get("dy") or "0")}


def _flood(child: Element) -> dict[str, object]:
    """Return the fields of `feFlood`: its colour and opacity."""
    text = colour(child.get("flood-color") or "#000000")
    red, green, blue = (int(text[start : start + 2], 16) for start in (1, 3, 5))
    return {"colour": (red, green, blue), "opacity": share(child.get("flood-opacity") or "1")}


def _shadow(child: Element) -> dict[str, object]:
    """Return the fields of `feDropShadow`: colour, opacity, shift and standard deviations."""
    # The initial values of feDropShadow are 2, unlike those of the steps it stands for (Filter Effects Module, 9.12).
    deviation = _pair(child, "stdDeviation", 2.0)
    dx, dy = (number(child.get(name) or "2") for name in ("dx", "dy"))
    return {**_flood(child), "across": dx, "down": dy, "numbers": (deviation,)}


def _composite(child: Element) -> dict[str, object]:
    """Return the fields of `feComposite`: its operator and the factors k1 to k4.

    Raises ValueError for other operators.
    """
    operator = keyword("operator", child.get("operator"), _COMPOSITES)
    if operator not in _OPERATORS:
        raise ValueError(f"operator {operator!r} is not supported; it takes {', '.join(_OPERATORS)}")
    return {
        "operator": operator,
        "numbers": (tuple(number(child.get(f"k{number_}") or "0") for number_ in range(1, 5)),),
    }


def _blend(child: Element) -> dict[str, object]:
    """Return no fields for `feBlend` in mode normal, the only one supported. Raises ValueError for other modes."""
    mode = child.get("mode") or "normal"
    if mode != "normal":
        raise ValueError(f"mode {mode!r} is not supported in a filter; write mix-blend-mode on the element")
    return {}


def _morphology(child: Element) -> dict[str, object]:
    """Return the fields of `feMorphology`: its radii and whether it erodes or dilates.

    Raises ValueError for a radius of 0.
    """
    across, down = _pair(child, "radius")
    if not across or not down:
        raise ValueError("radius is 0, where viewers differ in what they draw; write one above 0")
    return {"across": across, "down": down, "operator": keyword("operator", child.get("operator"), ("erode", "dilate"))}


_IDENTITY: tuple[Row, ...] = ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0))
# The numbers of luminanceToAlpha and of the matrices below are those of the Filter Effects Module, 9.6.
_LUMINANCE = (0.2125, 0.7154, 0.0721)
_TYPES = ("matrix", "saturate", "hueRotate", "luminanceToAlpha")


def _colour_matrix(child: Element) -> dict[str, object]:
    """Return the rows of `feColorMatrix`, with the types saturate, hueRotate and luminanceToAlpha written out."""
    kind, text = keyword("type", child.get("type"), _TYPES), child.get("values")
    if kind == "luminanceToAlpha":
        return {"numbers": ((0.0,) * 5, (0.0,) * 5, (0.0,) * 5, (*_LUMINANCE, 0.0, 0.0))}
    if text is None:
        return {"numbers": _IDENTITY}
    values = numbers(text)
    if len(values) != (20 if kind == "matrix" else 1):
        raise ValueError(f"values has {len(values)} numbers; {kind} takes {20 if kind == 'matrix' else 1}")
    if kind == "matrix":
        return {"numbers": tuple(tuple(values[start : start + 5]) for start in range(0, 20, 5))}
    # Browsers clamp such colours, others do not.
    if kind == "saturate" and values[0] > 1:
        raise ValueError(f"values {text!r} is above 1, where viewers differ in what they draw; use 1 at most")
    return {"numbers": _saturation(values[0]) if kind == "saturate" else _turned_hue(math.radians(values[0]))}


def _saturation(s: float) -> tuple[Row, ...]:
    """Return the colour matrix that keeps the share `s` of the saturation."""
    rows = [
        tuple(weight * (1 - s) + (s if column == row else 0) for column, weight in enumerate(_MIX)) for row in range(3)
    ]
    return (*((*row, 0.0, 0.0) for row in rows), _IDENTITY[3])


_MIX = (0.213, 0.715, 0.072)
_COS = ((0.787, -0.715, -0.072), (-0.213, 0.285, -0.072), (-0.213, -0.715, 0.928))
_SIN = ((-0.213, -0.715, 0.928), (0.143, 0.140, -0.283), (-0.787, 0.715, 0.072))


def _turned_hue(angle: float) -> tuple[Row, ...]:
    """Return the colour matrix that turns hues by an angle in radians."""
    rows = [
        tuple(m + math.cos(angle) * c + math.sin(angle) * s for m, c, s in zip(_MIX, cos, sin, strict=True))
        for cos, sin in zip(_COS, _SIN, strict=True)
    ]
    return (*((*row, 0.0, 0.0) for row in rows), _IDENTITY[3])


def _transfer(child: Element) -> dict[str, object]:
    """Return the curves of `feComponentTransfer` for red, green, blue and opacity; None where a channel stays."""
    functions = {function.name: function for function in child.elements()}
    names = ("feFuncR", "feFuncG", "feFuncB", "feFuncA")
    return {"curves": tuple(_curve(functions[name]) if name in functions else None for name in names)}


def _curve(function: Element) -> Curve | None:
    """Return the curve of a transfer function such as `<feFuncR>`; None where it changes nothing."""
    kind = keyword("type", function.get("type"), ("identity", "table", "discrete", "linear", "gamma"))
    if kind == "identity":
        return None
    if kind in {"table", "discrete"}:
        values = numbers(function.get("tableValues") or "")
        return _steps_of(values, smooth=kind == "table") if values else None
    if kind == "linear":
        slope, intercept = number(function.get("slope") or "1"), number(function.get("intercept") or "0")
        return lambda value: slope * value + intercept
    amplitude, exponent = number(function.get("amplitude") or "1"), number(function.get("exponent") or "1")
    shift = number(function.get("offset") or "0")
    # 0 has no power below 0.
    return lambda value: amplitude * value**exponent + shift if value or exponent > 0 else shift


def _steps_of(values: Sequence[float], *, smooth: bool) -> Curve:
    """Return the curve through values at equal distances, joined by lines if `smooth`, else in steps."""

    def curve(value: float) -> float:
        """Return the value of the curve at a value from 0 to 1."""
        if not smooth or len(values) == 1:
            return values[min(int(value * len(values)), len(values) - 1)]
        # At 1 the last segment ends, and no other begins.
        index = min(int(value * (len(values) - 1)), len(values) - 2)
        return values[index] + (value * (len(values) - 1) - index) * (values[index + 1] - values[index])

    return curve


_READERS: dict[str, Callable[[Element], dict[str, object]]] = {
    "feBlend": _blend,
    "feColorMatrix": _colour_matrix,
    "feComponentTransfer": _transfer,
    "feComposite": _composite,
    "feDropShadow": _shadow,
    "feFlood": _flood,
    "feGaussianBlur": _blur,
    "feMerge": lambda _: {},
    "feMorphology": _morphology,
    "feOffset": _offset,
}
