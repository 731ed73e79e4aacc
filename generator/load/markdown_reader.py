"""Parses Markdown into the blocks that pages are set from; whatever else it holds is a fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults, fault
from generator.base.units import MM
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import parse_length
from generator.model import prose

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode as Node

_ICON = re.compile(r"\{[a-z0-9][a-z0-9_-]*\}")
_MARKUP = re.compile(r"(\{[a-z0-9][a-z0-9_-]*\})|([*{\\])")
_UNPAIRED = re.compile(r"\*\S|\S\*")
"""An asterisk beside a word, which is left only if it has no partner; between spaces it is a plain sign."""
_CELL_END = re.compile(r"(?<!\\)\|")
_ROW_EDGES = re.compile(r"^[\s>]*\|?|\|?\s*$")
_DASHES = re.compile(r":?-+:?")
"""A cell of the line below the heading row of a table."""

_LONGEST_TEXT = 200_000
_MOST_LINES = 20_000
_MOST_CELLS = 5_000
"""Characters, lines and cells of tables in one text: more than a hundred pages."""
_LONGEST_BLOCK = 50_000
"""Characters without an empty line, as of a list or a table. The time for marks that pair with none grows faster."""
_LONGEST_PARAGRAPH = 10_000
"""Characters of a paragraph, as of a cell in a table: it is broken into lines anew in each column that it reaches."""
_TOO_LONG = "too_long"
"""The name of the rule that looks for such paragraphs, and of what it finds."""
_EMPTY_LINE = re.compile(r"\n[ \t]*(?=\n)")

_DEEPEST_LIST = 1
_MOST_COLUMNS = 8
_FIGURE_WIDTHS = (5 * MM, 500 * MM)
_REFUSED = {
    "fence": "a block of code has no place here; write it as a paragraph",
    "code_block": "lines indented by four spaces are code, which has no place here; indent them less",
    "code_inline": "code between backticks has no place here; take them away",
    "html_block": "HTML has no place here; write it in Markdown",
    "html_inline": "HTML has no place here; write it in Markdown",
    "link": "a link has no place on paper; write the words alone",
    "image": "a figure is a paragraph of its own; put empty lines around it",
    "hardbreak": "a line cannot be broken by hand; begin a paragraph with an empty line",
}
_CELL_HINT = "give it as many, empty ones too; a pipe within a cell is written '\\|'"
_TABLE_HINT = (
    "a table is a head, below it a line like '|---|---|' with as many cells, then its rows; a pipe is written '\\|'"
)
_NAMES = {"blockquote": "a box", "hr": "a break"}


def parse_markdown(source: prose.MarkdownSource) -> prose.Manuscript:
    r"""Parse a text in Markdown; raises Faults with the line of everything that cannot be set.

    >>> text = parse_markdown(prose.MarkdownSource("rules.md", "# Rules\n\nTurn a *card*.\n"))
    >>> text.title, text.blocks
    ('Rules', (Paragraph(text='Turn a *card*.', line=3),))
    """
    from markdown_it.tree import SyntaxTreeNode

    _check_lengths(source)
    parser = _BlockParser(source.where, source.text.split("\n"))
    found: dict[str, list[int]] = {}
    root = SyntaxTreeNode(_markdown().parse(source.text, found))
    if lines := found.get(_TOO_LONG):
        what = f"a paragraph of more than {_LONGEST_PARAGRAPH:,} characters; divide it with an empty line"
        raise Faults([Fault(source.where, what, line) for line in lines])
    first, rest = parser.title(root.children)
    blocks = tuple(parser.blocks(rest))
    if parser.faults:
        raise Faults(sorted(parser.faults, key=lambda fault: fault.line or 0))
    return prose.Manuscript(source.where, first.text, first.line, blocks)


def _check_lengths(source: prose.MarkdownSource) -> None:
    """Raise Faults for a text that would take long to parse."""
    if len(source.text) > _LONGEST_TEXT:
        raise fault(source.where, f"longer than {_LONGEST_TEXT:,} characters; divide it into several texts")
    if source.text.count("\n") > _MOST_LINES:
        raise fault(source.where, f"more than {_MOST_LINES:,} lines; divide it into several texts")
    if source.text.count("|") > _MOST_CELLS:
        raise fault(source.where, f"more than {_MOST_CELLS:,} cells of tables; divide it into several texts")
    line = 1
    for block in _EMPTY_LINE.split(source.text):
        if len(block) > _LONGEST_BLOCK:
            what = f"more than {_LONGEST_BLOCK:,} characters without an empty line; divide them"
            raise fault(source.where, what, line=line + len(block) - len(block.lstrip("\n")))
        line += block.count("\n") + 1


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # takes as long to import as a deck takes to print

    parser = MarkdownIt("commonmark").enable("table").disable(["text_join", "reference"])
    parser.core.ruler.before("inline", _TOO_LONG, _empty_long_paragraphs)
    return parser


def _empty_long_paragraphs(state: StateCore) -> None:
    """Note the lines of texts that are too long, before what stands in them is parsed."""
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > _LONGEST_PARAGRAPH:
            token.content = ""
            state.env.setdefault(_TOO_LONG, []).append(token.map[0] + 1 if token.map else 1)


class _BlockParser:
    """Turns the syntax tree of a text into blocks; collects faults and goes on."""

    def __init__(self, where: str, lines: list[str]) -> None:
        self.where, self._lines = where, lines
        self.faults: list[Fault] = []
        self._line = 1

    def title(self, nodes: list[Node]) -> tuple[prose.Heading, list[Node]]:
        """The title of a text, and the nodes behind it."""
        if nodes and nodes[0].type == "heading" and nodes[0].tag == "h1":
            return prose.Heading(1, self._text(nodes[0]), self._line), nodes[1:]
        self._fault("the text begins with no title; write one, like '# Rules', in the first line")
        return prose.Heading(1, "", 1), nodes

    def blocks(self, nodes: Iterable[Node], *, boxed: bool = False) -> Iterator[prose.Block]:
        """The blocks of some nodes; a box (`boxed`) cannot hold another box or a break."""
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
                yield prose.BoxBlock(tuple(self.blocks(node.children, boxed=True)), self._at(node))
            elif node.type == "hr" and not boxed:
                yield prose.ColumnBreak(self._line)
            else:
                self._misplaced(node)

    def _heading(self, node: Node, *, boxed: bool) -> Iterator[prose.Heading]:
        level = int(node.tag[1:])
        if level == 1:
            self._fault("a second title; a text has one, write '##' for a heading")
        elif level > 3 or (boxed and level == 2):
            self._fault(f"a heading of level {level} has no place here; write '###', or bold words")
        else:
            yield prose.Heading(level, self._text(node), self._line)

    def _paragraph(self, node: Node) -> prose.Paragraph | prose.FigureBlock:
        inline = node.children[0].children
        if len(inline) == 1 and inline[0].type == "image":
            return self._figure(inline[0])
        self._check_no_table(node)
        return prose.Paragraph(self._text(node), self._line)

    def _figure(self, image: Node) -> prose.FigureBlock:
        name, size = str(image.attrs["src"]), str(image.attrs.get("title", ""))
        width = None
        if size:
            try:
                width = parse_length(size, *_FIGURE_WIDTHS)
            except ValueError as error:
                self._fault(str(error))
        return prose.FigureBlock(name, self._inline(image.children), width, self._line)

    def _list(self, node: Node, depth: int) -> Iterator[prose.ListItem]:
        if depth > _DEEPEST_LIST:
            self._at(node)
            self._fault("a list inside a list inside a list; two levels are all there is room for")
            return
        start = int(node.attrs.get("start", 1))
        for number, item in enumerate(node.children, start):
            mark = ("•", "–")[depth] if node.type == "bullet_list" else f"{number}."
            yield from self._item(item, mark, depth)

    def _item(self, item: Node, mark: str, depth: int) -> Iterator[prose.ListItem]:
        for node in item.children:
            self._at(node)
            if node.type in {"bullet_list", "ordered_list"}:
                yield from self._list(node, depth + 1)
            elif node.type == "paragraph":
                self._check_no_table(node)
                yield prose.ListItem(mark, depth, self._text(node), self._line)
                mark = ""
            else:
                self._misplaced(node)

    def _table(self, node: Node) -> prose.TableBlock:
        line = self._line
        rows = [row for part in node.children for row in part.children]
        aligns = tuple(
            str(cell.attrs.get("style", "")).removeprefix("text-align:") or "left" for cell in rows[0].children
        )
        if len(aligns) > _MOST_COLUMNS:
            self._fault(f"a table of {len(aligns)} columns; {_MOST_COLUMNS} are the most")
        for row in rows:
            self._check_width(row, len(aligns))
        cells = [tuple(self._text(cell) for cell in row.children) for row in rows]
        return prose.TableBlock(aligns, cells[0], tuple(cells[1:]), line)

    def _check_width(self, row: Node, width: int) -> None:
        """Refuse a row with more or fewer cells than the heading row: Markdown would drop cells or add empty ones."""
        count = len(_cells(self._lines[self._at(row) - 1]))
        if count != width:
            self._fault(
                f"a row of {count} {'cell' if count == 1 else 'cells'} in a table of {width} columns; {_CELL_HINT}"
            )

    def _check_no_table(self, node: Node) -> None:
        """Refuse rows of a table that Markdown takes for a paragraph, as the line of dashes is missing or wrong."""
        first = self._at(node)
        for number, line in enumerate(node.children[0].content.split("\n"), first):
            cells = _cells(line)
            if line.lstrip().startswith("|") or (len(cells) > 1 and all(map(_DASHES.fullmatch, cells))):
                self._line = number
                self._fault(f"{quote(line)} is a row of no table; {_TABLE_HINT}")
                break
        self._line = first

    def _text(self, node: Node) -> str:
        self._at(node)
        return self._inline(node.children[0].children).strip() if node.children else ""

    def _inline(self, nodes: Iterable[Node]) -> str:
        return _join_lines("".join(map(self._markup, nodes)))

    def _markup(self, node: Node) -> str:
        if node.type == "text":
            return self._plain_text(node.content)
        if node.type == "text_special":
            return "".join(f"\\{char}" if char in "*^{}\\" else char for char in node.content)
        if node.type == "softbreak":
            return "\n"
        if node.type in {"strong", "em"}:
            sign = "**" if node.type == "strong" else "*"
            return f"{sign}{self._inline(node.children)}{sign}"
        self._misplaced(node)
        return ""

    def _plain_text(self, text: str) -> str:
        """Text of Markdown as light markup, in which icons and small capitals stay markup."""
        if "{" in _ICON.sub("", text):
            self._fault(f"{quote(text)} has a brace that names no icon; write '\\{{' for the sign itself")
        if _UNPAIRED.search(text):
            self._fault(f"{quote(text)} has a '*' that pairs with none; write '\\*' for the sign itself")
        return _MARKUP.sub(lambda found: found[1] or f"\\{found[2]}", text)

    def _misplaced(self, node: Node) -> None:
        self._at(node)
        named = _NAMES.get(node.type, f"a {node.type.replace('_', ' ')}")
        self._fault(_REFUSED.get(node.type, f"{named} has no place inside another block; write a paragraph"))

    def _at(self, node: Node) -> int:
        """The line of a node; faults are reported there from now on."""
        if node.map:
            self._line = node.map[0] + 1
        return self._line

    def _fault(self, what: str) -> None:
        self.faults.append(Fault(self.where, what, self._line))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL_END.split(_ROW_EDGES.sub("", line))]


def _join_lines(text: str) -> str:
    """Join the lines of a paragraph, with a space unless both sides are Japanese or Chinese characters."""
    first, *rest = text.split("\n")
    for line in rest:
        no_space = first and line and _is_unspaced(first[-1]) and _is_unspaced(line[0])
        first += line if no_space else f" {line}"
    return first


def _is_unspaced(char: str) -> bool:
    """Whether a character belongs to a script without spaces between words."""
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\uff00" <= char <= "\uffef"
