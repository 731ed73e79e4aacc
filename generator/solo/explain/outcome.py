"""What an action would bring, by doing it: which boxes it fills and opens, and what it is worth."""

from __future__ import annotations

from typing import NamedTuple

from generator.solo.action import Action
from generator.solo.availability import open_moves
from generator.solo.compiled.boxes import bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply
from generator.solo.scoring import score
from generator.solo.state import State
from generator.solo.year import ACTIONS


class Changes(NamedTuple):
    """What an action changes on the sheets."""

    filled: tuple[str, ...]
    """The boxes that are filled or changed, the one of the action first."""
    opened: tuple[str, ...]
    """The boxes that could be marked afterwards and could not before, whatever they cost."""
    after: State
    """The state afterwards."""


class Outcome(NamedTuple):
    """What an action changes until the next decision or the next unknown card."""

    filled: tuple[str, ...]
    """Boxes that are filled or changed; this and the next two are as in `Changes`."""
    opened: tuple[str, ...]
    after: State
    points: int
    """Points that the sheets are worth more as they stand."""
    ends_year: bool
    """Whether the free actions of the year are over with it."""


def changes_of(book: Rulebook, state: State, action: Action) -> Changes:
    """Return the changes of the sheets by a legal action, found by doing it.

    Raises IllegalActionError for an illegal action.
    """
    after = apply(book, state, action)
    changed = [number for number, mark in enumerate(after.boxes) if mark != state.boxes[number]]
    ids = [book.boxes.boxes[number].id for number in changed]
    opened = open_moves(book, after) & ~open_moves(book, state)
    boxes = dict.fromkeys(book.boxes.boxes[book.boxes.moves[number].box].id for number in bits(opened))
    return Changes(tuple(sorted(ids, key=lambda id_: id_ not in action.words)), tuple(boxes), after)


def outcome_of(book: Rulebook, state: State, action: Action) -> Outcome:
    """Return the changes and points that a legal action brings, found by doing it.

    Raises IllegalActionError for an illegal action.
    """
    changes = changes_of(book, state, action)
    return Outcome(
        *changes,
        points=score(book, changes.after).total - score(book, state).total,
        ends_year=state.phase == ACTIONS != changes.after.phase,
    )
