"""A plan of a session: a live session on a copy, in which unseen cards are assumed and the year does not end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from generator.base.errors import GeneratorError, UsageError
from generator.bots.dealer import Dealer, DrawRequest
from generator.load.weights_reader import read_weights
from generator.play.live_session import LiveSession, action_of
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import LiveStep
from generator.play.verbs import PLANNED
from generator.session.planned_play import PlannedPlay
from generator.solo.action import STOPPED, Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.year_search import YearSearch
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State
from generator.solo.year import ACTIONS

NUMBERS = (1, 2)
"""Numbers of the plans that a session can have."""


class PlannedRules(FullRules):
    """The rules of a session without the end of the year, whose attack no plan can know."""

    def __init__(self, rules: FullRules) -> None:
        """Take the rules of the session."""
        vars(self).update(vars(rules))

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every action that can be done now within the year."""
        return tuple(action for action in super().legal(state) if action != STOPPED)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; raise PlayError for the end of the year."""
        if action == STOPPED:
            raise PlayError(key="plan_stop")
        return super().apply(state, action)


class AssumedCards(Dealer):
    """Deals cards whose outcome is nearest to the average, so that a plan counts on no luck and shows no card."""

    __slots__ = ("_session",)

    def __init__(self, session: LiveSession[State]) -> None:
        """Take the planned session, whose state says which cards may come."""
        # The true seed would deal the true cards.
        super().__init__("")
        self._session = session

    def action(self, draw: DrawRequest) -> Action:
        """Return the action that reveals the assumed card, or shuffles if no card is left."""
        state, book = self._session.state, _book(self._session)
        if not draw.unseen:
            return super().action(draw)
        try:
            return _year_search(book).typical_chance(state)[0]
        # Without learned values the cards cannot be compared.
        except UsageError:
            ways = self._session.rules.legal(state)
            return ways[len(ways) // 2]


class PlannedSession(LiveSession[State]):
    """A plan, with the rules and the text of its session."""

    def __init__(self, session: LiveSession[Any], play: PlannedPlay) -> None:
        """Take the session and the actions of the plan; raise PlayError for a session without sheets."""
        rules = session.rules
        if not isinstance(rules, FullRules):
            raise PlayError(key="no_plan")
        super().__init__(play, PlannedRules(rules), session.text, typed=False, states=session.states)
        self.language, self.dealer = session.language, AssumedCards(self)
        self.verbs = tuple(verb for verb in session.verbs if verb.name in PLANNED)
        self.planned = play

    @property
    def first(self) -> State:
        """Return the state in which the plan begins."""
        chains = self.planned.own_chains
        return self.state_at(chains[0].before) if chains else self.state

    @property
    def own_actions(self) -> tuple[Action, ...]:
        """Return the actions of the plan, with the assumed cards."""
        return tuple(Action.parse(step.action) for step in self.planned.own_steps)


@lru_cache(maxsize=2)
def _year_search(book: Rulebook) -> YearSearch:
    """Return the search that judges outcomes of chance; raises UsageError for a game without learned values."""
    return YearSearch(book, Evaluation(book, read_weights(book.game, book.solo)).learned)


def _book(session: LiveSession[Any]) -> Rulebook:
    """Return the rules of a session with sheets; raise PlayError for another one."""
    if not isinstance(session.rules, FullRules):
        raise PlayError(key="no_plan")
    return session.rules.book


def open_plan(session: LiveSession[Any], number: int) -> PlannedSession:
    """Return a plan of a session, begun where the session stands now.

    A plan that was begun earlier is brought up to date: actions that were done since leave it, and so do those that are
    not legal any more. Raises PlayError where the player is not within the actions of a year.
    """
    book, state = _book(session), session.state
    phases = book.phases[: book.phases.index(ACTIONS) + 1]
    if state.phase not in phases or session.rules.draw(state):
        session.plans.clear()
        raise PlayError(key="no_plan_now")
    old = session.plans.get(number)
    if old is None or old.base != session.play.steps:
        session.plans[number] = PlannedPlay(session.play)
    plan = PlannedSession(session, session.plans[number])
    if old is not None and old.base != session.play.steps:
        _redo(plan, _open_actions(session, old))
    return plan


def _open_actions(session: LiveSession[Any], old: PlannedPlay) -> Sequence[Action]:
    """Return the player's actions of a plan that the session has not done since."""
    steps = session.play.steps
    since = steps[len(old.base) :] if steps[: len(old.base)] == old.base else ()
    planned, done = ([Action.parse(step.action) for step in part] for part in (old.own_steps, since))
    planned, done = ([action for action in part if not action.is_chance] for part in (planned, done))
    count = next((place for place, action in enumerate(done) if planned[place : place + 1] != [action]), len(done))
    return planned[count:]


def _redo(plan: PlannedSession, actions: Sequence[Action]) -> None:
    """Do actions in a plan again, without those that are not legal any more."""
    for action in actions:
        with suppress(GeneratorError):
            for _ in plan.do(str(action)):
                pass


def keep_plan(session: LiveSession[Any], plan: PlannedSession) -> Iterator[LiveStep]:
    """Play the actions of a plan in its session, and yield the steps.

    Play ends after an action that turns up another card than was assumed; what the plan has left stays in it.
    """
    chains = [chain for chain in plan.planned.own_chains if not action_of(chain).is_chance]
    ends = [plan.state_at(chain.before) for chain in chains[1:]] + [plan.state]
    for chain, end in zip(chains, ends, strict=True):
        yield from session.do(chain.step.action)
        if session.state != end:
            return
