"""Plays games of one computer player with the rules and weights of one game, read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from generator import __version__
from generator.base.errors import UsageError, suggestion
from generator.base.hashing import digest, file_digests
from generator.base.rng import Stream
from generator.bots.dealer import StateDealer
from generator.load.game_locations import find_game
from generator.load.weights_reader import read_weights
from generator.play.game_data import load_rulebook, rulebook_of_folder
from generator.play.stats.data_edits import DataEdit, edited_folder
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.game_study import GameOutcome, play_game
from generator.solo.ai.players import PLAYERS, SEARCHERS, Chance, Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import setup

_FOLDERS = ("solo", "bots")
"""The parts of the program that decide how a game goes, besides the module of random numbers."""


class GameRunner:
    """Plays games of the computer players."""

    def __init__(self, game: str, settings: Mapping[str, str], edits: Sequence[DataEdit] = ()) -> None:
        """Read a game, with some values of its data changed; raises Faults and UsageError."""
        with edited_folder(find_game(game), edits) as folder:
            self.book, self.digest = rulebook_of_folder(folder, game) if edits else load_rulebook(game)
            self.weights = read_weights(self.book.game, self.book.solo, prefix=game)
        self._evaluation = Evaluation(self.book, self.weights)
        self.first = setup(self.book, settings)

    @cached_property
    def sources(self) -> dict[str, Any]:
        """Digests of the program, rules and weights: the outcome of a game depends on them besides player and seed."""
        return {"rules": self.digest, "engine": program_digest(), "worth": digest(repr(self.weights))}

    def play(self, player: str, seed: str, whim: int = 0, strength: int | None = None) -> GameOutcome:
        """Play one game; the seed deals the same cards to every player, `whim` varies the player's own chance."""
        deal = StateDealer(self.book, seed).action
        return play_game(self.book, self.first, self.player(player, seed, whim, strength), deal, seed)

    def player(self, name: str, seed: str, whim: int = 0, strength: int | None = None) -> Player:
        """Return a computer player by name, whose own chance follows from `seed` and `whim`; raise UsageError.

        `strength` sets how much a searching player tries, None for its usual strength.
        """
        # A stream of its own, so that the player's chance leaves the order of the cards alone.
        stream = Stream(seed, f"player/{name}/{whim}" if whim else f"player/{name}")
        if strength is not None:
            return searcher_class(name)(self.book, self._evaluation, stream, strength)
        return player_class(name)(self.book, self._evaluation, stream)


def player_class(name: str) -> Callable[[Rulebook, Evaluation, Chance], Player]:
    """Return the class of a computer player; raise UsageError for an unknown name."""
    if name not in PLAYERS:
        raise UsageError(f"no player called {name!r}{suggestion(name, tuple(PLAYERS))}")
    return PLAYERS[name]


def searcher_class(name: str) -> Callable[[Rulebook, Evaluation, Chance, int], Player]:
    """Return the class of a computer player whose strength can be chosen; raise UsageError for the others."""
    player_class(name)
    if name not in SEARCHERS:
        raise UsageError(f"the strength of player {name!r} cannot be chosen, only that of {' and '.join(SEARCHERS)}")
    return SEARCHERS[name]


@cache
def program_digest() -> str:
    """Return the version of the program and a digest of the code that plays: equal ones play the same games."""
    package = Path(__file__).parents[2]
    folders, file = [package / part for part in _FOLDERS], package / "base/rng.py"
    code = [*map(file_digests, folders), digest(file.read_bytes())]
    return f"{__version__}+{digest(*map(repr, code))[:12]}"
