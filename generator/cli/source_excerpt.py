"""The line of a table or template that a fault names, with a caret below its wrong part, for a person at a terminal."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from generator.base.errors import printable
from generator.base.system.regular_file import open_regular
from generator.base.terminal_text import text_width
from generator.load.game_locations import data_root

_PLACE = re.compile(
    r"(?P<file>[^\n:]+(?::[\\/][^\n:]+)?):(?P<line>\d{1,7})(?::(?P<column>\d{1,7}))?(?: \[(?P<key>[^\]\n]+)\])?"
)
"""A place in front of a message: a file, also below a drive of Windows, a line, and perhaps a column and a key."""
_ARROW = " → "
"""Stands between the places of a chain, from the row to the template that drew it."""
_QUOTED = re.compile(r"(?<!\w)'((?:[^'\\\n]|\\.)+)'(?!\w)")
_MOST_BYTES = 2_000_000
"""Largest file that is searched for its line; tables of that size are read by programs."""


def source_excerpt(fault: str, width: int) -> tuple[str, str]:
    """Return the line of source that an English fault names, and the line with the caret; empty where there is none.

    Both are at most `width` columns wide. The caret is empty where the wrong part is not in that line.
    """
    *chain, last = fault.split(_ARROW)
    end = _PLACE.match(last)
    if not end or not last[end.end() :].startswith(": "):
        return "", ""
    message, excerpt = last[end.end() + 2 :], ("", "")
    # The wrong value may stand in the call of a shared template, and not in that template.
    for place in (end, *filter(None, map(_PLACE.fullmatch, reversed(chain)))):
        source = _source_line(place["file"], int(place["line"]))
        start, stop = _wrong_part(source, place, message)
        if source.strip() and (stop or not excerpt[0]):
            excerpt = _excerpt(source, int(place["line"]), slice(start, stop), width)
        if stop:
            break
    return excerpt


def _excerpt(source: str, number: int, wrong: slice, width: int) -> tuple[str, str]:
    """Return a line behind its number, and the carets below its wrong part."""
    head = f"{number:>5} | "
    # A long line is cut before the wrong part, so that the caret stays in view also behind wide characters.
    cut = max(0, wrong.start - (width - len(head)) // 4)
    head += "…" if cut else ""
    before, value = printable(source[cut : wrong.start]), printable(source[wrong])
    carets = " " * text_width(head + before) + "^" * text_width(value)
    return _fitting(head + before + value + printable(source[wrong.stop :]), width), _fitting(carets, width)


def _source_line(name: str, number: int) -> str:
    """Return a line of a file, by the path that a fault shows; empty if there is no such file or line."""
    # A shipped game is named without the folder that it lies in.
    for path in (Path(name), data_root() / name, data_root().parent / name):
        with suppress(OSError, ValueError), open_regular(path) as file:
            data = file.read(_MOST_BYTES + 1)
            lines = data.decode("utf-8-sig", errors="replace").splitlines() if len(data) <= _MOST_BYTES else []
            return lines[number - 1].replace("\t", " ") if 0 < number <= len(lines) else ""
    return ""


def _wrong_part(source: str, place: re.Match[str], message: str) -> tuple[int, int]:
    """Return where the wrong part of a line begins and ends: the value that the message quotes, or its key."""
    column = int(place["column"] or 0)
    if 0 < column <= len(source):
        return column - 1, column
    for quoted in _QUOTED.findall(message.partition(";")[0]):
        index = source.find(quoted)
        if index >= 0:
            return index, index + len(quoted)
    key = (place["key"] or "").rpartition(".")[2]
    word = re.search(rf"(?<!\w){re.escape(key)}(?!\w)", source) if key else None
    return word.span() if word else (0, 0)


def _fitting(line: str, width: int) -> str:
    """Return the beginning of a line that fits a number of columns, with a mark where it was cut."""
    if text_width(line) <= width:
        return line.rstrip()
    while text_width(line) >= width:
        line = line[: width - 1 - text_width(line)]
    return line + "…"
