"""Gradients as shading patterns (ISO 32000-1, 8.7.4.5, with functions of 7.10).

A PDF shading has no opacity. Where the stops differ in opacity, a second, grey pattern serves as a soft mask.
"""

from __future__ import annotations

from itertools import pairwise

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import LinearGradient, Paint, RadialGradient, Stop
from generator.write.colours.written_colours import RGB, WrittenColours
from generator.write.pdf_syntax import fine, matrix

Gradient = LinearGradient | RadialGradient


def simplify(paint: Paint, opacity: float) -> tuple[Paint, float]:
    """Return a paint and its opacity; a gradient of one colour or of no extent becomes the colour that SVG gives it."""
    if isinstance(paint, str):
        return paint, opacity
    if len(paint.stops) == 1 or _flat(paint):
        return paint.stops[-1][1], opacity * paint.stops[-1][2]
    return paint, opacity if has_varying_opacity(paint) else opacity * paint.stops[0][2]


def has_varying_opacity(paint: Paint) -> bool:
    """Whether the stops of a paint differ in opacity."""
    return not isinstance(paint, str) and len({stop[2] for stop in paint.stops}) > 1


def shading_pattern(paint: Gradient, base: Matrix, colours: WrittenColours = RGB) -> str:
    """Return the pattern dictionary of a gradient.

    `base` takes the shape's coordinates to those the content stream begins with.
    """
    return _pattern(paint, base, colours.space, colours.ramp(_ordered(paint.stops)))


def opacity_pattern(paint: Gradient) -> str:
    """Return the pattern dictionary that paints the opacities of a gradient's stops in grey."""
    return _pattern(
        paint, IDENTITY, "/DeviceGray", [(offset, fine(opacity)) for offset, _, opacity in _ordered(paint.stops)]
    )


def _pattern(paint: Gradient, base: Matrix, space: str, values: list[tuple[float, str]]) -> str:
    """Return a pattern dictionary; `values` are offsets and colours in the colour space `space`."""
    # SVG paints on beyond the ends of a gradient, PDF only with Extend.
    return (
        f"<</PatternType 2/Matrix[{matrix(base @ paint.matrix)}]/Shading<<{_axis(paint)}/ColorSpace{space}"
        f"/Extend[true true]/Function{_function(values)}>>>>"
    )


def _flat(paint: Gradient) -> bool:
    """Whether a gradient has no extent, so that it is one colour."""
    m = paint.matrix
    if abs(m.determinant) < 1e-12:
        return True
    if isinstance(paint, LinearGradient):
        return (paint.x1, paint.y1) == (paint.x2, paint.y2)
    return paint.r <= 0


def _axis(paint: Gradient) -> str:
    """Return the kind of a gradient and the coordinates of its ends."""
    if isinstance(paint, LinearGradient):
        return f"/ShadingType 2/Coords[{_fine(paint.x1, paint.y1, paint.x2, paint.y2)}]"
    return f"/ShadingType 3/Coords[{_fine(paint.fx, paint.fy, paint.fr, paint.cx, paint.cy, paint.r)}]"


def _fine(*values: float) -> str:
    """Return numbers to a millionth, with spaces between them."""
    return " ".join(map(fine, values))


def _ordered(stops: tuple[Stop, ...]) -> list[Stop]:
    """Return the stops in rising order, with one at 0 and one at 1."""
    placed: list[Stop] = []
    reached = 0.0
    for offset, paint, opacity in stops:
        # An offset below the one before it counts as equal to it, as in SVG.
        reached = max(reached, min(1.0, offset))
        placed.append((reached, paint, opacity))
    return [(0.0, *placed[0][1:]), *placed, (1.0, *placed[-1][1:])]


def _function(values: list[tuple[float, str]]) -> str:
    """Return the function from offset to colour. Two stops at one offset make a hard edge, with no ramp between."""
    pieces = [(start, end) for start, end in pairwise(values) if fine(start[0]) != fine(end[0])]
    ramps = [f"<</FunctionType 2/Domain[0 1]/N 1/C0[{start[1]}]/C1[{end[1]}]>>" for start, end in pieces]
    if len(ramps) == 1:
        return ramps[0]
    bounds = _fine(*(end[0] for _, end in pieces[:-1]))
    encode = "0 1 " * len(ramps)
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(ramps)}]/Bounds[{bounds}]/Encode[{encode}]>>"
