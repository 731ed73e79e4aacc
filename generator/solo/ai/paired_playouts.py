"""Games played from several states to their end on the same random cards, and the difference of their points.

The cards that are still unseen are shuffled anew for each game, so a comparison knows no more than the player. Two
states that are played out under the same name meet the same cards: what the choice between them changes is not drowned
by the luck of the draw. Points are whole numbers and are added as such, so results are the same on every Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import NamedTuple, Protocol, TypeAlias

from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.players import Actions
from generator.solo.ai.student_t import student_t
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, is_over, legal, score
from generator.solo.state import Reveal, State

Shuffled: TypeAlias = Callable[[str, int], Sequence[int]]
"""Gives the numbers below a bound in random order; the same order for the same name."""

_TRIED = 3
"""Actions that the quick player tries: more play little better and take longer."""


class Margin(NamedTuple):
    """The mean difference of paired games with the half width of its interval, both in tenths of a point as stated."""

    points: float
    error: float
    """Rounded up, and never 0: games that all ended the same prove no more."""
    games: int

    @classmethod
    def of(cls, differences: Sequence[int], sure: float = 0.95) -> Margin:
        """Return the margin of at least two games, with Student's interval for the probability `sure`.

        >>> Margin.of([3, 1, 2, 2, 2, 2, 2])
        Margin(points=2.0, error=0.6, games=7)
        """
        games, total = len(differences), sum(differences)
        # n·Σd² − (Σd)² is a whole number: nothing is rounded before the last step
        spread = games * sum(difference * difference for difference in differences) - total * total
        error = student_t(games - 1, sure) * sqrt(spread / (games - 1)) / games
        return cls(round(10 * total / games) / 10, max(1, ceil(10 * error)) / 10, games)

    @property
    def is_clear(self) -> bool:
        """Return whether the interval excludes 0."""
        return abs(self.points) > self.error

    def turned(self) -> Margin:
        """Return the margin of the other state over this one, with the sign turned."""
        return Margin(-self.points, self.error, self.games)


class Mover(Protocol):
    """Plays the moves of imagined games."""

    def after(self, state: State) -> State:
        """Return the state after the action that this player takes in a state."""


class QuickPlayer:
    """Takes the best of the few actions that are worth most untried: nearly a greedy player, in a third of the time."""

    def __init__(self, book: Rulebook, evaluation: Evaluation) -> None:
        """Take the rules, and the evaluation that values states and untried actions."""
        self._book, self._evaluation = book, evaluation

    def choose(self, state: State, actions: Actions) -> Action:
        """Return the best of a few actions; the first of several that are equally good."""
        return actions[0] if len(actions) == 1 else self._tried(state, actions)[0]

    def after(self, state: State) -> State:
        """Return the state after the best action, which was computed when the action was tried."""
        actions = legal(self._book, state)
        if len(actions) == 1:
            return apply(self._book, state, actions[0])
        return self._tried(state, actions)[1]

    def _tried(self, state: State, actions: Actions) -> tuple[Action, State]:
        """Return the best of the few actions that are tried, and the state after it."""
        values = self._evaluation.action_values(state.year)
        tried = sorted(actions, key=values.__getitem__, reverse=True)[:_TRIED]
        after = [apply(self._book, state, action) for action in tried]
        # Of equal values the first, as `index` finds it.
        points = list(map(self._evaluation.state_value, after))
        best = points.index(max(points))
        return tried[best], after[best]


class PlayoutCards:
    """The cards that come in one imagined game.

    Each reason for a card in each year has an order of its own: a card more for one reason leaves all others alone.
    """

    def __init__(self, book: Rulebook, shuffled: Shuffled, name: str) -> None:
        """Take the source of random orders, and the name that all orders of this game begin with."""
        self._book, self._shuffled, self._name = book, shuffled, name
        self._orders: dict[str, Sequence[int]] = {}
        self.ends: dict[State, int] = {}
        """The points that states have ended with on these cards: orders of moves often meet again."""

    def action(self, state: State) -> Action:
        """Return the action of chance in a state that awaits one: the first card of the order still in the deck."""
        head = state.pending[0]
        if not isinstance(head, Reveal):
            return legal(self._book, state)[0]
        # Each reason and year has an order of its own, so that one card more shifts no other draw.
        number = self._book.deck_index[head.deck]
        unseen, deck = state.unseen[number], self._book.decks[number]
        name = f"{self._name}/{head.deck}/{state.shuffles[number]}/{state.year}/{head.reason}"
        if name not in self._orders:
            self._orders[name] = self._shuffled(name, len(deck.names))
        # Cards that left the deck are passed over; the order of the others stays.
        return deck.reveals[next(card for card in self._orders[name] if unseen >> card & 1)]


class Playouts:
    """Plays games out and counts them."""

    def __init__(
        self, book: Rulebook, mover: Mover, shuffled: Shuffled, more: Callable[[State], int] = lambda _: 0
    ) -> None:
        """Prepare playouts; `more` gives points for the end of a game beside its score, such as for goals of a fort."""
        self._book, self._mover, self._shuffled, self._more = book, mover, shuffled, more
        self.played = 0
        """Games played out so far."""

    def cards(self, name: str) -> PlayoutCards:
        """Return the cards of the imagined game with this name; the same name gives the same cards."""
        return PlayoutCards(self._book, self._shuffled, name)

    def total(self, state: State, cards: PlayoutCards) -> int:
        """Play a game from a state to its end on these cards, and return its points."""
        passed: list[State] = []
        while state not in cards.ends and not is_over(state):
            if state.awaits:
                state = apply(self._book, state, cards.action(state))
            else:
                passed.append(state)
                state = self._mover.after(state)
        total = cards.ends[state] if state in cards.ends else score(self._book, state).total + self._more(state)
        cards.ends.update(dict.fromkeys(passed, total))
        self.played += 1
        return total
