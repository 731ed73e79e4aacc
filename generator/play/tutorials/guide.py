"""How far a session has come in the steps of a tutorial."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.base.records import dataclass
from generator.load.sheets.tutorial_reader import NAME, read_tutorial
from generator.model.solo.tutorial import Tutorial, TutorialStep
from generator.play.live_session import LiveSession, action_of
from generator.solo.compiled.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class GuidePosition:
    """The place of a session in a tutorial."""

    steps: tuple[TutorialStep, ...]
    """The steps that are read now, one after the other; the last has the next action, except at the end."""
    number: int
    """Number of the first of these steps in the tutorial, from 0."""
    others: int = 0
    """How many actions the player has done that the tutorial did not suggest."""
    back_to: int = 0
    """The event to return to so that the tutorial goes on, where there are such actions."""

    @property
    def is_end(self) -> bool:
        """Return whether every action that the tutorial suggests is done."""
        return not self.steps or not self.steps[-1].do


@lru_cache(maxsize=4)
def tutorial_of(book: Rulebook) -> Tutorial:
    """Return the tutorial of a game; raises Faults where it has none, or one with faults."""
    return read_tutorial(book.game, book.solo, prefix=book.game.id)


def has_tutorial(folder: Path) -> bool:
    """Return whether the game in a folder has a tutorial file, be it right or not."""
    return (folder / NAME).is_file()


def guide_position(tutorial: Tutorial, session: LiveSession[Any]) -> GuidePosition:
    """Return the place of a session in a tutorial; actions of chance between the player's actions do not count."""
    player_actions = [chain for chain in session.chains if not action_of(chain).is_chance]
    done, unsuggested = match_actions(tutorial, [chain.step.action for chain in player_actions])
    number, steps = _stage(tutorial, done)
    last = player_actions[len(player_actions) - unsuggested] if unsuggested else None
    back_to = last.before.step.number if last and last.before else 0
    return GuidePosition(steps, number, unsuggested, back_to)


def match_actions(tutorial: Tutorial, actions: Sequence[str]) -> tuple[int, int]:
    """Return how many steps with an action are done, and how many actions at the end the tutorial did not suggest."""
    position = 0
    for done, step in enumerate(tutorial.actions):
        remaining = actions[position:]
        # A free step may come any time later; until it is done the guide waits here.
        if step.free and step.do not in remaining:
            return done, 0
        # Actions of the player's own before a free step are allowed, and are passed over.
        position += remaining.index(step.do) if step.free else 0
        if position >= len(actions) or actions[position] != step.do:
            return done, len(actions) - position
        position += 1
    return len(tutorial.actions), len(actions) - position


def _stage(tutorial: Tutorial, done: int) -> tuple[int, tuple[TutorialStep, ...]]:
    """Return the number of the first step to be read now, and the steps up to the next one with an action.

    `done` is the number of the tutorial's actions that were done.
    """
    places = [-1, *(place for place, step in enumerate(tutorial.steps) if step.do)]
    first = places[done] + 1
    end = places[done + 1] + 1 if done + 1 < len(places) else len(tutorial.steps)
    return first, tutorial.steps[first:end]
