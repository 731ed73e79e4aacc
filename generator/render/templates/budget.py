"""What rendering one face may cost. Costs are counted, not timed, so that the same templates always end alike."""

from __future__ import annotations

from generator.base.errors import HandledError

STEPS = 100_000  # loop turns, calls and inclusions of one face
CHARACTERS = 20_000_000  # characters that one face may handle on the way, every copy counted
LONGEST = 200_000  # characters or items that one expression may build
FACE = 2_000_000  # characters of a finished face
LARGEST = 10**15  # the largest number that arithmetic accepts: a float still holds every integer up to it exactly

TOO_LONG = "result too long"


class TemplateError(HandledError):
    """A template does something that is not allowed or cannot work; each argument is the text of one fault."""


class Budget:
    """Counts down while one face is rendered, and raises TemplateError when it runs out.

    >>> Budget().charge(1_000_000)
    Traceback (most recent call last):
    ...
    generator.render.templates.budget.TemplateError: result too long: 1,000,000 characters or items, at most 200,000
    """

    __slots__ = ("characters", "steps")

    def __init__(self) -> None:
        """Begin with the whole budget of a face."""
        self.reset()

    def reset(self) -> None:
        """Allow the whole budget again, for another face."""
        self.steps, self.characters = STEPS, CHARACTERS

    def step(self, count: int = 1) -> None:
        """Count loop turns, calls or inclusions. Raises TemplateError if there are too many."""
        self.steps -= count
        if self.steps < 0:
            raise TemplateError(f"more than {STEPS:,} steps in one face; is there an endless loop?")

    def spend(self, count: int) -> None:
        """Count characters that are handled. Raises TemplateError if there are too many."""
        self.characters -= count
        if self.characters < 0:
            raise TemplateError(TOO_LONG)

    def charge(self, count: int) -> None:
        """Count the characters or items of a value before it is built. Raises TemplateError for more than 200,000."""
        if count > LONGEST:
            raise TemplateError(f"{TOO_LONG}: {count:,} characters or items, at most {LONGEST:,}")
        self.spend(count)
