"""The places of a scouting pattern on the map: turned, mirrored and moved (rules, "Scouts")."""

from __future__ import annotations

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
        """The numbers as on the boxes: `02 07 08 12`."""
        return tuple(f"{cell + 1:02}" for cell in self.cells)


def cells_of(text: str) -> tuple[Cell, ...]:
    """The cells of a pattern in the data.

    >>> cells_of("0,1 1,0 1,1")
    ((0, 1), (1, 0), (1, 1))
    """
    pairs = (part.split(",") for part in text.split())
    return tuple((int(row), int(column)) for row, column in pairs)


def shapes(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """The different shapes of a pattern, turned and mirrored, each moved to the corner."""
    found: dict[tuple[Cell, ...], None] = {}
    for _ in range(2):
        for _ in range(4):
            cells = _cornered(tuple((column, -row) for row, column in cells))
            found[cells] = None
        cells = _cornered(tuple((row, -column) for row, column in cells))
    return tuple(found)


def placements(cells: tuple[Cell, ...], rows: int, columns: int) -> tuple[Placement, ...]:
    """Every place of a pattern on an empty map.

    >>> [place.cells for place in placements(((0, 0), (0, 1)), rows=2, columns=2)]
    [(0, 1), (0, 2), (1, 3), (2, 3)]
    """
    found = []
    for shape in shapes(cells):
        high, wide = max(row for row, _ in shape), max(column for _, column in shape)
        for down in range(rows - high):
            found += [_placed(shape, down, right, columns) for right in range(columns - wide)]
    return tuple(sorted(found, key=lambda placement: placement.cells))


def _placed(shape: tuple[Cell, ...], down: int, right: int, columns: int) -> Placement:
    numbers = tuple(sorted((row + down) * columns + column + right for row, column in shape))
    return Placement(sum(1 << number for number in numbers), numbers)


def _cornered(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))
