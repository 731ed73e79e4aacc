"""Sizes of paper, sheets of labels, and the calibration of printers."""

from __future__ import annotations

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class LabelCells:
    """Cards or labels of a perforated sheet, whose places are fixed; lengths in points."""

    card: Size
    across: int
    down: int
    at: tuple[float, float]
    """Left and upper edge of the first label."""
    pitch: tuple[float, float]
    """Distance from the edge of one label to the edge of the next, across and down."""
    corner: float = 0.0
    """Radius of the corners."""
    round: bool = False

    @property
    def rects(self) -> tuple[Rect, ...]:
        """Rectangles of all labels, row by row from the top left."""
        (x, y), (dx, dy) = self.at, self.pitch
        # A pitch larger than the label leaves a gap between two of them.
        places = ((x + dx * column, y + dy * row) for row in range(self.down) for column in range(self.across))
        return tuple(Rect(x_left, y_top, self.card.width, self.card.height) for x_left, y_top in places)


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, and the margin at its edges that home printers cannot reach, in points."""

    id: str
    size: Size
    margin: float
    cells: LabelCells | None = None
    """Places of a label sheet; None for plain paper."""
    margins: tuple[float, float] | None = None
    """Margins at the sides, and at head and foot, whichever way the paper lies; None for `margin` at all edges."""
    corners: float = 0.0
    """Side of a square at each corner of the paper, where marks of a cutting machine lie and no slug line."""


FULL = Paper("full", Size(0.0, 0.0), 0.0)
"""Paper as large as each piece, for a plotter; imposition computes its size."""


@dataclass(frozen=True, slots=True)
class Printer:
    """How a printer shifts the second side, as measured on its calibration sheet.

    A point meant for (x, y) on the back, measured in points from the centre of the sheet with y downwards, is
    printed at `scale` · rotated by `angle` degrees clockwise · (x, y) + (dx, dy). That is the back of an upright
    sheet turned over its long edge; for other sheets see `impose.printer_calibration`.
    """

    name: str
    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    scale: float = 1.0
