"""Describes what may stand in a file, key by key; its reader and its JSON Schema take limits and words from here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple


class Key(NamedTuple):
    """What may stand at a key.

    `type` is `text`, `id`, `flag`, `integer`, `number`, `length`, `choice` (one of `words`), `texts`, `ids`, `numbers`,
    `lengths`, `phrase` (words in each language), `scalar` (text, number or flag), `place` (a number, or from and to),
    `address`, `colour`, `table`, `tables` (a list of them), `list`, or `any` where nothing is said of it.
    """

    type: str
    required: bool = False
    low: float | None = None
    """The least number, length in points, or length of a list."""
    high: float | None = None
    words: tuple[str, ...] = ()
    default: Any = None
    """What a missing key stands for."""
    inner: KeyTable | None = None
    """The keys of the table, or of each table of the list."""
    kinds: tuple[str, ...] = ()
    """The words of the table's `switch` with which the key has a meaning; with all of them if empty."""
    without: tuple[str, ...] = ()
    """Keys beside which it has no meaning."""
    either: tuple[Key, ...] = ()
    """Other forms in which the value may be given; of a `list`, the form of its items."""


class KeyTable(NamedTuple):
    """The keys of one table of a file."""

    name: str
    """What its keys are described under."""
    keys: Mapping[str, Key]
    switch: str = ""
    """The key whose word decides which others have a meaning, such as `kind`."""
    others: Key | None = None
    """What stands at every other key, which is an id; None where there are no others."""
    pattern: str = ""
    """What those other keys look like, where they are no ids."""

    def key(self, name: str) -> Key:
        """What may stand at a key; raises KeyError if the table has none of that name."""
        found = self.keys.get(name, self.others)
        if found is None:
            raise KeyError(f"{name} is no key of {self.name}")
        return found


_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "colour": str,
    "flag": bool,
    "integer": int,
    "list": list,
    "number": (int, float),
    "table": Mapping,
    "text": str,
    "texts": list,
}

ANY = Key("any")
"""What stands at a key of a table that is not described."""


def by_id(inner: KeyTable, *, required: bool = False, name: str = "") -> Key:
    """Tables by their ids, such as `[components.<id>]`."""
    return Key("table", required, inner=KeyTable(name or f"{inner.name}s", {}, others=Key("table", inner=inner)))


def allows(key: Key, value: Any) -> bool:
    """Whether a value is of the type of its key and within its limits; for themes and fonts.toml, so not of any type.

    >>> allows(Key("integer", low=1, high=9), 3), allows(Key("texts"), ["a"]), allows(Key("number"), True)
    (True, True, False)
    """
    if not _has_type(key, value):
        return False
    match key.type:
        case "integer" | "number":
            return _is_within(key, value)
        case "list" | "texts":
            item = key.either[0] if key.type == "list" else Key("text")
            return _is_within(key, len(value)) and all(allows(item, each) for each in value)
        case "table":
            return key.inner is None or all(allows(key.inner.key(name), each) for name, each in value.items())
        case "colour":
            return _COLOUR.match(value) is not None
    return True


def _has_type(key: Key, value: object) -> bool:
    # bool is a subclass of int, but `true` is no number in TOML.
    return isinstance(value, _TYPES[key.type]) and (key.type == "flag" or not isinstance(value, bool))


def _is_within(key: Key, number: float) -> bool:
    return (key.low is None or number >= key.low) and (key.high is None or number <= key.high)
