"""A cache of computed values that long studies cannot fill the memory with."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MOST_KEPT = 8192
"""Values of a cache: those of about ten games of the strong player. Positions of other games seldom meet again."""


class BoundedCache(dict[Key, Value]):
    """A dictionary that is emptied when it is full: what is asked for again is computed again.

    >>> cache = BoundedCache((number, "") for number in range(MOST_KEPT))
    >>> cache[-1] = "one more"
    >>> cache
    {-1: 'one more'}
    """

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= MOST_KEPT:
            self.clear()
        super().__setitem__(key, value)
