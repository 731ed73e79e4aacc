"""Write a game in words as one page of HTML that a screen reader can move about in by headings, lists and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.build.text_pages.text_page import TextPage, TextSection
from generator.model.prose import Block, BoxBlock, FigureBlock, Heading, ListItem, Paragraph, TableBlock
from generator.model.text import is_rtl_language
from generator.write.svg.syntax import escape

_STYLE = """
:root { color-scheme: light dark }
body { font: 1.125rem/1.6 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 60rem }
h2 { margin: 3rem 0 1rem; border-bottom: 1px solid }
.table { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border: 1px solid; padding: .3rem .6rem; text-align: start; vertical-align: top }
.box { border: 1px solid; padding: 0 1rem; margin: 1rem 0 }
"""


def html_page(page: TextPage, others: Iterable[tuple[TextPage, str]] = ()) -> bytes:
    """Return the page as a file; `others` are the page in other languages, each with the name of its file."""
    return "\n".join(_HtmlWriter(page, others).lines()).encode()


class _HtmlWriter:
    """Writes one page."""

    def __init__(self, page: TextPage, others: Iterable[tuple[TextPage, str]]) -> None:
        self._page, self._others, self._words = page, others, page.words

    def lines(self) -> Iterator[str]:
        page, title = self._page, escape(self._page.title)
        direction = ' dir="rtl"' if is_rtl_language(page.language) else ""
        yield f'<!DOCTYPE html>\n<html lang="{escape(page.language)}"{direction}><head><meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
        yield f"<header><h1>{title}</h1>"
        yield from (f"<p>{escape(words)}</p>" for words in (page.about, page.origin) if words)
        yield from (_language_link(other, file) for other, file in self._others)
        yield "</header>"
        yield f'<nav aria-labelledby="contents"><h2 id="contents">{escape(self._words("text_page.contents"))}</h2><ul>'
        yield from (f'<li><a href="#{each.id}">{self._inline(each.title)}</a></li>' for each in page.sections)
        yield "</ul></nav>\n<main>"
        for section in page.sections:
            yield from self._section(section)
        yield "</main></body></html>\n"

    def _section(self, section: TextSection) -> Iterator[str]:
        yield f'<section><h2 id="{section.id}">{self._inline(section.title)}</h2>'
        yield from self._blocks(section.blocks, section.title)
        yield "</section>"

    def _blocks(self, blocks: Iterable[Block], title: str) -> Iterator[str]:
        """Yield blocks under a heading, which names their tables."""
        for is_list, some in groupby(blocks, key=lambda block: isinstance(block, ListItem)):
            if is_list:
                yield from self._list([block for block in some if isinstance(block, ListItem)], 0)
                continue
            for block in some:
                title = block.text if isinstance(block, Heading) else title
                yield from self._block(block, title)

    def _block(self, block: Block, title: str) -> Iterator[str]:
        match block:
            case Heading():
                yield f"<h{block.level + 1}>{self._inline(title)}</h{block.level + 1}>"
            case Paragraph():
                yield f"<p>{self._inline(block.text)}</p>"
            case TableBlock():
                yield from self._table(block, title)
            case BoxBlock():
                yield '<div class="box" role="note">'
                yield from self._blocks(block.blocks, title)
                yield "</div>"
            case FigureBlock() if block.caption:
                yield f"<p>{escape(self._words('text_page.figure', caption=''))}{self._inline(block.caption)}</p>"

    def _table(self, block: TableBlock, title: str) -> Iterator[str]:
        name = escape("".join(span.text for span in self._page.icons.spans(title)))
        yield f'<div class="table" role="group" tabindex="0" aria-label="{name}"><table aria-label="{name}">'
        head = (f'<th scope="col">{self._inline(cell)}</th>' if cell else "<td></td>" for cell in block.head)
        yield f"<thead><tr>{''.join(head)}</tr></thead><tbody>"
        for first, *rest in block.rows:
            cells = (f"<td>{self._inline(cell)}</td>" for cell in rest)
            yield f'<tr><th scope="row">{self._inline(first)}</th>{"".join(cells)}</tr>'
        yield "</tbody></table></div>"

    def _list(self, items: Sequence[ListItem], depth: int) -> Iterator[str]:
        """Yield items of a depth, and deeper ones inside the item before them; ordered and other lists apart."""
        at = 0
        while at < len(items):
            tag = "ol" if items[at].mark[:1].isdigit() else "ul"
            start = items[at].mark.rstrip(".")
            yield f'<ol start="{start}">' if tag == "ol" and start != "1" else f"<{tag}>"
            while at < len(items) and (items[at].mark[:1].isdigit()) == (tag == "ol"):
                end = _item_end(items, at, depth)
                yield f"<li>{self._inline(items[at].text)}"
                yield from self._below(items[at + 1 : end], depth)
                yield "</li>"
                at = end
            yield f"</{tag}>"

    def _below(self, items: Sequence[ListItem], depth: int) -> Iterator[str]:
        """Yield what belongs to an item: further paragraphs of it, and lists inside it."""
        for is_deeper, some in groupby(items, key=lambda item: item.depth > depth):
            if is_deeper:
                yield from self._list(list(some), depth + 1)
            else:
                yield from (f"<p>{self._inline(item.text)}</p>" for item in some)

    def _inline(self, markup: str) -> str:
        """Return light markup as HTML."""
        parts = []
        for span in self._page.icons.spans(markup):
            words = escape(span.text)
            words = f"<em>{words}</em>" if span.italic else words
            parts.append(f"<strong>{words}</strong>" if span.bold else words)
        return "".join(parts)


def _item_end(items: Sequence[ListItem], at: int, depth: int) -> int:
    """Return the index behind an item and all that belongs to it."""
    after = range(at + 1, len(items))
    return next((place for place in after if items[place].mark and items[place].depth <= depth), len(items))


def _language_link(page: TextPage, file: str) -> str:
    language = escape(page.language)
    return (
        f'<p><a href="{escape(file)}" hreflang="{language}" lang="{language}">{escape(page.title)} ({language})</a></p>'
    )
