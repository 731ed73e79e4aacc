"""Lines of TOML text, for faults: where keys stand, which tomllib does not tell, and where text is broken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from generator.base.errors import Fault

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_HEADER = rf"\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]"
_KEY = rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=(.*)"
_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z"
# Plain strings: most games have no faults, and compiling these patterns would take a millisecond of every start.

_REMEDIES = (
    ("invalid value", "; text stands in quotes"),
    (r"illegal character '\n'", "; a quote is not closed"),
)

Path = tuple[str | int, ...]
"""Keys from the top of a document; a number counts the tables of a `[[list]]` from 0."""


@lru_cache(maxsize=8)
def key_lines(text: str) -> dict[Path, list[int]]:
    """Every key and table header of TOML text with its lines; good for faults, not for reading."""
    lines: dict[Path, list[int]] = {}
    tables: dict[Path, int] = {}
    here: Path = ()
    closing = ""
    listed: tuple[Path, int] = (), 0
    for number, line in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if closing in line else closing
        elif line.lstrip().startswith("{"):
            listed = _listed(lines, listed, line, number)
        elif header := re.match(_HEADER, line):
            here = _split(header[2])
            if header[1] == "[[":
                lines.setdefault(here, [number])
                tables[here] = tables.get(here, -1) + 1
                here = (*here, tables[here])
            lines.setdefault(here, []).append(number)
        elif key := re.match(_KEY, line):
            path = (*here, *_split(key[1]))
            lines.setdefault(path, []).append(number)
            listed = _listed(lines, (path, 0), key[2] if key[2].lstrip().startswith("[") else "", number)
            closing = _opened(key[2])
    return lines


def long_key_line(text: str, parts: int) -> int | None:
    """The line of the first key with more than so many dots, or None."""
    begun = r"(?:^|[\[{,])[ \t]*"
    found = re.search(rf"{begun}(?:{_PART}[ \t]*\.[ \t]*){{{parts}}}", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else None


def syntax_faults(text: str, message: str, where: str) -> list[Fault]:
    """What tomllib says of broken text, told in the house's words."""
    place = re.search(_PLACE, message)
    if place is None:
        return [Fault(where, "number out of range", unreadable=True)]
    twice = [Fault(where, what, line, key=key, unreadable=True) for key, line, what in _repeated(text)]
    if twice and message.startswith(("Cannot", "Duplicate")):
        return twice
    what = message[0].lower() + message[1 : place.start()]
    line = int(place[1]) if place[1] else text.count("\n") + 1
    column = int(place[2]) if place[2] else None
    remedy = next((remedy for begun, remedy in _REMEDIES if what.startswith(begun)), "")
    return [Fault(where, what[:120] + remedy, line, column, unreadable=True)]


def _repeated(text: str) -> Iterator[tuple[str, int, str]]:
    for path, lines in key_lines(text).items():
        if len(lines) > 1:
            what = f"{str(path[-1])!r} given twice, lines {lines[0]} and {lines[1]}"
            yield ".".join(map(str, path))[:80], lines[1], what


def _listed(lines: dict[Path, list[int]], last: tuple[Path, int], line: str, number: int) -> tuple[Path, int]:
    """Note the line of each table of a list that stands whole on it: `{ a = 1 }, { a = 2 },`."""
    path, index = last
    depth = 0
    for mark in re.findall("[{}]", line):
        if mark == "{" and depth == 0:
            lines.setdefault((*path, index), [number])
            index += 1
        depth += 1 if mark == "{" else -1
    return path, index


def _opened(value: str) -> str:
    """The mark that closes a text left open at the end of a line, or nothing."""
    return next((mark for mark in ('"""', "'''") if value.count(mark) % 2), "")


def _split(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))
