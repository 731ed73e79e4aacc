"""Write a game in words as plain text, for braille displays and for programs that read aloud.

Lines are not broken: whatever shows them does that. A row of a table is some lines, each with the head of its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from generator.base.terminal_text import text_width
from generator.build.text_pages.text_page import TextPage
from generator.model.prose import (
    Block,
    BoxBlock,
    Definition,
    FigureBlock,
    Heading,
    ListItem,
    Paragraph,
    Rule,
    TableBlock,
    Term,
    list_kind,
)

_RULES = {1: "=", 2: "-"}
"""Character that underlines the title and section headings; deeper headings stand between empty lines."""

_RULE = "* * *"


def plain_page(page: TextPage) -> bytes:
    """Return the page as a file in UTF-8."""
    return ("\n".join(_PlainWriter(page).lines()).rstrip() + "\n").encode()


class _PlainWriter:
    """Writes one page."""

    def __init__(self, page: TextPage) -> None:
        """Take the page to write."""
        self._page, self._words = page, page.words

    def lines(self) -> Iterator[str]:
        """Yield the lines of the page: title, contents, and its sections."""
        page = self._page
        yield from _heading(1, page.title)
        yield from (*filter(None, (page.about, page.origin)), "")
        yield from _heading(2, self._words("text_page.contents"))
        yield from (self._inline(section.title) for section in page.sections)
        for section in page.sections:
            yield ""
            yield from _heading(2, self._inline(section.title))
            yield from self._blocks(section.blocks)

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        """Yield the lines of some blocks, with an empty line behind each list."""
        for kind, group in groupby(blocks, key=list_kind):
            for block in group:
                yield from self._block(block)
            if kind:
                yield ""

    def _block(self, block: Block) -> Iterator[str]:
        """Yield the lines of one block."""
        match block:
            case Heading():
                yield from _heading(block.level + 1, self._inline(block.text))
            case Paragraph():
                yield from (self._inline(block.text), "")
            case ListItem():
                yield f"{'  ' * block.depth}{block.mark or ' '} {self._inline(block.text)}"
            case Term():
                yield self._inline(block.text)
            case Definition():
                yield f"  {self._inline(block.text)}"
            case TableBlock():
                yield from self._table(block)
            case BoxBlock():
                yield from (f"  {line}" if line else "" for line in self._blocks(block.blocks))
            case Rule():
                yield from (_RULE, "")
            case FigureBlock() if block.caption:
                yield from (self._words("text_page.figure", caption="") + self._inline(block.caption), "")

    def _table(self, block: TableBlock) -> Iterator[str]:
        """Yield the rows of a table, a line for each cell that is not empty, with the head of its column."""
        heads = [self._inline(cell) for cell in block.head]
        for row in block.rows:
            for number, (head, cell) in enumerate(zip(heads, map(self._inline, row), strict=True)):
                line = self._words("sheet.about", box=head, what=cell) if head else cell
                if cell:
                    yield f"  {line}" if number else line
            yield ""

    def _inline(self, markup: str) -> str:
        """Return light markup as plain text, with names for icons."""
        return "".join(span.text for span in self._page.icons.spans(markup))


def _heading(level: int, words: str) -> Iterator[str]:
    """Yield a heading, underlined if it is of level 1 or 2."""
    yield words
    if rule := _RULES.get(level):
        # Where all letters are equally wide, a Japanese one takes two places.
        yield rule * text_width(words)
    yield ""
