"""A whole game of solo play in memory, for programs: the cards are dealt by a seed, the program decides the rest.

>>> game = BotGame(read_rulebook("hadrians-wall"), "any seed", {"difficulty": "hard"})
>>> [action.verb for action in game.legal]
['path', 'path']
>>> while not game.is_over:
...     _ = game.play(game.legal[0])
>>> len(game.score.rows)
7
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.rng import check_seed
from generator.bots.dealer import StateDealer
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.solo_reader import read_solo_rules
from generator.model.game import Game
from generator.solo import hadrians_wall
from generator.solo.action import Action
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.scoring import FinalScore
from generator.solo.state import State


def read_rulebook(game: str) -> Rulebook:
    """Return the rules of a game, given by name or folder.

    Raises Faults for a game without solo rules, UsageError for an unknown game.
    """
    return rulebook_of(load(find_game(game), prefix=game), game)


def rulebook_of(data: Game, shown_name: str) -> Rulebook:
    """Return the rules of a loaded game; raise Faults, with `shown_name` before the file names, where it has none."""
    return Rulebook(data, read_solo_rules(data, prefix=shown_name))


class BotGame:
    """A game from its first decision to its score. A seed deals the same cards as in a session with this seed."""

    def __init__(self, book: Rulebook, seed: str, settings: Mapping[str, str] | None = None) -> None:
        """Deal the first cards. Raises UsageError for an unknown setting or an impossible seed."""
        # Before any card is dealt: a wrong seed would be noticed at the first shuffle only.
        check_seed(seed)
        self.book = book
        self._dealer = StateDealer(book, seed)
        self.state = self._dealt(hadrians_wall.setup(book, settings))

    @property
    def legal(self) -> tuple[Action, ...]:
        """Return every action that can be done now; none when the game is over."""
        return hadrians_wall.legal(self.book, self.state)

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return hadrians_wall.is_over(self.state)

    @property
    def score(self) -> FinalScore:
        """Return the score of the sheets as they stand."""
        return hadrians_wall.score(self.book, self.state)

    def play(self, action: Action) -> State:
        """Do an action, deal the cards that follow, and return the new state; raises IllegalActionError."""
        self.state = self._dealt(hadrians_wall.apply(self.book, self.state, action))
        return self.state

    def _dealt(self, state: State) -> State:
        """Return the state after dealing all cards that a state awaits."""
        while action := self._dealer.action(state):
            state = hadrians_wall.apply(self.book, state, action)
        return state
