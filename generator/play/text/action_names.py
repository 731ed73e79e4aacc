"""Names of actions in sentences: printed names, with the line to type behind the first mention of an action."""

from __future__ import annotations

from generator.play.rules.visible_state import VisibleState
from generator.play.text.prompts import Prompts
from generator.solo.action import STOPPED, Action


class ActionNames:
    """Names the actions of one answer, such as a hint, in a state.

    Call it in the order in which the sentences are shown.
    """

    def __init__(self, prompts: Prompts, state: VisibleState) -> None:
        """Take the text of the choices in a session, and the state in which the actions are named."""
        self._prompts, self._messages, self._state = prompts, prompts.messages, state
        self._named: dict[Action, str] = {}

    def __call__(self, action: Action) -> str:
        """Return the printed name of an action, with its line if it is new or another one has the same name."""
        is_new = action not in self._named
        title = self._named.setdefault(action, self._title(action))
        if not title:
            return str(action)
        # One box can be paid for in several ways, which only the line tells apart.
        is_shared = list(self._named.values()).count(title) > 1
        return self._messages("named", name=title, line=str(action)) if is_new or is_shared else title

    def _title(self, action: Action) -> str:
        """Return the printed name of an action; empty for one that has none."""
        # The description of a stop is a whole sentence.
        if action == STOPPED:
            return self._messages("puzzle.stop")
        return self._prompts.describe(self._state, action)[0]
