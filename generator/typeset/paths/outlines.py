"""Outlines that pieces are cut along: whether points lie inside, and how far outside they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from generator.base.geometry import Point, Rect
from generator.typeset.paths.path_geometry import Edge, edges, subpaths

_SMALLEST = 1.0
"""Square points; a line that is cut into, such as a slit, encloses nothing."""


class Outline:
    """A closed outline; curves count as eight straight lines each."""

    __slots__ = ("_boxes", "_edges")

    def __init__(self, sides: Iterable[Edge]) -> None:
        """Take the sides of a closed outline, each as x and y of both ends."""
        self._edges = tuple(sides)
        self._boxes = [Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)) for x1, y1, x2, y2 in self._edges]

    @property
    def area(self) -> float:
        """Return the area inside the outline, in square points."""
        return abs(sum(x1 * y2 - x2 * y1 for x1, y1, x2, y2 in self._edges)) / 2

    def holds(self, point: Point) -> bool:
        """Return whether a point lies inside, by the even-odd rule."""
        x, y = point
        crossed = (x1 + (y - y1) * (x2 - x1) / (y2 - y1) for x1, y1, x2, y2 in self._edges if (y1 > y) != (y2 > y))
        # An odd number of crossings to the right: the point is inside.
        return sum(crossing > x for crossing in crossed) % 2 == 1

    def surrounds(self, rect: Rect) -> bool:
        """Return whether a rectangle is known to lie inside: no side of the outline comes near it."""
        return self.holds(rect.centre) and not any(rect.overlaps(box, slack=-0.001) for box in self._boxes)

    def excess(self, points: Iterable[Point]) -> float:
        """Return how far the farthest of some points lies outside the outline, in points; 0 if all lie inside."""
        return max((self._distance(point) for point in points if not self.holds(point)), default=0.0)

    def _distance(self, point: Point) -> float:
        """Return the distance from a point to the nearest side of the outline."""
        return min(_distance(point, edge) for edge in self._edges)


@lru_cache(maxsize=64)
def outlines(path: str) -> tuple[Outline, ...]:
    """Return the closed outlines of a path, without slits; remembered, as the cards of a deck have the same."""
    all_outlines = (Outline(edges(part)) for part in subpaths(path))
    return tuple(outline for outline in all_outlines if outline.area > _SMALLEST)


def _distance(point: Point, edge: Edge) -> float:
    """Return the distance from a point to a straight line between two others."""
    x1, y1, x2, y2 = edge
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length if length else 0.0
    # Beyond the ends of the line its nearer end counts.
    share = min(max(along, 0.0), 1.0)
    return math.hypot(point[0] - x1 - share * (x2 - x1), point[1] - y1 - share * (y2 - y1))
