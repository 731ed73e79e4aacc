"""How much a script may work out, and the signals that end a part of it early."""

from __future__ import annotations

import time
from typing import Any

from generator.base.errors import HandledError

MOST_ITEMS = 100_000
"""Characters of a text, and items of a list, that a script may make."""
_HEAVIEST = 500_000


class RubyLimitError(HandledError):
    """A script that takes more steps or memory than it may."""


class RubyLeaveError(HandledError):
    """`return`, `next` or `break` on its way out of a method, a block or a loop."""

    def __init__(self, kind: str, value: Any) -> None:
        """Take the word that leaves (`kind`), and the value that it returns."""
        super().__init__(kind)
        self.kind, self.value = kind, value
        self.block: Any = None
        """The block that `break` leaves."""


class RubyLimits:
    """Counts the steps and the characters of one script: blocks in blocks would take hours."""

    def __init__(self, steps: int = 2_000_000, characters: int = 30_000_000, seconds: float = 30.0) -> None:
        """Set the most steps and characters that a script may take, and the most seconds."""
        self._steps, self._characters = steps, characters
        self._end = time.monotonic() + seconds

    def take_step(self, count: int = 1) -> None:
        """Count one step or more. Raises RubyLimitError if the steps or the time are used up."""
        self._steps -= count
        if self._steps < 0:
            raise RubyLimitError("it takes too many steps")
        # A step may be one on a hundred thousand items.
        if time.monotonic() > self._end:
            raise RubyLimitError("it takes too long")

    def take_size(self, size: int) -> None:
        """Count the characters or items of a value. Raises RubyLimitError if they are too many."""
        self._characters -= size
        if size > MOST_ITEMS or self._characters < 0:
            raise RubyLimitError("it makes too much text")


def is_heavy(value: Any) -> bool:
    """Return whether a value, with the lists and hashes inside it, holds more items than may be compared.

    Lists that hold the same list many times have few items of their own, and more than a computer can walk.
    """
    waiting, count = [value], 0
    while waiting and count <= _HEAVIEST:
        inner = waiting.pop()
        items = inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ()
        count += 1 + len(items)
        waiting += [item for item in items if isinstance(item, list | dict)]
    return count > _HEAVIEST
