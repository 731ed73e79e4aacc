"""The places of a scouting pattern on the map: turned, mirrored and moved (rules, "Scouts")."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Row and column, from 0."""


class Placement(NamedTuple):
    """The cells of the map that a pattern covers."""

    mask: int
    cells: tuple[int, ...]
    """Their numbers from 0, rising."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the numbers of the cells as on the boxes, from 1: `02 07 08 12`."""
        return tuple(f"{cell + 1:02}" for cell in self.cells)


def cells_of(text: str) -> tuple[Cell, ...]:
    """Return the cells of a scouting pattern, written `row,column` in the data.

    >>> cells_of("0,1 1,0 1,1")
    ((0, 1), (1, 0), (1, 1))
    """
    return tuple((int(row), int(column)) for row, column in (part.split(",") for part in text.split()))


def shapes(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """Return the different shapes of a pattern, turned and mirrored, each moved to the corner of the map."""
    different: dict[tuple[Cell, ...], None] = {}
    # Mirrored once, turned four times: eight ways, fewer where a shape looks the same after a turn.
    for _ in range(2):
        for _ in range(4):
            cells = _cornered(tuple((column, -row) for row, column in cells))
            different[cells] = None
        cells = _cornered(tuple((row, -column) for row, column in cells))
    return tuple(different)


def placements(cells: tuple[Cell, ...], rows: int, columns: int) -> tuple[Placement, ...]:
    """Return every place of a pattern on an empty map of so many rows and columns.

    >>> [place.cells for place in placements(((0, 0), (0, 1)), rows=2, columns=2)]
    [(0, 1), (0, 2), (1, 3), (2, 3)]
    """
    covered = []
    for shape in shapes(cells):
        # Greatest row and column of the shape, which must not reach over the map.
        high, wide = map(max, zip(*shape, strict=True))
        for down, right in product(range(rows - high), range(columns - wide)):
            covered.append(tuple(sorted((row + down) * columns + column + right for row, column in shape)))
    return tuple(Placement(sum(1 << number for number in numbers), numbers) for numbers in sorted(covered))


def _cornered(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return cells moved so that the lowest row and column are 0, sorted."""
    top, leftmost = map(min, zip(*cells, strict=True))
    return tuple(sorted((row - top, column - leftmost) for row, column in cells))
