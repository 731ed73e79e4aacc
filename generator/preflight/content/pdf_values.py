"""Values of pikepdf: of which kind one is, as they have the methods of all kinds, and what was found out of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_Found = TypeVar("_Found")

MISREAD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that values of the wrong kind raise."""
_DIRECT = (0, 0)
"""The number of what is written where it is used."""


class ObjectMemory(Generic[_Found]):
    """Cache of results for objects of a file, which may use them often."""

    def __init__(self, find: Callable[[Any], _Found]) -> None:
        """Take the function whose results for objects of a PDF are cached."""
        self._find = find
        self._known: dict[tuple[int, int], _Found] = {}

    def get(self, value: Any) -> _Found:
        """Return the result for a pikepdf value, cached if the value is an indirect object."""
        key = value.objgen
        if key == _DIRECT:
            return self._find(value)
        if key not in self._known:
            self._known[key] = self._find(value)
        return self._known[key]


def is_array(value: Any) -> bool:
    """Return whether a value is an array."""
    import pikepdf

    return isinstance(value, pikepdf.Array)


def is_stream(value: Any) -> bool:
    """Return whether a value is a stream: a dictionary with data."""
    import pikepdf

    return isinstance(value, pikepdf.Stream)


def has_entries(value: Any) -> bool:
    """Return whether a value is a dictionary or a stream."""
    import pikepdf

    return isinstance(value, pikepdf.Dictionary | pikepdf.Stream)


def name_text(value: Any) -> str:
    """Return a name without its slash, or a text; bytes that are not UTF-8 are written as `#e9`."""
    try:
        text = str(value)
    except UnicodeDecodeError:
        text = value.unparse().decode("latin-1")
    return text.removeprefix("/")
