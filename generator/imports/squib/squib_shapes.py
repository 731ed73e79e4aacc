"""Lines, triangles, polygons, stars and curves of Squib, as paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from generator.base.geometry import Point

Lengths = Callable[[str, float], float]
"""Returns a length of a shape in pixels, by its name; the second value is Squib's default."""


def shape_path(command: str, length: Lengths, corners: int, turn: float, card: Point) -> list[tuple[str, list[Point]]]:
    """Return the commands of an SVG path, each with its points in pixels.

    `length` gives lengths by name, `corners` is for stars and polygons, `turn` is in degrees, `card` a card's size.
    """
    if command == "grid":
        return [*_grid(length, card)]
    points = _SHAPES[command](length, corners)
    if turn and command in _ROUND:
        middle = length("x", 0), length("y", 0)
        points = [_turned(point, middle, math.radians(turn)) for point in points]
    if command == "curve":
        return [("M", points[:1]), ("C", points[1:])]
    path = [("M", points[:1]), *(("L", [point]) for point in points[1:])]
    return path if command == "line" else [*path, ("Z", [])]


def _grid(length: Lengths, card: Point) -> Iterator[tuple[str, list[Point]]]:
    """Yield the lines of a grid over the card, from a point on to the right and below."""
    x, y, width, height = length("x", 0), length("y", 0), length("width", card[0]), length("height", card[1])
    for column in range(_count(x, width, card[0])):
        place = x + column * width
        yield from (("M", [(place, 0.0)]), ("L", [(place, card[1])]))
    for row in range(_count(y, height, card[1])):
        place = y + row * height
        yield from (("M", [(0.0, place)]), ("L", [(card[0], place)]))


def _count(start: float, step: float, end: float) -> int:
    """Return how many lines of a grid lie between two places."""
    return min(max(int((end - start) // step) + 1, 0), _MOST_LINES) if step > 0 else 0


def _line(length: Lengths, _: int) -> list[Point]:
    """Return the two ends of a line, in pixels; `length` gives its coordinates by name."""
    return [(length("x1", 100), length("y1", 100)), (length("x2", 150), length("y2", 150))]


def _triangle(length: Lengths, _: int) -> list[Point]:
    """Return the three corners of a triangle, in pixels; `length` gives their coordinates by name."""
    return [*_line(length, 0), (length("x3", 100), length("y3", 150))]


def _curve(length: Lengths, _: int) -> list[Point]:
    """Return start, two control points and end of a curve."""
    start, end = (length("x1", 100), length("y1", 100)), (length("x2", 150), length("y2", 150))
    return [start, (length("cx1", 0), length("cy1", 0)), (length("cx2", 0), length("cy2", 0)), end]


def _polygon(length: Lengths, corners: int) -> list[Point]:
    """Return the corners of a regular polygon."""
    return _around(length, [length("radius", 100)] * corners)


def _star(length: Lengths, corners: int) -> list[Point]:
    """Return the corners of a star, outer and inner ones in turn."""
    return _around(length, [length("outer_radius", 100), length("inner_radius", 50)] * corners)


def _around(length: Lengths, radii: list[float]) -> list[Point]:
    """Return a point at each radius around the middle, beginning on the right."""
    x, y, step = length("x", 0), length("y", 0), math.tau / max(len(radii), 1)
    return [
        (x + radius * math.cos(number * step), y + radius * math.sin(number * step))
        for number, radius in enumerate(radii)
    ]


def _turned(point: Point, middle: Point, angle: float) -> Point:
    """Return a point turned around another by an angle in radians."""
    x, y = point[0] - middle[0], point[1] - middle[1]
    cos, sin = math.cos(angle), math.sin(angle)
    return middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos


# A grid may name a step that is far smaller than a pixel.
_MOST_LINES = 500
_ROUND = {"polygon", "star"}
_SHAPES: Mapping[str, Callable[[Lengths, int], list[Point]]] = {
    "line": _line,
    "triangle": _triangle,
    "curve": _curve,
    "polygon": _polygon,
    "star": _star,
}
SHAPES = frozenset({*_SHAPES, "grid"})
"""The commands whose shapes are paths."""
