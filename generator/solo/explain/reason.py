"""A reason as data: a key and values. The words are in `templates/play/<language>.toml`."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """Why something is not possible: a key of the section `reasons` of the messages, and the values of its phrase.

    Values are ids of the data or numbers. Those of the key `waits` begin with `wants`, the key of what is asked for.
    """

    key: str
    values: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """The reason in one line, for programmers: its key, then each value as `name=value`."""
        return " ".join((self.key, *(f"{name}={value}" for name, value in self.values)))
