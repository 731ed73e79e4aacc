"""Statistics of the player's finished games, by difficulty and by the way they were played.

Only the header and the noted score of a session are read, as in the chart of scores: a thousand games are read in a
second and a half, and kept until their files change. A game at a fort is replayed, because no note says who won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path
from threading import Lock
from typing import Any

from generator.base.errors import GeneratorError
from generator.base.hashing import file_stamp
from generator.base.records import dataclass
from generator.play.game_data import load_game_data
from generator.play.live_session import said_goals
from generator.play.rules.rules_protocol import DECK, PAPER
from generator.play.session_summaries import ListedGames, difficulty_name, noted_score
from generator.session.recorded_play import RecordedPlay, resume
from generator.session.session_folder import SUFFIX, session_names
from generator.solo.action import Action

RECENT = 5
"""Games whose mean is compared with the mean of those before."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A session with a noted score."""

    name: str
    changed: float
    place: str
    """The name or folder of its game."""
    game: str
    """The id of its game."""
    kind: str
    settings: tuple[tuple[str, str], ...]
    fort: str
    """The id of a fort of the campaign; empty for the plain game."""
    points: int
    won: bool | None = None
    """Whether the fort is won; None for the plain game, which has ranks and no victory."""


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The games of one difficulty, played in one way."""

    game: str
    """The game's title."""
    difficulty: str
    """The difficulty in the game's own words; empty where its data cannot be read."""
    kind: str
    at_fort: bool
    """Whether they were played at forts of the campaign."""
    names: tuple[str, ...]
    """Names of the sessions, the oldest game first."""
    points: tuple[int, ...]
    """Points of the games, in the same order."""
    won: int | None
    """None for plain games."""

    @property
    def games(self) -> int:
        """Return the number of games."""
        return len(self.points)

    @property
    def mean(self) -> float:
        """Return the mean of the points."""
        return sum(self.points) / len(self.points)

    @property
    def best(self) -> int:
        """Return the most points of a game."""
        return max(self.points)

    @property
    def best_name(self) -> str:
        """Return the name of the session with the most points, the first of equals."""
        return self.names[self.points.index(self.best)]

    @property
    def trend(self) -> float | None:
        """Return the mean of the last RECENT games less the mean of the games before; None for too few games."""
        # As many games before as are compared: a trend of two games would only be noise.
        before = self.points[:-RECENT]
        if len(before) < RECENT:
            return None
        return sum(self.points[-RECENT:]) / RECENT - sum(before) / len(before)


class FinishedGames:
    """The finished games of a folder, each read again only when its file has changed."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the sessions; no file is read before the games are asked for."""
        self._folder = folder
        self._known: dict[str, tuple[tuple[int, int], FinishedGame | None]] = {}
        self._lock = Lock()

    def oldest_first(self) -> tuple[FinishedGame, ...]:
        """Return the finished games, in the order in which they were last played; may be called in several threads."""
        with self._lock:  # who asks again while a thousand games are read waits for that, and reads none anew
            self._read()
            games = [game for _, game in self._known.values() if game]
        return tuple(sorted(games, key=lambda game: game.changed))

    def _read(self) -> None:
        """Read the sessions that are new or have changed since the last reading; the caller holds the lock."""
        # A new dictionary, so that deleted sessions are forgotten.
        before_reading, self._known = self._known, {}
        for name in session_names(self._folder):
            path = self._folder / f"{name}{SUFFIX}"
            stamp = file_stamp(path)
            before = before_reading.get(name)
            self._known[name] = before if before and before[0] == stamp else (stamp, _finished(path, stamp[0] / 1e9))


def game_statistics(games: Iterable[FinishedGame], listed: ListedGames) -> tuple[GameStatistics, ...]:
    """Return the statistics of finished games, given the oldest first, in groups; the largest group comes first."""
    groups: dict[tuple[str, str, str, bool], list[FinishedGame]] = {}
    for game in games:
        key = listed.title(game.game), _difficulty(game, listed), game.kind, bool(game.fort)
        groups.setdefault(key, []).append(game)
    statistics = (_group(*key, group) for key, group in groups.items())
    return tuple(sorted(statistics, key=lambda group: group.games, reverse=True))


def _group(game: str, difficulty: str, kind: str, at_fort: bool, games: Sequence[FinishedGame]) -> GameStatistics:
    """Return the statistics of the games of one group."""
    names, points = (
        tuple(game_in_group.name for game_in_group in games),
        tuple(game_in_group.points for game_in_group in games),
    )
    won = sum(game_in_group.won is True for game_in_group in games) if at_fort else None
    return GameStatistics(game, difficulty, kind, at_fort, names=names, points=points, won=won)


def _difficulty(game: FinishedGame, listed: ListedGames) -> str:
    """Return the title of the difficulty of a game; empty where the game's data cannot be read."""
    try:
        return difficulty_name(listed.rulebook(game.place)[0], dict(game.settings), listed.language)
    except GeneratorError:
        return ""


def _finished(path: Path, changed: float) -> FinishedGame | None:
    """Return the finished game in a session file; `changed` is the time of its last change, in seconds since 1970.

    None for a game that goes on, a single deck, a tutorial and a file that cannot be read.
    """
    try:
        with resume(path, writing=False) as play:
            points, options = noted_score(play), play.header.options or {}
            if points is None or options.get("kind") == DECK or play.header.is_tutorial or play.store.damage:
                return None
            return FinishedGame(
                play.name,
                changed,
                place=play.header.place,
                game=play.header.game,
                kind=str(options.get("kind")),
                settings=_settings(options.get("settings")),
                fort=str(options.get("fort") or ""),
                points=points,
                won=_is_won(play) if options.get("fort") else None,
            )
    except GeneratorError:
        return None


def _settings(claimed: Any) -> tuple[tuple[str, str], ...]:
    """Return the settings that a header claims, as pairs of texts; none for a claim of another shape."""
    return tuple((str(name), str(choice)) for name, choice in claimed.items()) if isinstance(claimed, dict) else ()


def _is_won(play: RecordedPlay) -> bool:
    """Return whether a fort is won, by its goals or, with sheets on paper, by the player's word."""
    if (play.header.options or {}).get("kind") == PAPER:
        return bool((said_goals(play) or (False, False))[0])
    rules = load_game_data(play.header).rules
    state = reduce(rules.apply, map(Action.parse, play.actions), rules.start())
    fort = rules.visible_state(state).fort
    return bool(fort and fort.won)
