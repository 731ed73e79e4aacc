"""Finds the place in a template that an element of a rendered face comes from, through includes, macros and loops.

A face is rendered once more from templates with marks in their text. The marks pass through macros, loops and blocks as
all text does. They are taken out of the result, and tell where each part was written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from generator.base.records import dataclass
from generator.render.templates.box_nudges import MarkupSplice
from generator.render.templates.template_tokens import TemplateToken

_MARK = re.compile("\ue0f0(\\d+)\ue0f1")
"""Characters for private use, which no template has: they are faults in texts and names."""
_PLACES = re.compile(r"(?=<[A-Za-z])|(?<=\n)")
"""Where the text of a template is marked: before elements, and at the beginning of lines."""
_CALLS = frozenset({"call", "include"})
"""Names of blocks that print another template, or a macro around a body."""
MOST_MARKS = 200_000
"""Marks after which templates are marked anew: an editor marks a changed template at each of its trials."""


class TemplatePlace(NamedTuple):
    """A line of a template."""

    path: str
    line: int


class SourceMark(NamedTuple):
    """A mark in a template: before an element or a line (`text`), where a printed value begins or where it ends."""

    place: TemplatePlace
    role: str
    """`text`, `begin` or `end`."""
    start: int
    """Characters before the element or the tag in its file; -1 where only the line is known."""


class _Offsets:
    """The places of the parts of one template that get marks, in the order of its tree."""

    def __init__(self, tokens: Sequence[TemplateToken], tree: nodes.Template, source: str) -> None:
        """Find the places of the parts of a template's tree by its tokens; `source` is the text of its file."""
        self._source = source
        begins = [token for token in tokens if token.kind == "variable_begin"]
        data = [token for token in tokens if token.kind == "data" and token.text]
        # The name of a block is the token behind its opening sign.
        following = pairwise(tokens)
        calls = [token for token, name in following if token.kind == "block_begin" and name.text in _CALLS]
        outputs = [node for output in tree.find_all(nodes.Output) for node in output.nodes]
        texts = [node for node in outputs if isinstance(node, nodes.TemplateData)]
        blocks = [*tree.find_all((nodes.CallBlock, nodes.Include))]
        printed = [node for node in outputs if not isinstance(node, nodes.TemplateData)]
        self._starts: dict[int, int] = {}
        # Where counts differ, as behind `{% print %}`, lines alone are known.
        for results, placed in ((texts, data), (blocks, calls), (printed, begins)):
            if len(results) == len(placed):
                self._starts |= {id(node): token.start for node, token in zip(results, placed, strict=True)}

    def start(self, node: nodes.Node) -> int:
        """Return the number of characters before a node in its file; -1 where it is not known."""
        return self._starts.get(id(node), -1)

    def behind(self, start: int, part: str) -> int:
        """Return the place behind a part of the fixed text that begins at a place, and ends where a line does."""
        end = start + len(part)
        # Jinja reads each line end as one character.
        return end + (part.endswith("\n") and self._source[end - 1 : end + 1] == "\r\n")


class SourceMarks:
    """Puts marks into templates, and remembers what they stand for."""

    def __init__(self) -> None:
        """Begin without marks."""
        self.marks: list[SourceMark] = []
        self.compiled: dict[tuple[str, str, bytes], Any] = {}
        """Marked templates by name, path and content, for the trials of an editor."""

    def insert(self, tree: nodes.Template, path: str, tokens: Sequence[TemplateToken] = (), source: str = "") -> None:
        """Mark the text of a template, and the beginning and the end of each value that it prints.

        `source` is the text of its file, with the line ends that it has there.
        """
        offsets = _Offsets(tokens, tree, source)
        for output in [*tree.find_all(nodes.Output)]:
            output.nodes = [part for node in output.nodes for part in self._marked(node, path, offsets)]
        _CallMarks(self, path, offsets).visit(tree)

    def _marked(self, node: nodes.Expr, path: str, offsets: _Offsets) -> list[nodes.Expr]:
        """Return a printed expression between marks, or fixed text with marks before elements and lines."""
        if not isinstance(node, nodes.TemplateData):
            return [*self.pair(node, path, offsets, node)]
        line, text, start = node.lineno, "", offsets.start(node)
        for part in _PLACES.split(node.data):
            text += self._mark(path, line, "text", start) + part
            line += part.count("\n")
            start = offsets.behind(start, part) if start >= 0 else start
        return [nodes.TemplateData(text, lineno=node.lineno)]

    def pair(
        self, node: nodes.Node, path: str, offsets: _Offsets, inner: nodes.Expr | None = None
    ) -> Iterator[nodes.Expr]:
        """Yield marks for the beginning and the end of a node, around an expression."""
        start = offsets.start(node)
        yield nodes.TemplateData(self._mark(path, node.lineno, "begin", start), lineno=node.lineno)
        if inner:
            yield inner
        yield nodes.TemplateData(self._mark(path, node.lineno, "end", start), lineno=node.lineno)

    def _mark(self, path: str, line: int, role: str, start: int) -> str:
        """Note a mark for a place in a template, and return the characters that stand for it in the text."""
        self.marks.append(SourceMark(TemplatePlace(path, line), role, start))
        return f"\ue0f0{len(self.marks) - 1}\ue0f1"


class _CallMarks(NodeTransformer):
    """Puts marks around each tag of a template that prints another one, or a macro around a body."""

    def __init__(self, marks: SourceMarks, path: str, offsets: _Offsets) -> None:
        """Take the marks of all templates, and the path and the places of one template."""
        self._marks, self._path, self._offsets = marks, path, offsets

    def visit_Include(self, node: nodes.Include) -> list[nodes.Node]:  # noqa: N802  # named by Jinja
        """Put marks around an inclusion."""
        return self._with_marks(node)

    def visit_CallBlock(self, node: nodes.CallBlock) -> list[nodes.Node]:  # noqa: N802
        """Put marks around a `call` block, and around such tags inside it."""
        self.generic_visit(node)
        return self._with_marks(node)

    def _with_marks(self, node: nodes.Node) -> list[nodes.Node]:
        """Return a tag of a template with marks for its beginning and its end."""
        begin, end = self._marks.pair(node, self._path, self._offsets)
        return [nodes.Output([begin], lineno=node.lineno), node, nodes.Output([end], lineno=node.lineno)]


@dataclass(frozen=True, slots=True)
class ElementSource:
    """The place where an element was written, and the printed values and calls around it, the outermost first."""

    tag: SourceMark | None
    """Mark before its tag; None for an element that an expression made, such as a drawing function."""
    frames: tuple[SourceMark, ...]


class SourceLines:
    """The places in templates that the parts of one rendered face come from."""

    def __init__(self, marked: str, marks: SourceMarks, path: str) -> None:
        """Take the rendered text of marked templates, its marks, and the path of the first template."""
        parts = _MARK.split(marked)
        """Text, mark, text, mark and so on."""
        self.svg, self.path = "".join(parts[::2]), path
        self._starts = [0]
        self._marks = [SourceMark(TemplatePlace(path, 1), "text", -1)]
        position = len(parts[0])
        # The pattern has one group, so that texts and numbers of marks alternate in `parts`.
        for number, text in zip(parts[1::2], parts[2::2], strict=True):
            self._starts.append(position)
            self._marks.append(marks.marks[int(number)])
            position += len(text)

    def relocate(self, path: str, origins: Mapping[int, int]) -> None:
        """Let marks of a template tell the places in another text that it was made of, such as a drawing.

        `origins` has the places of elements there by those in the template; others are known by their line alone.
        """
        if origins:
            self._marks = [
                mark._replace(start=origins.get(mark.start, -1)) if mark.place.path == path else mark
                for mark in self._marks
            ]

    def splice(self, splices: Iterable[MarkupSplice]) -> None:
        """Change the SVG within tags; marks stay before the same elements and values."""
        for splice in sorted(splices, reverse=True):
            self.svg = splice.apply(self.svg)
            longer = len(splice.text) - (splice.end - splice.start)
            # A mark within the old text, before a value that it printed, goes behind the new one.
            self._starts = [
                start if start <= splice.start else max(start, splice.end) + longer for start in self._starts
            ]

    def place(self, line: int, name: str = "") -> TemplatePlace:
        """Return where a line of the SVG was written, or the first element of a name on it."""
        return self._marks[self._index(line, name)].place

    def call(self, line: int, name: str = "") -> TemplatePlace | None:
        """Return the place in the first template that calls the template of a line; None for a line of its own."""
        path, index = self._marks[0].place.path, self._index(line, name)
        if self._marks[index].place.path == path:
            return None
        return next(mark.place for mark in reversed(self._marks[:index]) if mark.place.path == path)

    def sources(self, positions: Sequence[int]) -> list[ElementSource]:
        """Return where the elements that begin at some positions of the SVG, in rising order, were written."""
        # One pass through marks and positions, as both rise.
        index, frames, results = 0, list[SourceMark](), []
        for position in positions:
            while index < len(self._marks) and self._starts[index] <= position:
                _step(frames, self._marks[index])
                index += 1
            last = self._marks[index - 1]
            is_exact = self._starts[index - 1] == position and last.role == "text" and last.start >= 0
            results.append(ElementSource(last if is_exact else None, tuple(frames)))
        return results

    def _index(self, line: int, name: str) -> int:
        """Return the index of the mark before a line of the SVG, or before the first element `name` on it."""
        lines = self.svg.split("\n")[: line - 1]
        start = sum(map(len, lines)) + len(lines)
        end = self.svg.find("\n", start)
        element_start = self.svg.find(f"<{name}", start, end if end >= 0 else None) if name else -1
        return bisect_right(self._starts, max(start, element_start)) - 1


def _step(frames: list[SourceMark], mark: SourceMark) -> None:
    """Update the open values and calls (`frames`) by one mark."""
    if mark.role == "begin":
        frames.append(mark)
    elif mark.role == "end":
        # A filter may have cut off the end of a value inside.
        opened = mark._replace(role="begin")
        while opened in frames and frames.pop() != opened:
            pass
