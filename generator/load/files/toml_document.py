"""Parses TOML files within limits, and finds the line of a key for faults: tomllib does neither."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from generator.base.errors import Fault, Faults, fault
from generator.load.files.characters import unfit_characters
from generator.load.files.folder import Folder
from generator.load.files.toml_lines import key_lines, long_key_line, syntax_faults

DEPTH = 32
"""Levels of tables and lists."""

LONGEST = 10_000
"""Characters of the longest text."""

LARGEST = 2**53
"""Beyond it a number is not exact in programs that keep it as a float, such as JavaScript."""

_SIZE = 5_000_000
"""Characters of the largest file; tomllib parses about a million a second."""


class TomlDocument(NamedTuple):
    """A parsed TOML file that can find the lines of its keys."""

    where: str
    text: str
    data: Mapping[str, Any]

    def line(self, *path: str | int) -> int | None:
        """The line of a key, or of the nearest table around it; None if neither is found."""
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
        Fault(where, what, document.line(*path), key=".".join(map(str, path))[:80], unreadable=True)
        for path, what in islice(_value_faults(document.data), 100)
    ]
    if faults:
        raise Faults(faults)
    return document


def _parse(text: str, where: str) -> dict[str, Any]:
    if len(text) > _SIZE:
        raise fault(where, f"over {_SIZE // 1_000_000} MB; split it, or use a .csv file for rows", unreadable=True)
    _check_dotted(text, where)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _nesting_fault(where, None) from None
    except ValueError as error:
        raise Faults(syntax_faults(text, str(error), where)) from None


def _nesting_fault(where: str, line: int | None) -> Faults:
    return fault(where, f"nested deeper than {DEPTH}", line=line, unreadable=True)


def _check_dotted(text: str, where: str) -> None:
    """Refuse long dotted keys: tomllib takes time and memory by the square of their parts."""
    # The counts come first: nearly every file passes by them alone.
    if text.count(".") >= DEPTH and any(line.count(".") >= DEPTH for line in text.split("\n")):
        line = long_key_line(text, DEPTH)
        if line:
            raise _nesting_fault(where, line)


def _value_faults(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Values that are valid TOML but not allowed here, with their paths; no recursion, as nesting may be deep."""
    stack: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if len(path) > DEPTH:
            yield path[:3], f"nested deeper than {DEPTH}"
        elif isinstance(value, dict):
            stack.extend(((*path, key), item) for key, item in value.items())
        elif isinstance(value, list):
            stack.extend(((*path, index), item) for index, item in enumerate(value))
        elif what := value_fault(value):
            yield path, what


def value_fault(value: object) -> str | None:
    """What is wrong with a single value; None if it is allowed."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            return f"longer than {LONGEST:,} characters"
        return next((what for _, what in unfit_characters(value)), None)
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is not a size or count; it must be a finite number"
    if isinstance(value, int | float) and abs(value) > LARGEST:
        return "number out of range"
    return None
