"""The n-up grid of equal pieces: as many as fit, centred in their area."""

from __future__ import annotations

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.impose.imposition_inputs import PieceKind

_SLACK = 0.001


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
    def holds(self) -> int:
        """How many pieces."""
        return self.columns * self.rows


def fit_grid(kind: PieceKind, area: Rect) -> Grid:
    """The largest grid in an area; it holds 0 where not even one piece fits.

    The trims lie inside the area, and so does half the gap around them as far as the pieces bleed; at gap 0 the
    outermost bleed takes what is left (figures: print-specs, cards per page at full trim size).
    """
    return Grid(kind, count_across(area.width, kind.width, kind), count_across(area.height, kind.height, kind), area)


def count_across(room: float, length: float, kind: PieceKind) -> int:
    """How many pieces fit side by side into a length."""
    return max(0, int((room - 2 * kind.sure + kind.gap + _SLACK) // (length + kind.gap)))


def centred_starts(start: float, room: float, count: int, length: float, gap: float) -> tuple[float, ...]:
    """Where `count` equal lengths begin when they stand centred in a room."""
    first = start + (room - count * length - (count - 1) * gap) / 2
    return tuple(first + index * (length + gap) for index in range(count))
