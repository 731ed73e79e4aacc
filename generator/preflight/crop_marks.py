"""Crop marks on a page: short thin lines along which it is cut, each with one in line with it on the other side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import MM

_THICKEST = 0.5 * MM
_SHORTEST, _LONGEST = 1 * MM, 25 * MM
_ALIGNED = 0.5
"""Points by which two marks of a cut may be out of line."""
_FARTHEST = 10 * MM
"""From a corner to its marks."""


@dataclass(frozen=True, slots=True)
class CropMarks:
    """The crop marks of a page."""

    lines: Collection[Rect]
    frame: Rect
    """Around the cuts that the marks show."""

    def has_all_corners(self) -> bool:
        """Return whether a level and an upright mark lie near each corner of the frame."""
        x_min, y_min, x_max, y_max = self.frame.x, self.frame.y, self.frame.right, self.frame.bottom
        return all(
            any(_is_level(line) == is_level for line in self._near(x, y))
            for x in (x_min, x_max)
            for y in (y_min, y_max)
            for is_level in (True, False)
        )

    def _near(self, x: float, y: float) -> Iterator[Rect]:
        """Yield the marks near a point."""
        corner = Rect(x, y, 0, 0)
        return (line for line in self.lines if line.expand(_FARTHEST).contains(corner))


def find_crop_marks(lines: Iterable[Rect]) -> CropMarks | None:
    """Return the crop marks among the lines of a page.

    None unless they show where it is cut in both directions.
    """
    thin = [line for line in dict.fromkeys(lines) if _is_mark(line)]
    level = _in_line([line for line in thin if _is_level(line)])
    upright = _in_line([_turned(line) for line in thin if not _is_level(line)])
    heights = sorted(line.centre[1] for line in level)
    places = sorted(line.centre[1] for line in upright)
    if not _has_sides(heights) or not _has_sides(places):
        return None
    frame = Rect(places[0], heights[0], places[-1] - places[0], heights[-1] - heights[0])
    return CropMarks({*level, *map(_turned, upright)}, frame)


def _is_level(line: Rect) -> bool:
    """Return whether a line is level rather than upright."""
    return line.width > line.height


def _is_mark(line: Rect) -> bool:
    """Return whether a line is as thin and short as a crop mark."""
    shorter, longer = sorted((line.width, line.height))
    return shorter <= _THICKEST and _SHORTEST <= longer <= _LONGEST


def _in_line(lines: Sequence[Rect]) -> list[Rect]:
    """Return the level lines that have another in line with them, with a gap as long as the line between both."""
    by_height = sorted(lines, key=lambda line: line.centre[1])
    rows: list[list[Rect]] = []
    for before, line in pairwise([None, *by_height]):
        if before is None or line is None or line.centre[1] - before.centre[1] > _ALIGNED:
            rows.append([])
        if line is not None:
            rows[-1].append(line)
    return [line for row in rows if _has_gap(row) for line in row]


def _has_gap(row: Sequence[Rect]) -> bool:
    """Return whether the gap between the first and last mark of a row is longer than the marks."""
    first, last = min(row, key=lambda line: line.x), max(row, key=lambda line: line.right)
    # Two marks of one cut have the card between them, which is longer than they are.
    return last.x - first.right >= max(first.width, last.width)


def _has_sides(places: Sequence[float]) -> bool:
    """Return whether the outermost of some cuts lie apart."""
    return bool(places) and places[-1] - places[0] > _ALIGNED


def _turned(line: Rect) -> Rect:
    """Return a line with its axes exchanged, so that upright lines become level."""
    return Rect(line.y, line.x, line.height, line.width)
