"""Turn the blocks of a manuscript into blocks of a column, each measured in the column's width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.model.figure import FigureSize
from generator.model.prose import (
    DONE,
    TO_DO,
    Block,
    BoxBlock,
    ColumnBreak,
    Definition,
    FigureBlock,
    Heading,
    ListItem,
    PageBreak,
    Paragraph,
    Rule,
    TableBlock,
    Term,
)
from generator.typeset.flow.blocks import (
    NUMBER_INDENT,
    CaptionedFigure,
    FramedBlock,
    HeadingBlock,
    ListItemBlock,
    NumberMark,
    RuleBlock,
    TickMark,
    set_table,
)
from generator.typeset.flow.columns import TOLERANCE, ColumnEnd, FlowBlock, PageEnd
from generator.typeset.flow.paragraph_block import ParagraphBlock, TextContext, round_down

_INDENT = 1.5
"""Indent of a list, and again of a list in it; in sizes of running text, as the lengths below."""
_PADDING = 0.8
_AROUND_RULE = 0.7
_TICK = 0.75
"""Side of the box before a task."""
_FIGURE_GAP = 0.4
_MAX_FIGURE = 0.85
"""Share of a column's height that a figure may take."""
_SEARCHED = "it is looked for in the game's folder and in its templates, and a drawing needs a viewBox"
_MAX_ANNOUNCEMENT = 4
"""Lines of a paragraph that is kept with the block it announces; a longer one could leave half a column empty."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The blocks before and after a block."""

    before: Block | None
    following: Block | None = None
    second: Block | None = None
    """The one after `following`."""

    def keep_with_next(self, item: ListItem) -> bool:
        """Return whether a list item must stand in one column with the next item.

        The first and the last item never stand alone, and no item is parted from its sublist.
        """
        if not isinstance(self.following, ListItem):
            return False
        is_first, is_last_but_one = not isinstance(self.before, ListItem), not isinstance(self.second, ListItem)
        return is_first or is_last_but_one or self.following.depth > item.depth


class BlockSetter:
    """Sets blocks in a column `width` points wide and at most `max_height` high; collects the faults of all."""

    def __init__(self, context: TextContext, width: float, max_height: float, page_width: float | None = None) -> None:
        """Take the size of a column in points, and the styles and fonts of its texts.

        `page_width` is the width of all columns together, beyond which a figure is a fault; None for a single column.
        """
        self._context, self._width, self._max_height = context, width, max_height
        self._page_width = page_width or width
        self.faults: list[Fault] = []
        self._numbered = False
        """Whether the present list says what the numbers of a figure stand for."""

    def set(self, blocks: Sequence[Block]) -> Iterator[FlowBlock]:
        """Yield the measured blocks in order, without those that cannot be set.

        The faults of those are collected in `faults`.
        """
        for number, block in enumerate(blocks):
            try:
                yield self._set(
                    block, Neighbours(blocks[number - 1] if number else None, *blocks[number + 1 : number + 3])
                )
            # One fault does not hide the others: the rest of the text is set all the same.
            except Faults as faults:
                self.faults += faults.faults

    def _set(self, block: Block, neighbours: Neighbours) -> FlowBlock:
        """Measure one block of the manuscript in the width of the column. Raises Faults where it cannot be set."""
        # The list that explains a figure follows it at once.
        self._numbered = self._numbered and isinstance(block, ListItem)
        match block:
            case Heading():
                return HeadingBlock(self._text(f"h{block.level}", block.text, block.line))
            case ListItem() | Term() | Definition():
                return self._listed(block, neighbours)
            case Paragraph():
                return self._paragraph(block, neighbours)
            case TableBlock():
                return set_table(self._context, block, self._width, self._max_height)
            case FigureBlock():
                return self._figure(block, neighbours)
            case _:
                return self._frame(block) if isinstance(block, BoxBlock) else self._divider(block)

    def _divider(self, block: Rule | ColumnBreak | PageBreak) -> FlowBlock:
        """Return the block of a rule, or of the end of a column or page."""
        if isinstance(block, Rule):
            return RuleBlock(self._width, self._context.ems(_AROUND_RULE))
        return ColumnEnd() if isinstance(block, ColumnBreak) else PageEnd()

    def _listed(self, block: ListItem | Term | Definition, neighbours: Neighbours) -> FlowBlock:
        """Return the block of a list item, or of a term or its definition."""
        if isinstance(block, ListItem):
            return self._item(block, neighbours)
        if isinstance(block, Term):
            return HeadingBlock(self._text("term", block.text, block.line))
        indent = self._context.ems(_INDENT)
        return ListItemBlock(self._text("item", block.text, block.line, indent), None, indent)

    def _paragraph(self, block: Paragraph, neighbours: Neighbours) -> FlowBlock:
        """Return the block of a paragraph; a short one that announces the next block is kept in one column with it."""
        paragraph = self._text("body", block.text, block.line)
        announces = block.text.endswith((":", "：")) or isinstance(neighbours.following, ListItem | TableBlock)
        return HeadingBlock(paragraph) if announces and paragraph.measure.count <= _MAX_ANNOUNCEMENT else paragraph

    def _frame(self, block: BoxBlock) -> FramedBlock:
        """Return the block of a frame, with the blocks in it measured in the width between its paddings."""
        padding = self._context.ems(_PADDING)
        # Lengths in templates are written in hundredths of a millimetre: lines measured here must fit there.
        # The setter of a frame has faults of its own, which are added to those of the page.
        setter = BlockSetter(self._context, round_down(self._width - 2 * padding), self._max_height, self._page_width)
        inside = [*setter.set(block.blocks)]
        self.faults += setter.faults
        return FramedBlock(inside, self._width, padding, self._max_height)

    def _text(self, style_name: str, text: str, line: int, indent: float = 0.0) -> ParagraphBlock:
        """Return a text in a style of STYLES, `indent` points narrower than the column.

        `line` is its line in the manuscript, for faults.
        """
        return self._context.paragraph(style_name, text, line, self._width - indent)

    def _item(self, item: ListItem, neighbours: Neighbours) -> ListItemBlock:
        """Return the block of a list item, indented by its depth, with its mark."""
        step = self._context.ems(_INDENT)
        indent = step * (item.depth + 1)
        if self._numbered and not item.depth:
            step = indent = max(step, NUMBER_INDENT)
        mark = self._mark(item, step) if item.mark else None
        paragraph = self._text("item", item.text, item.line, indent)
        explains = self._numbered and isinstance(neighbours.following, ListItem)
        # A long item is no announcement, and would take the next one along to another column.
        keep = (explains or neighbours.keep_with_next(item)) and paragraph.measure.count <= _MAX_ANNOUNCEMENT
        return ListItemBlock(paragraph, mark, indent, keep)

    def _mark(self, item: ListItem, width: float) -> ParagraphBlock | NumberMark | TickMark:
        """Return the mark of a list item: a box to tick, a number in its circle, or text."""
        if item.mark in {TO_DO, DONE}:
            height = self._context.paragraph("mark", "", item.line, width).line_height
            return TickMark(self._context.ems(_TICK), width, height, is_ticked=item.mark == DONE)
        paragraph = self._context.paragraph("mark", item.mark, item.line, width)
        if self._numbered and not item.depth and item.mark[:-1].isdecimal():
            return NumberMark(item.mark[:-1], width, paragraph.line_height)
        return paragraph

    def _figure(self, figure: FigureBlock, neighbours: Neighbours) -> CaptionedFigure:
        """Return the block of a figure or drawing with its caption.

        A figure with numbers is kept with the list that explains them. Raises Faults where there is no such drawing.
        """
        drawn = self._context.drawing(figure)
        if drawn is None:
            raise Faults([Fault(self._context.where, f"no drawing {figure.file!r}; {_SEARCHED}", figure.line)])
        if isinstance(drawn, FigureSize):
            content, fitted = ("figure", figure.name), self._fit_faces(figure, drawn)
            self._numbered = drawn.numbers > 0
            fixed = self._fixed(fitted, drawn)
        else:
            content, fitted, fixed = ("image", figure.file), self._fit_drawing(figure, drawn), None
        caption = self._text("caption", figure.caption, figure.line)
        gap, around = self._context.ems(_FIGURE_GAP), self._context.ems(_PADDING)
        keep = self._numbered and isinstance(neighbours.following, ListItem)
        return CaptionedFigure(content, fitted, caption, self._width, (gap, around), keep_with_next=keep, fixed=fixed)

    @staticmethod
    def _fixed(fitted: Size, drawn: FigureSize) -> Size | None:
        """Return the part of a figure of faces that keeps its size where the faces are scaled.

        None where its numbers keep the whole figure as high as it is.
        """
        return None if fitted.height - drawn.above <= drawn.least_height else Size(drawn.beside, drawn.above)

    def _fit_drawing(self, figure: FigureBlock, size: Size) -> Size:
        """Return the size of a drawing in points: as asked, but no larger than the column has room for."""
        # A figure as high as a column would leave no room for the text about it.
        width_at_max = self._max_height * _MAX_FIGURE * size.width / size.height
        width = min(figure.width or size.width, self._width, width_at_max)
        return Size(width, size.height * width / size.width)

    def _fit_faces(self, figure: FigureBlock, drawn: FigureSize) -> Size:
        """Return the size of a figure of faces in points; only the faces are scaled, not the room for numbers.

        Raises Faults for a figure wider than the page.
        """
        width = figure.width or drawn.requested
        if width and width > self._page_width + TOLERANCE:
            page = f"{to_mm(self._page_width):.1f} mm"
            fault = f"figure {figure.name!r} is to be {to_mm(width):.1f} mm wide, on a page with room for {page}"
            raise Faults([Fault(self._context.where, f"{fault}; give it a smaller width", figure.line)])
        room = self._max_height * _MAX_FIGURE
        wide = min(width or drawn.width + drawn.beside, self._width) - drawn.beside
        scale = min(wide / drawn.width, (room - drawn.above) / drawn.height)
        return Size(scale * drawn.width + drawn.beside, max(scale * drawn.height, drawn.least_height) + drawn.above)
