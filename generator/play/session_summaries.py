"""Sessions at a glance: what a list says of each, found out by sitting down to it without touching it."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import GeneratorError
from generator.base.hashing import file_stamp
from generator.base.records import dataclass, replace
from generator.play.game_data import game_title, load_game_data, load_rulebook
from generator.play.rules.rules_protocol import DECK, FULL, PAPER
from generator.play.session_library import live_session
from generator.play.text.session_text import SoloText
from generator.session.recorded_play import RecordedPlay, resume
from generator.session.session_folder import session_names, session_path
from generator.solo.rulebook import Rulebook

DAMAGED, OTHER_DATA, UNREADABLE = "damaged", "other_data", "unreadable"
"""Why a session cannot be gone on with: it is not as it was written, its rules have changed since, or it is none."""
MOST = 100
"""Sessions that are looked at, the newest of them."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session."""

    name: str
    changed: float
    """Seconds since 1970 when it was last gone on with."""
    game: str = ""
    """What the game is called."""
    kind: str = ""
    year: int = 0
    years: int = 0
    """How many the game has."""
    moves: int = 0
    setting: str = ""
    """How hard it is."""
    over: bool = False
    points: int | None = None
    """Of a game that is over; None beside printed sheets until the player has noted them."""
    rank: str = ""
    trouble: str = ""
    """One of the reasons above; empty where it can be gone on with."""
    what: str = ""
    """What exactly the trouble is."""
    place: str = ""
    """Where the data of its game are, as it names them; empty where it asks nothing of them."""


class SessionSummaries:
    """The sessions of a folder, each looked at again when its file has changed, or the data of its game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[tuple[str, str], tuple[tuple[int, int], str, SessionSummary]] = {}

    def glances(self, language: str) -> tuple[SessionSummary, ...]:
        """The newest sessions, the one that was played last at first."""
        stamps = {
            name: file_stamp(session_path(self.folder, name)) for name in session_names(self.folder) if _is_ours(name)
        }
        newest = sorted(stamps, key=lambda name: stamps[name], reverse=True)[:MOST]
        return tuple(self._glance(name, stamps[name], language) for name in newest)

    def _glance(self, name: str, stamp: tuple[int, int], language: str) -> SessionSummary:
        known = self._known.get((name, language))
        if known is None or known[:2] != (stamp, _rules(known[2].place)):
            found = summarise_session(session_path(self.folder, name), stamp[0] / 1e9, language)
            known = self._known[name, language] = stamp, _rules(found.place), found
        return known[2]


def _rules(place: str) -> str:
    """The hash of a game's rules as they are now; empty where there are none to read."""
    try:
        return load_rulebook(place)[1] if place else ""
    except GeneratorError:
        return ""


def _is_ours(name: str) -> bool:
    """Whether a file of the folder has a name that a session can have."""
    try:
        session_path(Path(), name)
    except GeneratorError:
        return False
    return True


def summarise_session(path: Path, changed: float, language: str) -> SessionSummary:
    """One session in a language."""
    try:
        with resume(path, writing=False) as play:
            return _glanced(play, changed, language)
    except GeneratorError as error:
        return SessionSummary(path.stem, changed, trouble=UNREADABLE, what=str(error).partition(";")[0])


def _glanced(play: RecordedPlay, changed: float, language: str) -> SessionSummary:
    header, damage, options = play.header, play.store.damage, play.header.options or {}
    kind = next((known for known in (FULL, PAPER, DECK) if known == options.get("kind")), "")
    place = "" if kind == DECK else str(options.get("place") or header.game)
    so_far = SessionSummary(
        play.name, changed, game_title(header.game, language), kind, moves=len(play.steps), place=place
    )
    if damage:
        return replace(so_far, trouble=DAMAGED, what=f"event {damage.event}: {damage.what}")
    if kind == DECK:
        return so_far
    source = load_game_data(header)
    if source.digest != header.rules or source.book is None:
        points = noted_score(play)
        return replace(so_far, trouble=OTHER_DATA, over=points is not None, points=points)
    return _played(play, so_far, source.book, language)


def _played(play: RecordedPlay, so_far: SessionSummary, book: Rulebook, language: str) -> SessionSummary:
    """The same with what its rules say of it."""
    session = live_session(play, language)
    seen, voice = session.visible, session.text
    points = (seen.points.total if seen.points else noted_score(play)) if seen.over else None
    return replace(
        so_far,
        game=dict(book.game.title.by).get(language, so_far.game),
        year=seen.year,
        years=len(book.years),
        setting=_difficulty(book, dict(seen.settings), language),
        over=seen.over,
        points=points,
        rank=voice.rank(points) if isinstance(voice, SoloText) and points is not None else "",
    )


def _difficulty(book: Rulebook, settings: dict[str, str], language: str) -> str:
    """How hard a game is, as its data calls it."""
    id_ = book.solo.difficulty
    choices = next(setting.choices for setting in book.solo.settings if setting.id == id_)
    chosen = settings.get(id_)
    return next((dict(each.title.by).get(language, each.id) for each in choices if each.id == chosen), "")


def noted_score(play: RecordedPlay) -> int | None:
    """The points that were written down last; None where there are none."""
    found = next((value for about, value in reversed(play.notes) if about == "score"), None)
    return found if isinstance(found, int) else None
