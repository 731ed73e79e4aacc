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
        """Return a rectangle around all points. Raises ValueError if there are none."""
        x_min, y_min = min(self.xs), min(self.ys)
        return Rect(x_min, y_min, max(self.xs) - x_min, max(self.ys) - y_min)

    def clipped_bounds(self, reach: float, clip: Rect) -> Rect:
        """Return a rectangle around all points, `reach` beyond them on each side, cut to a clip."""
        xs, ys = self.xs, self.ys
        x_min, y_min, x_max, y_max = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
        if x_min < clip.x or y_min < clip.y or x_max > clip.x + clip.width or y_max > clip.y + clip.height:
            return Rect(x_min, y_min, x_max - x_min, y_max - y_min).intersection(clip)
        return Rect(x_min, y_min, x_max - x_min, y_max - y_min)

    def lines(self) -> Iterator[Rect]:
        """Yield a rectangle around each line and curve; a straight line along an edge of the page has no thickness."""
        start = current = (0.0, 0.0)
        for operator, points in self._parts():
            if operator == "m":
                start = current = points[0]
            elif operator == "h":
                # A path that is back at its start is closed without a line.
                if current != start:
                    yield Rect.around([current, start])
                current = start
            elif operator == "re":
                yield from (Rect.around([points[side - 1], points[side]]) for side in range(4))
                # A rectangle ends where it began (ISO 32000-1, table 59).
                start = current = points[0]
            else:
                yield Rect.around([current, *points])
                current = points[-1]

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
        """Yield the operators of the path, each with its points."""
        first = 0
        for operator in self.operators:
            last = first + POINTS[operator]
            yield operator, [*zip(self.xs[first:last], self.ys[first:last], strict=True)]
            first = last
