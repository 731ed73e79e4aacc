"""Where the back of a piece lies: on the verso of the paper, or on the other half of a folded sheet.

Backs lie in mirrored order. With fronts a to f and backs A to F, the paper turned over its long edge:

    recto   a b c     verso   C B A
            d e f             F E D
"""

from __future__ import annotations

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass

Segment = tuple[float, float, float, float]
"""A straight line: x and y of its two ends."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """Mirrors a sheet about one of its centre lines, as turning it over or folding it does.

    What lies at (x, y) on the front lies at the mirrored point of the back, when the back is looked at as a page of
    its own. About the vertical line both pages are the same way up. About the horizontal line the back page is upside
    down behind the front, so that a back has to be printed upside down.
    """

    size: Size
    vertical: bool
    """Whether the mirror is the vertical centre line, so that left and right change places; else the horizontal one."""

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the mirrored point.

        >>> Mirror(Size(210, 297), vertical=True).point(10, 20)
        (200, 20)
        """
        return (self.size.width - x, y) if self.vertical else (x, self.size.height - y)

    def rect(self, rect: Rect) -> Rect:
        """Return the mirrored rectangle."""
        if self.vertical:
            return Rect(self.size.width - rect.right, rect.y, rect.width, rect.height)
        return Rect(rect.x, self.size.height - rect.bottom, rect.width, rect.height)

    def segment(self, line: Segment) -> Segment:
        """Return the mirrored line."""
        return (*self.point(*line[:2]), *self.point(*line[2:]))

    def back_matrix(self, trim: Rect, *, turned: bool = False) -> Matrix:
        """Return the matrix that places a back on the sheet, the right way up behind its front.

        `trim` is mirrored already. `turned` is for the back of a front that lies a quarter turn clockwise.
        """
        if turned:
            # The head of the front is on its right. About the vertical line it comes to the left, else it stays there.
            head_left = Matrix(0.0, -1.0, 1.0, 0.0, trim.x, trim.bottom)
            return head_left if self.vertical else quarter_turned(trim)
        # About the horizontal line: a half turn, so that head and foot match the front when the sheet is turned.
        return Matrix(e=trim.x, f=trim.y) if self.vertical else Matrix(-1.0, 0.0, 0.0, -1.0, trim.right, trim.bottom)


def quarter_turned(trim: Rect) -> Matrix:
    """Return the matrix that places a face in a trim, turned clockwise: its head is on the right."""
    return Matrix(0.0, 1.0, -1.0, 0.0, trim.right, trim.y)


def verso_mirror(size: Size, flip: str) -> Mirror:
    """Return the mirror from the recto to the verso of a page whose paper is turned over its `long` or `short` edge.

    The long edges of a portrait page are its sides, those of a landscape page its head and foot.
    """
    return Mirror(size, (flip == "long") == (size.height >= size.width))
