"""The places of a scoresheet's boxes on paper, in cells of a grid that is stretched to fit the paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.base.records import dataclass

Cells: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height of a rectangle, in cells of the grid."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on one sheet, for any size of paper."""

    columns: float
    rows: float
    areas: Mapping[str, Cells]
    """Frames of areas, by id; areas without a frame are missing."""
    boxes: Mapping[str, Cells]
    """Boxes, by id; every box of the sheet has its place."""
    values: Mapping[str, Cells]
    """Fields of calculated values, by id."""
    spots: Mapping[str, Cells]
    """Other places of the template, such as a table of points, by name."""
    lines: Mapping[str, int]
    """Boxes in a line, for tracks of several lines, by id."""
