"""Reads the layouts of Squib: YAML files whose entries extend each other, with lengths in many units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.base.errors import fault
from generator.imports.foreign.yaml_file import read_yaml
from generator.load.files.folder import Folder
from generator.load.game_locations import templates_root

LayoutEntry = Mapping[str, Any]

_MOST_VALUES = 100_000
"""Values of all entries with those that they take from others."""

_UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}
"""Inches."""

_NUMBER = r"[+-]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(in|cm|mm|pt|c|cells?)?\s*\Z")
_SHORTHAND = re.compile(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?\Z")
_CHANGE = re.compile(r"\s*([-+*/])=(.*)")
_CELL = 0.125
"""Inches of the cells in which Squib counts."""


class DeckSize(NamedTuple):
    """The size of a card in pixels, and how many of them make an inch."""

    width: float
    height: float
    dpi: float

    def length(self, value: object, whole: float) -> float | None:
        """Return the pixels of a length such as 75, `0.5in` or `deck - 1cm`; None for any other value.

        `whole` is the width or height of the card, for `deck`, `middle` and `center`.
        """
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value) if abs(value) < 1e6 else None
        text = str(value).strip()
        if match := _LENGTH.match(text):
            unit = match[2] or ""
            factor = _CELL * self.dpi if unit.startswith("c") and unit != "cm" else _UNITS.get(unit, 0) * self.dpi
            return float(match[1]) * (factor or 1.0)
        match = _SHORTHAND.match(text)
        if not match:
            return None
        base = whole if match[1] == "deck" else whole / 2
        other = self.length(match[3], whole) if match[2] else 0.0
        return None if other is None else _calculated(base, match[2] or "+", other)


def read_layout(
    folder: Folder, name: str, dpi: float, before: Mapping[str, LayoutEntry] | None = None
) -> dict[str, LayoutEntry]:
    """Return the entries of a layout, merged with the entries that they extend, also from layouts `before`.

    `dpi` converts lengths to pixels. Raises Faults if it is no layout.
    """
    entries = {str(key): value for key, value in _load(folder, name).items() if isinstance(value, dict)}
    return _extend_all(entries, before or {}, folder.place(name), DeckSize(0, 0, dpi))


def built_in_layout(name: str) -> dict[str, LayoutEntry] | None:
    """Return the entries of a layout that comes with Squib; None if it has none of that name."""
    import tomllib

    layouts = tomllib.loads((templates_root() / "imports" / "squib_layouts.toml").read_text("utf-8"))
    entries = layouts.get(name.removesuffix(".yml"))
    # 300 dpi is Squib's default.
    return None if entries is None else _extend_all(entries, {}, name, DeckSize(0, 0, 300))


def _extend_all(
    entries: Mapping[str, LayoutEntry], before: Mapping[str, LayoutEntry], where: str, size: DeckSize
) -> dict[str, LayoutEntry]:
    """Return entries merged with those that they extend, in this layout or in `before`.

    Raises Faults if they grow too many.
    """
    extended, count = dict(before), 0
    for key in _bases_first(entries):
        bases = [extended[base] for base in base_names(entries[key]) if base in extended]
        count += len(entries[key]) + sum(map(len, bases))
        # In a short file a thousand entries may each extend one that has a thousand values.
        if count > _MOST_VALUES:
            problem = f"its entries have more than {_MOST_VALUES:,} values; that is no layout"
            raise fault(where, problem, unreadable=True)
        extended[key] = _extended(entries[key], bases, size)
    return {key: extended[key] for key in entries}


def base_names(entry: LayoutEntry) -> list[str]:
    """Return the names of the entries that an entry extends, one or several."""
    named = entry.get("extends", [])
    return [str(name) for name in named] if isinstance(named, list) else [str(named)]


def _load(folder: Folder, name: str) -> dict[object, object]:
    """Return the values of a layout's file. Raises Faults if it has no entries."""
    values = read_yaml(folder, name)
    if not isinstance(values, dict):
        problem = "no layout of Squib; it has no entries such as title: {x: 75, y: 75}"
        raise fault(folder.place(name), problem, unreadable=True)
    return values


def _bases_first(entries: Mapping[str, LayoutEntry]) -> list[str]:
    """Return the names of entries, each behind those that it extends.

    Entries that extend each other in a circle end somewhere.
    """
    begun: set[str] = set()
    done: dict[str, None] = {}
    # A list instead of recursion: entries of a stranger may extend each other a thousand times.
    waiting = [*entries][::-1]
    while waiting:
        key = waiting[-1]
        if key in begun:
            done[waiting.pop()] = None
            continue
        begun.add(key)
        waiting += [base for base in base_names(entries[key]) if base in entries and base not in begun]
    return [*done]


def _extended(entry: LayoutEntry, bases: Sequence[LayoutEntry], size: DeckSize) -> LayoutEntry:
    """Return an entry over those that it extends; `+= 10` adds to their value."""
    merged: dict[str, Any] = {}
    for base in bases:
        merged |= base
    for name, value in entry.items():
        merged[str(name)] = _changed(merged.get(name, 0), value, size)
    return merged


def _changed(old: object, value: object, size: DeckSize) -> object:
    """Return the value of an option: `+= 10` changes the old value, any other replaces it."""
    match = _CHANGE.match(value) if isinstance(value, str) else None
    if not match:
        return value
    before, change = size.length(old, 0), size.length(match[2], 0)
    return value if before is None or change is None else _calculated(before, match[1], change)


def _calculated(one: float, sign: str, other: float) -> float:
    """Return the result of an operator between two lengths; a division by 0 changes nothing."""
    match sign:
        case "-":
            return one - other
        case "*":
            return one * other
        case "/":
            return one / other if other else one
    return one + other
