"""Blocks made of paragraphs: headings, list items, figures and frames, with where each may be cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.model.prose import PlacedBlock
from generator.typeset.flow.column_filling import fill_column
from generator.typeset.flow.flow_block import EvenlySpaced, FlowBlock, space_between, stacked_height
from generator.typeset.flow.paragraph_block import ParagraphBlock, place_shape, rect_in_mm


class _AroundParagraph:
    """A block with the height and spacing of its paragraph."""

    __slots__ = ()
    paragraph: ParagraphBlock

    @property
    def before(self) -> float:
        return self.paragraph.before

    @property
    def after(self) -> float:
        return self.paragraph.after

    @property
    def height(self) -> float:
        return self.paragraph.height


@dataclass(frozen=True, slots=True)
class HeadingBlock(_AroundParagraph):
    """A heading, or a short paragraph that announces the next block: kept with it, and never cut."""

    paragraph: ParagraphBlock
    keep_with_next: bool = True

    @property
    def min_height(self) -> float:
        return self.paragraph.height

    def cut(self, room: float) -> None:
        """None: it is never cut."""

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Its text."""
        return self.paragraph.place(x, y)


@dataclass(frozen=True, slots=True)
class ListItemBlock(_AroundParagraph):
    """A paragraph of a list, indented, with its mark at the left."""

    paragraph: ParagraphBlock
    mark: ParagraphBlock | None
    indent: float
    keep_with_next: bool = False

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
        """The mark and the text."""
        if self.mark:
            yield from self.mark.place(x + self.indent - self.mark.width, y)
        yield from self.paragraph.place(x + self.indent, y)


@dataclass(frozen=True, slots=True)
class CaptionedFigure(EvenlySpaced):
    """A drawing with its caption below, centred in the column; never cut."""

    file: str
    size: Size
    caption: ParagraphBlock
    width: float
    """Of the column."""
    gap: float
    around: float
    keep_with_next: bool = False

    @property
    def height(self) -> float:
        return self.size.height + (self.gap + self.caption.height if self.caption.measure.count else 0.0)

    @property
    def min_height(self) -> float:
        return self.height

    def cut(self, room: float) -> None:
        """None: it is never cut."""

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """The drawing and its caption."""
        rect = rect_in_mm(x + (self.width - self.size.width) / 2, y, self.size.width, self.size.height)
        yield PlacedBlock("image", "figure", *rect, self.file)
        yield from self.caption.place(x, y + self.size.height + self.gap)


class FramedBlock(EvenlySpaced):
    """A frame with blocks in it; cut only where it is higher than a column."""

    keep_with_next = False

    def __init__(self, inside: Sequence[FlowBlock], width: float, padding: float, max_height: float) -> None:
        self._inside, self._width, self._padding, self._max_height = inside, width, padding, max_height
        self.around = padding

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
        """The frame and the blocks in it."""
        yield place_shape("box", x, y, self._width, self.height)
        y += self._padding
        for at, block in enumerate(self._inside):
            y += space_between(self._inside[at - 1], block) if at else 0.0
            yield from block.place(x + self._padding, y)
            y += block.height
