"""Finds lines in TOML text, for faults: those of keys, which tomllib does not give, and those of syntax errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from generator.base.errors import Fault

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_HEADER = rf"\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]"
_KEY = rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=(.*)"
_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z"
# Not compiled here: most games have no faults, and it would add a millisecond to every start.

_REMEDIES = (
    ("invalid value", "; text stands in quotes"),
    (r"illegal character '\n'", "; a quote is not closed"),
)

Path = tuple[str | int, ...]
"""Keys from the top of a document; a number counts the tables of a `[[list]]` from 0."""


@lru_cache(maxsize=8)
def key_lines(text: str) -> dict[Path, list[int]]:
    """The lines of every key and table header of TOML text; good enough for faults, not for parsing."""
    lines: dict[Path, list[int]] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    closing = ""
    last: tuple[Path, int] = (), 0
    for number, line in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if closing in line else closing
        elif line.lstrip().startswith("{"):
            last = _note_list(lines, last, line, number)
        elif header := re.match(_HEADER, line):
            table = _split(header[2])
            if header[1] == "[[":
                lines.setdefault(table, [number])
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, []).append(number)
        elif key := re.match(_KEY, line):
            path = (*table, *_split(key[1]))
            lines.setdefault(path, []).append(number)
            last = _note_list(lines, (path, 0), key[2] if key[2].lstrip().startswith("[") else "", number)
            closing = _open_quotes(key[2])
    return lines


def long_key_line(text: str, parts: int) -> int | None:
    """The line of the first key with more than so many dots; None if there is none."""
    begun = r"(?:^|[\[{,])[ \t]*"
    found = re.search(rf"{begun}(?:{_PART}[ \t]*\.[ \t]*){{{parts}}}", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else None


def syntax_faults(text: str, message: str, where: str) -> list[Fault]:
    """The faults that an error message of tomllib stands for."""
    place = re.search(_PLACE, message)
    if place is None:
        return [Fault(where, "number out of range", unreadable=True)]
    repeated = [Fault(where, what, line, key=key, unreadable=True) for key, line, what in _repeated(text)]
    if repeated and message.startswith(("Cannot", "Duplicate")):
        return repeated
    what = message[0].lower() + message[1 : place.start()]
    line = int(place[1]) if place[1] else text.count("\n") + 1
    column = int(place[2]) if place[2] else None
    remedy = next((remedy for start, remedy in _REMEDIES if what.startswith(start)), "")
    return [Fault(where, what[:120] + remedy, line, column, unreadable=True)]


def _repeated(text: str) -> Iterator[tuple[str, int, str]]:
    for path, lines in key_lines(text).items():
        if len(lines) > 1:
            what = f"{str(path[-1])!r} given twice, lines {lines[0]} and {lines[1]}"
            yield ".".join(map(str, path))[:80], lines[1], what


def _note_list(lines: dict[Path, list[int]], last: tuple[Path, int], line: str, number: int) -> tuple[Path, int]:
    """Note the line of each table of a list that stands whole on it: `{ a = 1 }, { a = 2 },`."""
    path, index = last
    depth = 0
    for mark in re.findall("[{}]", line):
        if mark == "{" and depth == 0:
            lines.setdefault((*path, index), [number])
            index += 1
        depth += 1 if mark == "{" else -1
    return path, index


def _open_quotes(value: str) -> str:
    """The quotes that close a multi-line text begun on a line; empty if none is left open."""
    return next((mark for mark in ('"""', "'''") if value.count(mark) % 2), "")


def _split(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))
