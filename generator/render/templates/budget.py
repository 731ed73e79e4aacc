"""What one face may cost: counted, never timed, so that the same templates always end in the same way."""

from __future__ import annotations

STEPS = 100_000
"""Turns of loops, calls and inclusions a face may take."""

CHARACTERS = 20_000_000
"""Characters a face may handle on the way, every copy counted."""

LONGEST = 200_000
"""Characters or items that one expression may make."""

FACE = 2_000_000
"""Characters of a finished face (reliability.md D.2)."""

LARGEST = 10**15
"""The largest number that arithmetic may meet: enough for any layout, and exact in every format."""


class TemplateError(Exception):
    """A template asks for something it may not have; each message is the text of a fault."""


class Budget:
    """Counts down while one face is rendered; Refused where it runs out."""

    __slots__ = ("letters", "steps")

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Start afresh: for the next face."""
        self.steps, self.letters = STEPS, CHARACTERS

    def step(self, count: int = 1) -> None:
        """Take some turns."""
        self.steps -= count
        if self.steps < 0:
            raise TemplateError(f"more than {STEPS:,} steps in one face; is there an endless loop?")

    def spend(self, count: int) -> None:
        """Handle some characters."""
        self.letters -= count
        if self.letters < 0:
            raise TemplateError(TOO_LONG)

    def make(self, count: int) -> None:
        """Make one value of so many characters or items, before it is made."""
        if count > LONGEST:
            raise TemplateError(f"{TOO_LONG}: {count:,} characters or items, at most {LONGEST:,}")
        self.spend(count)


TOO_LONG = "result too long"
