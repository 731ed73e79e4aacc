"""What lies on one sheet of paper: slots and the pieces in them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.impose.imposition_inputs import Kind, Printed

Item = Printed | None
"""A piece, or a slot to skip."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The slots of a sheet; the sheets that share a frame also share their marks."""

    trims: tuple[Rect, ...]
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A frame and what lies in its first slots; slots beyond the last item are free."""

    frame: Frame
    items: tuple[Item, ...]


def leaves(items: Sequence[Item], kind: Kind, slots: tuple[Rect, ...]) -> tuple[Leaf, ...]:
    """Equal pieces on as many sheets as they need, each filled from its first slot."""
    frame, size = Frame(slots, (kind,) * len(slots)), len(slots)
    return tuple(Leaf(frame, tuple(items[start : start + size])) for start in range(0, len(items), size))
