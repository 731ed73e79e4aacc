"""A guided first year as data: what to read and to do, step by step, with decks that are always the same."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.model.text import Text

PAGE_PARTS = (
    "question",
    "hand",
    "items",
    "neutral",
    "prospect",
    "attack",
    "stop",
    "undo",
    "odds",
    "log",
    "score",
    "hint",
)
"""Parts of the page that a step can point at, besides boxes, tracks and areas of the sheets."""


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """One step: words to read, and mostly an action to do."""

    title: Text
    """Light markup, as `text`."""
    text: Text
    """A newline starts a paragraph."""
    line: int
    """Line of the step in the file."""
    do: str = ""
    """The action as it is written in a session, such as `mark fort_01 builder`; empty for a step that is only read."""
    free: bool = False
    """Whether the player may do anything else before `do`."""
    show: tuple[str, ...] = ()
    """Boxes, tracks and areas of the sheets, and PAGE_PARTS, to point at; the box of `do` need not be named."""
    rules: str = ""
    """Id of a heading of the rules that says more; empty for none."""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """The tutorial of a game."""

    title: Text
    about: Text
    seed: str
    """Seed of the decks."""
    settings: tuple[tuple[str, str], ...]
    steps: tuple[TutorialStep, ...]

    @property
    def actions(self) -> tuple[TutorialStep, ...]:
        """The steps in which something is done."""
        return tuple(step for step in self.steps if step.do)
