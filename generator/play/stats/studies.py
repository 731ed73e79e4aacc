"""Play many games with one computer player; they are kept in chunks, so that a stopped study can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import __version__
from generator.base.errors import OutputError, UsageError, suggestion
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.workers import WorkerPool
from generator.load.weights_reader import read_weights
from generator.play.game_data import load_rulebook
from generator.play.rules.dealer import Dealer
from generator.play.rules.full_rules import FullRules
from generator.session.rng import Stream
from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.game_study import GameOutcome, play_game
from generator.solo.ai.players import PLAYERS, Chance, Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State
from generator.write.output_file import write_file

CHUNK = 20
"""Games in a file; the chunk that is being played is lost when a study is stopped."""


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
    """Play the games that are not in the folder yet, and return all of them; `note` is called with how many are done.

    Raises UsageError for a folder that holds another study, OutputError where it cannot be written.
    """
    runner = GameRunner(study.game, study.settings)
    player_class(study.player)
    _check_folder(folder, _about(study, runner))
    chunks = [study.seeds[start : start + CHUNK] for start in range(0, study.games, CHUNK)]
    # a chunk is played again where its file is missing, broken, or shorter than the games now wanted
    missing = [number for number, seeds in enumerate(chunks) if not _holds(_file(folder, number), seeds)]
    done = sum(len(chunk) for number, chunk in enumerate(chunks) if number not in set(missing))
    note(done)
    pool = WorkerPool(
        lambda n: _play_chunk(runner, study.player, chunks[n], _file(folder, n)), missing, jobs, largest=1
    )
    for number, _ in zip(missing, pool.results(), strict=True):
        done += len(chunks[number])
        note(done)
    return tuple(outcome for number in range(len(chunks)) for outcome in _read_games(_file(folder, number)))


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


def _file(folder: Path, number: int) -> Path:
    return folder / "chunks" / f"{number:05}.json"


def _holds(file: Path, seeds: Sequence[str]) -> bool:
    """Whether a file holds exactly these games; an unreadable one does not."""
    try:
        return [outcome.seed for outcome in _read_games(file)] == list(seeds)
    except (OutputError, TypeError, ValueError):
        return False


def _read_games(file: Path) -> Iterator[GameOutcome]:
    found = _read_json(file)
    for each in (found or {}).get("games", ()):
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in each.items()
        }
        yield GameOutcome(**fields)


def _play_chunk(runner: GameRunner, player: str, seeds: Sequence[str], file: Path) -> None:
    games = [runner.play(player, seed)._asdict() for seed in seeds]
    write_file(file, _json({"games": games}))


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
