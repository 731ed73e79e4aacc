"""Blocks of a text as HTML: headings, paragraphs, lists, tables and boxes in the order of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.base.messages import Messages
from generator.build.text_pages.icon_words import IconWords
from generator.model.prose import (
    DONE,
    TO_DO,
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
from generator.write.svg.syntax import escape


class HtmlBlocks:
    """Writes blocks with words for icons and captions for figures; a subclass may show both otherwise."""

    deepen = 1
    """Levels by which headings stand deeper on the page than in their text."""

    def __init__(self, icons: IconWords, words: Messages) -> None:
        """Take the words for icons, and the program's words in the language."""
        self._icons, self._words = icons, words

    def blocks(self, blocks: Iterable[Block], title: str) -> Iterator[str]:
        """Yield the HTML of blocks of a text; `title` is the heading above them, which names their tables."""
        for kind, group in groupby(blocks, key=list_kind):
            if kind == "list":
                yield from self._list([block for block in group if isinstance(block, ListItem)], 0)
                continue
            if kind == "definitions":
                yield from ("<dl>", *map(self._definition, group), "</dl>")
                continue
            for block in group:
                title = block.text if isinstance(block, Heading) else title
                yield from self._block(block, title)

    def _definition(self, block: Block) -> str:
        """Return a term or a definition of a list as HTML."""
        if isinstance(block, Term):
            return f"<dt>{self.inline(block.text)}</dt>"
        return f"<dd>{self.inline(block.text)}</dd>" if isinstance(block, Definition) else ""

    def _block(self, block: Block, title: str) -> Iterator[str]:
        """Yield one block as HTML; `title` names its tables."""
        match block:
            case Heading():
                yield self.heading(block)
            case Paragraph():
                yield f"<p>{self.inline(block.text)}</p>"
            case TableBlock():
                yield from self._table(block, title)
            case BoxBlock():
                yield '<div class="box" role="note">'
                yield from self.blocks(block.blocks, title)
                yield "</div>"
            case FigureBlock():
                yield from self.figure(block)
            case Rule():
                yield "<hr>"

    def heading(self, block: Heading) -> str:
        """Return a heading as HTML."""
        level = block.level + self.deepen
        return f"<h{level}>{self.inline(block.text)}</h{level}>"

    def figure(self, block: FigureBlock) -> Iterator[str]:
        """Yield a figure as its caption alone; nothing for one without."""
        if block.caption:
            yield f"<p>{escape(self._words('text_page.figure', caption=''))}{self.inline(block.caption)}</p>"

    def _table(self, block: TableBlock, title: str) -> Iterator[str]:
        """Yield a table as HTML; the first cell of each row is its head."""
        name = escape("".join(span.text for span in self._icons.spans(title)))
        # A wide table scrolls in its box, which must take the focus for keyboards to reach it.
        yield f'<div class="table" role="group" tabindex="0" aria-label="{name}"><table aria-label="{name}">'
        # An empty head would be read aloud as a heading without words.
        head = (f'<th scope="col">{self.inline(cell)}</th>' if cell else "<td></td>" for cell in block.head)
        yield f"<thead><tr>{''.join(head)}</tr></thead><tbody>"
        for first, *later_cells in block.rows:
            cells = (f"<td>{self.inline(cell)}</td>" for cell in later_cells)
            yield f'<tr><th scope="row">{self.inline(first)}</th>{"".join(cells)}</tr>'
        yield "</tbody></table></div>"

    def _list(self, items: Sequence[ListItem], depth: int) -> Iterator[str]:
        """Yield the HTML of list items of one depth; deeper items stand inside the item before them."""
        index = 0
        while index < len(items):
            tag = "ol" if items[index].mark[:1].isdigit() else "ul"
            # A list may begin with another number in its text.
            start = items[index].mark.rstrip(".")
            yield f'<ol start="{start}">' if tag == "ol" and start != "1" else f"<{tag}>"
            while index < len(items) and (items[index].mark[:1].isdigit()) == (tag == "ol"):
                end = _item_end(items, index, depth)
                yield f"<li{self._tick(items[index].mark)}{self.inline(items[index].text)}"
                yield from self._below(items[index + 1 : end], depth)
                yield "</li>"
                index = end
            yield f"</{tag}>"

    @staticmethod
    def _tick(mark: str) -> str:
        """Return the end of the opening tag of a list item, with the box of a task."""
        return f' class="task">{mark} ' if mark in {TO_DO, DONE} else ">"

    def _below(self, items: Sequence[ListItem], depth: int) -> Iterator[str]:
        """Yield the HTML inside a list item: further paragraphs, and deeper lists."""
        for is_deeper, group in groupby(items, key=lambda item: item.depth > depth):
            if is_deeper:
                yield from self._list(list(group), depth + 1)
            else:
                yield from (f"<p>{self.inline(item.text)}</p>" for item in group)

    def plain_inline(self, words: str) -> str:
        """Return words without markup as HTML."""
        return escape(words)

    def inline(self, markup: str) -> str:
        """Return a text in light markup (bold, italic, icons) as HTML."""
        parts = []
        for span in self._icons.spans(markup):
            words = self.plain_inline(span.text)
            words = f"<em>{words}</em>" if span.italic else words
            parts.append(f"<strong>{words}</strong>" if span.bold else words)
        return "".join(parts)


def _item_end(items: Sequence[ListItem], index: int, depth: int) -> int:
    """Return the index behind a list item and everything below it."""
    after = range(index + 1, len(items))
    return next((place for place in after if items[place].mark and items[place].depth <= depth), len(items))
