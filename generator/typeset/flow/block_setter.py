"""Blocks of running text, set one by one in a column of a width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.model.prose import Block, Boxed, Break, FigureBlock, Heading, Item, Paragraph, TableBlock
from generator.typeset.flow.blocks import (
    CaptionedFigure,
    ColumnEnd,
    FlowBlock,
    FramedBlock,
    HeadingBlock,
    ListItemBlock,
    ParagraphBlock,
    TextContext,
    round_down,
)
from generator.typeset.flow.flow_tables import set_table

_INDENT = 1.5
"""Of an item, and again of an item in it; in sizes of running text, as are the lengths below."""
_PADDING = 0.8
_FIGURE_GAP = 0.4
_HIGHEST = 0.85
"""Part of a column that a drawing may fill."""
_LOOKED = "it is looked for in the game's folder and in its templates, and a drawing needs a viewBox"
_SHORT = 4
"""Lines of a paragraph that can stay with what it announces."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What a block stands between."""

    before: Block | None
    after: tuple[Block, ...]
    """The next two."""

    @property
    def following(self) -> Block | None:
        """What comes next."""
        return self.after[0] if self.after else None

    def binds(self, item: Item) -> bool:
        """Whether an item belongs with the next: it announces a list in it, or one of them would stand alone."""
        if not isinstance(self.following, Item):
            return False
        is_first, is_last_but_one = not isinstance(self.before, Item), not isinstance(self.after[-1], Item)
        return is_first or is_last_but_one or len(self.after) == 1 or self.following.depth > item.depth


class BlockSetter:
    """Sets blocks in a column of a width; notes the faults of all."""

    def __init__(self, desk: TextContext, width: float, most: float) -> None:
        """`most` is the height of a column, in points."""
        self._desk, self._width, self._most = desk, width, most
        self.faults: list[Fault] = []

    def set(self, blocks: Sequence[Block]) -> Iterator[FlowBlock]:
        """Blocks in their order, without those at fault."""
        for at, block in enumerate(blocks):
            try:
                yield self._set(block, Neighbours(blocks[at - 1] if at else None, tuple(blocks[at + 1 : at + 3])))
            except Faults as faults:
                self.faults += faults.faults

    def _set(self, block: Block, around: Neighbours) -> FlowBlock:
        if isinstance(block, Heading):
            return HeadingBlock(self._copy(f"h{block.level}", block.text, block.line))
        if isinstance(block, Item):
            return self._item(block, around)
        if isinstance(block, Paragraph):
            return self._paragraph(block, around)
        return self._other(block)

    def _other(self, block: TableBlock | Boxed | FigureBlock | Break) -> FlowBlock:
        if isinstance(block, TableBlock):
            return set_table(self._desk, block, self._width, self._most)
        if isinstance(block, FigureBlock):
            return self._figure(block)
        return ColumnEnd() if isinstance(block, Break) else self._box(block)

    def _paragraph(self, block: Paragraph, around: Neighbours) -> FlowBlock:
        """A paragraph; a short one that announces something stays with it."""
        copy = self._copy("body", block.text, block.line)
        announces = block.text.endswith((":", "：")) or isinstance(around.following, Item | TableBlock)
        return HeadingBlock(copy) if announces and copy.measured.count <= _SHORT else copy

    def _box(self, block: Boxed) -> FramedBlock:
        pad = self._desk.ems(_PADDING)
        within = BlockSetter(self._desk, round_down(self._width - 2 * pad), self._most)
        inside = [*within.set(block.blocks)]
        self.faults += within.faults
        return FramedBlock(inside, self._width, pad, self._most)

    def _copy(self, style: str, text: str, line: int, less: float = 0.0) -> ParagraphBlock:
        return self._desk.copy(style, text, line, self._width - less)

    def _item(self, item: Item, around: Neighbours) -> ListItemBlock:
        step = self._desk.ems(_INDENT)
        indent = step * (item.depth + 1)
        mark = self._desk.copy("mark", item.mark, item.line, step) if item.mark else None
        copy = self._copy("item", item.text, item.line, indent)
        return ListItemBlock(copy, mark, indent, around.binds(item) and copy.measured.count <= _SHORT)

    def _figure(self, figure: FigureBlock) -> CaptionedFigure:
        size = self._desk.drawing(figure.file)
        if size is None:
            raise Faults([Fault(self._desk.where, f"no drawing {figure.file!r}; {_LOOKED}", figure.line)])
        highest = self._most * _HIGHEST * size.width / size.height
        width = min(figure.width or size.width, self._width, highest)
        caption = self._copy("caption", figure.caption, figure.line)
        gap, around = self._desk.ems(_FIGURE_GAP), self._desk.ems(_PADDING)
        fitted = Size(width, size.height * width / size.width)
        return CaptionedFigure(figure.file, fitted, caption, self._width, gap, around)
