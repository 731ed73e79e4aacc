"""What goes down a column: the base of all blocks, and the spaces between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.model.prose import PlacedBlock

MIN_LINES = 2
"""Fewest lines of a paragraph, or rows of a table, at the end or start of a column: no orphans, no widows."""


class FlowBlock:
    """A block that is set in a column; lengths in points. This base is never cut, and invisible without `place`."""

    before = 0.0
    """Space above it, unless it begins a column."""
    after = 0.0
    """Space below it. Between two blocks the larger of both spaces counts."""
    keep_with_next = False
    """Whether it must stand in one column with the beginning of the next block."""

    @property
    def height(self) -> float:
        return 0.0

    @property
    def min_height(self) -> float:
        """Height of the smallest piece that may stand at the end of a column."""
        return self.height

    def cut(self, room: float) -> tuple[FlowBlock, FlowBlock] | None:  # noqa: ARG002  for blocks that can be cut
        """The piece that fits into `room` and the rest; None where it cannot be cut there."""
        return None

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:  # noqa: ARG002  for visible blocks
        """Its texts and shapes, with its top left corner at a point of the page."""
        return iter(())


class ColumnEnd(FlowBlock):
    """Ends a column."""


def space_between(above: FlowBlock, below: FlowBlock) -> float:
    """The space between two blocks of one column, in points."""
    return max(above.after, below.before)


def stacked_height(blocks: Sequence[FlowBlock]) -> float:
    """The height of blocks below each other, in points."""
    spaces = sum(space_between(above, below) for above, below in pairwise(blocks))
    return sum(block.height for block in blocks) + spaces
