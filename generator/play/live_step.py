"""One action of a session with what a player sees before and after it."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.play.rules.visible_state import VisibleState
from generator.solo.action import Action


@dataclass(frozen=True, slots=True)
class LiveStep:
    """One action with the visible state before and after it."""

    action: Action
    before: VisibleState
    after: VisibleState
