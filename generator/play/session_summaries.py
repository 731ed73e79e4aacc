"""Session summaries, opened read-only: what a list of sessions shows of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

from generator import __version__
from generator.base.cache import Cache
from generator.base.errors import GeneratorError
from generator.base.hashing import digest, file_stamp
from generator.base.records import dataclass, replace
from generator.play.game_data import attempt_number, game_title, load_game_data, load_rulebook
from generator.play.live_session import said_goals
from generator.play.rules.rules_protocol import DECK, FULL, PAPER, Rules
from generator.play.rules.visible_state import VisibleState
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.session.chain_states import ChainStates
from generator.session.header import TUTORIAL
from generator.session.recorded_play import RecordedPlay, resume
from generator.session.session_folder import read_header, session_names, session_path
from generator.session.timeline import Timeline
from generator.solo.action import Action
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import is_over

DAMAGED, OTHER_DATA, UNREADABLE = "damaged", "other_data", "unreadable"
"""Why a session cannot be resumed: its file was changed, the rules of its game have changed, or it is no session."""
MOST = 100
"""Sessions in a list: the newest ones."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session in a list."""

    name: str
    changed: float
    """When its file was last written, in seconds since 1970."""
    game: str = ""
    """The title of its game."""
    kind: str = ""
    """FULL, PAPER, DECK, or empty for an unknown kind."""
    year: int = 0
    years: int = 0
    """Years of a whole game."""
    moves: int = 0
    """Actions that count, chance included."""
    setting: str = ""
    """The difficulty, as the game calls it."""
    fort: str = ""
    """The fort of a campaign that it is played at; empty for a plain game."""
    attempt: int = 0
    """Which attempt with these decks it says it is; 0 where the decks were new."""
    over: bool = False
    points: int | None = None
    """The total of a game that is over; beside printed sheets None until the player has noted it."""
    rank: str = ""
    trouble: str = ""
    """DAMAGED, OTHER_DATA or UNREADABLE; empty where it can be resumed."""
    what: str = ""
    """The trouble in words."""
    place: str = ""
    """The name or folder of the game that it was read with; empty for a deck."""
    is_tutorial: bool = False


class ListedGames:
    """The games of one listing, in a language: the files of each are read once for all its sessions."""

    def __init__(self, language: str) -> None:
        """Take the language of the listing; no game is read before it is asked for."""
        self.language = language
        self.rulebook = cache(load_rulebook)
        self.title = cache(partial(game_title, language=language))
        self.text = cache(self._text)

    def digest(self, place: str) -> str:
        """Return the hash of a game's rules; empty where they cannot be read."""
        try:
            return self.rulebook(place)[1] if place else ""
        except GeneratorError:
            return ""

    def _text(self, book: Rulebook) -> SoloText:
        """Return the text of a game with solo rules in the language of the list."""
        return SoloText(ItemNames(book, play_messages(self.language), self.language))


Known = tuple[tuple[int, int], str, SessionSummary]
"""The stamp of a session's file, the digest of its rules, and its summary."""


class SessionSummaries:
    """The sessions of a folder, each opened again only when its file or the rules of its game have changed.

    What was found is kept in `cache`, so that the list stands at once when the program is started again.
    """

    def __init__(self, folder: Path, cache: Cache | None = None) -> None:
        """Take the folder of the sessions; without a `cache` nothing is kept between runs."""
        self.folder = folder
        # A cache without a folder keeps nothing between runs.
        self._cache = cache or Cache(None)
        self._known: dict[str, dict[str, Known]] = {}
        """By language and name of a session."""
        self._lock = Lock()

    def newest(self, language: str) -> tuple[SessionSummary, ...]:
        """Return the summaries in a language, the session played last first, MOST of them at most; no tutorials."""
        return self.part(language, 0, MOST)[1]

    def part(self, language: str, start: int, most: int) -> tuple[int, tuple[SessionSummary, ...]]:
        """Return the number of sessions, and the summaries of `most` of them from place `start` on.

        The last played is at 0. May be called in several threads: a call made while sessions are read waits for that,
        and reads none of them again.
        """
        with self._lock:
            return self._part(ListedGames(language), start, most)

    def _part(self, games: ListedGames, start: int, most: int) -> tuple[int, tuple[SessionSummary, ...]]:
        """Return the same as `part`, reading only sessions that are new or changed; the caller holds the lock."""
        summaries = self._known_in(games.language)
        files = {name: session_path(self.folder, name) for name in session_names(self.folder) if _is_valid(name)}
        # Before the newest are chosen, as tutorials would take places of real games.
        files = {name: file for name, file in files.items() if not _is_tutorial(name, file)}
        stamps = {name: file_stamp(file) for name, file in files.items()}
        # By time, not by name: the game played last comes first.
        names = sorted(stamps, key=lambda name: stamps[name], reverse=True)[start : start + most]
        fresh = [name for name in names if not _is_current(summaries.get(name), stamps[name], games)]
        for name in fresh:
            summary = summarise_session(files[name], stamps[name][0] / 1e9, games)
            summaries[name] = stamps[name], games.digest(summary.place), summary
        if fresh:
            # Only entries of files that are still there, so that the entry does not grow for ever.
            self._cache.put(
                self._entry(games.language),
                {name: summary_entry for name, summary_entry in summaries.items() if name in stamps},
            )
        listed = (summaries[name][2] for name in names)
        return len(stamps), tuple(summary for summary in listed if not summary.is_tutorial)

    def _known_in(self, language: str) -> dict[str, Known]:
        """Return the summaries computed so far in a language, by name of session; at first from the cache."""
        if language not in self._known:
            self._known[language] = self._cache.get(self._entry(language)) or {}
        return self._known[language]

    def _entry(self, language: str) -> str:
        """Return the key of the cache entry with all summaries in a language.

        Each version of the program has its own.
        """
        return f"{digest(str(self.folder.resolve()), language, __version__, repr(SessionSummary.__match_args__))[:32]}"


def _is_current(kept_summary: Known | None, stamp: tuple[int, int], games: ListedGames) -> bool:
    """Return whether a stored summary still holds: the file's stamp and the hash of the game's rules are the same."""
    return kept_summary is not None and kept_summary[:2] == (stamp, games.digest(kept_summary[2].place))


def _is_valid(name: str) -> bool:
    """Return whether a session can have this name; the folder may hold other files."""
    try:
        session_path(Path(), name)
    except GeneratorError:
        return False
    return True


def _is_tutorial(name: str, file: Path) -> bool:
    """Return whether a session is a tutorial; headers are read only of sessions that are named like one."""
    header = read_header(file) if TUTORIAL in name else None
    return header is not None and header.is_tutorial


def summarise_session(path: Path, changed: float, games: ListedGames) -> SessionSummary:
    """Return the summary of a session file; `changed` is the time of its last change, in seconds since 1970."""
    try:
        with resume(path, writing=False) as play:
            return _summarise(play, changed, games)
    except GeneratorError as error:
        # What comes after the semicolon is advice for the command line.
        return SessionSummary(path.stem, changed, trouble=UNREADABLE, what=str(error).partition(";")[0])


def _summarise(play: RecordedPlay, changed: float, games: ListedGames) -> SessionSummary:
    """Return the summary of an opened session; only an undamaged one with the rules of today is replayed."""
    header, damage, options = play.header, play.store.damage, play.header.options or {}
    kind = next((possible for possible in (FULL, PAPER, DECK) if possible == options.get("kind")), "")
    place = "" if kind == DECK else header.place
    summary = SessionSummary(
        play.name,
        changed,
        games.title(header.game),
        kind,
        moves=len(play.steps),
        place=place,
        is_tutorial=header.is_tutorial,
    )
    # What a damaged file says may be wrong, so that nothing is replayed.
    if damage:
        return replace(summary, trouble=DAMAGED, what=str(damage))
    if kind == DECK:
        return summary
    data = load_game_data(header, games.rulebook)
    if data.digest != header.rules or data.book is None:
        points = noted_score(play)
        return replace(summary, trouble=OTHER_DATA, over=points is not None, points=points)
    return _with_progress(summary, play, data.rules, data.book, games)


def _with_progress(
    summary: SessionSummary, play: RecordedPlay, rules: Rules[Any], book: Rulebook, games: ListedGames
) -> SessionSummary:
    """Return a summary with how far the game has come, found by replaying its actions."""
    state = _last_state(play, rules)
    over = is_over(state)
    # What a player sees, with its points, takes half as long as the replay, and of a game under way it is not told.
    points = known_points(rules.visible_state(state), play) if over else None
    return replace(
        summary,
        game=dict(book.game.title.by).get(games.language, summary.game),
        year=state.year,
        years=len(book.years),
        setting=difficulty_name(book, dict(zip(book.settings, state.settings, strict=True)), games.language),
        fort=games.text(book).forts.title(book.fort.fort) if book.fort else "",
        attempt=attempt_number(play.header),
        over=over,
        points=points,
        rank="" if points is None else games.text(book).rank(points),
    )


def _last_state(play: RecordedPlay, rules: Rules[Any]) -> Any:
    """Return the state that a session has come to, found by replaying its actions."""
    states = ChainStates(rules.start(), lambda state, step: rules.apply(state, Action.parse(step.action)))
    return states.after(play.line)


def fort_result(play: RecordedPlay, games: ListedGames) -> bool | None:
    """Return whether a session has won its fort; None for a game under way, other data, and a result not told yet."""
    data = load_game_data(play.header, games.rulebook)
    if data.digest != play.header.rules:
        return None
    state = _last_state(play, data.rules)
    visible = data.rules.visible_state(state)
    if not visible.over or visible.fort is None:
        return None
    # Beside printed sheets the player's word counts.
    goals = said_goals(play) if visible.marks is None else None
    return goals[0] if goals else visible.fort.won


def difficulty_name(book: Rulebook, settings: Mapping[str, str], language: str) -> str:
    """Return the title of the difficulty among the settings; empty for a choice that the game does not have."""
    difficulty = next(setting for setting in book.solo.settings if setting.id == book.solo.difficulty)
    chosen = settings.get(difficulty.id, difficulty.default)
    return next(
        (dict(choice.title.by).get(language, choice.id) for choice in difficulty.choices if choice.id == chosen), ""
    )


def known_points(state: VisibleState, timeline: Timeline) -> int | None:
    """Return the points of a state; with sheets on paper the score that the player noted, None where there is none."""
    return state.points.total if state.points else noted_score(timeline)


def noted_score(timeline: Timeline) -> int | None:
    """Return the score that was noted last in a session; None where none was."""
    noted = timeline.last_note("score")
    return noted if isinstance(noted, int) else None
