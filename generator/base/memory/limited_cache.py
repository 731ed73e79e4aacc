"""Values in memory within a bound: those that were used longest ago make room for new ones."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

from cachetools import Cache, LRUCache

Key = TypeVar("Key")
Value = TypeVar("Value")


class LimitedCache(LRUCache[Key, Value]):
    """An LRUCache for several threads, bounded by the sizes of its values.

    A value that is larger than the bound is alone, so that the last one is always stored.
    """

    def __init__(
        self, most: int, size: Callable[[Value], int] | None = None, close: Callable[[Value], object] | None = None
    ) -> None:
        """Take the bound and a value's size, as a rule in bytes; without `size`, each value counts as one.

        `close` is called with each value that makes room for another.
        """
        # A value larger than the whole cache would be refused by LRUCache; counted as `most`, it evicts all others.
        super().__init__(most, (lambda value: min(size(value), most)) if size else None)
        self._close = close
        self._lock = RLock()

    def __getitem__(self, key: Key) -> Value:
        """Return a value, which counts as used; raises KeyError without one."""
        with self._lock:
            return super().__getitem__(key)

    def __setitem__(self, key: Key, value: Value) -> None:
        """Store a value; the values used longest ago make room if the bound is reached."""
        with self._lock:
            super().__setitem__(key, value)

    def __delitem__(self, key: Key) -> None:
        """Remove a value without closing it."""
        with self._lock:
            super().__delitem__(key)

    def get(self, key: Key, default: Value | None = None) -> Value | None:  # type: ignore[override]  # no third type
        """Return a value, which counts as used, or the default."""
        with self._lock:
            return super().get(key, default)

    def pop(self, key: Key, *default: Any) -> Any:
        """Remove a value and return it, or the default; does not close it."""
        with self._lock:
            return super().pop(key, *default)

    def popitem(self) -> tuple[Key, Value]:
        """Remove the value that was used longest ago, and close it."""
        with self._lock:
            key, value = super().popitem()
            if self._close:
                self._close(value)
            return key, value

    def clear(self) -> None:
        """Remove all values, and close none."""
        with self._lock:
            super().clear()

    def stored(self) -> list[tuple[Key, Value]]:
        """Return keys and values in the order in which they were stored; none counts as used."""
        with self._lock:
            return [(key, Cache.__getitem__(self, key)) for key in self]
