"""A second witness of how far a session has got, in a small file beside it.

A chain of hashes cannot notice that its last lines are gone: what is left is a good chain. So after every confirmed
event its number and hash are put into `<name>.tip`, without waiting for the disk: the witness may lag behind the
session and never runs ahead of it. One that cannot be read says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from generator.session.disk import Disk
from generator.session.record import Damage, Event


class TipFile:
    """The file beside a session's file."""

    def __init__(self, session: Path, disk: Disk) -> None:
        self.path = session.with_suffix(".tip")
        self._disk = disk

    def note(self, event: Event) -> None:
        """Remember the last confirmed event; a witness that cannot write is no reason to stop."""
        with suppress(OSError):
            self._disk.jot(self.path, _words(event.number, event.hash))

    def said(self) -> tuple[int, str] | None:
        """Number and hash of the last event that was confirmed, as far as it knows."""
        words = self._disk.peek(self.path)
        number, seal = words[:10].strip(), words[11:43].decode("ascii", "replace")
        if not number.isdigit() or _words(int(number), seal) != words:
            return None
        return int(number), seal


def check_events(said: tuple[int, str] | None, events: Sequence[Event]) -> Damage | None:
    """What these events lack of those that were confirmed, as a witness has said."""
    if said is None:
        return None
    number, seal = said
    if number >= len(events):
        return Damage(len(events), f"events up to {number} were confirmed, and from here they are gone")
    if events[number].hash != seal:
        return Damage(number, "another event was confirmed under this number")
    return None


def _words(number: int, seal: str) -> bytes:
    words = f"{number:>10} {seal}"
    return f"{words} {sha256(words.encode()).hexdigest()[:16]}\n".encode("ascii")
