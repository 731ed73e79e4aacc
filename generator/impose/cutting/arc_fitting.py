"""Outlines of straight lines and Bézier curves as straight lines and arcs, which cutting machines take."""

from __future__ import annotations

import math
from collections.abc import Iterator

from generator.base.geometry import Matrix, Point
from generator.base.units import MM
from generator.model.cutting.cut_sheet import Vertex

TOLERANCE = 0.01 * MM
"""How far an arc may lie from its curve: less than any knife shows."""

Curve = tuple[Point, Point, Point, Point]

_DEEPEST = 8  # halvings of one curve: 256 arcs
_SAMPLES = (0.125, 0.25, 0.375, 0.625, 0.75, 0.875)
_LONGEST = 0.75  # bulge: arcs of more than 147 degrees are divided, as their middle says too little of them


def arc_paths(path: str, matrix: Matrix) -> Iterator[tuple[tuple[Vertex, ...], bool]]:
    """Yield the vertices of each outline of a Shape's path, moved by a matrix, and whether it is closed.

    >>> from generator.base.geometry import IDENTITY
    >>> list(arc_paths("M 0 0 L 10 0 L 10 5 Z", IDENTITY))
    [(((0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (10.0, 5.0, 0.0)), True)]
    """
    for outline in path.split("M")[1:]:
        vertices, end = _vertices(outline.split(), matrix)
        if not vertices:
            continue
        returns = len(vertices) > 1 and math.dist(vertices[0][:2], end) < TOLERANCE
        yield tuple(vertices if returns else [*vertices, (*end, 0.0)]), returns or outline.rstrip().endswith("Z")


def _vertices(words: list[str], matrix: Matrix) -> tuple[list[Vertex], Point]:
    """Return the points where lines and arcs of one outline begin, and the point where the outline ends."""
    point = matrix.apply(float(words[0]), float(words[1]))
    vertices: list[Vertex] = []
    index = 2
    while index < len(words):
        letter, index = words[index], index + 1
        count = {"L": 2, "C": 6}.get(letter, 0)
        numbers = [float(word) for word in words[index : index + count]]
        points = [matrix.apply(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if points and points[-1] != point:
            vertices += _arcs((point, points[0], points[1], points[2]), 0) if letter == "C" else [(*point, 0.0)]
            point = points[-1]
        index += count
    return vertices, point


def _arcs(curve: Curve, depth: int) -> list[Vertex]:
    """Return the vertices of a curve without its end: one where a single arc fits, else the vertices of both halves."""
    middle = _point(curve, 0.5)
    bulge = _bulge(curve[0], middle, curve[3])
    if depth >= _DEEPEST or (bulge is not None and _fits(curve, middle, bulge)):
        return [(*curve[0], bulge or 0.0)]
    first, second = _halves(curve)
    return _arcs(first, depth + 1) + _arcs(second, depth + 1)


def _bulge(start: Point, middle: Point, end: Point) -> float | None:
    """Return the bulge of the arc through three points, as in DXF; None if two of the points coincide.

    The bulge is the tangent of a quarter of the arc's angle, which is twice the turn at the middle point.
    """
    ax, ay, bx, by = middle[0] - start[0], middle[1] - start[1], end[0] - middle[0], end[1] - middle[1]
    lengths = math.hypot(ax, ay) * math.hypot(bx, by)
    if lengths == 0.0 or math.dist(start, end) < TOLERANCE:
        return None
    cross, dot = ax * by - ay * bx, ax * bx + ay * by
    if lengths + dot <= 0.0:
        return None
    # The tangent of a quarter of the arc's angle, as DXF has it: tan(a/2) = sin a / (1 + cos a).
    bulge = cross / (lengths + dot)
    return 0.0 if abs(bulge) * math.dist(start, end) < TOLERANCE / 5 else bulge


def _fits(curve: Curve, middle: Point, bulge: float) -> bool:
    """Whether a single arc lies within TOLERANCE of a curve; `middle` is the curve's middle point."""
    if abs(bulge) > _LONGEST:
        return False
    # The middle itself lies on the arc, so it need not be sampled.
    samples = [_point(curve, share) for share in _SAMPLES]
    if bulge == 0.0:
        return all(_distance_to_line(point, curve[0], curve[3]) <= TOLERANCE for point in samples)
    centre = arc_centre(curve[0], curve[3], bulge)
    radius = math.dist(centre, middle)
    return all(abs(math.dist(centre, point) - radius) <= TOLERANCE for point in samples)


def arc_centre(start: Point, end: Point, bulge: float) -> Point:
    """Return the centre of the arc between two points with a bulge, the tangent of a quarter of the arc's angle."""
    scale = (1 - bulge * bulge) / (4 * bulge)
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (start[0] + end[0]) / 2 - scale * dy, (start[1] + end[1]) / 2 + scale * dx


def _distance_to_line(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the straight line through two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return abs(dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / math.hypot(dx, dy)


def _point(curve: Curve, share: float) -> Point:
    """Return the point of a Bézier curve at a share, from 0 at its start to 1 at its end."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    to = 1 - share
    a, b, c, d = to * to * to, 3 * to * to * share, 3 * to * share * share, share * share * share
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _halves(curve: Curve) -> tuple[Curve, Curve]:
    """Return the two halves of a Bézier curve, divided in the middle (de Casteljau)."""
    a, b, c, d = curve
    ab, bc, cd = _middle(a, b), _middle(b, c), _middle(c, d)
    abc, bcd = _middle(ab, bc), _middle(bc, cd)
    middle = _middle(abc, bcd)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def _middle(one: Point, other: Point) -> Point:
    """Return the point halfway between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
