"""Read the elements of a drawing with their places in its text, so that a few can be exchanged and the rest kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.parsers import expat

from generator.base.errors import HandledError

# A `>` may stand in the value of an attribute (XML 1.0, 2.3).
_TAG = re.compile(rb"<(?:[^\"'>]|\"[^\"]*\"|'[^']*')*>")
_END = re.compile(rb"</[^>]*>")


DEEPEST, MOST_ELEMENTS = 64, 50_000
"""Limits of what is drawn."""


class DrawnElement:
    """One element of a drawing: its names as they are written, and its place in bytes."""

    __slots__ = ("attributes", "children", "end", "line", "opened", "parent", "start", "tag")

    def __init__(self, tag: str, attributes: Mapping[str, str], place: TagPlace, parent: DrawnElement | None) -> None:
        """Take the tag as it is written, its attributes and its place; `parent` is None for the root."""
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.start, self.opened, self.line = place
        # An element without a closing tag of its own ends with its opening tag.
        self.end = place.opened
        self.children: list[DrawnElement | str] = []

    @property
    def name(self) -> str:
        """The name of the element without the prefix of its namespace."""
        return self.tag.rpartition(":")[2]

    def elements(self) -> Iterator[DrawnElement]:
        """Yield the elements inside this one, in the order of the drawing."""
        waiting = [child for child in reversed(self.children) if isinstance(child, DrawnElement)]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if isinstance(child, DrawnElement)]

    def parents(self) -> Iterator[DrawnElement]:
        """Yield the elements around this one, innermost first."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent


class TagPlace(NamedTuple):
    """Where a tag stands: its first byte, the byte after it, and its line."""

    start: int
    opened: int
    line: int


def read_drawing(source: bytes) -> DrawnElement | None:
    """Return the root element of a drawing; None if it is no XML, or too large.

    The fault for such a file is raised when it is drawn.
    """
    reader = _Reader(source)
    parser = expat.ParserCreate()
    # Otherwise a text comes in pieces, one for each line end and entity.
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: reader.start(parser, tag, attributes)
    parser.EndElementHandler = lambda _: reader.end(parser)
    parser.CharacterDataHandler = reader.characters
    try:
        parser.Parse(source, True)
    except (expat.ExpatError, _TooLargeError):
        return None
    return reader.root


class _TooLargeError(HandledError):
    """A drawing has too many elements, or too many in each other."""


class _Reader:
    """Builds the elements from the events of the XML parser."""

    def __init__(self, source: bytes) -> None:
        """Take the bytes of the drawing."""
        self._source = source
        self._open: list[DrawnElement] = []
        self._count = 0
        self.root: DrawnElement | None = None

    def start(self, parser: expat.XMLParserType, tag: str, attributes: Mapping[str, str]) -> None:
        """Begin an element; raises _TooLargeError beyond the limits."""
        start = parser.CurrentByteIndex
        opening = _TAG.match(self._source, start)
        place = TagPlace(start, opening.end() if opening else start, parser.CurrentLineNumber)
        parent = self._open[-1] if self._open else None
        self._count += 1
        if len(self._open) >= DEEPEST or self._count > MOST_ELEMENTS:
            raise _TooLargeError
        element = DrawnElement(tag, attributes, place, parent)
        if parent is not None:
            parent.children.append(element)
        self.root = self.root or element
        self._open.append(element)

    def end(self, parser: expat.XMLParserType) -> None:
        """End the innermost element, and note the byte after its closing tag."""
        element = self._open.pop()
        if self._source.endswith(b"/>", element.start, element.opened):
            return  # without a tag of its own; the parser stands before the next one
        tag = _END.match(self._source, parser.CurrentByteIndex)
        element.end = tag.end() if tag else element.opened

    def characters(self, text: str) -> None:
        """Add text to the innermost element."""
        if self._open:
            self._open[-1].children.append(text)
