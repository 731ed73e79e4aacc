"""Parse the `transform` attribute to a matrix."""

from __future__ import annotations

import math
import re

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix
from generator.typeset.svg.attribute_numbers import numbers

_STEP = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)[\s,]*")
_TAKES = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}


def transform(text: str) -> Matrix:
    """The matrix of a list such as `translate(3 4) rotate(45)`; the last step applies first.

    Raises ValueError where it cannot be parsed, and where it flattens what it draws.

    >>> transform("translate(3 4) scale(2)").apply(1, 1)
    (5.0, 6.0)
    """
    matrix = IDENTITY
    at = 0
    while found := _STEP.match(text, at):
        matrix = matrix @ _step(found[1], found[2])
        at = found.end()
    if rest := text[at:].strip():
        raise ValueError(f"transform cannot be read at {rest[:24]!r}; write it like 'translate(3 4) rotate(45)'")
    # A matrix without area has no inverse, and PDF viewers differ in what they draw with it.
    if abs(matrix.a * matrix.d - matrix.b * matrix.c) < 1e-12:
        raise ValueError(f"transform {text!r} flattens what it draws")
    return matrix


def _step(name: str, text: str) -> Matrix:
    if name not in _TAKES:
        raise ValueError(f"transform {name!r} is unknown{suggestion(name, list(_TAKES))}")
    values = numbers(text)
    if len(values) not in _TAKES[name]:
        wanted = " or ".join(map(str, _TAKES[name]))
        raise ValueError(f"transform '{name}({text})' takes {wanted} number{'s' if wanted != '1' else ''}")
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
