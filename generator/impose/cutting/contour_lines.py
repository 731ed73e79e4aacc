"""The paths of a knife as lines on a press sheet, in an ink of their own, as cutting printers want them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from generator.base.geometry import Point
from generator.base.records import replace
from generator.base.units import decimal
from generator.impose.cutting.arc_fitting import arc_centre
from generator.impose.cutting.cut_paths import CornerOf, cut_sheet
from generator.impose.marks.cut_marks import HAIRLINE
from generator.model.cutting.cut_sheet import COLOURS, CUT, CutPath, CutSheet, Vertex
from generator.model.face import Shape, Stroke
from generator.model.press_sheet import PressSheet


def with_contours(sheets: Iterable[PressSheet], corner_of: CornerOf, stroke: Stroke) -> tuple[PressSheet, ...]:
    """Return press sheets with a line along each cut on their rectos, over everything else."""
    return tuple(
        replace(sheet, marks=(*sheet.marks, *_contours(sheet, corner_of, stroke))) if sheet.side == "recto" else sheet
        for sheet in sheets
    )


def _contours(sheet: PressSheet, corner_of: CornerOf, stroke: Stroke) -> list[Shape]:
    """Return the cuts of one press sheet as lines drawn with a stroke."""
    cuts = [path for path in cut_sheet(sheet, corner_of).paths if path.layer == CUT]
    return [Shape(curved_path(path), stroke=stroke) for path in cuts]


def cut_page(cut: CutSheet) -> PressSheet:
    """Return a page with the paths of a machine and nothing else, for programs that open PDF files."""
    lines = (Shape(curved_path(path), stroke=Stroke(COLOURS[path.layer], HAIRLINE)) for path in cut.paths)
    return PressSheet(cut.size, "recto", 1, (), tuple(lines))


def curved_path(path: CutPath) -> str:
    """Return a path in the words of a Shape, which knows Bézier curves and no arcs.

    >>> curved_path(CutPath(CUT, ((0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (0.0, 5.0, 0.0)), closed=True))
    'M 0 0 L 10 0 L 0 5 Z'
    """
    vertices = path.vertices
    following = (*vertices[1:], vertices[0]) if path.closed else vertices[1:]
    words = [f"M {_words(vertices[0][:2])}"]
    words += [_segment(start, end) for start, end in zip(vertices, following, strict=False)]
    if path.closed and not vertices[-1][2]:
        words.pop()  # the straight line back is that of Z
    return " ".join([*words, "Z"] if path.closed else words)


def _segment(start: Vertex, end: Vertex) -> str:
    """Return the words of one side of a path: a straight line, or Bézier curves of a quarter circle at most."""
    bulge = start[2]
    if not bulge:
        return f"L {_words(end[:2])}"
    centre, angle = arc_centre(start[:2], end[:2], bulge), 4 * math.atan(bulge)
    # A hundredth less, so that rounding does not divide a quarter circle in two.
    count = math.ceil(abs(angle) / (math.pi / 2) - 0.01)
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    radius, step = math.dist(centre, start[:2]), angle / count
    return " ".join(_curve(centre, radius, first + index * step, step) for index in range(count))


def _curve(centre: Point, radius: float, start: float, step: float) -> str:
    """Return the Bézier curve of an arc of a quarter circle at most, from its first control point on."""
    reach = 4 / 3 * math.tan(step / 4)
    one, two = _at(centre, radius, start), _at(centre, radius, start + step)
    first = one[0] - reach * (one[1] - centre[1]), one[1] + reach * (one[0] - centre[0])
    second = two[0] + reach * (two[1] - centre[1]), two[1] - reach * (two[0] - centre[0])
    return f"C {_words(first)} {_words(second)} {_words(two)}"


def _at(centre: Point, radius: float, angle: float) -> Point:
    """Return the point of a circle at an angle in radians."""
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _words(point: Point) -> str:
    """Return a point as the two numbers of a path."""
    return f"{decimal(point[0])} {decimal(point[1])}"
