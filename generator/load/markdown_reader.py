"""Parses Markdown into the blocks that pages are set from; whatever else it holds is a fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from generator.base.errors import Fault, Faults
from generator.base.records import replace
from generator.base.units import MM
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import parse_length
from generator.load.markdown.dialect_signs import NO_PAGE_BREAK
from generator.load.markdown.inline_markup import COMMENT, REFUSED, InlineMarkup, LineFaults, lines_of
from generator.load.markdown.parsers import TOO_LONG, markdown_parser
from generator.load.markdown.plain_markdown import plain_manuscript
from generator.load.markdown.stray_signs import link_labels, note_faults, stray_line
from generator.load.markdown.text_lengths import MAX_PARAGRAPH, check_lengths
from generator.model import prose

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

_CELL_END = re.compile(r"(?<!\\)\|")
_ROW_EDGES = re.compile(r"^[\s>]*\|?|\|?\s*$")
_DASHES = re.compile(r":?-+:?")
"""A cell of the line below the heading row of a table."""
_HIDDEN_WORDS = re.compile(r"\|\|[^|\n]+\|\|$")
_DASHED_TABLE = re.compile(r"[\s>]*-{2,}(?:\s+-{2,})+\s*")
"""The line below the head of a table of Pandoc."""
_BREAK_WORDS = re.compile(r"(?:new|next)?[\s_-]*(page|column)[\s_-]*(?:break|end)?|(?:break|end)[\s_-]*(page|column)")
"""A comment that is meant as a break."""
_BOX_INFO = re.compile(r"\s*\{?\s*\.?([^\W\d_][\w-]*)\s*\}?\s*(.*)", re.DOTALL)
"""Name and title behind `:::`: `note Title`, `note[Title]` and `{.note}`."""
_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\n(?:.*\n)*?\1[ \t]*(?=\n|\Z)")
_FIGURE_ATTRIBUTES = re.compile(r"\s*(\{[^{}\n]*\})\s*")
_ALERT = re.compile(r"\[!([A-Za-z]+)\][+-]?[ \t]*")

_DEEPEST_LIST = 1
# Level 1 is the title of the text.
_DEEPEST_HEADING = 4
_MOST_COLUMNS = 8
_FIGURE_WIDTHS = (5 * MM, 500 * MM)
_CELL_HINT = "give it as many, empty ones too; a pipe within a cell is written '\\|'"
_TABLE_HINT = (
    "a table is a head, below it a line like '|---|---|' with as many cells, then its rows; a pipe is written '\\|'"
)


def parse_markdown(source: prose.MarkdownSource) -> prose.Manuscript:
    r"""Parse a text in Markdown; raises Faults with the line of everything that cannot be set.

    >>> text = parse_markdown(prose.MarkdownSource("rules.md", "# Rules\n\nTurn a *card*.\n"))
    >>> text.title, text.blocks
    ('Rules', (Paragraph(text='Turn a *card*.', line=3),))
    """
    text, faults = read_markdown(source)
    if faults:
        raise Faults(faults)
    return text


def read_markdown(source: prose.MarkdownSource) -> tuple[prose.Manuscript, list[Fault]]:
    """Return the blocks of a text that can be set, and the faults of all else in the order of their lines.

    Raises Faults for a text that would take long to parse.
    """
    check_lengths(source)
    # Print plans, which are generated, pass here and need no Markdown parser.
    if plain := plain_manuscript(source):
        return plain, []
    from markdown_it.tree import SyntaxTreeNode
    # Imported here: only games with texts of rules need the parser.

    front = _FRONT_MATTER.match(source.text)
    if front:  # its lines stay empty
        source = replace(source, text="\n" * front[0].count("\n") + source.text[front.end() :])
    parser = _BlockParser(source)
    if front:
        parser.log.add_fault("front matter is not read; begin with the title, the rest stands in game.toml")
    environment: dict[str, Any] = {}
    root = SyntaxTreeNode(markdown_parser(source.text).parse(source.text, environment))
    if lines := environment.get(TOO_LONG):
        message = f"a paragraph of more than {MAX_PARAGRAPH:,} characters; divide it with an empty line"
        raise Faults([Fault(source.where, message, line) for line in lines])
    first, nodes = parser.title(root.children)
    blocks = tuple(parser.blocks(nodes))
    for number, line in enumerate(source.text.split("\n"), 1):
        if "\f" in line:
            parser.log.add_fault(f"'\\f' {NO_PAGE_BREAK}", number)
    parser.check_notes(environment.get("footnotes", {}).get("refs", {}))
    faults = sorted(parser.log.faults, key=lambda fault: fault.line or 0)
    return prose.Manuscript(source.where, first.text, first.line, blocks), faults


class _BlockParser:
    """Turns the syntax tree of a text into blocks; collects faults and goes on."""

    def __init__(self, source: prose.MarkdownSource) -> None:
        """Take a text; `log` collects its faults."""
        self.log = LineFaults(source.where)
        self._source, self._lines = source.text, source.text.split("\n")
        self._inline = InlineMarkup(self.log, link_labels(source.text), checked=not source.is_rendered)
        self._readers: dict[str, Callable[[Node], Iterable[prose.Block]]] = {
            "paragraph": self._paragraph,
            "dl": self._definitions,
            "table": self._table,
            "blockquote": self._quote,
            "container_box": self._box,
            "admonition": self._box,
            "hr": self._rule,
            "footnote_block": self._notes,
        }

    def title(self, nodes: list[Node]) -> tuple[prose.Heading, list[Node]]:
        """Return the title of a text, and the nodes behind it."""
        while nodes and self._is_comment(nodes[0]):
            nodes = nodes[1:]
        if nodes and nodes[0].type == "heading" and nodes[0].tag == "h1":
            return prose.Heading(1, self._heading_text(nodes[0]), self.log.line), nodes[1:]
        self.log.add_fault("the text begins with no title; write one, like '# Rules', in the first line")
        return prose.Heading(1, "", 1), nodes

    def check_notes(self, references: dict[str, int]) -> None:
        """Add the faults of notes that no text refers to: the parser leaves them out."""
        for line, message in note_faults(self._source, lambda label: references.get(f":{label}", 0) >= 0):
            self.log.add_fault(message, line)

    def blocks(self, nodes: Iterable[Node], *, boxed: bool = False) -> Iterator[prose.Block]:
        """Yield the blocks of nodes of the syntax tree; a box (`boxed`) cannot hold another box or a break."""
        for node in nodes:
            self.log.move_to(node)
            if boxed and node.type in {"blockquote", "container_box", "admonition"}:
                self.log.refuse(node)
            else:
                yield from self._block(node, boxed=boxed)

    def _block(self, node: Node, *, boxed: bool) -> Iterator[prose.Block]:
        """Yield the blocks of one node; add a fault for a node that is not set here."""
        match node.type:
            case "heading":
                yield from self._heading(node, boxed=boxed)
            case "html_block":
                yield from self._comment(node, boxed=boxed)
            case "bullet_list" | "ordered_list":
                yield from self._list(node, 0)
            case _ if read := self._readers.get(node.type):
                yield from read(node)
            case _:
                self.log.refuse(node)

    def _heading(self, node: Node, *, boxed: bool) -> Iterator[prose.Heading]:
        """Yield a heading of level 2 to 4, or inside a box of level 3 or 4; add a fault for any other level."""
        level = int(node.tag[1:])
        if level == 1:
            self.log.add_fault("a second title; a text has one, write '##' for a heading")
        elif level > _DEEPEST_HEADING or (boxed and level == 2):
            self.log.add_fault(f"a heading of level {level} has no place here; write '###', or bold words")
        else:
            yield prose.Heading(level, self._heading_text(node), self.log.line)

    def _heading_text(self, node: Node) -> str:
        """Return the words of a heading. It stands in lists of headings too, where a note would follow no number."""
        notes = len(self._inline.note_lines)
        text = self._text(node)
        if len(self._inline.note_lines) > notes:
            self.log.add_fault("a note has no place in a heading; refer to it in the text below")
        return text

    def _paragraph(self, node: Node) -> Iterator[prose.Paragraph | prose.FigureBlock]:
        """Yield a paragraph, or a figure for a picture that stands alone."""
        inline = node.children[0].children
        if inline and inline[0].type == "image" and (len(inline) == 1 or self._has_attributes(inline[1:])):
            yield self._figure(inline[0])
        else:
            self._check_lines(node)
            yield prose.Paragraph(self._text(node), self.log.line)

    def _has_attributes(self, behind: list[Node]) -> bool:
        """Whether nothing but attributes in braces stands behind a figure; if so, add a fault for them."""
        attributes = _FIGURE_ATTRIBUTES.fullmatch(behind[0].content) if len(behind) == 1 else None
        if attributes:
            message = "gives attributes, which are not read; a width is written '![caption](file \"60mm\")'"
            self.log.add_fault(f"{quote(attributes[1])} {message}")
        return attributes is not None

    def _figure(self, image: Node) -> prose.FigureBlock:
        """Return a figure with its caption; its width, in points, is None where the text gives none."""
        name, size = str(image.attrs["src"]), str(image.attrs.get("title", ""))
        width = None
        if size:
            try:
                width = parse_length(size, *_FIGURE_WIDTHS)
            except ValueError as error:
                self.log.add_fault(str(error))
        return prose.FigureBlock(name, self._inline.text(image.children), width, self.log.line)

    def _rule(self, node: Node) -> Iterator[prose.Rule]:
        """Yield a rule, a thin line; dashes with gaps are a table of Pandoc and a fault."""
        if _DASHED_TABLE.fullmatch(self._lines[self.log.line - 1]):
            self.log.add_fault(f"a line of dashes with gaps is no table here; {_TABLE_HINT}")
        else:
            yield prose.Rule(node.markup[:1], self.log.line)

    def _is_comment(self, node: Node) -> bool:
        """Whether a node is an HTML comment that asks for no break of a page or column."""
        return node.type == "html_block" and not any(
            _BREAK_WORDS.fullmatch(words) for words in self._comments(node) or ["page"]
        )

    @staticmethod
    def _comments(node: Node) -> list[str] | None:
        """Return the words of each comment in a node, in small letters; None if it holds other HTML too."""
        is_html = COMMENT.sub("", node.content).strip()
        return None if is_html else [words.strip().lower() for words in COMMENT.findall(node.content)]

    def _comment(self, node: Node, *, boxed: bool) -> Iterator[prose.Block]:
        """Yield a break for each comment that asks for one; all other comments are left out."""
        comments = self._comments(node)
        if comments is None:
            self.log.add_fault(REFUSED[node.type])
        for words in comments or ():
            if not (sign := _BREAK_WORDS.fullmatch(words)):
                continue
            if words not in {"page", "column"}:
                self.log.add_fault(f"{quote(words)} in a comment breaks nothing; write '<!-- {sign[1] or sign[2]} -->'")
            elif boxed:
                self.log.add_fault(f"a break of a {words} has no place inside another block; put it between two")
            else:
                yield prose.PageBreak(self.log.line) if words == "page" else prose.ColumnBreak(self.log.line)

    def _quote(self, node: Node) -> Iterator[prose.BoxBlock]:
        """Yield a box for a quote; a quote that begins with `[!NOTE]` has a title."""
        line, children = self.log.line, node.children
        first = children[0].children[0] if children and children[0].type == "paragraph" else None
        sign = _ALERT.match(first.content) if first else None
        if not first or not sign:
            yield prose.BoxBlock(tuple(self.blocks(children, boxed=True)), line)
            return
        head, other_lines = lines_of(first.children)
        if token := head[0].token:  # spaces at the end of a line are no longer there
            token.content = token.content.removeprefix(sign[0].rstrip()).lstrip()
        title = self._inline.text(head)
        kind = self._kind(sign[1], title)
        self.log.line += 1
        paragraph = [prose.Paragraph(self._inline.text(other_lines), self.log.line)] if other_lines else []
        yield self._titled(kind, title, (*paragraph, *self.blocks(children[1:], boxed=True)), line)

    def _box(self, node: Node) -> Iterator[prose.BoxBlock]:
        """Yield a box for the lines between `:::note` and `:::`, or below `!!! note`."""
        line, children = self.log.line, node.children
        if not node.meta.get("closed", True):
            self.log.add_fault("the box is never closed; write ':::' in a line of its own below it")
        info = _BOX_INFO.fullmatch(node.info)
        if not info:
            self._kind(node.info.strip(), "")
            return
        if node.type == "container_box":
            title = self._parsed(info[2].removeprefix("[").removesuffix("]"))
        else:
            has_title = children[0].type == "admonition_title"
            title = self._text(children[0]) if has_title and info[2] else ""
            children = children[has_title:]
        kind = self._kind(info[1], title) if title or info[2] != '""' else ""
        yield self._titled(kind, title, tuple(self.blocks(children, boxed=True)), line)

    def _parsed(self, title: str) -> str:
        """Return the title of a box as light markup."""
        from markdown_it.tree import SyntaxTreeNode

        (inline,) = SyntaxTreeNode(markdown_parser("").parseInline(title)).children
        return self._inline.text(inline.children)

    def _kind(self, name: str, title: str) -> str:
        """Return the kind of a box, such as `note`, which gives it a heading.

        Empty for a box with a title of its own.
        """
        kind = name.lower()
        if title or kind in prose.BOX_KINDS:
            return "" if title else kind
        kinds = ", ".join(prose.BOX_KINDS)
        self.log.add_fault(f"{quote(name)} is no kind of box; give it a title behind the word, or write one of {kinds}")
        return ""

    @staticmethod
    def _titled(kind: str, title: str, blocks: tuple[prose.Block, ...], line: int) -> prose.BoxBlock:
        """Return a box that begins with its title in bold; `title` is empty for a box without one."""
        head = (prose.Paragraph(title if title.startswith("**") else f"**{title}**", line),) if title else ()
        return prose.BoxBlock((*head, *blocks), line, kind)

    def _definitions(self, node: Node) -> Iterator[prose.Term | prose.Definition]:
        """Yield the terms of a list of definitions, each followed by the paragraphs that define it."""
        for part in node.children:
            self.log.move_to(part)
            if part.type == "dt":
                yield prose.Term(self._text(part), self.log.line)
                continue
            for paragraph in part.children:
                if paragraph.type == "paragraph":
                    self._check_lines(paragraph)
                    yield prose.Definition(self._text(paragraph), self.log.line)
                else:
                    self.log.refuse(paragraph)

    def _notes(self, node: Node) -> Iterator[prose.Block]:
        """Yield the footnotes below a rule, numbered in the order of the references to them."""
        yield prose.Rule("", self.log.line)
        for number, note in enumerate(node.children):
            self.log.line = self._inline.note_lines.get(number, self.log.line)
            parts = [part for part in note.children if part.type != "footnote_anchor"]
            yield from self._paragraphs(parts, f"{number + 1}.", 0)

    def _list(self, node: Node, depth: int) -> Iterator[prose.ListItem]:
        """Yield the items of a list, with the items of lists inside them; `depth` is 0 for the outer list."""
        if depth > _DEEPEST_LIST:
            self.log.move_to(node)
            self.log.add_fault("a list inside a list inside a list; two levels are all there is room for")
            return
        # Markdown takes the number of the first item, and counts on from it.
        start = int(node.attrs.get("start", 1))
        for number, item in enumerate(node.children, start):
            mark = ("•", "–")[depth] if node.type == "bullet_list" else f"{number}."
            if "task-list-item" in str(item.attrs.get("class", "")):
                mark = self._task(item, mark)
            yield from self._paragraphs(item.children, mark, depth)

    @staticmethod
    def _task(item: Node, mark: str) -> str:
        """Return the sign for the box of a task, ticked or empty, and take the box out of the item.

        The number of an item in a numbered list is put before its text.
        """
        texts = item.children[0].children[0].children
        box = texts.pop(0)
        if mark[0].isdigit() and texts[0].token:
            texts[0].token.content = f"{mark} {texts[0].content.lstrip()}"
        return prose.DONE if 'checked="checked"' in box.content else prose.TO_DO

    def _paragraphs(self, nodes: Iterable[Node], mark: str, depth: int) -> Iterator[prose.ListItem]:
        """Yield the paragraphs of a list item, and the items of lists inside it.

        `mark` is its bullet or number, which only the first paragraph gets.
        """
        for node in nodes:
            self.log.move_to(node)
            if node.type in {"bullet_list", "ordered_list"}:
                yield from self._list(node, depth + 1)
            elif node.type == "paragraph":
                self._check_lines(node)
                yield prose.ListItem(mark, depth, self._text(node), self.log.line)
                # Further paragraphs of an item are indented and have no bullet.
                mark = ""
            elif node.type == "html_block":
                tuple(self._comment(node, boxed=True))  # in a list it adds faults only
            else:
                self.log.refuse(node)

    def _table(self, node: Node) -> Iterator[prose.TableBlock]:
        """Yield a table; rows that are wider or narrower than its head are faults."""
        line = self.log.line
        rows = [row for part in node.children for row in part.children]
        aligns = tuple(
            str(cell.attrs.get("style", "")).removeprefix("text-align:") or "left" for cell in rows[0].children
        )
        if len(aligns) > _MOST_COLUMNS:
            self.log.add_fault(f"a table of {len(aligns)} columns; {_MOST_COLUMNS} are the most")
        for row in rows:
            self._check_width(row, len(aligns))
        cells = [self._cells(row) for row in rows]
        yield prose.TableBlock(aligns, cells[0], tuple(cells[1:]), line)

    def _cells(self, row: Node) -> tuple[str, ...]:
        """Return the cells of a row of the syntax tree as light markup."""
        self.log.move_to(row)
        return tuple(map(self._text, row.children))

    def _check_width(self, row: Node, width: int) -> None:
        """Refuse a row with more or fewer cells than the heading row: Markdown would drop cells or add empty ones."""
        # The parser pads and cuts rows to the width of the head, so the source is counted.
        count = len(_cells(self._lines[self.log.move_to(row) - 1]))
        if count != width:
            self.log.add_fault(
                f"a row of {count} {'cell' if count == 1 else 'cells'} in a table of {width} columns; {_CELL_HINT}"
            )

    def _check_lines(self, node: Node) -> None:
        """Refuse lines of signs alone, and rows of a table that Markdown takes for a paragraph.

        Markdown does so where the line of dashes is wrong. Of a table only the first line is named.
        """
        first = self.log.move_to(node)
        # The first line of a table that Markdown did not recognize: its other lines would repeat the fault.
        for number, line in enumerate(node.children[0].content.split("\n"), first):
            cells = _cells(line)
            if line.lstrip().startswith("|") or (len(cells) > 1 and all(map(_DASHES.fullmatch, cells))):
                if not _HIDDEN_WORDS.match(line):
                    self.log.add_fault(f"{quote(line)} is a row of no table; {_TABLE_HINT}", number)
                    break
            elif message := stray_line(line):
                self.log.add_fault(message, number)
                # A stray line in a broken table is one mistake; its other lines would repeat the fault.
                if "|" in node.children[0].content:
                    break

    def _text(self, node: Node) -> str:
        """Return the running text of a node as light markup; empty for a node without any."""
        self.log.move_to(node)
        return self._inline.text(node.children[0].children) if node.children else ""


def _cells(line: str) -> list[str]:
    """Return the cells of a line of a table as they stand in the source, without spaces around them."""
    return [cell.strip() for cell in _CELL_END.split(_ROW_EDGES.sub("", line))]
