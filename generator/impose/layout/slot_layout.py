"""The slots of a sheet of paper: a grid of equal pieces, or rows of several sizes, and the pieces that go into them.

Of several sizes equal pieces lie in rows, and the rows are stacked, so that each row comes off in one straight cut:

    a a a a
    b b b
    c c
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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


def fill_sheets(items: Sequence[SlotItem], layout: SlotLayout, empty: Sequence[int] = ()) -> tuple[FilledSlots, ...]:
    """Return equal pieces on as many sheets as they need, each filled from its first slot that does not stay empty.

    `empty` has the numbers of the slots that stay empty, from 1.
    """
    return tuple(FilledSlots(layout, places) for places in filled_places(items, len(layout.trims), empty))


def filled_places(items: Sequence[SlotItem], size: int, empty: Sequence[int] = ()) -> Iterator[tuple[SlotItem, ...]]:
    """Yield the items of each sheet of some places, None for those that stay empty, by their numbers from 1.

    >>> [*filled_places("abcde", 4)]
    [('a', 'b', 'c', 'd'), ('e',)]
    >>> [*filled_places("abcde", 4, empty=(2,))]
    [('a', None, 'b', 'c'), ('d', None, 'e')]
    """
    free = free_places(size, empty)
    for start in range(0, len(items), len(free)):
        placed = dict(zip(free, items[start : start + len(free)], strict=False))
        yield tuple(placed.get(place) for place in range(max(placed) + 1))


def free_places(size: int, empty: Sequence[int]) -> list[int]:
    """Return the places of a sheet, from 0, that do not stay empty."""
    return [place for place in range(size) if place + 1 not in empty]


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns × rows of one kind of piece in an area of the sheet."""

    kind: PieceKind
    columns: int
    rows: int
    area: Rect

    @property
    def slots(self) -> tuple[Rect, ...]:
        """The trims, row by row from the top left, with the block centred in the area."""
        xs = centred_starts(self.area.x, self.area.width, self.columns, self.kind.width, self.kind.gap)
        ys = centred_starts(self.area.y, self.area.height, self.rows, self.kind.height, self.kind.gap)
        return tuple(Rect(x, y, self.kind.width, self.kind.height) for y in ys for x in xs)

    @property
    def layout(self) -> SlotLayout:
        """The trims of the grid, all of one kind."""
        return SlotLayout(self.slots, (self.kind,) * self.capacity)

    @property
    def capacity(self) -> int:
        """Number of pieces that the grid holds."""
        return self.columns * self.rows


def fit_grid(kind: PieceKind, area: Rect) -> Grid:
    """Return the largest grid of a kind of piece in an area; its capacity is 0 where not even one fits.

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
    """Return how many pieces of this length, a width or a height, fit side by side."""
    return max(0, int((space - 2 * kind.guaranteed_bleed + kind.gap + _TOLERANCE) // (length + kind.gap)))


def centred_starts(start: float, space: float, count: int, length: float, gap: float) -> tuple[float, ...]:
    """Return the coordinates where `count` equal lengths begin when they are centred in a space.

    >>> centred_starts(0, 100, 3, 20, 5)
    (15.0, 40.0, 65.0)
    """
    first = start + (space - count * length - (count - 1) * gap) / 2
    return tuple(first + index * (length + gap) for index in range(count))


@dataclass(frozen=True, slots=True)
class PieceBlock:
    """Equal pieces in rows of so many columns."""

    kind: PieceKind
    items: tuple[SlotItem, ...]
    columns: int

    @property
    def height(self) -> float:
        """Height of the block in points, without a gap around it."""
        rows = -(-len(self.items) // self.columns)
        return rows * (self.kind.height + self.kind.gap) - self.kind.gap

    @property
    def width(self) -> float:
        """Width of the block in points, without a gap around it."""
        return self.columns * (self.kind.width + self.kind.gap) - self.kind.gap

    def slots(self, x: float, y: float) -> tuple[Rect, ...]:
        """Return the trims of the block's pieces, row by row, with the first at (x, y)."""
        width, height, gap = self.kind.width, self.kind.height, self.kind.gap
        places = (divmod(index, self.columns) for index in range(len(self.items)))
        return tuple(
            Rect(x + (width + gap) * across, y + (height + gap) * down, width, height) for down, across in places
        )


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A row of equal pieces; `columns` fit into it. In the free places of a last row there may be a block of others."""

    kind: PieceKind
    items: tuple[SlotItem, ...]
    columns: int
    beside: PieceBlock | None = None

    @property
    def all_items(self) -> tuple[SlotItem, ...]:
        """Items of the row, followed by the block beside it."""
        return (*self.items, *self.beside.items) if self.beside else self.items

    @property
    def all_kinds(self) -> tuple[PieceKind, ...]:
        """Kinds of `all_items`, in the same order."""
        beside_kinds = (self.beside.kind,) * len(self.beside.items) if self.beside else ()
        return (*(self.kind,) * len(self.items), *beside_kinds)

    @property
    def guaranteed_bleed(self) -> float:
        """The larger of the bleeds that the row's pieces and the block's have on every side."""
        return max(kind.guaranteed_bleed for kind in {self.kind, *([self.beside.kind] if self.beside else [])})


PieceGroups = Iterable[tuple[PieceKind, Sequence[SlotItem]]]


def stack_rows(groups: PieceGroups, area: Rect, *, fill: bool = False) -> Iterator[list[PieceRow]]:
    """Yield the rows of each sheet: every group in rows, stacked on as many sheets as they need, in order.

    `fill` puts a whole group into the free places of another's last row where there is space.
    """
    return _stacks(_rows(list(groups), area, fill=fill), area.height)


def lay_rows(stacks: Iterable[Sequence[PieceRow]], area: Rect) -> tuple[FilledSlots, ...]:
    """Return a sheet for each stack of rows, with the rows in the middle."""
    layouts: dict[SlotLayout, SlotLayout] = {}
    placed = [(_layout(stack, area), stack) for stack in stacks]
    return tuple(
        FilledSlots(layouts.setdefault(layout, layout), tuple(item for row in stack for item in row.all_items))
        for layout, stack in placed
    )


def turned_layout(kind: PieceKind, area: Rect) -> tuple[SlotLayout, str]:
    """Return the layout of the most pieces, with some rows upright and others below turned by a quarter, and its name.

    >>> kind = PieceKind(59, 92, 3, 0)
    >>> layout, name = turned_layout(kind, Rect(0, 0, 206, 270))
    >>> len(layout.trims), name
    (9, '3x1+2x3')
    """
    turned = kind.quarter_turn
    across = count_across(area.width, kind.width, kind), count_across(area.width, turned.width, turned)
    best: list[PieceRow] = []
    for upright in range(1, count_across(area.height, kind.height, kind) + 1):
        height_left = area.height - upright * (kind.height + kind.gap)
        below = count_across(height_left, turned.height, turned) if across[1] else 0
        rows = [PieceRow(kind, (None,) * across[0], across[0])] * upright
        rows += [PieceRow(turned, (None,) * across[1], across[1])] * below
        best = max(best, rows, key=lambda rows: sum(len(row.items) for row in rows))
    parts = [[row for row in best if row.kind == lying] for lying in (kind, turned)]
    return _layout(best, area), "+".join(f"{rows[0].columns}x{len(rows)}" for rows in parts if rows)


def _rows(groups: list[tuple[PieceKind, Sequence[SlotItem]]], area: Rect, *, fill: bool) -> Iterator[PieceRow]:
    """Yield the groups divided into rows as wide as the area."""
    while groups:
        kind, items = groups.pop(0)
        columns = count_across(area.width, kind.width, kind)
        for start in range(0, len(items), columns):
            row = PieceRow(kind, tuple(items[start : start + columns]), columns)
            yield _fill_row(row, groups, area) if fill and len(row.items) < columns else row


def _fill_row(row: PieceRow, groups: list[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> PieceRow:
    """Return the row with the first of the groups that its free places take whole; it is removed from the groups."""
    for index, (kind, items) in enumerate(groups):
        space = area.right - _beside(row, kind, area) - kind.guaranteed_bleed
        columns = int((space + kind.gap + _TOLERANCE) // (kind.width + kind.gap))
        if columns > 0 and (block := PieceBlock(kind, tuple(items), columns)).height <= row.kind.height:
            del groups[index]
            return PieceRow(row.kind, row.items, row.columns, block)
    return row


def _beside(row: PieceRow, kind: PieceKind, area: Rect) -> float:
    """Return the x at which the free places of a row begin for another kind."""
    first, *_ = centred_starts(area.x, area.width, row.columns, row.kind.width, row.kind.gap)
    return first + len(row.items) * (row.kind.width + row.kind.gap) - row.kind.gap + _gap(row.kind, kind)


def _stacks(rows: Iterable[PieceRow], space: float) -> Iterator[list[PieceRow]]:
    """Yield as many rows for each sheet as its height takes."""
    stack: list[PieceRow] = []
    for row in rows:
        if stack and _height([*stack, row]) > space + _TOLERANCE:
            yield stack
            stack = []
        stack.append(row)
    yield stack


def _height(stack: Sequence[PieceRow]) -> float:
    """Return the height of a stack of rows with the bleed above and below it."""
    return _tops(stack)[-1][0] + 2 * max(row.guaranteed_bleed for row in stack)


def _tops(stack: Sequence[PieceRow]) -> list[tuple[float, float]]:
    """Return the top of each row and of the block beside it; last the foot of all, twice."""
    tops: list[tuple[float, float]] = []
    # Of two blocks side by side the next row keeps clear of both.
    above: list[tuple[float, PieceKind]] = []  # what ends above the next row, and where
    for row in stack:
        top = max((foot + _gap(kind, row.kind) for foot, kind in above), default=0.0)
        below, block = [(top + row.kind.height, row.kind)], row.beside
        second = top
        if block:
            second = max((foot + _gap(kind, block.kind) for foot, kind in above), default=0.0)
            below.append((second + block.height, block.kind))
        tops.append((top, second))
        above = below
    foot = max(foot for foot, _ in above)
    return [*tops, (foot, foot)]


def _gap(above: PieceKind, below: PieceKind) -> float:
    """Return the space between two pieces above each other; of different sizes, with room for the marks of both."""
    if above != below and above.is_as_large(below):
        return max(above.gap, above.bleed + below.bleed)
    if above in {below, below.quarter_turn}:
        return above.gap
    # Rows of different kinds have crop marks of both between them.
    return max(above.gap, below.gap, above.bleed + below.bleed + _MARKS)


def _layout(stack: Sequence[PieceRow], area: Rect) -> SlotLayout:
    """Return the trims of a stack of rows, in the middle of the area."""
    tops = _tops(stack)
    y = area.y + (area.height - tops[-1][0]) / 2
    trims: list[Rect] = []
    for row, (top, second) in zip(stack, tops, strict=False):
        # A short last row keeps the columns of the rows above it, so that one cut goes through all of them.
        alike = [other for other in stack if other.kind.is_as_large(row.kind)]
        columns = max(other.columns if other.beside else len(other.items) for other in alike)
        xs = centred_starts(area.x, area.width, columns, row.kind.width, row.kind.gap)
        trims += [Rect(x, y + top, row.kind.width, row.kind.height) for x, _ in zip(xs, row.items, strict=False)]
        if row.beside:
            start = _beside(row, row.beside.kind, area)
            spare = area.right - row.beside.kind.guaranteed_bleed - start - row.beside.width
            trims += row.beside.slots(start + spare / 2, y + second)
    return SlotLayout(tuple(trims), tuple(kind for row in stack for kind in row.all_kinds))
