"""Many games of one of our own players, in chunks that are kept: a study that is stopped goes on where it was."""

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
from generator.model.weights import EvaluationWeights
from generator.play.game_data import load_rulebook
from generator.play.rules.dealer import Dealer
from generator.play.rules.full_rules import FullRules
from generator.session.rng import Stream
from generator.solo.action import Action
from generator.solo.ai.game_study import GameOutcome, play_game
from generator.solo.ai.players import PLAYERS, Chance, Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State
from generator.write.output_file import write_file

CHUNK = 20
"""Games that are kept together: one is lost at most where a study is stopped."""
MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Study:
    """Which games are played, and by whom."""

    game: str
    player: str
    settings: Mapping[str, str]
    games: int
    name: str = "study"
    """What the seeds begin with: `study/1`, `study/2` and so on."""

    @property
    def seeds(self) -> tuple[str, ...]:
        """The seed of every game."""
        return tuple(f"{self.name}/{number}" for number in range(1, self.games + 1))


class StudyGames:
    """Where games of a study are played: the rules, read once."""

    def __init__(self, game: str, settings: Mapping[str, str]) -> None:
        self.book, self.digest = load_rulebook(game)
        self._rules = FullRules(self.book, settings)
        self.worth = read_weights(self.book.game, self.book.solo, shown=game)
        self.first = self._rules.start()

    def play(self, player: str, seed: str, whim: int = 0) -> GameOutcome:
        """One game: the cards are those that this seed deals to everybody, the player's whims are its own."""
        dealer = Dealer(seed)

        def deal(state: State) -> Action:
            draw = self._rules.draw(state)
            assert draw is not None  # noqa: S101  it is asked for only where a card is awaited
            return dealer.action(draw)

        return play_game(self.book, self.first, self.player(player, seed, whim), deal, seed)

    def player(self, name: str, seed: str, whim: int = 0) -> Player:
        """A player by name; raises UsageError where there is none."""
        stream = f"player/{name}/{whim}" if whim else f"player/{name}"
        return player_class(name)(self.book, self.worth, Stream(seed, stream))


def player_class(name: str) -> Callable[[Rulebook, EvaluationWeights, Chance], Player]:
    """What makes a player; raises UsageError for a name that nobody has."""
    if name not in PLAYERS:
        raise UsageError(f"no player called {name!r}{suggestion(name, tuple(PLAYERS))}")
    return PLAYERS[name]


def run_study(study: Study, folder: Path, jobs: int, told: Callable[[int], None]) -> tuple[GameOutcome, ...]:
    """Play the games that are not in the folder yet, and return all of them; `told` hears how many there are.

    Raises UsageError for a folder that holds another study, OutputError where it cannot be written.
    """
    bench = StudyGames(study.game, study.settings)
    player_class(study.player)
    _claim(folder, _about(study, bench))
    chunks = [study.seeds[start : start + CHUNK] for start in range(0, study.games, CHUNK)]
    missing = [number for number, seeds in enumerate(chunks) if not _holds(_file(folder, number), seeds)]
    done = sum(len(chunk) for number, chunk in enumerate(chunks) if number not in set(missing))
    for start in range(0, len(missing), jobs):
        several = missing[start : start + jobs]
        told(done)
        WorkerPool(
            lambda number: _keep(bench, study.player, chunks[number], _file(folder, number)), several, jobs
        ).results()
        done += sum(len(chunks[number]) for number in several)
    told(done)
    return tuple(outcome for number in range(len(chunks)) for outcome in _read(_file(folder, number)))


def _about(study: Study, bench: StudyGames) -> dict[str, Any]:
    """What all games of a folder have in common."""
    settings = dict(zip(bench.book.settings, bench.first.settings, strict=True))
    common = {"game": bench.book.game.id, "rules": bench.digest, "engine": __version__, "settings": settings}
    return {**common, "player": study.player, "worth": digest(repr(bench.worth)), "seeds": study.name}


def _claim(folder: Path, about: Mapping[str, Any]) -> None:
    """Say in a folder what it holds, where it is new; UsageError where it holds something else."""
    file = folder / "about.json"
    found = _document(file)
    if found is None:
        write_file(file, _encoded(about))
        return
    other = [f"{key} {found.get(key)!r}" for key, value in about.items() if found.get(key) != value]
    if other:
        raise UsageError(f"{folder} holds a study with {', '.join(other)}; name another folder with --out")


def _file(folder: Path, number: int) -> Path:
    return folder / "chunks" / f"{number:05}.json"


def _holds(file: Path, seeds: Sequence[str]) -> bool:
    """Whether a file holds just these games; one that cannot be read does not."""
    try:
        return [outcome.seed for outcome in _read(file)] == list(seeds)
    except (OutputError, TypeError, ValueError):
        return False


def _read(file: Path) -> Iterator[GameOutcome]:
    found = _document(file)
    for each in (found or {}).get("games", ()):
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in each.items()
        }
        yield GameOutcome(**fields)


def _keep(bench: StudyGames, player: str, seeds: Sequence[str], file: Path) -> None:
    games = [bench.play(player, seed)._asdict() for seed in seeds]
    write_file(file, _encoded({"games": games}))


def _document(file: Path) -> dict[str, Any] | None:
    """A JSON file; None where there is none, or it is broken."""
    try:
        found = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _encoded(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
