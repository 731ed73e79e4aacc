"""Whether filled paths cover a rectangle or another path."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from generator.base.errors import UsageError
from generator.base.geometry import Rect
from generator.exports.press.flat.skia_paths import draw_path, skia_library
from generator.model.face import Clip
from generator.typeset.paths.outlines import Outline
from generator.typeset.paths.path_geometry import Edge, edges, subpaths

_LONGEST = 400
"""Characters of the longest path that is examined: grounds are simple shapes, and this is asked often."""
_SLACK = 0.02
"""Points taken off each side of the rectangle: curves are a little outside of the lines that they are flattened to."""
_LONGEST_OUTLINE = 4000
"""Characters of the longest outline of a drawing that is compared with another."""
_LEFT_OVER = 0.01
"""Square points that may stand out: outlines that were rounded apart do not quite meet."""


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


def lies_within(inner: Clip, outer: Iterable[Clip]) -> bool:
    """Return whether several outlines together cover another.

    False where one is too long to be worth the time, or without Skia: more is drawn again then, and looks the same.
    """
    remainder = _outline(inner)
    if remainder is None:
        return False
    for clip in outer:
        cover = _outline(clip)
        remainder = _without(remainder, cover) if cover is not None else None
        if remainder is None:
            return False
    return bool(abs(remainder.area) < _LEFT_OVER)


# The same figures stand on the cards of a deck, and each of their shadows is compared with several areas.
@lru_cache(maxsize=1024)
def _outline(clip: Clip) -> Any:
    """Return an outline as a path of Skia; None for one that is too long, or without Skia."""
    if len(clip.path) > _LONGEST_OUTLINE:
        return None
    try:
        skia = skia_library()
    except UsageError:
        return None
    drawn = skia.Path(fillType=skia.FillType.EVEN_ODD if clip.even_odd else skia.FillType.WINDING)
    draw_path(drawn.getPen(), clip.path.split())
    return drawn


def _without(path: Any, cover: Any) -> Any:
    """Return a path less another; None where Skia finds no answer."""
    skia = skia_library()
    try:
        return skia.op(path, cover, skia.PathOp.DIFFERENCE)
    except skia.PathOpsError:
        return None
