"""The colours of a shading: its space, and those that its functions lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.preflight.content.colour_space import ColourSpace, StrangeValueError, read_colour_space
from generator.preflight.content.pdf_values import MISREAD, is_array

_DEEPEST = 8
_MOST_SAMPLES = 5_000


def shading_space(shading: Any, named: Any = None) -> ColourSpace | None:
    """Return the colour space of a shading, with the `/ColorSpace` resources; None for one that cannot be read."""
    try:
        return read_colour_space(shading.ColorSpace, named)
    except MISREAD:
        return None


def shading_ink(shading: Any) -> float | None:
    """Return the most ink of a shading, in per cent; None where it is not known, as for RGB and functions in words.

    Colours between two others lie between them, and so does their ink.
    """
    space = shading_space(shading)
    if space is None or space.ink((0.0,) * space.components) is None or "/Function" not in shading:
        return None
    try:
        stated = shading.Function
        functions = list(stated) if is_array(stated) else [stated]
        if len(functions) == 1:
            inks = [space.ink(colour) for colour in _colours(functions[0], 0)]
        else:  # one function for each ink
            inks = [space.ink([max(map(max, _colours(function, 0)), default=0.0) for function in functions])]
    except MISREAD:
        return None
    amounts = [ink for ink in inks if ink is not None]
    return max(amounts, default=None)


def _colours(function: Any, depth: int) -> Iterator[list[float]]:
    """Yield the colours between which all colours of a function lie.

    Raises StrangeValueError for a function that is a program.
    """
    kind = int(function.FunctionType)
    if kind == 2:
        # An exponential function goes from C0 to C1 without leaving the range between them (ISO 32000-1, 7.10.3).
        yield [float(level) for level in function.get("/C0", [0])]
        yield [float(level) for level in function.get("/C1", [1])]
    elif kind == 3 and depth < _DEEPEST:
        for part in function.Functions:
            yield from _colours(part, depth + 1)
    elif kind == 0:
        yield from _samples(function)
    else:
        raise StrangeValueError


def _samples(function: Any) -> Iterator[list[float]]:
    """Yield the samples of a function given as a table.

    Raises StrangeValueError if it has not 8 bits, or is too long.
    """
    if int(function.BitsPerSample) != 8:
        raise StrangeValueError
    bounds = [float(bound) for bound in function.get("/Decode", function.Range)]
    count = len(bounds) // 2
    data = function.read_bytes()
    if len(data) > _MOST_SAMPLES * count:
        raise StrangeValueError
    pairs = [*zip(bounds[::2], bounds[1::2], strict=True)]
    for start in range(0, len(data) - count + 1, count):
        row = zip(data[start : start + count], pairs, strict=True)
        yield [low + value * (high - low) / 255 for value, (low, high) in row]
