"""A cache of computed values that long studies cannot fill the memory with."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MOST_KEPT = 8192
"""Number of values that a cache keeps, about ten games of the strong player. Few positions come up in other games."""


class BoundedCache(dict[Key, Value]):
    """A dictionary that is emptied when it is full; a value that was lost is computed again.

    >>> cache = BoundedCache((number, "") for number in range(MOST_KEPT))
    >>> cache[-1] = "one more"
    >>> cache
    {-1: 'one more'}
    """

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= MOST_KEPT:
            self.clear()
        super().__setitem__(key, value)
