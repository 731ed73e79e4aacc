"""Tokens of a template with the places where they stand in its text, as Jinja's own tree names lines alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2.environment import Environment

from generator.base.records import NamedTuple
from generator.base.text_files.text_encoding import decode_utf8

_LINE_END = re.compile(r"\r\n|\r")


class TemplateToken(NamedTuple):
    """A token of Jinja: `data`, `variable_begin`, `name` and so on; `start` and `end` count characters of the file."""

    kind: str
    text: str
    start: int
    end: int


def template_tokens(environment: Environment, content: bytes, path: str) -> tuple[TemplateToken, ...]:
    """Return all tokens of a file in order, without the white space between them; a byte order mark is not counted.

    Raises Faults for a file that is not UTF-8, jinja2.TemplateSyntaxError for one that cannot be parsed.
    """
    source = decode_utf8(content, path)
    text = _LINE_END.sub("\n", source)
    offsets = _original_offsets(source) if text is not source else range(len(source) + 1)
    return tuple(_placed(environment, text, offsets))


def _placed(environment: Environment, text: str, offsets: range | list[int]) -> Iterator[TemplateToken]:
    """Yield the tokens with their places in the file; `offsets` leads from places in `text` to places in the file."""
    # Jinja drops blanks before tags of blocks, so that tokens do not follow each other without gaps.
    position = 0
    for _, kind, value in environment.lexer.tokeniter(text, None):
        start = text.find(value, position)
        position = start + len(value)
        if kind != "whitespace":
            yield TemplateToken(kind, value, offsets[start], offsets[position])


def _original_offsets(source: str) -> list[int]:
    """Return places in a text by the places in the same text with plain line ends, to the end of both."""
    offsets, position = [], 0
    while position < len(source):
        offsets.append(position)
        position += 2 if source.startswith("\r\n", position) else 1
    return [*offsets, len(source)]
