"""Marks on a face for texts that leave their limits: the limit outlined and the excess hatched, both in red."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Rect
from generator.base.records import replace
from generator.model.face import Clip, Drawing, Face, Group, Ink, Shape, Stroke, TextExcess, UnfinishedFaceError
from generator.write.svg.drawing import border

RED = "#d4001a"
_OUTLINE, _HATCH = Stroke(RED, 1.0), Stroke(RED, 0.5)
_STEP = 3.0
"""Distance between the lines of the hatching, in points."""
_TINT = 0.14
_LEAST = 0.5
"""Least width of a hatched part, in points: less would not be seen."""


def with_excess_marks(unfinished: UnfinishedFaceError) -> Face:
    """Return the drawable part of a face, with red marks above all else."""
    face = unfinished.face
    # Marks further away than that would lie outside of the picture.
    reach = face.trim.width + face.trim.height + 4 * face.bleed
    marks = [Group(tuple(_marks(excess, reach)), excess.matrix) for excess in unfinished.excesses]
    ink, parts = face.ink.unpack()
    return replace(face, ink=Drawing.of((*ink, *marks), parts))


def _marks(excess: TextExcess, reach: float) -> Iterator[Ink]:
    """Yield the marks of one text that does not fit.

    Ink further than `reach` points from its limit is not on the face.
    """
    if excess.limit is None:
        yield from _hatched(excess.box)
        return
    for part in _outside(excess.box.intersection(excess.limit.expand(reach)), excess.limit):
        yield from _hatched(part)
    yield Shape(border(excess.limit), stroke=_OUTLINE)


def _outside(box: Rect, limit: Rect) -> Iterator[Rect]:
    """Yield the parts of a box outside of a limit: above and below as wide as the box, and beside."""
    if box.y < limit.y:
        yield Rect(box.x, box.y, box.width, max(limit.y - box.y, _LEAST))
    if box.bottom > limit.bottom:
        yield Rect(box.x, limit.bottom, box.width, max(box.bottom - limit.bottom, _LEAST))
    top, bottom = max(box.y, limit.y), min(box.bottom, limit.bottom)
    if box.x < limit.x:
        yield Rect(box.x, top, max(limit.x - box.x, _LEAST), bottom - top)
    if box.right > limit.right:
        yield Rect(limit.right, top, max(box.right - limit.right, _LEAST), bottom - top)


def _hatched(rect: Rect) -> Iterator[Ink]:
    """Yield a tint and slanted lines over a rectangle; nothing for an empty one."""
    if rect.width <= 0 or rect.height <= 0:
        return
    outline = border(rect)
    yield Shape(outline, RED, _TINT)
    across = rect.width + rect.height
    lines = (
        f"M {rect.x + distance:.2f} {rect.y:.2f} L {rect.x + distance - rect.height:.2f} {rect.bottom:.2f}"
        for distance in (number * _STEP for number in range(1, int(across / _STEP) + 1))
    )
    if path := " ".join(lines):
        # Slanted lines begin and end outside the rectangle, so they are clipped.
        yield Group((Shape(path, stroke=_HATCH),), clip=Clip(outline))
