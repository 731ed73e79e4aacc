"""Sizes of paper, and the calibration of printers."""

from __future__ import annotations

from generator.base.geometry import Size
from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, and the margin at its edges that home printers cannot reach, in points."""

    id: str
    size: Size
    margin: float


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
