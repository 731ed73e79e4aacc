"""Blocks made of paragraphs: headings, list items, figures and frames, with where each may be cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from generator.base.geometry import Size
from generator.model.prose import PlacedBlock
from generator.typeset.flow.columns import FlowBlock, fill_column, space_between, stacked_height
from generator.typeset.flow.paragraph_block import ParagraphBlock, place_shape, rect_in_mm


class HeadingBlock(FlowBlock):
    """A heading, or a short paragraph that announces the next block: kept with it, and never cut."""

    keep_with_next = True

    def __init__(self, paragraph: ParagraphBlock) -> None:
        self.before, self.after, self.paragraph = paragraph.before, paragraph.after, paragraph

    @property
    def height(self) -> float:
        return self.paragraph.height

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        return self.paragraph.place(x, y)


class ListItemBlock(FlowBlock):
    """A paragraph of a list, indented, with its mark at the left."""

    def __init__(
        self, paragraph: ParagraphBlock, mark: ParagraphBlock | None, indent: float, keep_with_next: bool = False
    ) -> None:
        self.before, self.after = paragraph.before, paragraph.after
        self.paragraph, self.mark, self.indent, self.keep_with_next = paragraph, mark, indent, keep_with_next

    @property
    def height(self) -> float:
        return self.paragraph.height

    @property
    def min_height(self) -> float:
        return self.paragraph.min_height

    def cut(self, room: float) -> tuple[ListItemBlock, ListItemBlock] | None:
        """Two items, cut between lines; the mark stays with the first."""
        parts = self.paragraph.cut(room)
        return parts and (
            ListItemBlock(parts[0], self.mark, self.indent),
            ListItemBlock(parts[1], None, self.indent, self.keep_with_next),
        )

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        if self.mark:
            yield from self.mark.place(x + self.indent - self.mark.width, y)
        yield from self.paragraph.place(x + self.indent, y)


class CaptionedFigure(FlowBlock):
    """A drawing with its caption below, centred in a column of a width; never cut."""

    def __init__(self, file: str, size: Size, caption: ParagraphBlock, width: float, gap: float, around: float) -> None:
        self.file, self.size, self.caption, self._width, self._gap = file, size, caption, width, gap
        self.before = self.after = around

    @property
    def height(self) -> float:
        return self.size.height + (self._gap + self.caption.height if self.caption.measure.count else 0.0)

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        rect = rect_in_mm(x + (self._width - self.size.width) / 2, y, self.size.width, self.size.height)
        yield PlacedBlock("image", "figure", *rect, self.file)
        yield from self.caption.place(x, y + self.size.height + self._gap)


class FramedBlock(FlowBlock):
    """A frame with blocks in it; cut only where it is higher than a column."""

    def __init__(self, inside: Sequence[FlowBlock], width: float, padding: float, max_height: float) -> None:
        self._inside, self._width, self._padding, self._max_height = inside, width, padding, max_height
        self.before = self.after = padding

    @cached_property
    def height(self) -> float:
        return stacked_height(self._inside) + 2 * self._padding

    @property
    def min_height(self) -> float:
        if self.height <= self._max_height:
            return self.height
        return self._inside[0].min_height + 2 * self._padding

    def cut(self, room: float) -> tuple[FramedBlock, FramedBlock] | None:
        """Two frames, where no column could hold the whole."""
        if self.height <= self._max_height:
            return None
        column, rest = fill_column(self._inside, room - 2 * self._padding)
        if not column or not rest:
            return None
        return self._with_blocks([block for block, _ in column]), self._with_blocks(rest)

    def _with_blocks(self, inside: Sequence[FlowBlock]) -> FramedBlock:
        return FramedBlock(inside, self._width, self._padding, self._max_height)

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        yield place_shape("box", x, y, self._width, self.height)
        y += self._padding
        for at, block in enumerate(self._inside):
            y += space_between(self._inside[at - 1], block) if at else 0.0
            yield from block.place(x + self._padding, y)
            y += block.height
