"""Several sizes on one sheet: equal pieces in rows, the rows stacked, so that each row comes off in one straight cut.

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
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.grid import centred_starts, count_across
from generator.impose.layout.slot_layout import FilledSlots, SlotItem, SlotLayout

_MARKS = 4 * MM  # between the bleeds of rows of different kinds: space for the crop marks of both


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A row of equal pieces."""

    kind: PieceKind
    items: tuple[SlotItem, ...]


def stack_rows(groups: Iterable[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> tuple[FilledSlots, ...]:
    """Every group in rows, stacked on as many sheets as they need; groups and pieces keep their order."""
    layouts: dict[SlotLayout, SlotLayout] = {}
    sheets = []
    for stack in _stacks(_rows(groups, area), area.height):
        layout = _layout(stack, area)
        sheets.append(
            FilledSlots(layouts.setdefault(layout, layout), tuple(item for row in stack for item in row.items))
        )
    return tuple(sheets)


def _rows(groups: Iterable[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> Iterator[PieceRow]:
    for kind, items in groups:
        columns = count_across(area.width, kind.width, kind)
        for start in range(0, len(items), columns):
            yield PieceRow(kind, tuple(items[start : start + columns]))


def _stacks(rows: Iterable[PieceRow], space: float) -> Iterator[list[PieceRow]]:
    stack: list[PieceRow] = []
    for row in rows:
        if stack and _height([*stack, row]) > space + 0.001:
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
    if above == below:
        return above.gap
    return max(above.gap, below.gap, above.bleed + below.bleed + _MARKS)


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
