"""Parses TOML files within limits, and finds the line of a key for faults: tomllib does neither."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from generator.base.errors import Fault, Faults, fault
from generator.base.records import NamedTuple
from generator.base.text_files.toml_syntax import TWICE, syntax_fault
from generator.load.files.characters import unfit_characters
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

DEPTH = 32
"""Most levels of nested tables and lists."""

LONGEST = 10_000
"""Longest text, in characters."""

LARGEST = 2**53
"""Beyond it a number is not exact in programs that keep it as a float, such as JavaScript."""

_SIZE = 5_000_000
"""Largest file, in characters; tomllib parses about a million a second."""

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_HEADER = rf"\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]"
_KEY = rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=(.*)"
# Not compiled here: most games have no faults, and it would add a millisecond to every start.

Path = tuple[str | int, ...]
"""Keys from the top of a document; a number counts the tables of a `[[list]]` from 0."""


class TomlDocument(NamedTuple):
    """A parsed TOML file that can find the lines of its keys."""

    where: str
    text: str
    data: Mapping[str, Any]

    def line(self, *path: str | int) -> int | None:
        """Return the line of a key, or of the nearest table around it; None if neither is found."""
        lines = key_lines(self.text)
        while path:
            if path in lines:
                return lines[path][0]
            path = path[:-1]
        return None


def read_toml(folder: Folder, name: str) -> TomlDocument:
    """Read a TOML file of a folder.

    Raises Faults for wrong syntax (with line and column), repeated keys, an empty file, more than 32 levels, texts of
    more than 10,000 characters, and numbers that are not finite or beyond 2**53.
    """
    return parse_toml(folder.text(name), folder.place(name))


@lru_cache(maxsize=16)  # `vallum serve` reads a game again after each change; it has about ten TOML files
def parse_toml(text: str, where: str) -> TomlDocument:
    """Parse TOML text; the document is cached, so callers must not change it. Raises as `read_toml`."""
    document = TomlDocument(where, text, _parse(text, where))
    if not document.data:
        raise fault(where, "file is empty", unreadable=True)
    faults = [
        Fault(where, message, document.line(*path), key=".".join(map(str, path))[:80], unreadable=True)
        # Nobody reads more of them.
        for path, message in islice(_value_faults(document.data), 100)
    ]
    if faults:
        raise Faults(faults)
    return document


def _parse(text: str, where: str) -> dict[str, Any]:
    """Return the data of TOML text.

    Raises Faults for wrong syntax, and for text that is too long or nested too deep.
    """
    if len(text) > _SIZE:
        raise fault(where, f"over {_SIZE // 1_000_000} MB; split it, or use a .csv file for rows", unreadable=True)
    _check_dotted(text, where)
    try:
        return tomllib.loads(text)
    # tomllib calls itself for each level.
    except RecursionError:
        raise _nesting_fault(where, None) from None
    except ValueError as error:
        raise Faults(syntax_faults(text, str(error), where)) from None


def _nesting_fault(where: str, line: int | None) -> Faults:
    """Return the fault for too many levels of tables; `line` is None where it is not known."""
    return fault(where, f"nested deeper than {DEPTH}", line=line, unreadable=True)


def _check_dotted(text: str, where: str) -> None:
    """Refuse long dotted keys: tomllib takes time and memory by the square of their parts."""
    # The counts come first: nearly every file passes by them alone.
    if text.count(".") >= DEPTH and any(line.count(".") >= DEPTH for line in text.split("\n")):
        line = long_key_line(text, DEPTH)
        if line:
            raise _nesting_fault(where, line)


def _value_faults(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and fault of each value that is valid TOML but not allowed here.

    The search does not call itself, as nesting may be deep.
    """
    stack: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if len(path) > DEPTH:
            yield path[:3], f"nested deeper than {DEPTH}"
        elif isinstance(value, dict):
            stack.extend(((*path, key), item) for key, item in value.items())
        elif isinstance(value, list):
            stack.extend(((*path, index), item) for index, item in enumerate(value))
        elif message := value_fault(value):
            yield path, message


def value_fault(value: object) -> str | None:
    """Return the fault of a single TOML value, or None if it is allowed."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            return f"longer than {LONGEST:,} characters"
        return next((problem for _, problem in unfit_characters(value)), None)
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is not a size or count; it must be a finite number"
    if isinstance(value, int | float) and abs(value) > LARGEST:
        return "number out of range"
    return None


@lru_cache(maxsize=8)
def key_lines(text: str) -> dict[Path, list[int]]:
    """Return the lines of every key and table header of TOML text, by path.

    The search is good enough for faults, not for parsing; a key that is given twice has two lines.
    """
    lines: dict[Path, list[int]] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    # Inside a multi-line text nothing is a key.
    closing = ""
    last: tuple[Path, int] = (), 0
    for number, line in enumerate(text.split("\n"), 1):
        if closing:
            # A key on the line that closes a text is missed; its table's line is named instead.
            closing = "" if closing in line else closing
        elif line.lstrip().startswith("{"):
            # Such lines continue a list of tables that a key above has begun.
            last = _note_list(lines, last, line, number)
        elif header := re.match(_HEADER, line):
            table = _split(header[2])
            if header[1] == "[[":
                # The path of a list of tables itself stands for its first table.
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
    """Return the line of the first key with more than `parts` dots; None if no key has as many."""
    begun = r"(?:^|[\[{,])[ \t]*"
    match = re.search(rf"{begun}(?:{_PART}[ \t]*\.[ \t]*){{{parts}}}", text, re.MULTILINE)
    return text.count("\n", 0, match.start()) + 1 if match else None


def syntax_faults(text: str, message: str, where: str) -> list[Fault]:
    """Turn an error message of tomllib into faults; a repeated key is named with both of its lines."""
    description, line, column = syntax_fault(text, message)
    repeated = (
        [Fault(where, *repetition, unreadable=True) for repetition in _repeated(text)]
        if description.endswith(TWICE)
        else []
    )
    return repeated or [Fault(where, description, line, column, unreadable=True)]


def _repeated(text: str) -> Iterator[tuple[str, int, None, str]]:
    """Yield message, line, column (None) and key for each key or table that is given again."""
    for path, lines in key_lines(text).items():
        if len(lines) > 1:
            message = f"{quote(str(path[-1]))} given twice, lines {lines[0]} and {lines[1]}"
            yield message, lines[1], None, ".".join(map(str, path))[:80]


def _note_list(lines: dict[Path, list[int]], last: tuple[Path, int], line: str, number: int) -> tuple[Path, int]:
    """Note the line of each table of a list that stands whole on it: `{ a = 1 }, { a = 2 },`.

    `last` is the path of the list and the number of its tables so far; returns both after this line.
    """
    path, index = last
    depth = 0
    for mark in re.findall("[{}]", line):
        if mark == "{" and depth == 0:
            lines.setdefault((*path, index), [number])
            index += 1
        depth += 1 if mark == "{" else -1
    return path, index


def _open_quotes(value: str) -> str:
    """Return the quotes that close a multi-line text begun on a line; empty if none is left open."""
    return next((mark for mark in ('"""', "'''") if value.count(mark) % 2), "")


def _split(dotted: str) -> Path:
    """Return the parts of a dotted key, without quotes."""
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))
