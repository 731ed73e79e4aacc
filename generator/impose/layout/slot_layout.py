"""What lies on one sheet of paper: slots and the pieces in them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.impose.imposition_inputs import PieceKind, PieceToPrint

SlotItem = PieceToPrint | None
"""A piece, or a slot to skip."""


@dataclass(frozen=True, slots=True)
class SlotLayout:
    """The slots of a sheet; the sheets that share a frame also share their marks."""

    trims: tuple[Rect, ...]
    kinds: tuple[PieceKind, ...]


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """A frame and what lies in its first slots; slots beyond the last item are free."""

    frame: SlotLayout
    items: tuple[SlotItem, ...]


def fill_sheets(items: Sequence[SlotItem], kind: PieceKind, slots: tuple[Rect, ...]) -> tuple[FilledSheet, ...]:
    """Equal pieces on as many sheets as they need, each filled from its first slot."""
    frame, size = SlotLayout(slots, (kind,) * len(slots)), len(slots)
    return tuple(FilledSheet(frame, tuple(items[start : start + size])) for start in range(0, len(items), size))
