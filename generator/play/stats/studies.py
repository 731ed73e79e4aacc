"""Play many games with one computer player, and keep them as they are played: a stopped study goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

from generator.base.errors import OutputError, UsageError
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.system.output_file import write_file
from generator.play.stats.data_edits import DataEdit
from generator.play.stats.game_runner import GameRunner, player_class, searcher_class
from generator.solo.ai.game_study import GameOutcome

KEEP_AFTER = 1.0
"""Seconds after which the games played since the last file are kept in another: the most that a stopped study loses."""


@dataclass(frozen=True, slots=True)
class Study:
    """Which games are played, and by which player."""

    game: str
    player: str
    settings: Mapping[str, str]
    games: int
    name: str = "study"
    """The seeds are `<name>/1`, `<name>/2` and so on."""
    strength: int | None = None
    """Strength of the player's search; None for its usual one."""
    edits: tuple[DataEdit, ...] = ()
    """Changes of the game's data."""
    shard: tuple[int, int] = (1, 1)
    """Which part of the games, of how many."""

    @property
    def numbers(self) -> range:
        """The numbers of the games of this shard, counted from 1."""
        number, parts = self.shard
        return range(self.games * (number - 1) // parts + 1, self.games * number // parts + 1)

    @property
    def seeds(self) -> tuple[str, ...]:
        """Return the seeds of the games of this shard."""
        return tuple(f"{self.name}/{number}" for number in self.numbers)

    @property
    def key(self) -> str:
        """Return the study as text, without its games: the same text always means the same games."""
        # Lists, as JSON has no tuples: the text is read back by `of_key`.
        edits = [list(edit) for edit in self.edits]
        return compact_json([self.game, self.player, dict(self.settings), self.strength, edits]).decode()

    @classmethod
    def of_key(cls, key: str, games: int = 0, name: str = "study") -> Study:
        """Return the study that has this `key`, with another number of games and name for its seeds."""
        game, player, settings, strength, edits = json.loads(key)
        return cls(
            game, player, settings, games, name=name, strength=strength, edits=tuple(DataEdit(*edit) for edit in edits)
        )


@lru_cache(maxsize=64)
def study_runner(key: str) -> GameRunner:
    """Return the runner for the games of studies with this `Study.key`; it is kept, also for forked processes."""
    study = Study.of_key(key)
    return GameRunner(study.game, study.settings, study.edits)


def play_games(key: str, seeds: Iterable[str]) -> list[GameOutcome]:
    """Play the games of a study, by its `Study.key`, with these seeds, and return their outcomes."""
    study, runner = Study.of_key(key), study_runner(key)
    return [runner.play(study.player, seed, strength=study.strength) for seed in seeds]


def study_facts(study: Study) -> dict[str, Any]:
    """Return the values that all games of a study share, with digests of program and data.

    Raises Faults and UsageError.
    """
    runner = study_runner(study.key)
    player_class(study.player)
    settings = dict(zip(runner.book.settings, runner.first.settings, strict=True))
    facts = {"game": runner.book.game.id, **runner.sources, "settings": settings, "player": study.player}
    if study.strength is not None:
        searcher_class(study.player)
        facts["strength"] = study.strength
    if study.edits:
        facts["edits"] = [list(edit) for edit in study.edits]
    return {**facts, "seeds": study.name}


def study_digest(facts: Mapping[str, Any], outcomes: Sequence[GameOutcome]) -> str:
    """Return the digest of a study and its games in the order of their numbers; equal digests mean equal games."""
    return json_digest([facts, outcomes])[:32]


class StudyFolder:
    """The folder of a study: `about.json`, and `chunks/` with files that each hold the games of about a second."""

    def __init__(self, folder: Path, facts: Mapping[str, Any]) -> None:
        """Open a folder, or begin a new one; raises UsageError if it holds another study, and OutputError."""
        self._chunks = folder / "chunks"
        self._new: list[GameOutcome] = []
        self._last = monotonic()
        _check_folder(folder, facts)

    def read(self) -> dict[str, GameOutcome]:
        """Return the games of all files by seed; a broken file has none. Raises OutputError."""
        games = (outcome for file in self._files() for outcome in _read_games(file))
        return {outcome.seed: outcome for outcome in games}

    def add(self, outcomes: Sequence[GameOutcome]) -> bool:
        """Add games; return whether they, and those before them, are kept now. Raises OutputError."""
        self._new += outcomes
        # A file for each game would be thousands of small files.
        if monotonic() - self._last < KEEP_AFTER:
            return False
        self.keep()
        return True

    def keep(self) -> None:
        """Keep the games that are in no file yet; raises OutputError."""
        if self._new:
            # After the highest number: files of an earlier run stay as they are.
            number = 1 + max((int(file.stem) for file in self._files()), default=-1)
            games = [outcome._asdict() for outcome in self._new]
            write_file(self._chunks / f"{number:05}.json", compact_json({"games": games}))
        self._new, self._last = [], monotonic()

    def _files(self) -> list[Path]:
        """Return the files with games, in the order in which they were written."""
        return sorted(file for file in self._chunks.glob("*.json") if file.stem.isdecimal())


def _check_folder(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write `about.json` in a new folder; raise UsageError where the folder holds another study."""
    file = folder / "about.json"
    stored = read_json(file)
    if stored is None:
        write_file(file, compact_json(facts))
        return
    # Games of other data or another program may not be mixed with these.
    if other := differing_facts(stored, facts):
        raise UsageError(f"{folder} holds a study with {other}; name another folder with --out")


def differing_facts(stored: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    """Return the facts of a stored study that differ from the expected ones, as text; empty if all are the same."""
    names = dict.fromkeys((*facts, *stored))
    return ", ".join(f"{name} {stored.get(name)!r}" for name in names if stored.get(name) != facts.get(name))


def _read_games(file: Path) -> list[GameOutcome]:
    """Return the games of a file; none if it is broken. Raises OutputError."""
    try:
        return [read_outcome(game) for game in (read_json(file) or {}).get("games", ())]
    except (AttributeError, TypeError):
        return []


def read_outcome(game: Mapping[str, Any]) -> GameOutcome:
    """Return the outcome of a game from its JSON values; raise AttributeError or TypeError if it is none."""
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in game.items()}
    return GameOutcome(**fields)


def read_json(file: Path) -> dict[str, Any] | None:
    """Return the JSON object in a file; None for a missing or broken file.

    Raises OutputError if the file cannot be read.
    """
    try:
        document = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{file}: cannot be read: {error.strerror}") from None
    # Cut off, or nested a thousand deep: as good as none.
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def compact_json(document: Any) -> bytes:
    """Return a document as JSON without spaces."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def json_digest(document: Any) -> str:
    """Return the digest of a document; the order of its keys makes no difference."""
    return digest(json.dumps(document, sort_keys=True, separators=(",", ":")))


Note = Callable[[int], None]
"""Is told how many games of a study are kept."""
