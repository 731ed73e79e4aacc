"""What rendering asks of its caller: template files by name, and a cache of compiled templates and drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

FindFile: TypeAlias = Callable[[str], tuple[str, bytes] | None]
"""From a name as templates write it to the file's path as shown and its content; None if there is no such file."""


SHARED = "templates/"
"""What the path of a shared template, as shown, begins with."""


class RenderCache(Protocol):
    """A cache that lasts between runs; the caller keeps the entries of different program versions apart."""

    def get(self, name: str) -> Any | None:
        """The value stored under `name`, or None."""

    def put(self, name: str, value: object) -> None:
        """Store a value under `name`, if it can be stored."""


class NoCache:
    """A cache that stores nothing."""

    def get(self, name: str) -> None:
        """Always None."""

    def put(self, name: str, value: object) -> None:
        """Do nothing."""
