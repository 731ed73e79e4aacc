"""Whether a filled path covers a rectangle."""

from __future__ import annotations

from functools import lru_cache

from generator.base.geometry import Rect
from generator.typeset.paths.outlines import Outline
from generator.typeset.paths.path_geometry import Edge, edges, subpaths

_LONGEST = 400
"""Characters of the longest path that is examined: grounds are simple shapes, and this is asked often."""
_SLACK = 0.02
"""Points taken off each side of the rectangle: curves are a little outside of the lines that they are flattened to."""


@lru_cache(maxsize=4096)
def covers(path: str, rect: Rect) -> bool:
    """Whether one simple outline covers a rectangle; False where the path is too long to be worth the time.

    >>> covers("M 0 0 L 9 0 L 9 9 L 0 9 Z", Rect(1, 1, 8, 8)), covers("M 0 0 L 9 0 L 0 9 Z", Rect(1, 1, 8, 8))
    (True, False)
    """
    # A second outline could be a hole in the first.
    if len(path) > _LONGEST or path.count("M") != 1:
        return False
    inner = rect.expand(-_SLACK)
    sides = [side for part in subpaths(path) for side in edges(part)]
    # With the middle inside and no side that crosses the rectangle, all of it is inside.
    return Outline(sides).holds(inner.centre) and not any(_meets(side, inner) for side in sides)


def _meets(side: Edge, rect: Rect) -> bool:
    """Return whether a straight line has a part inside a rectangle (Liang and Barsky)."""
    low, high = 0.0, 1.0
    x1, y1, x2, y2 = side
    for start, end, least, most in ((x1, x2, rect.x, rect.right), (y1, y2, rect.y, rect.bottom)):
        move = end - start
        if not move:
            if not least < start < most:
                return False
            continue
        first, second = sorted(((least - start) / move, (most - start) / move))
        low, high = max(low, first), min(high, second)
    return low < high
