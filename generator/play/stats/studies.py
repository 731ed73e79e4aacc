"""Play many games with one computer player, and keep them as they are played: a stopped study goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from generator import __version__
from generator.base.errors import OutputError, UsageError, suggestion
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.workers import WorkerPool
from generator.bots.dealer import Dealer
from generator.load.weights_reader import read_weights
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.session.rng import Stream
from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.game_study import GameOutcome, play_game
from generator.solo.ai.players import PLAYERS, Chance, Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State
from generator.write.output_file import write_file

KEEP_AFTER = 1.0
"""Seconds after which the games played since the last file are kept in another: what a stopped study loses."""

PIECE = 5
"""Most games that a process takes at a time, so that all end together also where a game takes a second."""


@dataclass(frozen=True, slots=True)
class Study:
    """Which games are played, and by which player."""

    game: str
    player: str
    settings: Mapping[str, str]
    games: int
    name: str = "study"
    """The seeds are `<name>/1`, `<name>/2` and so on."""

    @property
    def seeds(self) -> tuple[str, ...]:
        return tuple(f"{self.name}/{number}" for number in range(1, self.games + 1))


class GameRunner:
    """Plays games with the rules and weights of a game, read once."""

    def __init__(self, game: str, settings: Mapping[str, str]) -> None:
        self.book, self.digest = load_rulebook(game)
        self._rules = FullRules(self.book, settings)
        self.weights = read_weights(self.book.game, self.book.solo, shown=game)
        self._evaluation = Evaluation(self.book, self.weights)
        self.first = self._rules.start()

    def play(self, player: str, seed: str, whim: int = 0) -> GameOutcome:
        """Play one game; the seed deals the same cards to every player, `whim` varies the player's own chance."""
        dealer = Dealer(seed)

        def deal(state: State) -> Action:
            draw = self._rules.draw(state)
            assert draw is not None  # noqa: S101  it is asked for only where a card is awaited
            return dealer.action(draw)

        return play_game(self.book, self.first, self.player(player, seed, whim), deal, seed)

    def player(self, name: str, seed: str, whim: int = 0) -> Player:
        """A computer player by name; raises UsageError."""
        stream = f"player/{name}/{whim}" if whim else f"player/{name}"
        return player_class(name)(self.book, self._evaluation, Stream(seed, stream))


def player_class(name: str) -> Callable[[Rulebook, Evaluation, Chance], Player]:
    """The class of a computer player; raises UsageError for an unknown name."""
    if name not in PLAYERS:
        raise UsageError(f"no player called {name!r}{suggestion(name, tuple(PLAYERS))}")
    return PLAYERS[name]


def run_study(study: Study, folder: Path, jobs: int, note: Callable[[int], None]) -> tuple[GameOutcome, ...]:
    """Play the games that are not in the folder yet, and return all of them; `note` is called with how many are kept.

    Raises UsageError for a folder that holds another study, OutputError where it cannot be written.
    """
    runner = GameRunner(study.game, study.settings)
    player_class(study.player)
    _check_folder(folder, _about(study, runner))
    chunks = _Chunks(folder / "chunks")
    played = chunks.read()
    missing = [seed for seed in study.seeds if seed not in played]
    note(study.games - len(missing))
    pool = WorkerPool(partial(runner.play, study.player), missing, jobs if jobs > 1 else 0, largest=PIECE)
    for left, outcome in zip(range(len(missing) - 1, -1, -1), pool.results(), strict=True):
        played[outcome.seed] = outcome
        if chunks.add(outcome, is_last=not left):
            note(study.games - left)
    return tuple(played[seed] for seed in study.seeds)


class _Chunks:
    """The files of a study's games: each holds those of about a second."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new: list[GameOutcome] = []
        self._last = monotonic()

    def read(self) -> dict[str, GameOutcome]:
        """Return the games of all files by seed; a broken file has none. Raises OutputError."""
        games = (outcome for file in self._files() for outcome in _read_games(file))
        return {outcome.seed: outcome for outcome in games}

    def add(self, outcome: GameOutcome, *, is_last: bool) -> bool:
        """Return whether this game, and those before it, are kept now. Raises OutputError."""
        self._new.append(outcome)
        if not is_last and monotonic() - self._last < KEEP_AFTER:
            return False
        number = 1 + max((int(file.stem) for file in self._files()), default=-1)
        write_file(self._folder / f"{number:05}.json", _json({"games": [each._asdict() for each in self._new]}))
        self._new, self._last = [], monotonic()
        return True

    def _files(self) -> list[Path]:
        return sorted(file for file in self._folder.glob("*.json") if file.stem.isdecimal())


def _about(study: Study, runner: GameRunner) -> dict[str, Any]:
    """What all games of a folder share; it is kept in `about.json`."""
    settings = dict(zip(runner.book.settings, runner.first.settings, strict=True))
    common = {"game": runner.book.game.id, "rules": runner.digest, "engine": __version__, "settings": settings}
    return {**common, "player": study.player, "worth": digest(repr(runner.weights)), "seeds": study.name}


def _check_folder(folder: Path, about: Mapping[str, Any]) -> None:
    """Write `about.json` in a new folder; raise UsageError where the folder holds another study."""
    file = folder / "about.json"
    found = _read_json(file)
    if found is None:
        write_file(file, _json(about))
        return
    other = [f"{key} {found.get(key)!r}" for key, value in about.items() if found.get(key) != value]
    if other:
        raise UsageError(f"{folder} holds a study with {', '.join(other)}; name another folder with --out")


def _read_games(file: Path) -> list[GameOutcome]:
    """Return the games of a file; none if it is broken. Raises OutputError."""
    try:
        return [GameOutcome(**_fields(each)) for each in (_read_json(file) or {}).get("games", ())]
    except (AttributeError, TypeError):
        return []


def _fields(game: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in game.items()}


def _read_json(file: Path) -> dict[str, Any] | None:
    """A JSON object; None where the file is missing or broken."""
    try:
        found = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _json(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
