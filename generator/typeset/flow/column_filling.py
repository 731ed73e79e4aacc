"""Fill one column with blocks: what fits, what is cut, and what must move to the next column."""

from __future__ import annotations

from collections.abc import Sequence

from generator.typeset.flow.flow_block import ColumnEnd, FlowBlock, space_between

TOLERANCE = 0.01
"""Points by which a block may be too high, for sums of floats."""

Column = list[tuple[FlowBlock, float]]
"""The blocks of a column, each with its distance from the top in points."""


def fill_column(blocks: Sequence[FlowBlock], height: float) -> tuple[Column, list[FlowBlock]]:
    """The column of a height in points that takes the first blocks, and the rest of them.

    A column always takes at least one block, even one that is too high.
    """
    column: Column = []
    rest, y = list(blocks), 0.0
    while rest:
        block = rest[0]
        if isinstance(block, ColumnEnd):
            return (column, rest[1:]) if column else fill_column(rest[1:], height)
        space = space_between(column[-1][0], block) if column else 0.0
        room = height - y - space + TOLERANCE
        if column and needed_height(rest) > room:
            break
        y += space
        pieces = block.cut(room) if block.height > room else None
        if block.height > room and pieces is None and column:
            break
        block, rest = (pieces[0], [pieces[1], *rest[1:]]) if pieces else (block, rest[1:])
        column.append((block, y))
        y += block.height
        if pieces:  # the rest of a block never follows in the same column
            break
    return column, rest


def needed_height(blocks: Sequence[FlowBlock]) -> float:
    """The height in points that the first block needs, with what it must be kept together with."""
    first = blocks[0]
    if first.keep_with_next and len(blocks) > 1:
        return first.height + space_between(first, blocks[1]) + needed_height(blocks[1:])
    return first.height if first.keep_with_next else first.min_height


def column_depth(column: Column) -> float:
    """The height that the blocks of a column take, in points."""
    return max((y + block.height for block, y in column), default=0.0)
