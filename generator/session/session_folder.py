"""Names of sessions, the folder of their files, and the seeds of the challenges of a day and a month."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain, count
from pathlib import Path

from generator.base.errors import GeneratorError, UsageError, suggestion
from generator.base.hashing import changed_at
from generator.base.records import dataclass
from generator.base.user_folders import user_data
from generator.session.disk import DISK, Disk
from generator.session.header import Header, parse_header
from generator.session.migration import migrate
from generator.session.record import LONGEST_LINE, NOTHING, BadRecordError, decode, sealed_hashes
from generator.session.recorded_play import resume

SUFFIX = ".jsonl"
LONGEST_NAME = 60
# File names on Windows and macOS do not tell capitals apart, so that names have none.
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_PERIOD = re.compile(r"[2-9][0-9]{3}-[0-9]{2}(-[0-9]{2})?")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names of devices on Windows, which no file can have."""


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """One session in a list of sessions."""

    name: str
    header: Header | None = None
    """None for a file that is no session."""
    actions: int = 0
    score: object = None
    """The value of its last note about the score; None until the game is over."""
    trouble: str = ""
    """Why it cannot be continued, in one line; else empty."""
    changed: float = 0
    """When its file was last written, in seconds since 1970."""


def sessions_folder() -> Path:
    """Return the folder of the user's sessions; raises UsageError for a user without a home folder."""
    folder = user_data()
    if folder is None:
        raise UsageError("there is no home folder to keep sessions in; set XDG_DATA_HOME to a folder")
    return folder / "sessions"


def check_name(name: str) -> str:
    """Return a name that works as a file name on every system; raises UsageError for any other.

    >>> check_name("first-wall")
    'first-wall'
    """
    # A name that begins with a hyphen would read as an option on the command line.
    if not name or name[0] == "-" or len(name) > LONGEST_NAME or not set(name) <= _LETTERS or name in _DEVICES:
        refusal = f"a session cannot be called {name!r}"
        raise UsageError(
            f"{refusal}; use small letters, digits and hyphens, such as 'first-wall', {LONGEST_NAME} at most"
        )
    return name


def typed_name(words: str) -> str:
    """Return a typed name with small letters, and hyphens for spaces; `check_name` may refuse it.

    >>> typed_name(" First  wall")
    'first-wall'
    """
    return "-".join(words.lower().split())


def session_path(folder: Path, name: str) -> Path:
    """Return the file of the session of a name; raises UsageError for an impossible name."""
    return folder / f"{check_name(name)}{SUFFIX}"


def free_name(folder: Path, stem: str) -> str:
    """Return the first name of `stem`, `stem-2`, `stem-3` and so on that is free."""
    return check_name(first_free(stem, session_names(folder)))


def first_free(stem: str, used: Collection[str]) -> str:
    """Return the first name of `stem`, `stem-2`, `stem-3` and so on that is not taken."""
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if name not in used)


def session_names(folder: Path) -> tuple[str, ...]:
    """Return the sessions of a folder, sorted; none for a folder that cannot be read."""
    try:
        names = [path.stem for path in folder.iterdir() if path.suffix == SUFFIX and path.name[0] != "."]
    except OSError:
        return ()
    return tuple(sorted(names))


def find_session(folder: Path, word: str) -> Path:
    """Return the session of a name, or of the beginning of one name only.

    Raises UsageError with the names that are possible.
    """
    names = session_names(folder)
    # A whole name wins over longer names that begin with it.
    matches = [word] if word in names else [name for name in names if word and name.startswith(word)]
    if len(matches) == 1:
        return folder / f"{matches[0]}{SUFFIX}"
    if matches:
        listed = ", ".join(map(repr, matches[:12])) + (" …" if len(matches) > 12 else "")
        raise UsageError(f"{word!r} begins several sessions; it is one of {listed}")
    raise UsageError(f"no session called {word!r}{suggestion(word, names) or '; `vallum solo list` names them'}")


def read_header(path: Path) -> Header | None:
    """Return the header of a session from its first line alone; None for a file that is no session."""
    try:
        with path.open("rb") as file:
            first = decode(file.readline(LONGEST_LINE).rstrip(b"\n"), 0, NOTHING)
        return parse_header(migrate((first.body,))[0])
    except (OSError, BadRecordError, ValueError):
        return None


def event_hashes(path: Path) -> frozenset[str]:
    """Return the hashes of the events of a session, also of those that were taken back; none if it cannot be read.

    A hash depends on all events before it, so that two games have one in common only as copies.
    """
    try:
        return sealed_hashes(path.read_bytes())
    except OSError:
        return frozenset()


def deleted_folder(folder: Path) -> Path:
    """Return the folder below the sessions that has the deleted ones."""
    return folder / "deleted"


def same_decks(folder: Path, game: str, seed: str) -> tuple[str, ...]:
    """Return the sessions of a folder that deal this game from this seed, with those that were deleted."""
    places = ((place, name) for place in (folder, deleted_folder(folder)) for name in session_names(place))
    headers = ((name, read_header(place / f"{name}{SUFFIX}")) for place, name in places)
    return tuple(name for name, header in headers if header and (header.game, header.seed) == (game, seed))


def session_entries(folder: Path, *, disk: Disk = DISK) -> tuple[SessionEntry, ...]:
    """Return the sessions of a folder, as far as they are known without the game's rules."""
    return tuple(_entry(folder / f"{name}{SUFFIX}", disk) for name in session_names(folder))


def _entry(path: Path, disk: Disk) -> SessionEntry:
    """Return the entry of a session in the list; for a file that cannot be read, with the trouble in words."""
    try:
        with resume(path, writing=False, disk=disk) as play:
            score, trouble = play.last_note("score"), str(play.store.damage or "")
            changed = changed_at(path)
            return SessionEntry(path.stem, play.header, len(play.actions), score, trouble, changed)
    except GeneratorError as error:
        return SessionEntry(path.stem, trouble=str(error))


def challenge_seed(period: str) -> str:
    """Return the seed of the challenge of a day or a month, `2026-11-23` or `2026-11`, the same for all players.

    Raises UsageError for anything else.
    """
    # The pattern bounds the length; the calendar knows the days of each month.
    if not _PERIOD.fullmatch(period) or not _is_date(period):
        raise UsageError(f"{period!r} is no day and no month; write it like '2026-11-23' or '2026-11'")
    return f"challenge-{period}"


def _is_date(period: str) -> bool:
    """Return whether a day or month is in the calendar."""
    from datetime import date

    try:
        date.fromisoformat(period if period.count("-") == 2 else f"{period}-01")
    except ValueError:
        return False
    return True
