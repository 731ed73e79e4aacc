"""What goes down a column: the protocol of all blocks, the spaces between them, and the end of a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from generator.model.prose import PlacedBlock

MIN_LINES = 2
"""Fewest lines of a paragraph, or rows of a table, at the end or start of a column: no orphans, no widows."""


class FlowBlock(Protocol):
    """A block that is set in a column; lengths in points."""

    @property
    def before(self) -> float:
        """Space above it, unless it begins a column."""

    @property
    def after(self) -> float:
        """Space below it. Between two blocks the larger of both spaces counts."""

    @property
    def height(self) -> float:
        """Height of the whole block."""

    @property
    def min_height(self) -> float:
        """Height of the smallest piece that may stand at the end of a column."""

    @property
    def keep_with_next(self) -> bool:
        """Whether it must stand in one column with the beginning of the next block."""

    def cut(self, room: float) -> tuple[FlowBlock, FlowBlock] | None:
        """The piece that fits into `room` and the rest; None where it cannot be cut there."""

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Its texts and shapes, with its top left corner at a point of the page."""


class EvenlySpaced:
    """A block with the same space above and below."""

    __slots__ = ()
    around: float

    @property
    def before(self) -> float:
        return self.around

    @property
    def after(self) -> float:
        return self.around


class ColumnEnd:
    """Ends a column; it is invisible."""

    before = after = height = min_height = 0.0
    keep_with_next = False

    def cut(self, room: float) -> None:
        """Nothing: it has no height."""

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:  # noqa: ARG002  the protocol's parameters
        """Nothing: it is invisible."""
        return iter(())


def space_between(above: FlowBlock, below: FlowBlock) -> float:
    """The space between two blocks of one column, in points."""
    return max(above.after, below.before)


def stacked_height(blocks: Sequence[FlowBlock]) -> float:
    """The height of blocks below each other, in points."""
    spaces = sum(space_between(above, below) for above, below in pairwise(blocks))
    return sum(block.height for block in blocks) + spaces
