"""Finds the line of a template that an element of a rendered face comes from, through includes, macros and loops.

A face whose drawing has a fault is rendered once more from templates with marks in their text. The marks pass through
macros, loops and blocks as all text does. They are taken out of the result, and tell where each part was written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

_MARK = re.compile("\ue0f0(\\d+)\ue0f1")
"""Characters for private use, which no template has: they are faults in texts and names."""
_PLACES = re.compile(r"(?=<[A-Za-z])|(?<=\n)")
"""Where the text of a template is marked: before elements, and at the beginning of lines."""


class TemplatePlace(NamedTuple):
    """A line of a template."""

    path: str
    line: int


class SourceMarks:
    """Puts marks into templates, and remembers what they stand for."""

    def __init__(self) -> None:
        self.places: list[TemplatePlace] = []

    def insert(self, tree: nodes.Template, path: str) -> None:
        """Mark the text of a template, and the beginning of each value that it prints."""
        for output in [*tree.find_all(nodes.Output)]:
            output.nodes = [part for node in output.nodes for part in self._marked(node, path)]
        _CallMarks(self, path).visit(tree)

    def _marked(self, node: nodes.Expr, path: str) -> list[nodes.Expr]:
        if not isinstance(node, nodes.TemplateData):
            return [self.mark_of(node, path), node]
        line, text = node.lineno, ""
        for part in _PLACES.split(node.data):
            text += self._mark(path, line) + part
            line += part.count("\n")
        return [nodes.TemplateData(text, lineno=node.lineno)]

    def mark_of(self, node: nodes.Node, path: str) -> nodes.TemplateData:
        """A new mark for the line of a node."""
        return nodes.TemplateData(self._mark(path, node.lineno), lineno=node.lineno)

    def _mark(self, path: str, line: int) -> str:
        self.places.append(TemplatePlace(path, line))
        return f"\ue0f0{len(self.places) - 1}\ue0f1"


class _CallMarks(NodeTransformer):
    """Puts a mark before each tag of a template that prints another one, or a macro around a body."""

    def __init__(self, marks: SourceMarks, path: str) -> None:
        self._marks, self._path = marks, path

    def visit_Include(self, node: nodes.Include) -> list[nodes.Node]:  # noqa: N802  # named by Jinja
        return self._with_mark(node)

    def visit_CallBlock(self, node: nodes.CallBlock) -> list[nodes.Node]:  # noqa: N802
        return self._with_mark(self.generic_visit(node))

    def _with_mark(self, node: nodes.Node) -> list[nodes.Node]:
        mark = self._marks.mark_of(node, self._path)
        return [nodes.Output([mark], lineno=node.lineno), node]


class SourceLines:
    """The places in templates that the parts of one rendered face come from."""

    def __init__(self, marked: str, marks: SourceMarks, path: str) -> None:
        """Take the rendered text of marked templates, its marks, and the path of the first template."""
        parts = _MARK.split(marked)
        """Text, mark, text, mark and so on."""
        self.svg = "".join(parts[::2])
        self._starts = [0]
        self._places = [TemplatePlace(path, 1)]
        position = len(parts[0])
        # The pattern has one group, so that texts and numbers of marks alternate in `parts`.
        for number, text in zip(parts[1::2], parts[2::2], strict=True):
            self._starts.append(position)
            self._places.append(marks.places[int(number)])
            position += len(text)

    def place(self, line: int, name: str = "") -> TemplatePlace:
        """Return where a line of the SVG was written, or the first element of a name on it."""
        return self._places[self._index(line, name)]

    def call(self, line: int, name: str = "") -> TemplatePlace | None:
        """Return the place in the first template that calls the template of a line; None for a line of its own."""
        path, index = self._places[0].path, self._index(line, name)
        if self._places[index].path == path:
            return None
        return next(place for place in reversed(self._places[:index]) if place.path == path)

    def _index(self, line: int, name: str) -> int:
        lines = self.svg.split("\n")[: line - 1]
        start = sum(map(len, lines)) + len(lines)
        end = self.svg.find("\n", start)
        element_start = self.svg.find(f"<{name}", start, end if end >= 0 else None) if name else -1
        return bisect_right(self._starts, max(start, element_start)) - 1
