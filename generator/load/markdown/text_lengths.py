"""Lengths of a text in Markdown, beyond which it would take long to parse."""

from __future__ import annotations

import re

from generator.base.errors import fault
from generator.model.prose import MarkdownSource

MAX_PARAGRAPH = 10_000
"""Characters of a paragraph, as of a cell in a table: it is broken into lines anew in each column that it reaches."""
_LONGEST_TEXT = 200_000
_MOST_LINES = 20_000
_MOST_CELLS = 5_000
"""Characters, lines and cells of tables in one text: more than a hundred pages."""
_LONGEST_BLOCK = 50_000
"""Most characters without an empty line, as of a list or table: the time for unpaired signs grows faster than that."""
_EMPTY_LINE = re.compile(r"\n[ \t]*(?=\n)")


def check_lengths(source: MarkdownSource) -> None:
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
            message = f"more than {_LONGEST_BLOCK:,} characters without an empty line; divide them"
            raise fault(source.where, message, line=line + len(block) - len(block.lstrip("\n")))
        line += block.count("\n") + 1
