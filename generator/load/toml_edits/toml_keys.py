"""Renames a key of a TOML text in its place: comments, order and spacing of all else stay."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from generator.load.toml_edits.toml_places import Path, toml_places

_HEADER = re.compile(r"^[ \t]*\[[^\]\n]*\]\]?", re.MULTILINE)


def renamed_key(text: str, path: Path, name: str) -> str:
    """Return a TOML text with another key at a path; the same text without that key.

    Raises ValueError where the key cannot be renamed in its place.

    >>> renamed_key("columns = { cost = { type = 'number' } }", ("columns", "cost"), "price")
    "columns = { price = { type = 'number' } }"
    """
    target = tomllib.loads(text)
    if not _put_name(target, path, name):
        return text
    part = re.compile(rf"(?<![\w-])([\"']?){re.escape(str(path[-1]))}\1(?![\w-])")
    places = [place for place in toml_places(text).values.values() if place.path[: len(path)] == path]
    starts = {place.start: text.index("=", place.start) for place in places}
    ranges = [*starts.items(), *(match.span() for match in _HEADER.finditer(text))]
    # From the end, so that the places of earlier keys stay right.
    for start, end in sorted(ranges, reverse=True):
        key = text[start:end]
        is_header = start not in starts
        if is_header and tuple(_header_parts(key))[: len(path)] != path:
            continue
        text = text[:start] + part.sub(lambda _: name, key, count=1) + text[end:]
    if tomllib.loads(text) != target:
        raise ValueError
    return text


def _header_parts(line: str) -> Iterator[str]:
    """Yield the parts of the name of a table from its line in a TOML text."""
    data: Any = tomllib.loads(line)
    while isinstance(data, (dict, list)) and data:
        if isinstance(data, list):
            data = data[0]
            continue
        name, data = next(iter(data.items()))
        yield name


def _put_name(data: Any, path: Path, name: str) -> bool:
    """Rename a key of parsed data in place; False if there is none. Raises ValueError for a name that is in use."""
    for key in path[:-1]:
        data = data.get(key) if isinstance(data, dict) else None
    if not isinstance(data, dict) or path[-1] not in data:
        return False
    if name in data:
        raise ValueError
    data[name] = data.pop(path[-1])
    return True
