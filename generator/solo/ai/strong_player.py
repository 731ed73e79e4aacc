"""The strong player: a beam search to the end of the year, with the learned evaluation of where the year ends."""

from __future__ import annotations

from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.year_search import YearSearch
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, legal
from generator.solo.state import ChoosePath, State, UseFavours

STRENGTH = 6
"""The width of the beam, if none is given."""

_NARROWER = 4
"""How much narrower the beam is that compares path cards."""


class StrongPlayer:
    """Plans the year by search, and again whenever chance has changed the position."""

    def __init__(
        self, book: Rulebook, evaluation: Evaluation, _chance: object = None, strength: int = STRENGTH
    ) -> None:
        """Take the rules and an evaluation with learned tables; `strength` is the width of the beam.

        Raises UsageError if the game has no learned tables.
        """
        self._book, self._value = book, evaluation.learned
        self._search = YearSearch(book, self._value)
        self._strength = strength
        self._plan: dict[State, Action] = {}

    def choose(self, state: State, actions: tuple[Action, ...]) -> Action:
        """Return the action of the plan, which is searched anew when a card has changed the state."""
        if len(actions) == 1:
            return actions[0]
        head = state.pending[0] if state.pending else None
        if isinstance(head, UseFavours):
            return max(actions, key=lambda action: self._after(state, action))
        if isinstance(head, ChoosePath):
            return max(actions, key=lambda action: self._year_after(state, action))
        if self._plan.get(state) not in actions:
            self._plan = dict(self._search.plan(state, self._strength).steps)
        return self._plan[state]

    def after(self, state: State) -> State:
        """Return the state after the action that the player takes in a state."""
        return apply(self._book, state, self.choose(state, legal(self._book, state)))

    def _year_after(self, state: State, action: Action) -> int:
        """Return the value of the year that follows from keeping a path card, by a narrow search."""
        after = self._search.typical(apply(self._book, state, action))
        return self._search.plan(after, max(1, self._strength // _NARROWER)).value

    def _after(self, state: State, action: Action) -> int:
        """Return the value of the state after an action and a typical outcome of chance."""
        return self._value.total(self._search.typical(apply(self._book, state, action)))
