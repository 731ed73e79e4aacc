"""Blocks made of paragraphs: headings, list items, figures, frames and tables, with where each may be cut."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.model.prose import PlacedBlock, TableBlock
from generator.typeset.flow.columns import MIN_LINES, FlowBlock, fill_column, space_between, stacked_height
from generator.typeset.flow.paragraph_block import ParagraphBlock, TextContext, place_shape, rect_in_mm

_SMALLEST = 0.7
"""Scale down to which a figure is drawn smaller, if that brings it into a column."""
_CIRCLE = 3.7 * MM
"""The circle around a number of a figure, where the number stands before a text."""
NUMBER_INDENT = 4.9 * MM
"""The least indent of a text behind such a number."""


class HeadingBlock(FlowBlock):
    """A heading, or a short paragraph that announces the next block: kept with it, and never cut."""

    keep_with_next = True

    def __init__(self, paragraph: ParagraphBlock) -> None:
        """Take the measured paragraph of the heading."""
        self.before, self.after, self.paragraph = paragraph.before, paragraph.after, paragraph
        self.height = self.min_height = paragraph.height

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the paragraph with its top left corner at a point of the page, in points."""
        return self.paragraph.place(x, y)


class NumberMark:
    """The mark of a list item that says what a number of a figure stands for: the number in its circle."""

    def __init__(self, number: str, width: float, line_height: float) -> None:
        """Take the number, the width of the indent and the height of the item's first line, in points."""
        self.number, self.width, self._line_height = number, width, line_height

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield a square for the circle, in the middle of the item's first line."""
        side = min(_CIRCLE, self.width)
        rect = rect_in_mm(x, y + (self._line_height - side) / 2, side, side)
        yield PlacedBlock("number", "mark", *rect, self.number)


class TickMark:
    """The mark of a task: a box to tick; lengths in points."""

    def __init__(self, side: float, width: float, line_height: float, *, is_ticked: bool) -> None:
        """Take the side of the box, the width of the indent and the height of the item's first line, in points."""
        self._side, self.width, self._line_height, self._is_ticked = side, width, line_height, is_ticked

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the box to tick, in the middle of the item's first line."""
        rect = rect_in_mm(x, y + (self._line_height - self._side) / 2, self._side, self._side)
        yield PlacedBlock("tick", "mark", *rect, "x" if self._is_ticked else "")


class RuleBlock(FlowBlock):
    """A thin line across the column."""

    def __init__(self, width: float, around: float) -> None:
        """Take the width of the column and the space above and below the rule, in points."""
        self._width, self.before, self.after = width, around, around

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the rule as a shape at a height of the page."""
        yield place_shape("rule", x, y, self._width, 0.0)


class ListItemBlock(FlowBlock):
    """A paragraph of a list, indented, with its mark at the left."""

    def __init__(
        self,
        paragraph: ParagraphBlock,
        mark: ParagraphBlock | NumberMark | TickMark | None,
        indent: float,
        keep_with_next: bool = False,
    ) -> None:
        """Take the paragraph, its mark, None for an item that goes on from another column, and the indent in points."""
        self.before, self.after = paragraph.before, paragraph.after
        self.paragraph, self.mark, self.indent, self.keep_with_next = paragraph, mark, indent, keep_with_next
        self.height, self.min_height = paragraph.height, paragraph.min_height

    def cut(self, room: float) -> tuple[ListItemBlock, ListItemBlock] | None:
        """Return the item as two, cut between lines, with the mark at the first; None where it is not cut."""
        parts = self.paragraph.cut(room)
        return parts and (
            ListItemBlock(parts[0], self.mark, self.indent),
            ListItemBlock(parts[1], None, self.indent, self.keep_with_next),
        )

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the mark at the left of the indent, and the paragraph behind it."""
        if self.mark:
            yield from self.mark.place(x + self.indent - self.mark.width, y)
        yield from self.paragraph.place(x + self.indent, y)


class CaptionedFigure(FlowBlock):
    """A drawing or figure with its caption below, centred in a column of a width; never cut."""

    def __init__(
        self,
        content: tuple[str, str],
        size: Size,
        caption: ParagraphBlock,
        width: float,
        spaces: tuple[float, float],
        *,
        keep_with_next: bool = False,
        fixed: Size | None = None,
    ) -> None:
        """Take a figure with its size, its caption and the width of its column, in points.

        `content` is `image` with the file of a drawing, or `figure` with the name of a figure of faces. `spaces` stand
        above the caption and around the whole. `fixed` is the part of the size that is not scaled where the figure is
        drawn smaller; None for one that keeps its size.
        """
        self.content, self.size, self.caption, self._width = content, size, caption, width
        (self._gap, around), self.keep_with_next, self._fixed = spaces, keep_with_next, fixed
        self.before = self.after = around
        self._measure()

    def _measure(self) -> None:
        """Set the height of the figure with its caption, in points."""
        caption = self._gap + self.caption.height if self.caption.measure.count else 0.0
        self.height = self.min_height = self.size.height + caption

    @property
    def least_height(self) -> float:
        """Return the height in points that the figure has when it is drawn as small as allowed."""
        return self.height - (1 - _SMALLEST) * (self.size.height - self._fixed.height) if self._fixed else self.height

    def fit(self, height: float) -> CaptionedFigure:
        """Return the figure drawn smaller, so that it is at most `height` points high, or as small as allowed.

        A figure that fits, or that keeps its size, is returned as it is.
        """
        fixed = self._fixed
        # Drawn smaller only where it would not fit otherwise.
        if fixed is None or self.height <= height:
            return self
        drawn = self.size.height - fixed.height
        # Captions and numbers keep their size, so that only the drawing makes room.
        scale = max(_SMALLEST, (drawn - (self.height - height)) / drawn)
        fitted = copy(self)
        fitted.size = Size(
            *(
                unscaled + scale * (whole - unscaled)
                for whole, unscaled in zip(_sides(self.size), _sides(fixed), strict=True)
            )
        )
        fitted._fixed = None
        fitted._measure()
        return fitted

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the figure, centred in the column, and its caption below."""
        rect = rect_in_mm(x + (self._width - self.size.width) / 2, y, self.size.width, self.size.height)
        yield PlacedBlock(self.content[0], "figure", *rect, self.content[1])
        yield from self.caption.place(x, y + self.size.height + self._gap)


def _sides(size: Size) -> tuple[float, float]:
    """Return the width and height of a size as a tuple."""
    return size.width, size.height


class FramedBlock(FlowBlock):
    """A frame with blocks in it; cut only where it is higher than a column."""

    def __init__(self, inside: Sequence[FlowBlock], width: float, padding: float, max_height: float) -> None:
        """Take the blocks in the frame, its width, its padding and the height of a column, in points."""
        self._inside, self._width, self._padding, self._max_height = inside, width, padding, max_height
        self.before = self.after = padding
        self.height = self.min_height = stacked_height(inside) + 2 * padding
        if self.height > max_height:
            # Only a frame that no column holds is cut, and its first block has to fit then.
            self.min_height = inside[0].min_height + 2 * padding

    def cut(self, room: float) -> tuple[FramedBlock, FramedBlock] | None:
        """Return the frame as two where no column could hold the whole; None where it is not cut."""
        if self.height <= self._max_height:
            return None
        column, remaining = fill_column(self._inside, room - 2 * self._padding)
        # A frame is not cut where one half would be empty.
        if not column or not remaining:
            return None
        return self._with_blocks([block for block, _ in column]), self._with_blocks(remaining)

    def _with_blocks(self, inside: Sequence[FlowBlock]) -> FramedBlock:
        """Return a frame of the same width and padding with other blocks in it."""
        return FramedBlock(inside, self._width, self._padding, self._max_height)

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the frame, and in it the blocks that it holds, its top left corner at a point of the page."""
        yield place_shape("box", x, y, self._width, self.height)
        y += self._padding
        for number, block in enumerate(self._inside):
            y += space_between(self._inside[number - 1], block) if number else 0.0
            yield from block.place(x + self._padding, y)
            y += block.height


_CELL_X, _CELL_Y = 0.5, 0.28
"""Padding of a cell in sizes of running text, as the lengths below."""
_AROUND = 0.6
_UNCUT = 0.35
"""Share of a column's height up to which a table is not cut."""
_UNBROKEN = 8.5
"""A cell that needs no more than this width stays on one line, if there is room."""
_NAME = re.compile(r"[a-z0-9_+.-]+\.[a-z]+")
"""A name of a file: it stays on one line wherever there is room, even if other cells are broken for it."""
_FULL_WIDTH = 0.7
"""A table wider than this share of its column is widened to the whole column."""
_SPARE_WIDTH = 0.1
"""Points added to the width of a column, so that rounding never breaks a line that fits."""

Row = tuple[ParagraphBlock, ...]


class TableRows(FlowBlock):
    """Rows of a table under its head, which is repeated where the table is cut; lengths in points."""

    def __init__(
        self, head: Row, rows: tuple[Row, ...], padding: tuple[float, float], uncut_height: float, around: float
    ) -> None:
        """Take the cells of the head and of each row, measured in the widths of their columns.

        `padding` is beside and above the text of a cell; a table up to `uncut_height` is not cut.
        """
        self.head, self.rows, self.padding, self._uncut_height = head, rows, padding, uncut_height
        self.before = self.after = around
        heights = [self._row_height(row) for row in (head, *rows)]
        self.height = heights[0] + sum(heights[1:])
        self._can_be_cut = len(rows) >= 2 * MIN_LINES and self.height > uncut_height
        # Where it can be cut, the head and two rows, for as many are then left for the next column.
        self.min_height = heights[0] + sum(heights[1 : 1 + MIN_LINES]) if self._can_be_cut else self.height

    def cut(self, room: float) -> tuple[TableRows, TableRows] | None:
        """Return the rows that fit into `room` points and the rest, each under the head; None where it is not cut."""
        if not self._can_be_cut:
            return None
        room -= self._row_height(self.head)
        count = 0
        while count < len(self.rows) and room >= self._row_height(self.rows[count]):
            room -= self._row_height(self.rows[count])
            count += 1
        # A lone row would look lost at the top of the next column.
        count = min(count, len(self.rows) - MIN_LINES)
        if count < MIN_LINES:
            return None
        return self._with_rows(self.rows[:count]), self._with_rows(self.rows[count:])

    def _with_rows(self, rows: tuple[Row, ...]) -> TableRows:
        """Return a table of the same head and padding with other rows."""
        return TableRows(self.head, rows, self.padding, self._uncut_height, self.before)

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield a band for the head, every cell, a stripe behind every second row and a rule under each row."""
        width = sum(cell.width + 2 * self.padding[0] for cell in self.head)
        # A table may have no head.
        if height := self._row_height(self.head):
            yield place_shape("band", x, y, width, height)
            yield from self._place_cells(self.head, x, y)
            y += height
        for number, row in enumerate(self.rows):
            if number % 2:
                yield place_shape("stripe", x, y, width, self._row_height(row))
            yield from self._place_cells(row, x, y)
            y += self._row_height(row)
            yield place_shape("rule", x, y, width, 0.0)

    def _place_cells(self, row: Row, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the texts of one row, its top left corner at a point of the page."""
        for cell in row:
            yield from cell.place(x + self.padding[0], y + self.padding[1])
            x += cell.width + 2 * self.padding[0]

    def _row_height(self, row: Row) -> float:
        """Return the height of a row with its padding, in points; 0 for a head without words."""
        text = max(cell.height for cell in row)
        return text + 2 * self.padding[1] if text else 0.0


def set_table(context: TextContext, block: TableBlock, width: float, max_height: float) -> TableRows:
    """Return a table measured for a column of a width and height in points.

    Raises Faults where its words are too long.
    """
    padding = context.ems(_CELL_X), context.ems(_CELL_Y)
    room = width - 2 * padding[0] * len(block.head)
    rows = [*_rows(context, block, room)]
    widths = _widths(context, block, rows, room)
    head, *body = (
        tuple(cell.narrow(column_width) for cell, column_width in zip(row, widths, strict=True)) for row in rows
    )
    return TableRows(head, tuple(body), padding, max_height * _UNCUT, context.ems(_AROUND))


def _rows(context: TextContext, block: TableBlock, width: float) -> Iterator[Row]:
    """Yield the head and every row of a table, each cell measured in a width of points."""
    for number, cells in enumerate((block.head, *block.rows)):
        # In the source a line of dashes stands below the head, so that rows begin two lines further down.
        style_name, line = ("cell", block.line + number + 1) if number else ("head", block.line)
        pairs = zip(cells, block.aligns, strict=True)
        yield tuple(context.paragraph(style_name, text, line, width, align) for text, align in pairs)


def _widths(context: TextContext, block: TableBlock, rows: Sequence[Row], room: float) -> list[float]:
    """Return the widths of the columns without padding, by their content and together at most `room` points.

    Raises Faults where the longest words need more.
    """
    columns = [[cell.measure for cell in column] for column in zip(*rows, strict=True)]
    natural = [max(cell.natural for cell in column) + _SPARE_WIDTH for column in columns]
    narrowest = [max(cell.narrowest for cell in column) + _SPARE_WIDTH for column in columns]
    if sum(narrowest) > room:
        over = to_mm(sum(narrowest) - room)
        fault = f"the table is {over:.1f} mm wider than its column; shorten its longest words or drop a column"
        raise Faults([Fault(context.where, fault, block.line)])
    # Short cells are broken before names of files, and these, at their hyphens, only where there is no room for them.
    for short in (context.ems(_UNBROKEN), 0.0):
        most = [math.inf if _has_names(cells) else short for cells in zip(block.head, *block.rows, strict=True)]
        unbroken = [max(low, min(high, length)) for low, high, length in zip(narrowest, natural, most, strict=True)]
        if sum(unbroken) <= room:
            return column_widths(natural, unbroken, room)
    return column_widths(natural, narrowest, room)


def _has_names(cells: Iterable[str]) -> bool:
    """Return whether a column has names such as `rules-a4-en.pdf`, one in a cell."""
    return any(_NAME.fullmatch(cell) for cell in cells)


def column_widths(natural: Sequence[float], narrowest: Sequence[float], room: float) -> list[float]:
    """Return widths that add up to at most `room`: natural ones, or narrower in proportion to their spare room.

    >>> column_widths([60, 40], [30, 20], 75)
    [45.0, 30.0]
    """
    total = sum(natural)
    if total <= room:
        # A table that is nearly as wide as its column looks better as wide as that.
        factor = room / total if total > _FULL_WIDTH * room else 1.0
        return [width * factor for width in natural]
    spare = (room - sum(narrowest)) / (total - sum(narrowest))
    return [low + (high - low) * spare for low, high in zip(narrowest, natural, strict=True)]
