"""Where the boxes of a sheet stand on paper: cells of a grid that is stretched over whatever paper there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.base.records import dataclass

Cells: TypeAlias = tuple[float, float, float, float]
"""The left, the top, the width and the height of a rectangle, in cells of the grid."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Every place on one sheet, so that one layout serves all papers: a change of paper never touches the rules."""

    columns: float
    rows: float
    areas: Mapping[str, Cells]
    """The frames of areas, by id; an area may do without."""
    boxes: Mapping[str, Cells]
    """The box to mark, by id: every box of the sheet has its place."""
    values: Mapping[str, Cells]
    """Where a calculated value is shown, by id."""
    spots: Mapping[str, Cells]
    """Places of the template's own, such as a table of points, by the name it knows them by."""
    lines: Mapping[str, int]
    """Boxes in a line, of the tracks that are laid in several."""
