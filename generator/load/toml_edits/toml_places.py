"""Where each value of a TOML file stands in its text; tomllib gives values without places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys from the top of a file; a number counts the items of a list from 0."""

_KEY_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED = re.compile(rf"{_KEY_PART}(?:[ \t]*\.[ \t]*{_KEY_PART})*")
_PART = re.compile(_KEY_PART)
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
)
_PLAIN = re.compile(r"[^\s,\]}#]+(?:[ \t]+[^\s,\]}#]+)*")
"""A number, a flag or a date, which may have one blank between day and time."""


class TomlPlace(NamedTuple):
    """A value in the text; numbers count characters."""

    path: Path
    start: int
    """Where the key begins; of an item of a list, where the value begins."""
    value: int
    """Where the value begins."""
    end: int
    """Behind the value."""
    header: Path
    """Path of the `[table]` above the line."""
    is_line: bool
    """Whether the key begins a line of its own, and is not inside another value."""


class TomlPlaces(NamedTuple):
    """The places of all values, and of all headers."""

    values: dict[Path, TomlPlace]
    headers: dict[Path, int]
    """Where the line of each `[table]` ends, before its line end; the path () is the start of the file."""


@lru_cache(maxsize=8)
def toml_places(text: str) -> TomlPlaces:
    """Return where the values of a valid TOML text stand. Raises ValueError for a text that is not valid."""
    places, index, header = TomlPlaces({}, {(): 0}), 0, Path()
    counts: dict[Path, int] = {}
    # Values are read in the order of the file, so that each byte is looked at once.
    while (index := _skipped(text, index)) < len(text):
        if text[index] == "[":
            is_list = text.startswith("[[", index)
            path, index = _key_path(text, _skipped(text, index + 1 + is_list))
            # Tables of a list are counted: the path of the second `[[x]]` is ("x", 1).
            counts[path] = counts.get(path, -1) + 1
            header = (*path, counts[path]) if is_list else path
            index = text.index("]", index) + 1 + is_list
            places.headers[header] = index
            continue
        for place in _entry_places(text, index, header, header, is_line=True):
            places.values[place.path] = place
            # The entry itself comes last, behind those inside it.
            index = place.end
    return places


def _entry_places(text: str, index: int, above: Path, header: Path, *, is_line: bool) -> Iterator[TomlPlace]:
    """Yield the places inside the value of the key at `index`, and at last the place of the whole value."""
    path, behind = _key_path(text, index)
    if (behind := _skipped(text, behind)) >= len(text) or text[behind] != "=":
        raise ValueError
    value = _skipped(text, behind + 1)
    end = value
    for place in _nested_places(text, value, (*above, *path), header):
        yield place
        end = place.end
    end = _value_end(text, value, end)
    yield TomlPlace((*above, *path), index, value, end, header, is_line)


def _nested_places(text: str, index: int, path: Path, header: Path) -> Iterator[TomlPlace]:
    """Yield the places of the entries or items of the table or list at `index`; of nothing for other values."""
    if not text.startswith(("{", "["), index):
        return
    # Both are read alike, but for the keys of a table.
    is_table, number = text[index] == "{", 0
    index = _skipped(text, index + 1)
    while index < len(text) and text[index] not in "]}":
        if text[index] == ",":
            index = _skipped(text, index + 1)
            continue
        inner = (
            _entry_places(text, index, path, header, is_line=False)
            if is_table
            else _item_places(text, index, (*path, number), header)
        )
        for place in inner:
            yield place
            end = place.end
        index, number = _skipped(text, end), number + 1


def _item_places(text: str, index: int, path: Path, header: Path) -> Iterator[TomlPlace]:
    """Yield the places inside the item of a list at `index`, and at last the place of the whole item."""
    end = index
    for place in _nested_places(text, index, path, header):
        yield place
        end = place.end
    yield TomlPlace(path, index, index, _value_end(text, index, end), header, is_line=False)


def _value_end(text: str, index: int, inner: int) -> int:
    """Return where the value at `index` ends; `inner` is the end of the last value inside it."""
    if text.startswith(("{", "["), index):
        # A comma may stand behind the last item.
        close = _skipped(text, max(inner, index + 1))
        return (_skipped(text, close + 1) if text.startswith(",", close) else close) + 1
    # Quotes first: a text may hold any sign that ends a number.
    match = _STRING.match(text, index) or _PLAIN.match(text, index)
    if match is None:
        raise ValueError
    return match.end()


def _key_path(text: str, index: int) -> tuple[Path, int]:
    """Return the parts of the key at `index`, and where it ends. Raises ValueError where no key stands."""
    match = _DOTTED.match(text, index)
    if match is None:
        raise ValueError
    return tuple(map(_name, _PART.findall(match[0]))), match.end()


def _name(part: str) -> str:
    """Return a part of a key without its quotes and escapes."""
    return next(iter(tomllib.loads(f"{part} = 0"))) if part[0] in "\"'" else part


def _skipped(text: str, index: int) -> int:
    """Return the index behind blanks, line ends and comments."""
    match = _BLANK.match(text, index)
    return match.end() if match else index
