"""The base of all blocks in a column, the spaces between them, and how a column is filled and cut."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.model.prose import PlacedBlock

MIN_LINES = 2
"""Fewest lines of a paragraph, or rows of a table, at the end or start of a column: no orphans, no widows."""


class FlowBlock:
    """A block that is set in a column; lengths in points. This base is never cut, and invisible without `place`.

    Its heights are asked for again and again while columns are filled, so they are no properties.
    """

    height = 0.0
    min_height = 0.0
    """Height of the smallest piece that may stand at the end of a column."""
    before = 0.0
    """Space above it, unless it begins a column."""
    after = 0.0
    """Space below it. Between two blocks the larger of both spaces counts."""
    keep_with_next = False
    """Whether it must stand in one column with the beginning of the next block."""

    @property
    def least_height(self) -> float:
        """Return the height that a column must have left for the block, in points.

        Blocks that it must be kept together with are not counted.
        """
        return self.height if self.keep_with_next else self.min_height

    def fit(self, height: float) -> FlowBlock:  # noqa: ARG002  for blocks that can be drawn smaller
        """Return the block drawn smaller, at most `height` points high; the block itself where it cannot be scaled."""
        return self

    def cut(self, room: float) -> tuple[FlowBlock, FlowBlock] | None:  # noqa: ARG002  for blocks that can be cut
        """Return the piece of the block that fits into `room` points, and the rest; None for a block not cut."""
        return None

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:  # noqa: ARG002  for visible blocks
        """Yield the texts and shapes of the block, its top left corner at a point of the page in points."""
        return iter(())


class ColumnEnd(FlowBlock):
    """Ends a column."""


class PageEnd(FlowBlock):
    """Ends a page."""


def space_between(above: FlowBlock, below: FlowBlock) -> float:
    """Return the space between two blocks of one column, in points."""
    return max(above.after, below.before)


def stacked_height(blocks: Sequence[FlowBlock]) -> float:
    """Return the height of blocks below each other with the spaces between them, in points."""
    spaces = sum(space_between(above, below) for above, below in pairwise(blocks))
    return sum(block.height for block in blocks) + spaces


TOLERANCE = 0.01
"""Points by which a block may be too high, for sums of floats."""

Column = list[tuple[FlowBlock, float]]
"""The blocks of a column, each with its distance from the top in points."""


def fill_column(blocks: Sequence[FlowBlock], height: float, *, shrink: bool = True) -> tuple[Column, list[FlowBlock]]:
    """Return the blocks that fit into a column of a height in points, with their places, and the blocks left over.

    A column always takes at least one block, even one that is too high. With `shrink` a figure is drawn a little
    smaller where only that brings it into the column.
    """
    column: Column = []
    index, y = 0, 0.0
    while index < len(blocks):
        block = blocks[index]
        if isinstance(block, ColumnEnd):
            index += 1
            if column:
                break
            continue
        space = space_between(column[-1][0], block) if column else 0.0
        room = height - y - space + TOLERANCE
        needed = needed_height(blocks, index, shrink=shrink, most=height)
        # The first block of a column is taken in any case: else a block that is too high would never be placed.
        if column and needed > room:
            break
        if shrink:
            block = block.fit(room - TOLERANCE - (needed - block.least_height))
        y += space
        pieces = block.cut(room) if block.height > room else None
        if block.height > room and pieces is None and column:
            break
        index += 1
        if pieces:  # the rest of a block never follows in the same column
            column.append((pieces[0], y))
            return column, [pieces[1], *blocks[index:]]
        column.append((block, y))
        y += block.height
    return column, [*blocks[index:]]


def needed_height(
    blocks: Sequence[FlowBlock], first: int = 0, *, shrink: bool = False, most: float = math.inf
) -> float:
    """Return the height in points of the block at index `first`, with the blocks that it must be kept together with.

    Where that is more than `most`, the height of a column, it is kept with the next block only.
    """
    heights: list[float] = []
    needed = 0.0
    for index in range(first, len(blocks)):
        block = blocks[index]
        block_height = block.least_height if shrink or not block.keep_with_next else block.height
        space = space_between(blocks[index - 1], block) if index > first else 0.0
        heights.append(space + block_height)
        needed += space + block_height
        if needed > most and len(heights) > 1:  # no look at what follows: a thousand headings may
            return sum(heights[:2])
        if not block.keep_with_next:
            break
    return needed


def column_depth(column: Column) -> float:
    """Return the distance from the top of a column to the end of its last block, in points."""
    return max((y + block.height for block, y in column), default=0.0)
