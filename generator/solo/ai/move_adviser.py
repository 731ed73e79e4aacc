"""Advice on a decision: the best action and its margin over the best other one, by games played to their end.

A planner does what follows from each candidate until the next unseen card; from there on games are played out, for all
candidates on the same cards. Those that do worst are given up, and the others meet more cards, until
two are left. These are compared on cards that chose nothing before: the margin of a choice that was made by luck would
be too great otherwise. How many games they get depends on the earlier games only, so the interval is an ordinary one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from generator.solo.action import MARK, PLACE, STOP, Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.paired_playouts import Margin, Playouts
from generator.solo.ai.players import Line, Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.state import State

Preview: TypeAlias = Callable[[Action, Line], None]
"""Told the best action so far, with the planner's next steps; a better one may follow."""

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
    """The best of the actions that end otherwise; None where every action ends the same."""
    margin: Margin
    """Mean lead of the action over the other one, from games that only these two played."""
    disagree: bool
    """Whether the first and the second half of those games are for different actions."""
    plan: tuple[Action, ...]
    """What the planner does next, up to the first unseen card."""
    playouts: int
    """Games played out in all."""
    for_goals: bool
    """Whether progress toward the goals of a fort counted as points too."""
    other_plan: tuple[Action, ...] = ()
    """The planner's actions after the other action, up to the first unseen card."""

    @property
    def is_clear(self) -> bool:
        """Return whether the margin is greater than its error; otherwise both actions are about equal."""
        return self.margin.is_clear


class MoveAdviser:
    """Compares the actions of a state."""

    def __init__(self, book: Rulebook, evaluation: Evaluation, playouts: Playouts, planner: Player) -> None:
        """Take the evaluation that ranks actions, the playouts that compare them, and the player that plans."""
        self._book, self._evaluation, self._playouts, self._planner = book, evaluation, playouts, planner

    def advise(self, state: State, preview: Preview = lambda _action, _plan: None) -> Recommendation:
        """Return advice on a state in which the player decides; `preview` is called when an answer is near."""
        after = self.candidates(state)
        if len(after) > 1:
            # Within a tenth of a second: the state after it is worth most, before any game is played out.
            preview(next(iter(after)), ())
        # Of each candidate first the planner's next steps: games begin where the next card is unknown.
        ends, plans = {}, {}
        for action, next_state in after.items():
            plans[action], ends[action] = self.planned(next_state)
        if len(after) == 1:
            return self._advice(plans, (next(iter(after)), None), Margin(0.0, 0.0, 0), disagree=False)
        totals: Totals = {action: [] for action in after}
        for number, (games, places) in enumerate(_ROUNDS):
            self._play(ends, totals, f"round {number}", games)
            best, *runners_up = best_of(totals)
            preview(best, plans[best])
            # An action that the best plan does later is no other choice.
            rivals = [rival for rival in runners_up if not self.is_part(state, (best, *plans[best]), rival)]
            totals = {action: totals[action] for action in (best, *rivals[: places - 1])}
        if not rivals:
            return self._advice(plans, (best, None), Margin(0.0, 0.0, len(totals[best])), disagree=False)
        return self._compare(ends, plans, (best, rivals[0]), differences(totals, best, rivals[0]))

    def planned(self, state: State) -> tuple[Line, State]:
        """Return the planner's actions from a state to the next card or the end, and the state they lead to."""
        line: list[Action] = []
        while not state.awaits and not is_over(state):
            line.append(self._planner.choose(state, legal(self._book, state)))
            state = apply(self._book, state, line[-1])
        return tuple(line), state

    def is_part(self, state: State, plan: Line, action: Action) -> bool:
        """Return whether a plan does an action later and might as well do it first: then it is no other choice."""
        if action not in plan:
            return False
        return _follow(self._book, state, _begun_with(action, plan)) == _follow(self._book, state, plan)

    def candidates(self, state: State) -> dict[Action, State]:
        """Return the most promising actions with the states they lead to; of actions with one effect only the first."""
        by_effect: dict[State, tuple[Action, State]] = {}
        for action in legal(self._book, state):
            after = apply(self._book, state, action)
            by_effect.setdefault(effect_of(action, after), (action, after))
        # A look at the next state is cheap; only the most promising actions are played out.
        ranked = sorted(by_effect.values(), key=lambda pair: -self._evaluation.state_value(pair[1]))
        return dict(ranked[:CANDIDATES])

    def _play(self, ends: Mapping[Action, State], totals: Totals, name: str, games: int) -> None:
        """Play so many games of each action on the same cards, and add their points to the totals."""
        for number in range(games):
            cards = self._playouts.cards(f"{name}/{number}")
            for action, points in totals.items():
                points.append(self._playouts.total(ends[action], cards))

    def _compare(
        self,
        ends: Mapping[Action, State],
        plans: Mapping[Action, Line],
        pair: tuple[Action, Action],
        before: Sequence[int],
    ) -> Recommendation:
        """Compare the last two actions on new cards, and return the advice.

        `before` holds the leads of the first over the second in earlier games, which set the number of games.
        """
        # New cards: the rounds before chose these two actions, and would flatter the better one.
        games, final = games_needed(before), {action: list[int]() for action in pair}
        self._play(ends, final, "final", games)
        leads = differences(final, *pair)
        margin, half = Margin.of(leads), games // 2
        # Halves that contradict each other show that the games are too few.
        disagree = sum(leads[:half]) * sum(leads[half:]) < 0
        if sum(leads) < 0:
            return self._advice(plans, (pair[1], pair[0]), margin.turned(), disagree=disagree)
        return self._advice(plans, pair, margin, disagree=disagree)

    def _advice(
        self, plans: Mapping[Action, Line], pair: tuple[Action, Action | None], margin: Margin, *, disagree: bool
    ) -> Recommendation:
        """Return the advice for a pair of the best and the second action, with the count of games played."""
        games, for_goals = self._playouts.played, self._evaluation.has_goals
        rival = plans[pair[1]] if pair[1] else ()
        return Recommendation(*pair, margin, disagree, plans[pair[0]], games, for_goals, rival)


def effect_of(action: Action, after: State) -> State:
    """Return the state after an action, reduced so that actions with the same effect for a player are equal."""
    # boxes of a track are as good as each other, but cells of the map are not
    return after if action.verb == PLACE else after._replace(boxes=b"", closed=0)


def _begun_with(action: Action, plan: Line) -> Line:
    """Return a plan reordered so that it begins with one of its actions and the choices that come with it."""
    place = plan.index(action)
    later_marks = [number for number in range(place + 1, len(plan)) if plan[number].verb in (MARK, STOP)]
    end = later_marks[0] if later_marks else len(plan)
    return (*plan[place:end], *plan[:place], *plan[end:])


def _follow(book: Rulebook, state: State, plan: Line) -> State | None:
    """Return the state after the actions of a plan; None if they cannot be done in this order."""
    for action in plan:
        if action not in legal(book, state):
            return None
        state = apply(book, state, action)
    return state


def best_of(totals: Totals) -> list[Action]:
    """Return the actions by their points, the best first; of several whose games all ended alike, only the first."""
    ended: dict[tuple[int, ...], Action] = {}
    for action, points in totals.items():
        ended.setdefault(tuple(points), action)
    return [action for _, action in sorted(ended.items(), key=lambda pair: -sum(pair[0]))]


def differences(totals: Totals, one: Action, other: Action) -> list[int]:
    """Return the lead of one action over another in points, game by game."""
    return [mine - theirs for mine, theirs in zip(totals[one], totals[other], strict=True)]


def games_needed(before: Sequence[int]) -> int:
    """Return how many games decide between two actions if the leads go on as before, from LEAST to MOST.

    The error falls with the root of the number of games.
    """
    margin = Margin.of(before)
    if not margin.points:
        return MOST
    needed = round(1.5 * len(before) * (margin.error / margin.points) ** 2)
    return min(MOST, max(LEAST, needed))
