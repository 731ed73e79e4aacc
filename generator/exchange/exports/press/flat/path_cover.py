"""Whether a filled path covers a rectangle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from generator.base.geometry import Point, Rect
from generator.typeset.paths.path_geometry import subpaths

_LONGEST = 400
"""Characters of a path that is looked at: grounds are simple shapes, and this is asked often."""
_STEPS = 8
"""Straight lines that stand for a curve."""
_SLACK = 0.02
"""By how much a rectangle may be smaller, in points: curves are a little outside of their lines."""


@lru_cache(maxsize=4096)
def covers(path: str, rect: Rect) -> bool:
    """Whether one simple outline covers a rectangle; False where the path is too long to be worth the time.

    >>> covers("M 0 0 L 9 0 L 9 9 L 0 9 Z", Rect(1, 1, 8, 8)), covers("M 0 0 L 9 0 L 0 9 Z", Rect(1, 1, 8, 8))
    (True, False)
    """
    if len(path) > _LONGEST or path.count("M") != 1:
        return False
    inner = rect.expand(-_SLACK)
    corners = list(outline_points(path))
    sides = [*pairwise(corners), (corners[-1], corners[0])] if len(corners) > 2 else []
    return _turns(sides, inner.centre) % 2 == 1 and not any(_meets(one, other, inner) for one, other in sides)


def outline_points(path: str) -> Iterator[Point]:
    """Yield the points of a path, with those on its curves; where it is closed, not the first one again."""
    for part in subpaths(path):
        (x, y), *segments = part
        yield x, y
        for segment in segments:
            if len(segment) == 2:
                yield segment[0], segment[1]
            else:
                yield from _curve((x, y), segment)
            x, y = segment[-2:]


def _curve(start: Point, segment: tuple[float, ...]) -> Iterator[Point]:
    for number in range(1, _STEPS + 1):
        t = number / _STEPS
        weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        xs, ys = (start[0], *segment[::2]), (start[1], *segment[1::2])
        yield (
            sum(weight * x for weight, x in zip(weights, xs, strict=True)),
            sum(weight * y for weight, y in zip(weights, ys, strict=True)),
        )


def _turns(sides: list[tuple[Point, Point]], point: Point) -> int:
    """Return how many sides a ray from a point to the right crosses."""
    x, y = point
    return sum((y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0) for (x0, y0), (x1, y1) in sides)


def _meets(one: Point, other: Point, rect: Rect) -> bool:
    """Whether a straight line has a part inside a rectangle (Liang and Barsky)."""
    low, high = 0.0, 1.0
    for start, end, least, most in ((one[0], other[0], rect.x, rect.right), (one[1], other[1], rect.y, rect.bottom)):
        move = end - start
        if not move:
            if not least < start < most:
                return False
            continue
        first, second = sorted(((least - start) / move, (most - start) / move))
        low, high = max(low, first), min(high, second)
    return low < high
