"""Several sizes in one run: equal pieces in rows, rows on shelves, every shelf cut off in one straight cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.grid import centred_starts, count_across
from generator.impose.layout.slot_layout import FilledSheet, SlotItem, SlotLayout

_MARKS = 4 * MM
"""Between the bleeds of two kinds of shelf: room for the crop marks of both."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A row of equal pieces."""

    kind: PieceKind
    items: tuple[SlotItem, ...]


def stack_rows(groups: Iterable[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> tuple[FilledSheet, ...]:
    """Every group in rows, stacked on as many sheets as they need; the order of groups and pieces is kept."""
    frames: dict[SlotLayout, SlotLayout] = {}
    found = []
    for stack in _stacks(list(_shelves(groups, area)), area.height):
        frame = _frame(stack, area)
        found.append(
            FilledSheet(frames.setdefault(frame, frame), tuple(item for shelf in stack for item in shelf.items))
        )
    return tuple(found)


def _shelves(groups: Iterable[tuple[PieceKind, Sequence[SlotItem]]], area: Rect) -> Iterator[PieceRow]:
    for kind, items in groups:
        columns = count_across(area.width, kind.width, kind)
        for start in range(0, len(items), columns):
            yield PieceRow(kind, tuple(items[start : start + columns]))


def _stacks(shelves: Sequence[PieceRow], room: float) -> Iterator[list[PieceRow]]:
    stack: list[PieceRow] = []
    for shelf in shelves:
        if stack and _height([*stack, shelf]) > room + 0.001:
            yield stack
            stack = []
        stack.append(shelf)
    yield stack


def _height(stack: Sequence[PieceRow]) -> float:
    return sum(_rises(stack)) + stack[-1].kind.height + 2 * max(shelf.kind.sure for shelf in stack)


def _rises(stack: Sequence[PieceRow]) -> list[float]:
    """From the top of each shelf but the last to the top of the next."""
    return [above.kind.height + _between(above.kind, below.kind) for above, below in pairwise(stack)]


def _between(above: PieceKind, below: PieceKind) -> float:
    if above == below:
        return above.gap
    return max(above.gap, below.gap, above.bleed + below.bleed + _MARKS)


def _frame(stack: Sequence[PieceRow], area: Rect) -> SlotLayout:
    y = area.y + (area.height - sum(_rises(stack)) - stack[-1].kind.height) / 2
    trims: list[Rect] = []
    for shelf, rise in zip(stack, [*_rises(stack), 0.0], strict=True):
        columns = max(len(each.items) for each in stack if each.kind == shelf.kind)
        xs = centred_starts(area.x, area.width, columns, shelf.kind.width, shelf.kind.gap)
        trims += [Rect(x, y, shelf.kind.width, shelf.kind.height) for x, _ in zip(xs, shelf.items, strict=False)]
        y += rise
    return SlotLayout(tuple(trims), tuple(shelf.kind for shelf in stack for _ in shelf.items))
