"""The bounding box of ink."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from generator.base.geometry import Matrix, Rect
from generator.model.face import GlyphRun, Group, Image, Ink, Part, Raster, Shape, Use
from generator.typeset.paths.contour import path_box, transform_path

Parts = Mapping[str, Part | Raster]
_ASCENT, _DESCENT = 0.75, 0.25
"""Height of letters above and below their baseline, in sizes; an estimate, good enough for a warning."""


def extent(ink: Iterable[Ink], matrix: Matrix, parts: Parts, *, strokes: bool = False) -> Rect | None:
    """The bounding box of ink under a matrix, with or without strokes; None for no ink."""
    box: Rect | None = None
    for item in ink:
        reach = _reach(item, matrix, parts, strokes)
        if reach is not None:
            box = reach if box is None else box.union(reach)
    return box


def _reach(item: Ink, matrix: Matrix, parts: Parts, strokes: bool) -> Rect | None:
    match item:
        case Shape():
            return _shape(item, matrix, strokes)
        case Group():
            return extent(item.ink, matrix @ item.matrix, parts, strokes=strokes)
        case GlyphRun():
            letters = Rect(item.x, item.y - _ASCENT * item.size, item.width, (_ASCENT + _DESCENT) * item.size)
            return matrix.bounding_box(letters)
        case Image():
            return matrix.bounding_box(item.rect)
        case Use():
            part = parts.get(item.part)
            return extent(part.ink, matrix @ item.matrix, parts, strokes=strokes) if isinstance(part, Part) else None


def _shape(shape: Shape, matrix: Matrix, strokes: bool) -> Rect | None:
    flat = matrix.b == matrix.c == 0
    box = path_box(shape.path) if flat else path_box(transform_path(shape.path, matrix, 9))
    if box is None:
        return None
    if flat:
        box = matrix.bounding_box(box)
    if strokes and shape.stroke:
        stroke = shape.stroke
        corner = stroke.miter if stroke.join == "miter" else math.sqrt(2)  # a square cap reaches sqrt(2) half widths
        scale = max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        box = box.expand(stroke.width / 2 * max(corner, math.sqrt(2)) * scale)
    return box
