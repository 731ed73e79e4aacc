"""Advice on a decision: the best action and its margin over the best other one, by games played to their end.

All candidates are played out on the same cards. Those that do worst are given up, and the others meet more cards, until
two are left. These are compared on cards that chose nothing before: the margin of a choice that was made by luck would
be too great otherwise. How many games they get depends on the earlier games only, so the interval is an ordinary one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from generator.solo.action import MARK, PLACE, STOP, Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.paired_playouts import Margin, Playouts
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, legal
from generator.solo.state import State

Totals: TypeAlias = dict[Action, list[int]]
"""The points of each action's games; the same place in each list is a game on the same cards."""

CANDIDATES = 12
"""Actions that are played out, at most: those of the greatest value after a look at the next state."""
_ROUNDS = ((6, 4), (14, 2))
"""For each round the games of each action, and how many actions go on."""
LEAST, MOST = 24, 72
"""Games of each of the last two."""


class Recommendation(NamedTuple):
    """The action that does best, and how sure that is."""

    action: Action
    other: Action | None
    """The best of those that end otherwise; None where every action ends the same."""
    margin: Margin
    """Of the action over the other one, from games that only these two played."""
    disagree: bool
    """Whether the first and the second half of those games are for different actions."""
    plan: tuple[Action, ...]
    """What the player of the games does next, up to the first unseen card."""
    playouts: int
    """Games played out in all."""

    @property
    def is_clear(self) -> bool:
        """Whether the margin is greater than its error; the two are about equal otherwise."""
        return self.margin.is_clear


class MoveAdviser:
    """Compares the actions of a state."""

    def __init__(self, book: Rulebook, evaluation: Evaluation, playouts: Playouts) -> None:
        self._book, self._evaluation, self._playouts = book, evaluation, playouts

    def advise(self, state: State) -> Recommendation:
        """Advice on a state in which the player decides."""
        after = self.candidates(state)
        if len(after) == 1:
            return self._advice(after, (next(iter(after)), None), Margin(0.0, 0.0, 0), disagree=False)
        totals: Totals = {action: [] for action in after}
        for number, (games, left) in enumerate(_ROUNDS):
            self._play(after, totals, f"round {number}", games)
            totals = best_of(self._without_the_rest(state, after, best_of(totals, len(totals))), left)
        best, *others = totals
        if not others:
            return self._advice(after, (best, None), Margin(0.0, 0.0, len(totals[best])), disagree=False)
        return self._compare(after, best, others[0], differences(totals, best, others[0]))

    def candidates(self, state: State) -> dict[Action, State]:
        """The most promising actions with the states they lead to; of actions that do the same only the first."""
        found: dict[State, tuple[Action, State]] = {}
        for action in legal(self._book, state):
            after = apply(self._book, state, action)
            found.setdefault(effect_of(action, after), (action, after))
        ranked = sorted(found.values(), key=lambda pair: -self._evaluation.state_value(pair[1]))
        return dict(ranked[:CANDIDATES])

    def _without_the_rest(self, state: State, after: Mapping[Action, State], totals: Totals) -> Totals:
        """Without the actions that the best one's plan does later and might as well do first: they are no other way."""
        best = next(iter(totals))
        plan = (best, *self._playouts.certain_line(after[best]))
        end = _follow(self._book, state, plan)
        return {
            action: found
            for action, found in totals.items()
            if action == best or action not in plan or _follow(self._book, state, _begun_with(action, plan)) != end
        }

    def _play(self, after: Mapping[Action, State], totals: Totals, name: str, games: int) -> None:
        """Add so many games of each action to the totals."""
        for number in range(games):
            cards = self._playouts.cards(f"{name}/{number}")
            for action, found in totals.items():
                found.append(self._playouts.total(after[action], cards))

    def _compare(
        self, after: Mapping[Action, State], best: Action, other: Action, before: Sequence[int]
    ) -> Recommendation:
        games = games_needed(before)
        final: Totals = {best: [], other: []}
        self._play(after, final, "final", games)
        found = differences(final, best, other)
        margin, half = Margin.of(found), games // 2
        disagree = sum(found[:half]) * sum(found[half:]) < 0
        if sum(found) < 0:
            return self._advice(after, (other, best), margin.turned(), disagree=disagree)
        return self._advice(after, (best, other), margin, disagree=disagree)

    def _advice(
        self, after: Mapping[Action, State], pair: tuple[Action, Action | None], margin: Margin, *, disagree: bool
    ) -> Recommendation:
        plan = self._playouts.certain_line(after[pair[0]])
        return Recommendation(*pair, margin, disagree, plan, self._playouts.played)


def effect_of(action: Action, after: State) -> State:
    """The state after an action, without what makes no difference: equal effects are the same action to a player."""
    # boxes of a track are as good as each other, but cells of the map are not
    return after if action.verb == PLACE else after._replace(boxes=b"", closed=0)


def _begun_with(action: Action, plan: Sequence[Action]) -> list[Action]:
    """A plan that does one of its actions first, with the choices that come with it."""
    place = plan.index(action)
    rest = [number for number in range(place + 1, len(plan)) if plan[number].verb in (MARK, STOP)]
    end = rest[0] if rest else len(plan)
    return [*plan[place:end], *plan[:place], *plan[end:]]


def _follow(book: Rulebook, state: State, plan: Sequence[Action]) -> State | None:
    """The state after a plan; None if it cannot be done in this order."""
    for action in plan:
        if action not in legal(book, state):
            return None
        state = apply(book, state, action)
    return state


def best_of(totals: Totals, count: int) -> Totals:
    """The actions with the most points, the best first; of several whose games all ended the same, only the first."""
    ended: dict[tuple[int, ...], Action] = {}
    for action, found in totals.items():
        ended.setdefault(tuple(found), action)
    ranked = sorted(ended.items(), key=lambda pair: -sum(pair[0]))
    return {action: list(found) for found, action in ranked[:count]}


def differences(totals: Totals, one: Action, other: Action) -> list[int]:
    """The points of one action over another, game by game."""
    return [mine - theirs for mine, theirs in zip(totals[one], totals[other], strict=True)]


def games_needed(before: Sequence[int]) -> int:
    """Games that decide between two actions if they go on as before: the error falls with the root of their number."""
    margin = Margin.of(before)
    if not margin.points:
        return MOST
    needed = round(1.5 * len(before) * (margin.error / margin.points) ** 2)
    return min(MOST, max(LEAST, needed))
