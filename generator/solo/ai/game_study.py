"""Whole games of the computer players, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from generator.solo.action import MARK, Action
from generator.solo.ai.players import Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.scoring import score
from generator.solo.state import State
from generator.solo.year import ACTIONS, ends_year

ChanceSource: TypeAlias = Callable[[State], Action | None]
"""Returns the action of chance in a state that awaits one; None where the player decides."""


class GameOutcome(NamedTuple):
    """The result of one game, in values that JSON keeps: whole numbers, so that sums are exact in any order."""

    seed: str
    total: int
    rows: tuple[int, ...]
    """The score column."""
    lost: tuple[int, ...]
    """Disdain by the attack of each year."""
    shuffles: tuple[int, ...]
    """Reshuffles of each deck."""
    levels: tuple[int, ...]
    decisions: int
    """Times that several actions were legal."""
    paths: tuple[int, ...]
    """The card kept as path in each year, by its number."""
    path_points: tuple[int, ...]
    """Points of each path card, in the order of `paths`."""
    income: tuple[int, ...]
    """Items in hand when the actions of a year begin: all items of the first year, then of the second, …"""
    marks: tuple[int, ...]
    """Boxes that the player paid for in each year; without those that another box filled."""


class _YearLog:
    """What happens in each year of a game."""

    __slots__ = ("_book", "income", "lost", "marks")

    def __init__(self, book: Rulebook) -> None:
        """Begin the log of a game; nothing has happened yet."""
        self._book = book
        self.lost: list[int] = []
        self.income: list[int] = []
        self.marks = [0] * len(book.years)

    def note(self, state: State, action: Action, after: State) -> None:
        """Note an action, with the states before and after it."""
        if after.phase == ACTIONS and state.phase != ACTIONS:
            self.income += after.items
        if action.verb == MARK:
            self.marks[state.year - 1] += 1
        if ends_year(state, after):
            self.lost.append(after.levels[self._book.disdain] - sum(self.lost))


def play_game(book: Rulebook, first: State, player: Player, deal: ChanceSource, seed: str = "") -> GameOutcome:
    """Play a game from its first state to its end, and return its outcome; `deal` gives the actions of chance."""
    state, decisions, log = first, 0, _YearLog(book)
    while not is_over(state):
        action = deal(state)
        if action is None:
            actions = legal(book, state)
            action = player.choose(state, actions)
            # One legal action is no decision.
            decisions += len(actions) > 1
        after = apply(book, state, action)
        log.note(state, action, after)
        state = after
    final = score(book, state)
    cards = [row.id for row in book.deck(book.solo.hand.deck).rows]
    return GameOutcome(
        seed=seed,
        total=final.total,
        rows=tuple(points for _, points in final.rows),
        lost=tuple(log.lost),
        # The first shuffle is part of the setup.
        shuffles=tuple(count - 1 for count in state.shuffles),
        levels=tuple(state.levels),
        decisions=decisions,
        paths=tuple(cards.index(path.card) for path in final.paths),
        path_points=tuple(path.points for path in final.paths),
        income=tuple(log.income),
        marks=tuple(log.marks),
    )
