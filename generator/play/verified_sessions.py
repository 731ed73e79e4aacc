"""Which sessions were verified on this computer: digests of whole files, kept in the user's data folder.

The file does not lie with the sessions, so that a session from elsewhere brings no mark of its own, and a session that
was changed by one byte has none. Another version of the program verifies anew.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from generator import __version__
from generator.base.user_folders import user_data

_NAME = "verified"


def remember(mark: str) -> None:
    """Note that a session was verified, by its mark from before the check.

    A folder that cannot be written is no fault.
    """
    folder = user_data()
    with suppress(OSError):
        if folder and mark and mark not in verified_marks():
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / _NAME).open("a", encoding="ascii") as file:
                file.write(f"{mark}\n")


def verified_marks() -> frozenset[str]:
    """Return the marks of all sessions that were verified, for `is_verified`."""
    folder = user_data()
    with suppress(OSError):
        return frozenset((folder / _NAME).read_text("ascii", "replace").split()) if folder else frozenset()
    return frozenset()


def is_verified(session: Path, marks: frozenset[str]) -> bool:
    """Return whether a session was verified, byte for byte as it is now; `marks` comes from `verified_marks`."""
    return bool(marks) and session_mark(session) in marks


def session_mark(session: Path) -> str:
    """Return the mark of a session file as it is now: a digest of its bytes and the program's version.

    The mark is empty where there is no file.
    """
    try:
        return sha256(f"{__version__}\n".encode() + session.read_bytes()).hexdigest()
    except OSError:
        return ""
