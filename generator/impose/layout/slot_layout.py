"""The slots of a sheet of paper: a grid of equal pieces, or rows of several sizes, and the pieces that go into them.

Of several sizes equal pieces lie in rows, and the rows are stacked, so that each row comes off in one straight cut:

    a a a a
    b b b
    c c
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind, PieceToPrint

SlotItem = PieceToPrint | None  # a piece, or None for a slot to skip

_TOLERANCE = 0.001
_MARKS = 4 * MM  # between the bleeds of rows of different kinds: space for the crop marks of both


@dataclass(frozen=True, slots=True)
class SlotLayout:
    """The slots of a sheet: trim and kind of each. Sheets with an equal layout share their marks."""

    trims: tuple[Rect, ...]
    kinds: tuple[PieceKind, ...]


@dataclass(frozen=True, slots=True)
class FilledSlots:
    """A layout with the items in its first slots; slots after the last item are empty."""

    layout: SlotLayout
    items: tuple[SlotItem, ...]


def fill_sheets(items: Sequence[SlotItem], kind: PieceKind, slots: tuple[Rect, ...]) -> tuple[FilledSlots, ...]:
    """Equal pieces on as many sheets as they need, each sheet filled from its first slot."""
    layout, size = SlotLayout(slots, (kind,) * len(slots)), len(slots)
    return tuple(FilledSlots(layout, tuple(items[start : start + size])) for start in range(0, len(items), size))


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


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A row of equal pieces."""

    kind: PieceKind
    items: tuple[SlotItem, ...]


def stack_rows(groups: Iterable[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> Iterator[list[PieceRow]]:
    """Every group in rows, stacked on as many sheets as they need; groups and pieces keep their order."""
    return _stacks(_rows(groups, area), area.height)


def lay_rows(stacks: Iterable[Sequence[PieceRow]], area: Rect) -> tuple[FilledSlots, ...]:
    """A sheet for each stack of rows, with the rows in the middle."""
    layouts: dict[SlotLayout, SlotLayout] = {}
    placed = [(_layout(stack, area), stack) for stack in stacks]
    return tuple(
        FilledSlots(layouts.setdefault(layout, layout), tuple(item for row in stack for item in row.items))
        for layout, stack in placed
    )


def _rows(groups: Iterable[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> Iterator[PieceRow]:
    for kind, items in groups:
        columns = count_across(area.width, kind.width, kind)
        for start in range(0, len(items), columns):
            yield PieceRow(kind, tuple(items[start : start + columns]))


def _stacks(rows: Iterable[PieceRow], space: float) -> Iterator[list[PieceRow]]:
    stack: list[PieceRow] = []
    for row in rows:
        if stack and _height([*stack, row]) > space + _TOLERANCE:
            yield stack
            stack = []
        stack.append(row)
    yield stack


def _height(stack: Sequence[PieceRow]) -> float:
    return sum(_steps(stack)) + stack[-1].kind.height + 2 * max(row.kind.guaranteed_bleed for row in stack)


def _steps(stack: Sequence[PieceRow]) -> list[float]:
    """The distance from the top of each row but the last to the top of the next."""
    return [above.kind.height + _gap(above.kind, below.kind) for above, below in pairwise(stack)]


def _gap(above: PieceKind, below: PieceKind) -> float:
    return above.gap if above == below else max(above.gap, below.gap, above.bleed + below.bleed + _MARKS)


def _layout(stack: Sequence[PieceRow], area: Rect) -> SlotLayout:
    y = area.y + (area.height - sum(_steps(stack)) - stack[-1].kind.height) / 2
    trims: list[Rect] = []
    for row, step in zip(stack, [*_steps(stack), 0.0], strict=True):
        # A short last row keeps the columns of the rows above it, so that one cut goes through all of them.
        columns = max(len(each.items) for each in stack if each.kind == row.kind)
        xs = centred_starts(area.x, area.width, columns, row.kind.width, row.kind.gap)
        trims += [Rect(x, y, row.kind.width, row.kind.height) for x, _ in zip(xs, row.items, strict=False)]
        y += step
    return SlotLayout(tuple(trims), tuple(row.kind for row in stack for _ in row.items))
