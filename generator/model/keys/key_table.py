"""Describes what may stand in a file, key by key; its reader and its JSON Schema take limits and words from here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from generator.base.records import NamedTuple


class Key(NamedTuple):
    """Description of the value at one key.

    `type` is `text`, `id`, `flag`, `integer`, `number`, `length`, `choice` (one of `words`), `texts`, `ids`, `numbers`,
    `lengths`, `phrase` (words in each language), `scalar` (text, number or flag), `place` (a number, or from and to),
    `address`, `colour`, `table`, `tables` (a list of them), `list`, or `any` for an unchecked value.
    """

    type: str
    required: bool = False
    low: float | None = None
    """The least number, length in points, or length of a list."""
    high: float | None = None
    words: tuple[str, ...] = ()
    default: Any = None
    """Value of a missing key."""
    inner: KeyTable | None = None
    """The keys of the table, or of each table of the list."""
    kinds: tuple[str, ...] = ()
    """Words of the table's `switch` for which the key is allowed; empty for all."""
    without: tuple[str, ...] = ()
    """Keys that exclude this one."""
    either: tuple[Key, ...] = ()
    """Other forms in which the value may be given; of a `list`, the form of its items."""


class KeyTable(NamedTuple):
    """The keys of one table of a file."""

    name: str
    """Name under which the reference and `keys.toml` describe the keys."""
    keys: Mapping[str, Key]
    switch: str = ""
    """The key whose word decides which others have a meaning, such as `kind`."""
    other_key: Key | None = None
    """Description of all keys that are not in `keys`, which are ids; None if no other key is allowed."""
    pattern: str = ""
    """Regular expression for those other keys; empty for ids."""

    def key(self, name: str) -> Key:
        """Return the description of a key. Raises KeyError for an unknown one."""
        # Keys with a name come before ids, of which any may stand there.
        key = self.keys.get(name, self.other_key)
        if key is None:
            raise KeyError(f"{name} is no key of {self.name}")
        return key


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
"""Description of a key without any check."""


def by_id(inner: KeyTable, *, required: bool = False, name: str = "") -> Key:
    """Return a key for tables by their ids, such as `[components.<id>]`."""
    return Key("table", required, inner=KeyTable(name or f"{inner.name}s", {}, other_key=Key("table", inner=inner)))


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
            return _is_within(key, len(value)) and all(allows(item, entry) for entry in value)
        case "table":
            return key.inner is None or all(allows(key.inner.key(name), entry) for name, entry in value.items())
        case "colour":
            return _COLOUR.match(value) is not None
    return True


def _has_type(key: Key, value: object) -> bool:
    """Whether a value is of the type of its key; true and false are no numbers."""
    # So a flag passes as an integer unless bool is refused first.
    # bool is a subclass of int, but `true` is no number in TOML.
    return isinstance(value, _TYPES[key.type]) and (key.type == "flag" or not isinstance(value, bool))


def _is_within(key: Key, number: float) -> bool:
    """Whether a number lies between the limits of its key, as far as there are any."""
    return (key.low is None or number >= key.low) and (key.high is None or number <= key.high)
