"""The outline of a path on the page."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Point, Rect
from generator.base.records import dataclass, field

POINTS = {"m": 1, "l": 1, "c": 3, "v": 2, "y": 2, "re": 4, "h": 0}
"""Points of each operator."""


@dataclass(slots=True)
class PaintedPath:
    """The points of a path in units of the page, and the operators that join them."""

    xs: list[float] = field(default_factory=list)
    ys: list[float] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)

    def bounds(self) -> Rect:
        """Return a rectangle around all points; raises ValueError if there are none."""
        left, top = min(self.xs), min(self.ys)
        return Rect(left, top, max(self.xs) - left, max(self.ys) - top)

    def clipped_bounds(self, reach: float, clip: Rect) -> Rect:
        """Return a rectangle around all points and a line that reaches beyond them, as far as a clip shows it."""
        xs, ys = self.xs, self.ys
        left, top, right, bottom = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
        if left < clip.x or top < clip.y or right > clip.x + clip.width or bottom > clip.y + clip.height:
            return Rect(left, top, right - left, bottom - top).intersection(clip)
        return Rect(left, top, right - left, bottom - top)

    def lines(self) -> Iterator[Rect]:
        """Yield a rectangle around each line and curve; a straight line along an edge of the page has no thickness."""
        start = here = (0.0, 0.0)
        for operator, points in self._parts():
            if operator == "m":
                start = here = points[0]
            elif operator == "h":
                if here != start:
                    yield Rect.around([here, start])
                here = start
            elif operator == "re":
                yield from (Rect.around([points[side - 1], points[side]]) for side in range(4))
                start = here = points[0]
            else:
                yield Rect.around([here, *points])
                here = points[-1]

    def areas(self) -> Iterator[Rect]:
        """Yield a rectangle around each subpath, which is closed when it is filled."""
        subpath: list[Point] = []
        for operator, points in self._parts():
            if operator in {"m", "re"} and subpath:
                yield Rect.around(subpath)
                subpath = []
            subpath += points
        if subpath:
            yield Rect.around(subpath)

    def _parts(self) -> Iterator[tuple[str, list[Point]]]:
        """Yield the operators with their points."""
        first = 0
        for operator in self.operators:
            last = first + POINTS[operator]
            yield operator, [*zip(self.xs[first:last], self.ys[first:last], strict=True)]
            first = last
