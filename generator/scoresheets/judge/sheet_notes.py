"""Notes on a sheet: what it does not show, and what is therefore not checked."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.formula import State
from generator.scoresheets.flaw import Note
from generator.scoresheets.judge.attack_balance import fitting_attacks
from generator.scoresheets.judge.game_limits import GameLimits


def find_notes(state: State, limits: GameLimits, *, is_final: bool = False) -> Iterator[Note]:
    """Yield the notes on a sheet; an attack that is missing on a final one is a flaw and no note."""
    if not is_begun(state, limits):
        return
    if not limits.has_paths(state):
        yield Note("pathless", {})
    fits = fitting_attacks(state, limits)
    if max(fits, default=0) and not is_final and limits.attacks_over(state)[-1] not in fits:
        yield Note("unfinished", {"year": max(fits) + 1})


def is_begun(state: State, limits: GameLimits) -> bool:
    """Return whether a sheet has more marks than it is printed with; words are no marks."""
    return any(state.get(box.id) and not box.start and box.kind != "text" for box in limits.book.boxes.values())
