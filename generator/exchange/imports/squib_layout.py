"""Reads the layouts of Squib: YAML files whose entries extend each other, with lengths in many units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.base.errors import Faults, fault
from generator.load.files.folder import Folder

LayoutEntry = Mapping[str, Any]

_LARGEST = 1_000_000
_UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}
"""Inches."""

_NUMBER = r"[+-]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(in|cm|mm|pt|c|cells?)?\s*\Z")
_SHORTHAND = re.compile(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?\Z")
_CHANGE = re.compile(r"\s*([-+*/])=(.*)")
_RUBY_TAG = re.compile(r"!ruby/sym(?:bol)?\b")
"""What stands before a symbol of Ruby, which is read as text."""

_CELL = 0.125
"""Inches of the cells in which Squib counts."""


class DeckSize(NamedTuple):
    """The size of a card in pixels, and how many of them make an inch."""

    width: float
    height: float
    dpi: float

    def length(self, value: object, whole: float) -> float | None:
        """The pixels of a value such as 75, `0.5in` or `deck - 1cm`; None for any other. `whole` is the deck's size."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value) if abs(value) < 1e6 else None
        text = str(value).strip()
        if found := _LENGTH.match(text):
            unit = found[2] or ""
            factor = _CELL * self.dpi if unit.startswith("c") and unit != "cm" else _UNITS.get(unit, 0) * self.dpi
            return float(found[1]) * (factor or 1.0)
        found = _SHORTHAND.match(text)
        if not found:
            return None
        base = whole if found[1] == "deck" else whole / 2
        other = self.length(found[3], whole) if found[2] else 0.0
        return None if other is None else _calculated(base, found[2] or "+", other)


def read_layout(folder: Folder, name: str, dpi: float) -> dict[str, LayoutEntry]:
    """Read the entries of a layout, with what they take from others; raises Faults if it is no layout."""
    entries = {str(key): value for key, value in _load(folder, name).items() if isinstance(value, dict)}
    size = DeckSize(0, 0, dpi)
    return {key: _extended(key, entries, size, ()) for key in entries}


def _load(folder: Folder, name: str) -> dict[object, object]:
    import importlib.util

    where, text = folder.place(name), folder.text(name)
    if importlib.util.find_spec("yaml") is None:
        what = 'needs PyYAML to be read; install it with: pip install "vallum[imports]"'
        raise fault(where, what, unreadable=True)
    if len(text) > _LARGEST:
        raise fault(where, f"over {_LARGEST // 1_000_000} MB; that is no layout", unreadable=True)
    found = _parsed(text, where)
    if not isinstance(found, dict):
        raise fault(where, "no layout of Squib; it has no entries such as title: {x: 75, y: 75}", unreadable=True)
    return found


def _parsed(text: str, where: str) -> object:
    import yaml

    try:
        return yaml.safe_load(_RUBY_TAG.sub("", text))  # type: ignore[no-untyped-call]
    except yaml.YAMLError as error:
        raise _yaml_fault(error, where) from None
    except (RecursionError, ValueError):  # lists in lists without end; a day such as 2026-99-99
        raise fault(where, "cannot be read as YAML", unreadable=True) from None


def _yaml_fault(error: Any, where: str) -> Faults:
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None) or "it is broken"
    line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return fault(where, f"cannot be read as YAML: {str(problem)[:80]}", line=line, column=column, unreadable=True)


def _extended(key: str, entries: Mapping[str, LayoutEntry], size: DeckSize, seen: tuple[str, ...]) -> LayoutEntry:
    """An entry over those that it extends; `+= 10` adds to their value."""
    own = entries[key]
    parents = own.get("extends", [])
    merged: dict[str, Any] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        if parent in entries and parent not in (*seen, key):
            merged |= _extended(str(parent), entries, size, (*seen, key))
    for name, value in own.items():
        merged[str(name)] = _changed(merged.get(name, 0), value, size)
    return merged


def _changed(old: object, value: object, size: DeckSize) -> object:
    found = _CHANGE.match(value) if isinstance(value, str) else None
    if not found:
        return value
    before, by = size.length(old, 0), size.length(found[2], 0)
    return value if before is None or by is None else _calculated(before, found[1], by)


def _calculated(one: float, sign: str, other: float) -> float:
    match sign:
        case "-":
            return one - other
        case "*":
            return one * other
        case "/":
            return one / other if other else one
    return one + other
