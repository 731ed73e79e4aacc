"""The state in which something is painted: place, clip, colours, line width, transparency and overprint."""

from __future__ import annotations

import math
from typing import Any

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass, replace
from generator.preflight.content.colour_space import BLACK, Colour


@dataclass(slots=True)
class PaintState:
    """The graphics state of PDF (ISO 32000-1, 8.4). Lengths are in the units of the page; y grows upwards."""

    matrix: Matrix
    clip: Rect
    """A rectangle around the clipping path."""
    fill: Colour = BLACK
    stroke: Colour = BLACK
    line_width: float = 1.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    blend: str = "Normal"
    has_mask: bool = False
    """Whether a soft mask is set."""
    has_transfer: bool = False
    """Whether a transfer function changes the colours."""
    fill_overprint: bool = False
    stroke_overprint: bool = False
    font: Any = None
    font_size: float = 0.0
    text_mode: int = 0
    leading: float = 0.0
    rise: float = 0.0
    letter_space: float = 0.0
    stretch: float = 1.0

    def copy(self) -> PaintState:
        """Return a copy of the state."""
        return replace(self)

    @property
    def stroke_width(self) -> float:
        """Return the width of a line on the page, in its units."""
        return self.line_width * self.matrix.mean_scale

    @property
    def least_stroke_width(self) -> float:
        """Return the width of a line in the direction in which it is thinnest, as a matrix may stretch it."""
        matrix = self.matrix
        squares = matrix.a**2 + matrix.b**2 + matrix.c**2 + matrix.d**2
        area = matrix.determinant
        longest = math.sqrt((squares + math.sqrt(max(squares**2 - 4 * area**2, 0))) / 2)
        return self.line_width * abs(area) / longest if longest else 0.0
