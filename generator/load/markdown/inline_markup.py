"""Running text of Markdown as light markup."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from generator.base.errors import Fault
from generator.load.markdown.stray_signs import PlainText, raised, stray_signs, with_raised_digits

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

_MARKUP = re.compile(r"(\{[a-z0-9][a-z0-9_-]*\})|([*{\\])")
_ICON = re.compile(r"\{[a-z0-9][a-z0-9_-]*\}")
_FACE = re.compile(r"(?<=[\s(（])\^\^(?=[\s;；)）、。])")
"""Two carets between spaces are a face; as markup they would begin or end small capitals, which stand at a word."""
COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)

REFUSED = {
    "fence": "a block of code has no place here; write it as a paragraph",
    "code_block": "lines indented by four spaces are code, which has no place here; indent them less",
    "code_inline": "code between backticks has no place here; take them away",
    "html_block": "HTML has no place here; write it in Markdown",
    "html_inline": "HTML has no place here; write it in Markdown",
    "link": "a link has no place on paper; write the words alone",
    "image": "a figure is a paragraph of its own; put empty lines around it",
    "hardbreak": "a line cannot be broken by hand; begin a paragraph with an empty line",
}
"""Parts of Markdown that are not set, with the fault for each."""
_NAMES = {
    "blockquote": "a box",
    "container_box": "a box",
    "admonition": "a box",
    "hr": "a rule",
    "dl": "a list of definitions",
}


class LineFaults:
    """Faults of a text, each in the line that was read last."""

    def __init__(self, where: str) -> None:
        """Take the name of the text in faults."""
        # Inline nodes of the parser have no lines of their own; they are counted on from their block.
        self.where, self.faults, self.line = where, list[Fault](), 1

    def move_to(self, node: Node) -> int:
        """Return the line of a node, or the last line where a node knows none; faults are added there from now on."""
        if node.map:
            self.line = node.map[0] + 1
        return self.line

    def add_fault(self, message: str, line: int | None = None) -> None:
        """Add a fault in a line, by default the one that was read last; the same fault is not added twice in a row."""
        fault = Fault(self.where, message, line or self.line)
        if fault not in self.faults[-3:]:  # both tags of HTML are one fault
            self.faults.append(fault)

    def refuse(self, node: Node) -> None:
        """Add the fault of a node of the syntax tree that has no place in running text or in its block."""
        self.move_to(node)
        name = _NAMES.get(node.type, f"a {node.type.replace('_', ' ')}")
        self.add_fault(REFUSED.get(node.type, f"{name} has no place inside another block; write a paragraph"))


class InlineMarkup:
    """Turns running text into light markup; numbers the footnotes that it refers to."""

    def __init__(self, log: LineFaults, labels: Collection[str], *, checked: bool) -> None:
        """Take the `labels` that the text defines as links; if `checked`, signs of other dialects are faults."""
        self._log, self._labels, self._checked = log, labels, checked
        self.note_lines: dict[int, int] = {}
        """Line of the first reference to each footnote, by its number from 0."""

    def text(self, nodes: Iterable[Node]) -> str:
        """Return the text of a block, which begins in the line of the log; the log is back there afterwards."""
        nodes, first = list(nodes), self._log.line
        named: list[str] = []
        for breaks, message in stray_signs(PlainText(nodes), self._labels, with_dialects=self._checked):
            self._log.add_fault(message, first + breaks)
            named += _ICON.findall(message)
        markup = self._joined(nodes)
        for icon in named:  # part of a sign that has its fault: none is missing
            markup = markup.replace(icon, "", 1)
        self._log.line = first
        if any(node.type == "html_inline" for node in nodes):  # a comment between two spaces
            markup = re.sub(" {2,}", " ", markup)
        return markup.strip()

    def _joined(self, nodes: Iterable[Node]) -> str:
        """Return nodes as light markup in one line."""
        return _join_lines("".join(map(self._markup, nodes)))

    def _markup(self, node: Node) -> str:
        """Return a node as light markup; empty for a node that is refused."""
        match node.type:
            case "text":
                return self._plain_text(node.content)
            case "text_special":
                # Escaped in Markdown, so escaped in light markup too.
                return "".join(f"\\{char}" if char in "*^{}\\" else char for char in node.content)
            case "softbreak":
                self._log.line += 1
                return "\n"
            case "strong" | "em":
                sign = "**" if node.type == "strong" else "*"
                return f"{sign}{self._joined(node.children)}{sign}"
            case "footnote_ref":
                return self._reference(int(node.meta["id"]))
            case _:
                self._leave_out(node)
                return ""

    def _leave_out(self, node: Node) -> None:
        """Leave a comment out, or refuse a node."""
        comment = COMMENT.fullmatch(node.content) if node.type == "html_inline" else None
        if not comment:
            self._log.refuse(node)
        elif (words := comment[1].strip().lower()) in {"page", "column"}:
            self._log.add_fault(f"'<!-- {words} -->' is a paragraph of its own; put empty lines around it")
        self._log.line += node.content.count("\n") + (node.type == "hardbreak")

    def _reference(self, number: int) -> str:
        """Return the raised number of a footnote, from 1, and note the line of its first reference."""
        self.note_lines.setdefault(number, self._log.line)
        # The parser counts footnotes from 0.
        return raised(str(number + 1))

    def _plain_text(self, text: str) -> str:
        """Return text of Markdown as light markup, in which icons and small capitals stay markup."""
        text = with_raised_digits(text) if self._checked else text
        markup = _MARKUP.sub(lambda match: match[1] or f"\\{match[2]}", text)
        return _FACE.sub(r"\\^\\^", markup)


def lines_of(nodes: Iterable[Node]) -> Iterator[list[Node]]:
    """Yield two lists: the nodes of the first line, and the nodes of all other lines."""
    first: list[Node] = []
    other_lines: list[Node] = []
    is_first = True
    for node in nodes:
        if is_first and node.type in {"softbreak", "hardbreak"}:
            is_first = False
        else:
            (first if is_first else other_lines).append(node)
    yield from (first, other_lines)


def _join_lines(text: str) -> str:
    """Join the lines of a paragraph, with a space unless both sides are Japanese or Chinese characters."""
    first, *lines = text.split("\n")
    for line in lines:
        no_space = first and line and _is_unspaced(first[-1]) and _is_unspaced(line[0])
        first += line if no_space else f" {line}"
    return first


def _is_unspaced(char: str) -> bool:
    """Whether a character belongs to a script without spaces between words."""
    # CJK punctuation, kana and ideographs, compatibility ideographs, and full-width forms.
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\uff00" <= char <= "\uffef"
