"""How much a script may work out, and the signals that end a part of it early."""

from __future__ import annotations

from typing import Any

from generator.base.errors import HandledError

MOST_ITEMS = 100_000
"""Characters of a text, and items of a list, that a script may make."""


class RubyLimitError(HandledError):
    """A script that takes more steps or memory than it may."""


class RubyLeaveError(HandledError):
    """`return`, `next` or `break` on its way to what it leaves."""

    def __init__(self, kind: str, value: Any) -> None:
        super().__init__(kind)
        self.kind, self.value = kind, value
        self.block: Any = None
        """The block that `break` leaves."""


class RubyLimits:
    """Counts the steps and the characters of one script: blocks in blocks would take hours."""

    def __init__(self, steps: int = 2_000_000, characters: int = 30_000_000) -> None:
        self._steps, self._characters = steps, characters

    def take_step(self) -> None:
        """Count a step. Raises RubyLimitError after the last."""
        self._steps -= 1
        if self._steps < 0:
            raise RubyLimitError("it takes too many steps")

    def take_size(self, size: int) -> None:
        """Count the characters or items of a value. Raises RubyLimitError if they are too many."""
        self._characters -= size
        if size > MOST_ITEMS or self._characters < 0:
            raise RubyLimitError("it makes too much text")
