"""Markdown to blocks: the part of it that pages are set from, and a fault for whatever else it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults
from generator.base.units import MM
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import parse_length
from generator.model.prose import (
    Block,
    BoxBlock,
    ColumnBreak,
    FigureBlock,
    Heading,
    ListItem,
    Manuscript,
    MarkdownSource,
    Paragraph,
    TableBlock,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode as Node

_ICON = re.compile(r"\{[a-z0-9][a-z0-9_-]*\}")
_LIVE = re.compile(r"(\{[a-z0-9][a-z0-9_-]*\})|([*{\\])")
_OPEN = re.compile(r"\*\S|\S\*")
"""An asterisk that was meant to begin or end something; one between spaces is a sign."""
_DENSE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Characters of languages that put no space between words."""

_CELL = re.compile(r"(?<!\\)\|")
"""What parts the cells of a table's row."""
_EDGE = re.compile(r"^[\s>]*\|?|\|?\s*$")
"""What may stand before the first cell and after the last."""
_DASHES = re.compile(r":?-+:?")
"""A cell of the line below the head of a table."""

_DEEPEST = 1
_WIDEST = 8
"""Columns of a table."""
_FIGURE = (5 * MM, 500 * MM)
_PLAIN = {
    "fence": "a block of code has no place here; write it as a paragraph",
    "code_block": "lines indented by four spaces are code, which has no place here; indent them less",
    "code_inline": "code between backticks has no place here; take them away",
    "html_block": "HTML has no place here; write it in Markdown",
    "html_inline": "HTML has no place here; write it in Markdown",
    "link": "a link has no place on paper; write the words alone",
    "image": "a figure is a paragraph of its own; put empty lines around it",
    "hardbreak": "a line cannot be broken by hand; begin a paragraph with an empty line",
}
_MEND = "give it as many, empty ones too; a pipe within a cell is written '\\|'"
_HEAD = "a table is a head, below it a line like '|---|---|' with as many cells, then its rows; a pipe is written '\\|'"
_NAMES = {"blockquote": "a box", "hr": "a break"}


def parse_markdown(source: MarkdownSource) -> Manuscript:
    """The blocks of a text in Markdown.

    Raises Faults naming the line of everything that is no part of the Markdown understood here.
    """
    from markdown_it.tree import SyntaxTreeNode

    reading = _Reading(source.where, source.text.split("\n"))
    root = SyntaxTreeNode(_markdown().parse(source.text))
    first, rest = reading.title(root.children)
    blocks = tuple(reading.blocks(rest))
    if reading.faults:
        raise Faults(sorted(reading.faults, key=lambda fault: fault.line or 0))
    return Manuscript(source.where, first.text, first.line, blocks)


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # takes as long to load as a deck of cards to print

    return MarkdownIt("commonmark").enable("table").disable(["text_join", "reference"])


class _Reading:
    """One text being read; notes what is wrong and goes on."""

    def __init__(self, where: str, lines: list[str]) -> None:
        self.where, self._lines = where, lines
        self.faults: list[Fault] = []
        self._line = 1

    def title(self, nodes: list[Node]) -> tuple[Heading, list[Node]]:
        """The heading that a text begins with, and what comes after it."""
        if nodes and nodes[0].type == "heading" and nodes[0].tag == "h1":
            return Heading(1, self._text(nodes[0]), self._line), nodes[1:]
        self._wrong("the text begins with no title; write one, like '# Rules', in the first line")
        return Heading(1, "", 1), nodes

    def blocks(self, nodes: Iterable[Node], *, boxed: bool = False) -> Iterator[Block]:
        """Blocks in their order; `boxed` ones stand in a box, which holds no other."""
        for node in nodes:
            self._at(node)
            if node.type == "heading":
                yield from self._heading(node, boxed=boxed)
            elif node.type == "paragraph":
                yield self._paragraph(node)
            elif node.type in {"bullet_list", "ordered_list"}:
                yield from self._list(node, 0)
            elif node.type == "table":
                yield self._table(node)
            elif node.type == "blockquote" and not boxed:
                yield BoxBlock(tuple(self.blocks(node.children, boxed=True)), self._at(node))
            elif node.type == "hr" and not boxed:
                yield ColumnBreak(self._line)
            else:
                self._misplaced(node)

    def _heading(self, node: Node, *, boxed: bool) -> Iterator[Heading]:
        level = int(node.tag[1:])
        if level == 1:
            self._wrong("a second title; a text has one, write '##' for a heading")
        elif level > 3 or (boxed and level == 2):
            self._wrong(f"a heading of level {level} has no place here; write '###', or bold words")
        else:
            yield Heading(level, self._text(node), self._line)

    def _paragraph(self, node: Node) -> Paragraph | FigureBlock:
        inline = node.children[0].children
        if len(inline) == 1 and inline[0].type == "image":
            return self._figure(inline[0])
        self._hold_to_no_table(node)
        return Paragraph(self._text(node), self._line)

    def _figure(self, image: Node) -> FigureBlock:
        name, size = str(image.attrs["src"]), str(image.attrs.get("title", ""))
        width = None
        if size:
            try:
                width = parse_length(size, *_FIGURE)
            except ValueError as error:
                self._wrong(str(error))
        return FigureBlock(name, self._inline(image.children), width, self._line)

    def _list(self, node: Node, depth: int) -> Iterator[ListItem]:
        if depth > _DEEPEST:
            self._at(node)
            self._wrong("a list inside a list inside a list; two levels are all there is room for")
            return
        start = int(node.attrs.get("start", 1))
        for number, item in enumerate(node.children, start):
            mark = ("•", "–")[depth] if node.type == "bullet_list" else f"{number}."
            yield from self._item(item, mark, depth)

    def _item(self, item: Node, mark: str, depth: int) -> Iterator[ListItem]:
        for node in item.children:
            self._at(node)
            if node.type in {"bullet_list", "ordered_list"}:
                yield from self._list(node, depth + 1)
            elif node.type == "paragraph":
                self._hold_to_no_table(node)
                yield ListItem(mark, depth, self._text(node), self._line)
                mark = ""
            else:
                self._misplaced(node)

    def _table(self, node: Node) -> TableBlock:
        line = self._line
        rows = [row for part in node.children for row in part.children]
        aligns = tuple(
            str(cell.attrs.get("style", "")).removeprefix("text-align:") or "left" for cell in rows[0].children
        )
        if len(aligns) > _WIDEST:
            self._wrong(f"a table of {len(aligns)} columns; {_WIDEST} are the most")
        for row in rows:
            self._hold_to_width(row, len(aligns))
        cells = [tuple(self._text(cell) for cell in row.children) for row in rows]
        return TableBlock(aligns, cells[0], tuple(cells[1:]), line)

    def _hold_to_width(self, row: Node, width: int) -> None:
        """Refuse a row that has not as many cells as the head: Markdown would drop some, or make some up."""
        count = len(_cells(self._lines[self._at(row) - 1]))
        if count != width:
            self._wrong(f"a row of {count} {'cell' if count == 1 else 'cells'} in a table of {width} columns; {_MEND}")

    def _hold_to_no_table(self, node: Node) -> None:
        """Refuse rows of a table that Markdown takes for words, because the line of dashes is missing or wrong."""
        first = self._at(node)
        for number, line in enumerate(node.children[0].content.split("\n"), first):
            cells = _cells(line)
            if line.lstrip().startswith("|") or (len(cells) > 1 and all(map(_DASHES.fullmatch, cells))):
                self._line = number
                self._wrong(f"{quote(line)} is a row of no table; {_HEAD}")
                break
        self._line = first

    def _text(self, node: Node) -> str:
        """The inline contents of a block as light markup."""
        self._at(node)
        return self._inline(node.children[0].children).strip() if node.children else ""

    def _inline(self, nodes: Iterable[Node]) -> str:
        return _joined("".join(map(self._piece, nodes)))

    def _piece(self, node: Node) -> str:
        if node.type == "text":
            return self._live(node.content)
        if node.type == "text_special":
            return _escaped(node.content)
        if node.type == "softbreak":
            return "\n"
        if node.type in {"strong", "em"}:
            sign = "**" if node.type == "strong" else "*"
            return f"{sign}{self._inline(node.children)}{sign}"
        self._misplaced(node)
        return ""

    def _live(self, text: str) -> str:
        """Plain text of Markdown, in which icons and small capitals are still markup."""
        if "{" in _ICON.sub("", text):
            self._wrong(f"{quote(text)} has a brace that names no icon; write '\\{{' for the sign itself")
        if _OPEN.search(text):
            self._wrong(f"{quote(text)} has a '*' that pairs with none; write '\\*' for the sign itself")
        return _LIVE.sub(lambda found: found[1] or f"\\{found[2]}", text)

    def _misplaced(self, node: Node) -> None:
        self._at(node)
        named = _NAMES.get(node.type, f"a {node.type.replace('_', ' ')}")
        self._wrong(_PLAIN.get(node.type, f"{named} has no place inside another block; write a paragraph"))

    def _at(self, node: Node) -> int:
        """Go on at a block, and tell its line."""
        if node.map:
            self._line = node.map[0] + 1
        return self._line

    def _wrong(self, what: str) -> None:
        self.faults.append(Fault(self.where, what, self._line))


def _cells(line: str) -> list[str]:
    """What stands between the pipes of a line."""
    return [cell.strip() for cell in _CELL.split(_EDGE.sub("", line))]


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "*^{}\\" else char for char in text)


def _joined(text: str) -> str:
    """Lines of a paragraph as one: with a space between words, and none in languages that have none."""
    first, *rest = text.split("\n")
    for line in rest:
        dense = first and line and _DENSE.match(first[-1]) and _DENSE.match(line[0])
        first += line if dense else f" {line}"
    return first
