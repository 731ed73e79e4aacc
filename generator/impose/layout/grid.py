"""The n-up grid of equal pieces: as many as fit, centred in their area."""

from __future__ import annotations

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.impose.imposition_inputs import PieceKind

_TOLERANCE = 0.001


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns × rows of one kind of piece in an area of the sheet."""

    kind: PieceKind
    columns: int
    rows: int
    area: Rect

    @property
    def slots(self) -> tuple[Rect, ...]:
        """The trims, row by row from the top left, the block centred in the area."""
        xs = centred_starts(self.area.x, self.area.width, self.columns, self.kind.width, self.kind.gap)
        ys = centred_starts(self.area.y, self.area.height, self.rows, self.kind.height, self.kind.gap)
        return tuple(Rect(x, y, self.kind.width, self.kind.height) for y in ys for x in xs)

    @property
    def capacity(self) -> int:
        return self.columns * self.rows


def fit_grid(kind: PieceKind, area: Rect) -> Grid:
    """The largest grid of a kind of piece in an area; its capacity is 0 where not even one fits.

    The trims lie inside the area, and so does half the gap around them as far as the pieces bleed. At gap 0 the
    outermost bleed takes what is left: 3 mm around a 3×3 grid of poker cards would cost a whole row of A4.

    >>> from generator.base.units import MM
    >>> a4 = Rect(5 * MM, 5 * MM, 200 * MM, 287 * MM)
    >>> grid = fit_grid(PieceKind(63 * MM, 88 * MM, 3 * MM, 0), a4)
    >>> grid.columns, grid.rows
    (3, 3)
    >>> fit_grid(PieceKind(63 * MM, 88 * MM, 3 * MM, 6 * MM), a4).capacity
    6
    """
    columns = count_across(area.width, kind.width, kind)
    return Grid(kind, columns, count_across(area.height, kind.height, kind), area)


def count_across(space: float, length: float, kind: PieceKind) -> int:
    """How many pieces of this length, a width or a height, fit side by side."""
    return max(0, int((space - 2 * kind.guaranteed_bleed + kind.gap + _TOLERANCE) // (length + kind.gap)))


def centred_starts(start: float, space: float, count: int, length: float, gap: float) -> tuple[float, ...]:
    """The coordinates where `count` equal lengths begin when they are centred in a space.

    >>> centred_starts(0, 100, 3, 20, 5)
    (15.0, 40.0, 65.0)
    """
    first = start + (space - count * length - (count - 1) * gap) / 2
    return tuple(first + index * (length + gap) for index in range(count))
