"""Lay a manuscript out in columns and pages; the columns of the last page end at the same height."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import Rect, Size
from generator.base.records import replace
from generator.base.units import MM, to_mm
from generator.model.figure import FigureSize
from generator.model.prose import FigureBlock, Manuscript, PlacedBlock, Prose
from generator.model.text import is_rtl_language
from generator.typeset.flow.block_setter import BlockSetter
from generator.typeset.flow.columns import TOLERANCE, Column, FlowBlock, PageEnd, column_depth, fill_column
from generator.typeset.flow.paragraph_block import TextContext, round_down
from generator.typeset.flow.shaped_texts import ShapedTexts

GUTTER = 6 * MM
"""Points between columns."""
_BALANCE_STEP = 1.0
"""Points to which the columns of the last page are balanced."""
_MAX_PAGES = 400


Page = tuple[PlacedBlock, ...]
"""The texts and shapes of one page, in reading order."""


def set_pages(
    text: Manuscript,
    prose: Prose,
    texts: ShapedTexts,
    size: Size,
    *,
    head: float,
    drawing: Callable[[FigureBlock], Size | FigureSize | None],
) -> FlowedPages:
    """Set a text on pages of a size; the first page keeps `head` points at its top free for a title.

    `texts` remembers what it shapes: give the same for the same text. Raises Faults with everything that cannot be set,
    or for a block that is too high for a column.
    """
    return FlowedPages(_Flow(TextContext(prose, texts, drawing), prose, size, head), text)


class FlowedPages:
    """A text in columns on pages. Pages are placed when they are asked for: a size that is only tried needs few."""

    def __init__(self, flow: _Flow, text: Manuscript) -> None:
        """Break a text into columns and pages.

        Raises Faults for blocks that cannot be set, or that are too high for a column.
        """
        self._flow = flow
        self._pages = flow.fill_pages(flow.set_blocks(text))
        for columns, top in self._pages:
            flow.check_depths(columns, top)

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._pages)

    def __iter__(self) -> Iterator[Page]:
        """Yield the texts and shapes of each page."""
        return (tuple(self._flow.place(columns, top)) for columns, top in self._pages)

    @property
    def last(self) -> Page:
        """Return the texts and shapes of the last page."""
        return tuple(self._flow.place(*self._pages[-1]))


class _Flow:
    """The columns of pages of one size."""

    def __init__(self, context: TextContext, prose: Prose, size: Size, head: float) -> None:
        """Take the size of a page in points, and the room `head` for a title at the top of the first one."""
        self._context, self._columns, self._head = context, prose.across, head
        margin = prose.margin
        self._rect = Rect(margin, margin, size.width - 2 * margin, size.height - 2 * margin)
        self._width = round_down((self._rect.width - GUTTER * (prose.across - 1)) / prose.across)
        # Placed blocks are in millimetres, as templates are, so that the page is mirrored in them too.
        self._mirror = to_mm(size.width) if is_rtl_language(context.texts.language) else 0.0
        """The width of the page in millimetres where its columns run from right to left, else 0."""

    def set_blocks(self, text: Manuscript) -> list[FlowBlock]:
        """Return all blocks of the text, measured in the width of a column.

        Raises Faults with all that cannot be set.
        """
        setter = BlockSetter(self._context, self._width, self._rect.height, self._rect.width)
        blocks = [*setter.set(text.blocks)]
        if setter.faults:
            raise Faults(setter.faults)
        return blocks

    def fill_pages(self, blocks: Sequence[FlowBlock]) -> list[tuple[list[Column], float]]:
        """Return the columns of each page, and the y in points at which they begin."""
        pages: list[tuple[list[Column], float]] = []
        for part in _parts(blocks):
            self._fill_part(part, pages)
        return pages

    def _fill_part(self, blocks: Sequence[FlowBlock], pages: list[tuple[list[Column], float]]) -> None:
        """Add to `pages` the pages of the blocks between two page breaks. Raises Faults for more than 400 pages."""
        while blocks or not pages:
            top = self._rect.y + (0.0 if pages else self._head)
            columns, remaining = self._fill_columns(blocks, self._rect.bottom - top)
            if not remaining and self._columns > 1:  # only the last page has room to balance
                columns = self._balance(blocks, self._rect.bottom - top) or columns
            # A text that never fits would go on for ever.
            if len(pages) == _MAX_PAGES:
                raise Faults([Fault(self._context.where, f"more than {_MAX_PAGES} pages; divide the text")])
            pages.append((columns, top))
            blocks = remaining

    def _fill_columns(
        self, blocks: Sequence[FlowBlock], height: float, *, shrink: bool = True
    ) -> tuple[list[Column], list[FlowBlock]]:
        """Return the columns of one page with a height in points, and the blocks left over for the next page."""
        columns, remaining = [], list(blocks)
        for _ in range(self._columns):
            column, remaining = fill_column(remaining, height, shrink=shrink)
            columns.append(column)
        return columns, remaining

    def _balance(self, blocks: Sequence[FlowBlock], height: float) -> list[Column]:
        """Return the columns of the last page at the least height that holds all blocks.

        Empty where everything fits only with smaller figures.
        """
        low, high = 0.0, height
        # What fits only with smaller figures cannot be balanced.
        if self._fill_columns(blocks, high, shrink=False)[1]:
            return []
        # Bisection: a column's height tells only whether everything fits.
        while high - low > _BALANCE_STEP:
            middle = (low + high) / 2
            columns, remaining = self._fill_columns(blocks, middle, shrink=False)
            # The first block of a column is taken even where it is too high, so that depths are compared too.
            fits = not remaining and all(column_depth(column) <= middle + TOLERANCE for column in columns)
            low, high = (low, middle) if fits else (middle, high)
        return self._fill_columns(blocks, high, shrink=False)[0]

    def check_depths(self, columns: Sequence[Column], top: float) -> None:
        """Raise Faults for a column on a page whose blocks reach below the page's lower margin."""
        for column in columns:
            over = top + column_depth(column) - self._rect.bottom
            if over > TOLERANCE:
                fault = f"{_first_words(column)} is {to_mm(over):.1f} mm longer than a column"
                raise Faults([Fault(self._context.where, f"{fault}; divide it, or make it shorter")])

    def place(self, columns: Sequence[Column], top: float) -> Iterator[PlacedBlock]:
        """Yield the texts and shapes of a page with its columns from `top` on, mirrored for right-to-left languages."""
        for number, column in enumerate(columns):
            for block, y in column:
                placed = block.place(self._rect.x + number * (self._width + GUTTER), top + y)
                yield from (
                    (_mirrored(placed_block, self._mirror) for placed_block in placed) if self._mirror else placed
                )


def _parts(blocks: Sequence[FlowBlock]) -> Iterator[list[FlowBlock]]:
    """Yield the blocks between page breaks; nothing but breaks is one empty part."""
    parts: list[list[FlowBlock]] = [[]]
    for block in blocks:
        if isinstance(block, PageEnd):
            parts.append([])
        else:
            parts[-1].append(block)
    return iter([part for part in parts if part] or [[]])


_MIRRORED = {"left": "start", "right": "end"}


def _mirrored(block: PlacedBlock, width: float) -> PlacedBlock:
    """Return a block at its place on a page of a width in mm whose columns begin at the right."""
    x = round(width - block.x - block.width, 2)
    return replace(block, x=x, align=_MIRRORED.get(block.align, block.align))


def _first_words(column: Column) -> str:
    """Return the words of a message for the first block of a column: the beginning of its text."""
    words = next((placed.text for placed in column[0][0].place(0.0, 0.0) if placed.text), "")
    return f"what begins with {words[:40]!r}"
