"""One action of a session with what a player sees before and after it."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.play.rules.visible_state import AttackResult, VisibleState
from generator.solo.action import Action


@dataclass(frozen=True, slots=True)
class LiveStep:
    """One action with the visible state before and after it."""

    action: Action
    before: VisibleState
    after: VisibleState

    @property
    def new_results(self) -> tuple[AttackResult, ...]:
        """The attacks that the action ended."""
        return self.after.results[len(self.before.results) :]
