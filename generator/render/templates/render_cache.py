"""What render may keep between runs: compiled templates and computed ornament, by content."""

from __future__ import annotations

from typing import Any, Protocol


class RenderCache(Protocol):
    """Values by name; whoever gives one sees to it that each version of the program has its own."""

    def get(self, name: str) -> Any | None:
        """The value kept under a name, or None."""

    def put(self, name: str, value: object) -> None:
        """Keep a value under a name, if it can be kept."""


class NoCache:
    """Keeps nothing."""

    def get(self, name: str) -> None:
        """Nothing."""

    def put(self, name: str, value: object) -> None:
        """Forget it."""
