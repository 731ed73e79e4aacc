"""Mixes the colour of transparent ink with the colour below it, in sRGB as screens do."""

from __future__ import annotations

from itertools import pairwise

from generator.base.errors import HandledError
from generator.base.geometry import Matrix
from generator.base.records import replace
from generator.model.face import GlyphRun, LinearGradient, Paint, RadialGradient, Shape, Stop, Stroke
from generator.write.colours.written_colours import mixed_colour

STEPS = 16
"""Parts of a gradient whose opacity changes too: colour and opacity together are no straight line."""


class NotFlatError(HandledError):
    """Transparency that cannot be drawn with opaque colours; the text names the reason."""


def mixed_paint(below: Paint, above: Paint, opacity: float, matrix: Matrix) -> Paint:
    """Return the opaque paint of one colour or gradient seen through another.

    `opacity` is of the upper one; `matrix` takes its coordinates to those of the lower one. Raises NotFlatError for a
    gradient over a gradient.
    """
    if isinstance(above, str):
        if isinstance(below, str):
            return mixed_colour(below, above, opacity)
        stops = tuple((offset, mixed_colour(paint, above, opacity), 1.0) for offset, paint, _ in below.stops)
        return replace(below, stops=stops)
    if not isinstance(below, str):
        raise NotFlatError("a gradient shines through a gradient")
    stops = tuple(
        (offset, mixed_colour(below, paint, stop_opacity * opacity), 1.0)
        for offset, paint, stop_opacity in _fine_stops(above)
    )
    return replace(above, stops=stops, matrix=matrix @ above.matrix)


def _fine_stops(gradient: LinearGradient | RadialGradient) -> list[Stop]:
    """Return the stops of a gradient, with more of them where the opacity changes."""
    stops = [gradient.stops[0]]
    for one, other in pairwise(gradient.stops):
        # With one opacity the mixed colours change as evenly as the gradient's own.
        steps = 1 if one[2] == other[2] else STEPS
        stops += (_between(one, other, number / steps) for number in range(1, steps + 1))
    return stops


def _between(one: Stop, other: Stop, part: float) -> Stop:
    """Return a stop between two others, at a part from 0 to 1."""
    offset, opacity = (first + (second - first) * part for first, second in ((one[0], other[0]), (one[2], other[2])))
    return offset, mixed_colour(one[1], other[1], part), opacity


def seen_through(item: Shape | GlyphRun, above: Paint, opacity: float, matrix: Matrix) -> Shape | GlyphRun:
    """Return an opaque shape or text as it is seen through a paint.

    Raises NotFlatError for text under a gradient, or a gradient under one.
    """
    if isinstance(item, GlyphRun):
        if not isinstance(above, str):
            raise NotFlatError("text is seen through a gradient")
        return replace(item, fill=mixed_colour(item.fill, above, opacity))
    fill = None if item.fill is None else mixed_paint(item.fill, above, opacity, matrix)
    stroke = item.stroke and replace(item.stroke, paint=mixed_paint(item.stroke.paint, above, opacity, matrix))
    return replace(item, fill=fill, stroke=stroke)


def opacity_of(item: Shape | GlyphRun) -> float:
    """Return the constant opacity of text, or of a shape that is either filled or stroked."""
    if isinstance(item, GlyphRun):
        return item.opacity
    return item.stroke.opacity if item.stroke else item.opacity


def paint_of(item: Shape | GlyphRun) -> Paint:
    """Return the paint of text, or of a shape that is either filled or stroked."""
    if isinstance(item, GlyphRun):
        return item.fill
    return item.stroke.paint if item.stroke else item.fill or "#000000"


def painted(item: Shape | GlyphRun, paint: Paint) -> Shape | GlyphRun:
    """Return text, or a shape that is either filled or stroked, opaque and in another paint.

    Raises NotFlatError for text in a gradient.
    """
    if isinstance(item, GlyphRun):
        if not isinstance(paint, str):
            raise NotFlatError("text is filled with a gradient")
        return replace(item, fill=paint, opacity=1.0)
    if item.stroke:
        return replace(item, stroke=replace(item.stroke, paint=paint, opacity=1.0))
    return replace(item, fill=paint, opacity=1.0)


def is_opaque(paint: Paint | None) -> bool:
    """Return whether a paint is opaque: a flat colour, or a gradient with opaque stops only."""
    return paint is None or isinstance(paint, str) or all(stop[2] == 1 for stop in paint.stops)


def is_opaque_item(item: Shape | GlyphRun) -> bool:
    """Return whether both the fill and the stroke of an item are opaque."""
    if isinstance(item, GlyphRun):
        return item.opacity == 1
    return (item.fill is None or (item.opacity == 1 and is_opaque(item.fill))) and _is_opaque_stroke(item.stroke)


def _is_opaque_stroke(stroke: Stroke | None) -> bool:
    """Return whether a stroke is opaque, not drawn, or None."""
    # A stroke without width is not drawn, whatever its opacity (SVG 2, `stroke-width`).
    return stroke is None or stroke.width <= 0 or (stroke.opacity == 1 and is_opaque(stroke.paint))
