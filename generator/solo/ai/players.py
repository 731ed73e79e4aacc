"""The computer players. Each sees a `State`: the cards of a deck, never their order.

The searching player simulates the year to its end many times with random unseen cards. It tries the best simulations
again against other cards, and takes the first action of the one with the best average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log
from operator import add
from statistics import fmean
from typing import NamedTuple, Protocol, TypeAlias

from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation, exact_value
from generator.solo.ai.strong_player import StrongPlayer
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, is_over, legal, score
from generator.solo.state import State

Actions: TypeAlias = tuple[Action, ...]
Line: TypeAlias = tuple[Action, ...]
Pick: TypeAlias = Callable[[State, Actions], Action]

_NO_PLAN: Mapping[State, Action] = {}
_NOISE_SPREAD = 0.3
"""The spread of the noise that varies simulations, in points."""
_RETRIED = 5
"""Simulations that are tried again."""
_RETRIES = 4
"""Further simulations of each of those."""
_NOISES = 4096


class Chance(Protocol):
    """A source of random numbers, such as `base.rng.Stream`."""

    def below(self, bound: int) -> int:
        """Return a random whole number from 0 to `bound` - 1."""


class Player(Protocol):
    """Decides for a player of the game."""

    def choose(self, state: State, actions: Actions) -> Action:
        """Choose one of the actions; there is at least one."""


class RandomPlayer:
    """Takes any action with equal chance."""

    def __init__(self, _book: Rulebook, _evaluation: Evaluation, chance: Chance) -> None:
        """Take the source of random numbers; rules and evaluation are not used."""
        self._chance = chance

    def choose(self, _state: State, actions: Actions) -> Action:
        """Return one of the actions at random."""
        return actions[self._chance.below(len(actions))]


class GreedyPlayer:
    """Takes the action that leads to the state of the highest value."""

    def __init__(self, book: Rulebook, evaluation: Evaluation, _chance: Chance) -> None:
        """Take the rules and the evaluation of states; this player uses no random numbers."""
        self._book, self._evaluation = book, evaluation

    def choose(self, state: State, actions: Actions) -> Action:
        """Return the action that leads to the state of the highest value; the first of several."""
        # A state is copied and valued for each action, so a single one is taken unseen.
        return actions[0] if len(actions) == 1 else max(actions, key=lambda action: self._after(state, action))

    def _after(self, state: State, action: Action) -> float:
        """Return the value of the state after an action."""
        return self._evaluation.state_value(apply(self._book, state, action))


class SimulatedYear(NamedTuple):
    """A simulation of a year to its end."""

    worth: float
    steps: tuple[tuple[State, Action], ...]
    """The decisions, with the states they were made in."""


class SearchingPlayer:
    """Searches to the end of the year by simulation."""

    def __init__(self, book: Rulebook, evaluation: Evaluation, chance: Chance, plays: int = 32) -> None:
        """Take rules, evaluation and random numbers; `plays` is the number of random simulations for a plan."""
        self._book, self._evaluation = book, evaluation
        self._chance = chance
        self._plays = plays
        self._plan: dict[State, Action] = {}
        # Gumbel noise: the maximum of values plus this noise picks each with its softmax probability
        numbers = [(chance.below(1 << 24) + 1) / ((1 << 24) + 1) for _ in range(_NOISES)]
        self._noise = [exact_value(-_NOISE_SPREAD * log(-log(number))) for number in numbers]

    def choose(self, state: State, actions: Actions) -> Action:
        """Return the action of the plan, which is searched anew when a card has changed the state."""
        if len(actions) == 1:
            return actions[0]
        if self._plan.get(state) not in actions:
            self._plan = dict(self._compare(state, self._simulations(state)[:_RETRIED])[0][1].steps)
        return self._plan[state]

    def _simulations(self, state: State) -> list[SimulatedYear]:
        """Return different simulations of the rest of the year, each with random cards of its own, the best first."""
        plays = [self._simulate(state, self._best_tried), self._simulate(state, self._best_untried)]
        plays += [self._simulate(state, self._noisy) for _ in range(self._plays)]
        best: dict[Line, SimulatedYear] = {}
        for play in sorted(plays, key=lambda play: -play.worth):
            best.setdefault(tuple(action for _, action in play.steps), play)
        return list(best.values())

    def _compare(self, state: State, plays: list[SimulatedYear]) -> list[tuple[float, SimulatedYear]]:
        """Try simulations again on other cards, and return them with their average values, the best first."""

        def average(plan: Mapping[State, Action]) -> float:
            """Return the mean value of several simulations that follow a plan where they can."""
            return fmean([self._simulate(state, self._best_untried, plan).worth for _ in range(_RETRIES)])

        return sorted([(average(dict(play.steps)), play) for play in plays], key=lambda pair: -pair[0])

    def _simulate(self, state: State, pick: Pick, plan: Mapping[State, Action] = _NO_PLAN) -> SimulatedYear:
        """Simulate the year to its end, by the plan where it has an action, else by `pick`."""
        book, year, steps = self._book, state.year, []
        while state.year == year and not is_over(state):
            actions = legal(book, state)
            if len(actions) == 1:
                action = actions[0]
            elif state.awaits:
                action = actions[self._chance.below(len(actions))]
            else:
                action = plan.get(state) or pick(state, actions)
                steps.append((state, action))
            state = apply(book, state, action)
        return SimulatedYear(self._worth(state), tuple(steps))

    def _best_tried(self, state: State, actions: Actions) -> Action:
        """Return the action that leads to the state of the highest value."""
        return max(actions, key=lambda action: self._evaluation.state_value(apply(self._book, state, action)))

    def _best_untried(self, state: State, actions: Actions) -> Action:
        """Return the action of the highest value before it is tried."""
        return max(actions, key=self._evaluation.action_values(state.year).__getitem__)

    def _noisy(self, state: State, actions: Actions) -> Action:
        """Return a random action, the likelier the higher its value before it is tried."""
        values = map(self._evaluation.action_values(state.year).__getitem__, actions)
        place = self._chance.below(max(1, _NOISES - len(actions)))
        noise = self._noise[place : place + len(actions)]
        weighed = list(map(add, values, noise))
        return actions[weighed.index(max(weighed))]

    def _worth(self, state: State) -> float:
        """Return the score of a finished game, or the value of the state at the end of a simulated year."""
        if is_over(state):
            return float(score(self._book, state).total)
        return self._evaluation.state_value(state) + self._evaluation.goals_value(state)


PLAYERS: Mapping[str, Callable[[Rulebook, Evaluation, Chance], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "searching": SearchingPlayer,
    "strong": StrongPlayer,
}
"""The players by name."""

SEARCHERS: Mapping[str, Callable[[Rulebook, Evaluation, Chance, int], Player]] = {
    "searching": SearchingPlayer,
    "strong": StrongPlayer,
}
"""The players whose strength can be chosen: a whole number, more of which takes more time."""
