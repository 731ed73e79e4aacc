"""Parse an SVG file of any program to nodes: its encoding, entities and prefixes, without the data of that program."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator, Sequence
from html.entities import html5
from typing import NamedTuple
from xml.etree.ElementTree import Element as XmlElement
from xml.parsers import expat

from generator.base.errors import HandledError
from generator.typeset.svg.profile import PNP, SVG
from generator.typeset.svg.svg_tree import BROKEN, DEEPEST, LARGEST, MOST_ELEMENTS

XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
# Prefixes that drawings use without declaring them.
_USUAL = {"xml": XML, "xlink": XLINK, "svg": SVG}
_DECLARED = re.compile(r"""\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["'][^>]*\?>""")
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_ENTITY = re.compile(r"&([A-Za-z]\w*);")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class DrawingNode(XmlElement):
    """One element; names have no namespace. Attributes of programs, such as labels of Inkscape, are in `foreign`."""

    line: int = 0
    holds_other: bool = False
    """Whether it holds elements that are not SVG, such as those of HTML."""
    foreign: dict[str, str]
    custom: dict[str, str]
    """Custom properties of CSS that it has or inherits."""
    instead: dict[str, str]
    """Colours of fill and stroke where the gradient that they name is missing."""

    @classmethod
    def made(cls, name: str, attributes: dict[str, str], line: int) -> DrawingNode:
        """Return a new node of a name, whose element stands on a line of its file."""
        node = cls(name, attributes)
        node.line, node.foreign, node.custom, node.instead = line, {}, {}, {}
        return node

    def nodes(self) -> list[DrawingNode]:
        """Return its children, to be changed while they are walked through."""
        return [child for child in self if isinstance(child, DrawingNode)]

    def copy(self) -> DrawingNode:
        """Return a copy of the node with everything inside it."""
        twin = DrawingNode.made(self.tag, dict(self.attrib), self.line)
        twin.foreign, twin.custom, twin.instead = self.foreign, self.custom, self.instead
        twin.text, twin.tail = self.text, self.tail
        twin.extend(child.copy() for child in self.nodes())
        return twin

    def events(self) -> Iterator[tuple[str, Sequence[str], int]]:
        """Yield name, attributes and line at each start, text with no attributes and line 0, and "" at each end."""
        yield self.tag, [text for pair in self.attrib.items() for text in pair], self.line
        if self.text:
            yield self.text, (), 0
        for child in self.nodes():
            yield from child.events()
            if child.tail:
                yield child.tail, (), 0
        yield "", (), 0


class UnreadableDrawingError(HandledError, ValueError):
    """A file that is no SVG; `line` is where it breaks."""

    def __init__(self, line: int, message: str) -> None:
        """Take the line and the message."""
        super().__init__(message)
        self.line = line


class ParsedDrawing(NamedTuple):
    """The root of a file, and what was repaired."""

    root: DrawingNode
    notes: tuple[str, ...]


def parse_drawing(content: bytes) -> ParsedDrawing:
    """Return the nodes of a file. Raises UnreadableDrawingError where it is not well-formed or too large."""
    reader = _NodeReader()
    reader.parse(_ENTITY.sub(_character, _decoded(_unpacked(content))))
    return ParsedDrawing(reader.root, tuple(reader.notes))


def _unpacked(content: bytes) -> bytes:
    """Return the content, unpacked where it is compressed as .svgz files are. Raises UnreadableDrawingError."""
    if not content.startswith(b"\x1f\x8b"):
        return content
    # 31: with the header of gzip (16 + 15).
    unpacker = zlib.decompressobj(31)
    try:
        # A small file may unpack to gigabytes.
        unpacked = unpacker.decompress(content, LARGEST)
    except zlib.error:
        raise UnreadableDrawingError(1, "is damaged: its compressed data cannot be read") from None
    if unpacker.unconsumed_tail:
        raise UnreadableDrawingError(1, f"file is over {LARGEST // 1_000_000} MB")
    return unpacked


def _decoded(content: bytes) -> str:
    """Return the text without its declaration, which names an encoding that the text is no longer in."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "")
    if not encoding:
        # Latin-1 reads any bytes, and every usual encoding agrees with it in ASCII.
        declared = _DECLARED.match(content[:200].decode("latin-1"))
        encoding = declared[1] if declared else "utf-8"
    try:
        text = content.decode(encoding).removeprefix("\ufeff")
    except LookupError:
        raise UnreadableDrawingError(1, f"cannot be decoded from {encoding!r}; save it as UTF-8") from None
    except UnicodeDecodeError:
        raise UnreadableDrawingError(1, f"is not text in {encoding}; save it as UTF-8") from None
    head = _DECLARATION.match(text)
    # Lines keep their numbers, which faults name.
    return "\n" * head[0].count("\n") + text[head.end() :] if head else text


def _character(entity: re.Match[str]) -> str:
    """Return the sign that HTML knows by a name, such as `&nbsp;`; entities of XML and of the file are left alone."""
    name = entity[1]
    return entity[0] if name in {"lt", "gt", "amp", "quot", "apos"} else html5.get(f"{name};", entity[0])


class _NodeReader:
    """Builds the nodes from the events of the XML parser."""

    def __init__(self) -> None:
        """Begin without any node."""
        self.root: DrawingNode
        self.notes: list[str] = []
        self._stack: list[DrawingNode] = []
        self._spaces: list[dict[str, str]] = [dict(_USUAL)]
        self._skipping = 0
        self._count = 0
        self._last: DrawingNode | None = None
        """The node that was closed last, which the text after it belongs to."""

    def parse(self, text: str) -> None:
        """Build the nodes of a document. Raises UnreadableDrawingError where it is not well-formed."""
        # Without namespaces: expat would refuse prefixes that nobody declared, which drawings have.
        parser = self._parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            message = f"not well-formed: {BROKEN.get(reason, 'this is not XML')}"
            raise UnreadableDrawingError(error.lineno, message) from None
        except UnicodeEncodeError:
            raise UnreadableDrawingError(1, "not well-formed: holds half of a character") from None
        finally:
            del self._parser

    def _start(self, full: str, attributes: dict[str, str]) -> None:
        """Add the node of an element that begins here; elements of other namespaces are left out."""
        if self._skipping:
            self._skipping += 1
            return
        line = self._parser.CurrentLineNumber
        spaces = self._spaces[-1] | {
            name[6:]: value for name, value in attributes.items() if name == "xmlns" or name.startswith("xmlns:")
        }
        prefix, _, name = full.rpartition(":")
        space = spaces.get(prefix, prefix)
        if not self._stack:
            self._check_root(space, name, line, spaces)
            # The check may have added a namespace that was missing.
            space = spaces.get(prefix, SVG)
        # What programs add for themselves is left out with all that it holds.
        if space != SVG:
            self._stack[-1].holds_other = True
            self._skipping = 1
            return
        self._spaces.append(spaces)
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise UnreadableDrawingError(line, f"more than {MOST_ELEMENTS:,} elements")
        if len(self._stack) >= DEEPEST:
            raise UnreadableDrawingError(line, f"nested deeper than {DEEPEST}")
        node = DrawingNode.made(name, {}, line)
        _read_attributes(node, attributes, spaces)
        if self._stack:
            self._stack[-1].append(node)
        else:
            self.root = node
        self._stack.append(node)
        self._last = None

    def _check_root(self, space: str, name: str, line: int, spaces: dict[str, str]) -> None:
        """Raise UnreadableDrawingError where the root is no `<svg>`; note a missing namespace."""
        if name != "svg" or space not in {"", SVG}:
            raise UnreadableDrawingError(line, f"root is {name!r}, not 'svg'")
        if not space:
            self.notes.append(f"root <svg> lacks xmlns={SVG!r}; it is read as if it were there")
            spaces[""] = SVG

    def _end(self, _: str) -> None:
        """Close the node whose end tag was read."""
        if self._skipping:
            self._skipping -= 1
            return
        self._spaces.pop()
        self._last = self._stack.pop()

    def _characters(self, text: str) -> None:
        """Add text to the node that it stands in, or behind the node that was closed last."""
        if self._skipping or not self._stack:
            return
        if self._last is not None:
            self._last.tail = (self._last.tail or "") + text
        else:
            self._stack[-1].text = (self._stack[-1].text or "") + text

    def _instruction(self, target: str, _: str) -> None:
        """Add a note on a style sheet in another file, which is not read."""
        if target == "xml-stylesheet":
            self.notes.append("<?xml-stylesheet?> names a file that is not read; put its rules into a <style>")

    def _entity(self, name: str, _: int, value: str | None, *__: object) -> None:
        """Raise UnreadableDrawingError for an entity that is more than plain text.

        Illustrator declares entities of plain text for its namespaces.
        """
        if value is None or "&" in value or "<" in value:
            line = self._parser.CurrentLineNumber
            raise UnreadableDrawingError(line, f"entity {name!r} holds more than plain text; delete it")


def _read_attributes(node: DrawingNode, attributes: dict[str, str], spaces: dict[str, str]) -> None:
    """Give a node its attributes under the names that are read here.

    Attributes of other programs are kept apart in `foreign`.
    """
    for full, value in attributes.items():
        prefix, colon, name = full.rpartition(":")
        space = spaces.get(prefix, prefix) if colon else ""
        if full == "xmlns" or prefix == "xmlns":
            continue
        if not colon or space == SVG:
            node.attrib[name] = value
        elif space == XLINK and name == "href":
            # `href` wins over `xlink:href` (SVG 2).
            node.attrib.setdefault("href", value)
        elif space == XML:
            node.attrib[f"xml:{name}"] = value
        elif space == PNP:
            node.attrib[f"pnp:{name}"] = value
        else:
            node.foreign[name] = value
