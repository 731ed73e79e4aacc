"""Where the back of a piece lies: the other side of the paper, or the other half of a folded sheet."""

from __future__ import annotations

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass

Segment = tuple[float, float, float, float]
"""A straight line: x and y of its ends."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """A sheet turned over, or folded, about the centre line that its two sides share.

    What lies at (x, y) on the front lies at the mirrored point of the back, when the back is looked at as a page of
    its own. Over the upright line both pages stand the same way up; over the level line the back page stands on its
    head behind the front, so that a back has to be printed upside down.
    """

    size: Size
    upright: bool
    """Over the upright centre line: left and right change places; else over the level one: head and foot do."""

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point goes; twice is nothing."""
        return (self.size.width - x, y) if self.upright else (x, self.size.height - y)

    def rect(self, rect: Rect) -> Rect:
        """Where a rectangle goes."""
        if self.upright:
            return Rect(self.size.width - rect.right, rect.y, rect.width, rect.height)
        return Rect(rect.x, self.size.height - rect.bottom, rect.width, rect.height)

    def segment(self, line: Segment) -> Segment:
        """Where a line goes."""
        return (*self.point(*line[:2]), *self.point(*line[2:]))

    def stand(self, trim: Rect) -> Matrix:
        """Takes a back's coordinates to the sheet, the right way up behind its front; `trim` is the mirrored one."""
        return Matrix(e=trim.x, f=trim.y) if self.upright else Matrix(-1.0, 0.0, 0.0, -1.0, trim.right, trim.bottom)


def verso_mirror(size: Size, flip: str) -> Mirror:
    """The mirror of a page whose paper is turned over its `long` or `short` edge.

    The long edges of an upright page stand at its sides, those of a page on its side at head and foot.
    """
    return Mirror(size, (flip == "long") == (size.height >= size.width))
