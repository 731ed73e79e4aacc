"""The operators of a page, form or pattern, parsed piece by piece: those of a large page would fill the memory."""

from __future__ import annotations

import re
import string
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from generator.preflight.content.colour_space import StrangeValueError
from generator.preflight.content.pdf_values import is_array, is_stream

Operator = tuple[str, Sequence[Any]]
"""Name of an operator, and its operands."""

PIECE = 400_000
"""Bytes that are parsed at once: 100 MB of operators at most."""
_END = re.compile(rb"(?<=[\s])(?:[SsFfBbnlcvyh]|[fBb]\*|re|ET|Q)\s")
"""A place where a content may be divided: after an operator that draws a part of a path, paints or ends something."""
_INLINE_IMAGE = re.compile(rb"(?<!\S)BI\s")
_PLAIN = b" \t\r\n\f+-.*/0123456789" + string.ascii_letters.encode()
_EXPONENT = re.compile(rb"[0-9.][eE]")
"""Characters that are part of a number in Python, and not in PDF."""
_SLASH, _FIRST_LETTER = ord("/"), ord("A")
_WORDS = "q Q cm w J j M d0 d1 i ri gs m l c v y h re S s f F f* B B* b b* n W W* cs CS sc scn SC SCN g G rg RG k K"
_WORDS += " sh Do BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* MP DP BMC BDC EMC BX EX"
_OPERATORS = {word.encode(): word for word in _WORDS.split()}
"""The operators that take numbers and names only."""
_COMMENT = re.compile(rb"%[^\r\n]*")
_ESCAPED = re.compile(rb"\\.", re.DOTALL)


class ContentParser:
    """Parses contents; what it returns may be used as long as the parser is there."""

    def __init__(self) -> None:
        """Start a parser, with an empty file for contents to be read from."""
        import pikepdf

        self._holder = pikepdf.new()
        self._stream = pikepdf.Stream(self._holder, b"")

    def operators(self, data: bytes) -> list[Operator]:
        """Return the operators of a content. Raises StrangeValueError for damaged content."""
        import pikepdf

        plain = _plainly_parsed(data)
        if plain is not None:
            return plain
        self._stream.write(data)
        try:
            with warnings.catch_warnings(action="ignore"):
                instructions = pikepdf.parse_content_stream(self._stream)
        except (pikepdf.PdfError, TypeError):  # the latter for names where no operator may be
            raise StrangeValueError from None
        # Of an open string or dictionary qpdf makes nothing, without a word.
        if not instructions and _COMMENT.sub(b"", data).strip():
            raise StrangeValueError
        return [(str(instruction.operator), list(instruction.operands)) for instruction in instructions]


class PageContent:
    """The content of something that is drawn. Iterating parses it; raises StrangeValueError where it is damaged."""

    def __init__(self, data: bytes, parser: ContentParser) -> None:
        """Take the unpacked drawing operators of a page or form, and the parser that reads them."""
        self.data, self._parser = data, parser
        self._parsed: list[Operator] | None = None

    @property
    def is_small(self) -> bool:
        """Return whether the content is small enough that its operators are cached."""
        return len(self.data) <= PIECE

    def __iter__(self) -> Iterator[Operator]:
        """Yield the operators, parsed piece by piece if the content is large."""
        if self._parsed is not None:
            yield from self._parsed
        elif self.is_small:
            self._parsed = self._parser.operators(self.data)
            yield from self._parsed
        else:
            for piece in _pieces(self.data):
                yield from self._parser.operators(piece)


def content_data(drawn: Any) -> bytes:
    """Return the unpacked content of a page, form or pattern.

    Raises pikepdf.PdfError for damaged data.
    """
    import pikepdf

    content = drawn if is_stream(drawn) else drawn.obj.get("/Contents")
    streams = list(content) if is_array(content) else [content]
    # The usual level of qpdf leaves run lengths packed.
    level = pikepdf.StreamDecodeLevel.specialized
    # A content may be divided between any two words, which have to stay apart (ISO 32000-1, 7.8.2).
    return b"\n".join(bytes(stream.read_bytes(level)) for stream in streams if is_stream(stream))


def _plainly_parsed(data: bytes) -> list[Operator] | None:
    """Return the operators of a content that has numbers and names only, in half the time; None for any other."""
    if data.translate(None, _PLAIN) or _EXPONENT.search(data):
        return None
    operators: list[Operator] = []
    operands: list[Any] = []
    try:
        for token in data.split():
            if token[0] < _FIRST_LETTER:
                operands.append(float(token) if token[0] != _SLASH else _name(token))
            elif token in _OPERATORS:
                operators.append((_OPERATORS[token], operands))
                operands = []
            else:
                return None
    except ValueError:
        return None
    return operators


def _name(token: bytes) -> str:
    """Return a name token as it stands, with its slash.

    Raises ValueError for several names without a space between.
    """
    if b"/" in token[1:]:
        raise ValueError(token)
    return token.decode()


def _pieces(data: bytes) -> Iterator[bytes]:
    """Yield a content in pieces that end between operators."""
    start = 0
    is_divided = not _INLINE_IMAGE.search(data)  # in the pixels of a picture anything may look like an operator
    while start < len(data):
        end = _division(data, start) if is_divided else len(data)
        yield data[start:end]
        start = end


def _division(data: bytes, start: int) -> int:
    """Return the end of a piece of content: after an operator that is not part of a string."""
    match = _END.search(data, start + PIECE)
    while match:
        text = _ESCAPED.sub(b"", data[start : match.end()])
        # An open bracket means that the operator is a word of a text.
        if text.count(b"(") == text.count(b")"):
            return match.end()
        # Each try counts the brackets from the start, so the next one is not made just after.
        match = _END.search(data, match.end() + PIECE)
    return len(data)
