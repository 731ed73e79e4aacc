"""Names of sessions, the folder they are kept in, and the seeds that everybody shares for a month."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.base.errors import GeneratorError, UsageError, suggestion
from generator.base.records import dataclass
from generator.base.user_folders import user_data
from generator.session.disk import DISK, Disk
from generator.session.recorded_play import RecordedPlay, resume

SUFFIX = ".jsonl"
LONGEST_NAME = 60
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that Windows keeps for itself."""


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session in a list."""

    name: str
    game: str = ""
    actions: int = 0
    mode: str = ""
    score: object = None
    """The value of its last note about the score; None while it is being played."""
    trouble: str = ""
    """Why it cannot be gone on with, in one line; empty when it can."""


def sessions_folder() -> Path:
    """The folder of this user's sessions; raises UsageError where there is no home to keep them in."""
    folder = user_data()
    if folder is None:
        raise UsageError("there is no home folder to keep sessions in; set XDG_DATA_HOME to a folder")
    return folder / "sessions"


def check_name(name: str) -> str:
    """A name that works as a file's name on every system; raises UsageError for any other."""
    if not name or name[0] == "-" or len(name) > LONGEST_NAME or not set(name) <= _LETTERS or name in _DEVICES:
        what = f"a session cannot be called {name!r}"
        raise UsageError(f"{what}; use small letters, digits and hyphens, such as 'first-wall', {LONGEST_NAME} at most")
    return name


def session_path(folder: Path, name: str) -> Path:
    """Where the session of a name is kept; raises UsageError for what cannot be a name."""
    return folder / f"{check_name(name)}{SUFFIX}"


def free_name(folder: Path, stem: str) -> str:
    """The first free one of `stem`, `stem-2`, `stem-3` and so on."""
    taken = set(session_names(folder))
    number = 1
    while (name := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return check_name(name)


def session_names(folder: Path) -> tuple[str, ...]:
    """Every session of a folder, sorted; none where the folder cannot be read."""
    try:
        found = [path.stem for path in folder.iterdir() if path.suffix == SUFFIX and path.name[0] != "."]
    except OSError:
        return ()
    return tuple(sorted(found))


def find_session(folder: Path, word: str) -> Path:
    """The session that a name, or the beginning of just one name, stands for.

    Raises UsageError, with what would do.
    """
    known = session_names(folder)
    found = [word] if word in known else [name for name in known if word and name.startswith(word)]
    if len(found) == 1:
        return folder / f"{found[0]}{SUFFIX}"
    if found:
        raise UsageError(f"{word!r} begins several sessions; it is one of {_few(found)}")
    raise UsageError(f"no session called {word!r}{suggestion(word, known) or '; `vallum solo list` names them'}")


def _few(words: Iterable[str], most: int = 12) -> str:
    shown = list(words)
    return ", ".join(map(repr, shown[:most])) + (" …" if len(shown) > most else "")


def session_entries(folder: Path, *, disk: Disk = DISK) -> tuple[SessionEntry, ...]:
    """The sessions of a folder with what can be said without their rules; one that cannot be read says why."""
    return tuple(_entry(folder / f"{name}{SUFFIX}", disk) for name in session_names(folder))


def _entry(path: Path, disk: Disk) -> SessionEntry:
    try:
        with resume(path, writing=False, disk=disk) as play:
            return SessionEntry(
                path.stem, play.header.game, len(play.timeline.steps), play.header.mode, _score(play), _trouble(play)
            )
    except GeneratorError as error:
        return SessionEntry(path.stem, trouble=str(error))


def _score(play: RecordedPlay) -> object:
    return next((value for about, value in reversed(play.timeline.notes) if about == "score"), None)


def _trouble(play: RecordedPlay) -> str:
    damage = play.store.damage
    return f"event {damage.event}: {damage.what}" if damage else ""


def challenge_seed(month: str) -> str:
    """The seed that everybody plays who takes up the challenge of a month, such as `2026-11`.

    Raises UsageError for what is no month.
    """
    year, _, number = month.partition("-")
    is_month = len(month) == 7 and month.isascii() and year.isdigit() and number.isdigit() and 1 <= int(number) <= 12
    if not is_month or int(year) < 2000:
        raise UsageError(f"{month!r} is no month; write it like '2026-11'")
    return f"challenge-{month}"
