"""Free places for the slug in the printable area beside the pieces: along foot, head and sides, clear of marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.layout.mirror import Mirror

FOOT_FIRST = ("foot", "head", "right", "left")
HEAD_FIRST = ("head", "left", "right", "foot")
_CLEAR = 0.25 * MM  # kept clear around everything that is placed
_BESIDE = 0.75 * MM  # kept clear besides before and after a line of text, so that a crop mark does not read as a letter
_SECOND_ROW = 3.6 * MM  # from the outermost row of an edge to the one behind it
_BEYOND = 0.35 * MM  # from the printable area to a row outside it, the last resort


@dataclass(frozen=True, slots=True)
class SlugPlace:
    """A place for one item; at the sides it is turned and reads upwards."""

    rect: Rect
    turned: bool

    @property
    def matrix(self) -> Matrix:
        """Takes (0, 0) to the beginning of the place, x along it."""
        if self.turned:
            return Matrix(0.0, -1.0, 1.0, 0.0, self.rect.x, self.rect.bottom)
        return Matrix.translation(self.rect.x, self.rect.y)

    def mirrored(self, mirror: Mirror) -> SlugPlace:
        return SlugPlace(mirror.rect(self.rect), self.turned)


class SlugArea:
    """The free area of one sheet; `take` reserves places in it.

    `bounds` is where any ink may lie, `taken` what is taken already. `beyond` allows rows outside the printable area,
    where some printers do not reach, when all else is taken.
    """

    def __init__(self, bounds: Rect, printable: Rect, taken: Iterable[Rect], *, beyond: bool = False) -> None:
        self.bounds = bounds.expand(-_CLEAR)
        self.printable = printable
        self.beyond = beyond
        self._blocks = [rect.expand(_CLEAR) for rect in taken]

    def take(
        self, length: float, depth: float, edges: Sequence[str] = FOOT_FIRST, *, last: bool = False
    ) -> SlugPlace | None:
        """Reserve the first place of this size, or the last along its edge; None if there is no such place."""
        for edge, band in self._bands(depth, edges):
            turned = edge in {"left", "right"}
            free = self._free(band, turned=turned, length=length)
            if free:
                # A turned text begins at the foot, so the first place on a side is the lowest.
                at_end = last != turned
                start, end = free[-1] if at_end else free[0]
                at = end - length if at_end else start
                rect = Rect(band.x, at, band.width, length) if turned else Rect(at, band.y, length, band.height)
                self._blocks.append(rect.expand(_CLEAR))
                return SlugPlace(rect, turned)
        return None

    def give_back(self, count: int) -> None:
        """Free the last `count` places taken."""
        del self._blocks[len(self._blocks) - count :]

    def _bands(self, depth: float, edges: Sequence[str]) -> Iterator[tuple[str, Rect]]:
        """Strips of the edges from the outermost to the innermost, then those outside the printable area."""
        for edge in edges:
            for inset in (0.0, _SECOND_ROW):
                yield edge, _band(self.printable, edge, depth, inset)
        for edge in edges if self.beyond else ():
            band = _band(self.printable, edge, depth, -depth - _BEYOND)
            if self.bounds.contains(band):
                yield edge, band

    def _free(self, band: Rect, *, turned: bool, length: float) -> list[tuple[float, float]]:
        """The spans of a band that are clear and long enough."""
        at, end = _span(band, turned=turned)
        spans = [_span(rect, turned=turned) for rect in self._blocks if rect.overlaps(band)]
        spans = sorted((start - _BESIDE, stop + _BESIDE) for start, stop in spans)
        free = []
        for start, stop in [*spans, (end, end)]:
            if start - at >= length:
                free.append((at, start))
            at = max(at, stop)
        return free


def _band(area: Rect, edge: str, depth: float, inset: float) -> Rect:
    if edge in {"head", "foot"}:
        return Rect(area.x, area.y + inset if edge == "head" else area.bottom - inset - depth, area.width, depth)
    return Rect(area.x + inset if edge == "left" else area.right - inset - depth, area.y, depth, area.height)


def _span(rect: Rect, *, turned: bool) -> tuple[float, float]:
    return (rect.y, rect.bottom) if turned else (rect.x, rect.right)
