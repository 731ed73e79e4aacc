"""Values that builds and studies compute once, within a bound that neither of them fills the memory with."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(dict[Key, Value]):
    """A dictionary that is emptied when it is full; a value that was lost is computed again.

    >>> cache = BoundedCache(2)
    >>> cache["a"], cache["b"], cache["c"] = 1, 2, 3
    >>> cache
    {'c': 3}
    """

    # Looking up takes a seventh of the time of an LRUCache, whose library builds do not load. Emptied at once, as
    # there is no telling which values will come again; those that do are soon back.

    __slots__ = ("_most",)

    def __init__(self, most: int) -> None:
        """Take the largest number of values."""
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        """Store a value; a full cache is emptied first."""
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
