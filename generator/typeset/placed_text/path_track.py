"""A path as a track of straight steps, on which a distance along it is a point and a direction."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from generator.base.geometry import Point
from generator.typeset.paths.path_geometry import flattened, subpaths

STEPS = 48
"""Straight lines that stand for one curve: a quarter circle of 50 mm is off by 0.01 mm."""


class PathTrack:
    """The first outline of a path."""

    def __init__(self, points: Sequence[Point], *, is_closed: bool) -> None:
        """Take at least two points, each different from the one before; a closed track ends where it starts."""
        self.is_closed = is_closed
        self._points = points
        self._distances = [0.0, *accumulate(math.dist(one, other) for one, other in pairwise(points))]
        self.length = self._distances[-1]

    @classmethod
    def of(cls, path: str) -> PathTrack:
        """Return the track of a path's first outline. Raises ValueError for a path without length."""
        points = next((flattened(part, STEPS) for part in subpaths(path)), [])
        is_closed = path.rstrip().endswith("Z")
        # The last side of a closed path is not written, and letters stand on it too.
        if is_closed and points and points[0] != points[-1]:
            points.append(points[0])
        # Equal points give no direction, and a step of length 0 to divide by.
        points = [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]
        if len(points) < 2:
            raise ValueError("the path has no length")
        return cls(points, is_closed=is_closed)

    def at(self, distance: float) -> tuple[float, float, float]:
        """Return the point at a distance along the track and the direction there in radians.

        A closed track goes round; beyond the ends of an open one its first and last side go straight on.
        """
        if self.is_closed:
            distance %= self.length
        # Beyond the ends the first and the last side go straight on.
        index = min(max(bisect_right(self._distances, distance) - 1, 0), len(self._points) - 2)
        (x1, y1), (x2, y2) = self._points[index], self._points[index + 1]
        step = self._distances[index + 1] - self._distances[index]
        share = (distance - self._distances[index]) / step
        return x1 + share * (x2 - x1), y1 + share * (y2 - y1), math.atan2(y2 - y1, x2 - x1)
