"""The slots of a sheet of paper and the pieces that go into them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.impose.imposition_inputs import PieceKind, PieceToPrint

SlotItem = PieceToPrint | None  # a piece, or None for a slot to skip


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
