"""Hatching: parallel lines that fill an area, as an engraver draws a shade with ink alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.base.geometry import Point
from generator.typeset.paths.path_geometry import flattened, subpaths

LINE = 0.25
"""Width of a line as a share of the distance between lines."""
_LEAST = 0.35  # lines shorter than this share of their distance are left out: they would look like dust
_STEPS = 6  # straight lines for a curve


def hatching(path: str, pitch: float, direction: float, *, even_odd: bool = False, most: int = 20_000) -> str:
    """Return lines within the area of a path, `pitch` apart, at so many degrees to the left upwards.

    Lines lie on one grid for all areas of a drawing. Raises ValueError for more lines than `most`.

    >>> hatching("M 0 0 L 4 0 L 4 2 L 0 2 Z", 1, 0)
    'M 0 0.5 L 4 0.5 M 0 1.5 L 4 1.5'
    """
    turn = math.radians(direction)
    cos, sin = math.cos(turn), math.sin(turn)
    outlines = [[(x * cos - y * sin, x * sin + y * cos) for x, y in flattened(part, _STEPS)] for part in subpaths(path)]
    heights = [y for outline in outlines for _, y in outline]
    if not heights:
        return ""
    low, high = math.ceil(min(heights) / pitch - 0.5), math.floor(max(heights) / pitch - 0.5)
    if high - low > most:
        raise ValueError(f"pnp:hatch: more than {most:,} lines")
    lines: list[str] = []
    for row in range(low, high + 1):
        y = (row + 0.5) * pitch
        for start, end in _spans(outlines, y, even_odd=even_odd):
            if end - start >= _LEAST * pitch:
                ends = [(x * cos + y * sin, y * cos - x * sin) for x in (start, end)]
                lines.append(" L ".join(f"{_short(x)} {_short(y)}" for x, y in ends))
    return "M " + " M ".join(lines) if lines else ""


def _spans(outlines: Sequence[Sequence[Point]], y: float, *, even_odd: bool) -> Iterator[tuple[float, float]]:
    """Yield where a level line enters and leaves the area within outlines, from left to right."""
    depth, start = 0, 0.0
    for x, step in sorted(crossing for outline in outlines for crossing in _crossings(outline, y)):
        was_inside = depth % 2 if even_odd else depth
        depth += step
        is_inside = depth % 2 if even_odd else depth
        if is_inside and not was_inside:
            start = x
        elif was_inside and not is_inside:
            yield start, x


def _crossings(outline: Sequence[Point], y: float) -> Iterator[tuple[float, int]]:
    """Yield where a level line crosses a closed outline, and 1 for a crossing downwards, -1 for one upwards."""
    start_x, start_y = outline[-1]
    for end_x, end_y in outline:
        if (start_y <= y) != (end_y <= y):
            x = start_x + (y - start_y) * (end_x - start_x) / (end_y - start_y)
            yield x, 1 if end_y > start_y else -1
        start_x, start_y = end_x, end_y


def _short(value: float) -> str:
    """Return a number with two decimals at most, which is enough for a hair."""
    return f"{round(value, 2) + 0.0:.6g}"
