"""Changes values of a TOML text: comments, order and spacing of all else stay, and each change is read back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from generator.base.text_files.toml_syntax import toml_text
from generator.load.toml_edits.toml_places import Path, TomlPlace, toml_places

MISSING = object()
"""The value of a key that is removed."""


def changed_toml(text: str, path: Path, value: object) -> str:
    """Return a TOML text with a new value at a path; MISSING removes the key.

    Raises ValueError for a change that the form of the file does not allow, such as a key of a table that is written
    nowhere.
    """
    target = tomllib.loads(text)
    before = _value_at(target, path)
    _put_value(target, path, value)
    changed = _with_value(text, path, before, value)
    # Reading it back proves that nothing but this value has changed.
    if tomllib.loads(changed) != target:
        raise ValueError
    return changed


def toml_value(value: object) -> str:
    """Return a value as TOML on one line.

    >>> print(toml_value({"en": "Fox", "sizes": [1, True]}))
    { en = "Fox", sizes = [1, true] }
    """
    # Before numbers, as True is one for Python.
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key_text(name)} = {toml_value(item)}' for name, item in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    return repr(value)


def _with_value(text: str, path: Path, old: object, value: object) -> str:
    """Return the text with another value at a path, `old` before. Raises ValueError where it cannot be placed."""
    if old == value and type(old) is type(value):
        return text
    if isinstance(old, list) and isinstance(value, list) and len(old) == len(value):
        # Only items that differ are written, so that the spacing of the others stays.
        for number, item in enumerate(value):
            text = _with_value(text, (*path, number), old[number], item)
        return text
    place = toml_places(text).values.get(path)
    if value is MISSING:
        return _without(text, place)
    if place:
        return text[: place.value] + toml_value(value) + text[place.end :]
    return _inserted(text, path, toml_value(value))


def _without(text: str, place: TomlPlace | None) -> str:
    """Return the text without a key: with its line where it has one of its own, else with one of the commas beside."""
    if place is None:
        raise ValueError
    # A remark behind the value is about the value, and goes with it.
    if place.is_line:
        start = text.rfind("\n", 0, place.start) + 1
        end = text.find("\n", place.end)
        return text[:start] + ("" if end < 0 else text[end + 1 :])
    before, behind = text[: place.start].rstrip(), text[place.end :]
    if before.endswith(","):
        return before[:-1] + behind
    return text[: place.start] + behind.lstrip(" \t").removeprefix(",").lstrip(" \t")


def _inserted(text: str, path: Path, value: str) -> str:
    """Return the text with a new key at the end of its table."""
    places, table = toml_places(text), path[:-1]
    around = places.values.get(table)
    # A table in braces has no lines of its own.
    if around and text[around.value] == "{":
        inner = text[around.value + 1 : around.end - 1]
        body = f"{inner.rstrip()}, " if inner.strip() else " "
        return f"{text[: around.value + 1]}{body}{_key_text(path[-1])} = {value} {text[around.end - 1 :]}"
    beside = [
        place
        for place in places.values.values()
        if place.is_line and place.path[: len(table)] == table and place.header == table[: len(place.header)]
    ]
    # A line of the table's own section first; else one that reaches into the table by a dotted key.
    last = max(beside, key=lambda place: (len(place.header), place.start), default=None)
    header = last.header if last else table
    if header not in places.headers:
        raise ValueError
    line = f"{'.'.join(map(_key_text, path[len(header) :]))} = {value}"
    return _with_line(text, last.end if last else places.headers[header], line, is_first=not (last or header))


def _with_line(text: str, index: int, line: str, *, is_first: bool) -> str:
    """Return the text with a line behind the one that holds an index, or with `is_first` before all."""
    # The file keeps the line ends that its editor writes.
    ending = "\r\n" if "\r\n" in text else "\n"
    if is_first:
        return f"{line}{ending}{text}"
    end = text.find("\n", index)
    if end < 0:
        return f"{text}{ending}{line}{ending}"
    return f"{text[: end + 1]}{line}{ending}{text[end + 1 :]}"


def _key_text(name: str | int) -> str:
    """Return a key as TOML, in quotes where it needs them."""
    is_bare = str(name).isascii() and str(name).replace("-", "a").replace("_", "a").isalnum()
    return str(name) if is_bare else toml_text(str(name))


def _value_at(data: Any, path: Path) -> Any:
    """Return a copy of the value at a path; MISSING where none is."""
    for key in path:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return deepcopy(data)


def _put_value(data: Any, path: Path, value: object) -> None:
    """Put a value into parsed data at a path, making the tables on the way to it; MISSING removes it.

    Raises ValueError where a value on the way is no table or list.
    """
    for key in path[:-1]:
        data = data.setdefault(key, {}) if isinstance(data, dict) else data[key]
    if isinstance(data, dict) and value is MISSING:
        data.pop(path[-1], None)
    elif isinstance(data, (dict, list)):
        data[path[-1]] = value  # type: ignore[index]  # a list's paths are numbers
    else:
        raise ValueError
