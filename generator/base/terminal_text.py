"""Lines of text on a terminal: wide characters counted as two, tables, and words broken to a width."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size

WIDTH = 100
"""Columns that everything fits in."""
NARROW = 40
"""Columns that are written in however few there are."""


def line_width() -> int:
    """Columns of a line: those of a terminal where it is one, and no more than WIDTH."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(NARROW, min(WIDTH, get_terminal_size((WIDTH, 24)).columns))


def text_width(text: str) -> int:
    """Columns that a text takes."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, room: int) -> str:
    """A text with spaces up to a width."""
    return text + " " * (room - text_width(text))


def format_table(rows: Iterable[Sequence[str]], *, indent: str = "  ", gap: str = "  ") -> Iterator[str]:
    """Rows in columns; the last column is broken to what is left of the line."""
    cells = [tuple(row) for row in rows]
    if not cells:
        return
    widths = [max(text_width(row[column]) for row in cells) for column in range(len(cells[0]) - 1)]
    for row in cells:
        start = indent + "".join(pad(cell, room) + gap for cell, room in zip(row, widths, strict=False))
        yield from _broken(start, row[-1])


def format_data_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows in columns below a heading row, columns of numbers aligned right; no line is broken."""
    cells = [tuple(head), *map(tuple, rows)]
    columns = [*zip(*cells, strict=True)]
    widths = [max(map(text_width, column)) for column in columns]
    numeric = [all(map(_is_number, column[1:])) for column in columns]
    for row in cells:
        line = "  ".join(
            " " * (room - text_width(cell)) + cell if right else pad(cell, room)
            for cell, room, right in zip(row, widths, numeric, strict=True)
        )
        yield line.rstrip()


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdecimal()


def _broken(start: str, text: str) -> Iterator[str]:
    room = max(20, line_width() - text_width(start))
    first, *others = wrap(text, room) or [""]
    yield (start + first).rstrip()
    for line in others:
        yield " " * text_width(start) + line


def wrap(text: str, room: int = WIDTH) -> list[str]:
    """A text broken between words, or between characters where there are no words."""
    lines: list[str] = []
    line = ""
    for word in _words(text):
        if line and text_width(line + word.rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()] if line.strip() else lines


def _words(text: str) -> Iterator[str]:
    """Pieces that a line may be broken behind: words with their space, wide characters one by one."""
    word = ""
    for char in text:
        wide = _columns(char) == 2
        if word and wide and char not in "、。，．）」』：；！？":
            yield word
            word = ""
        word += char
        if char == " ":
            yield word
            word = ""
    if word:
        yield word
