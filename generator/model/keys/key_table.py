"""Describes what may stand in a file, key by key; its reader and its JSON Schema take limits and words from here."""

from __future__ import annotations

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


ANY = Key("any")
"""What stands at a key of a table that is not described."""


def by_id(inner: KeyTable, *, required: bool = False, name: str = "") -> Key:
    """Tables by their ids, such as `[components.<id>]`."""
    return Key("table", required, inner=KeyTable(name or f"{inner.name}s", {}, others=Key("table", inner=inner)))
