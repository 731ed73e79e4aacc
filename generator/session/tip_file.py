"""The number and hash of a session's last event, in a small file `<name>.tip` beside it.

A chain of hashes cannot show that its last lines are gone, because the rest is a good chain. The tip file is written
after every confirmed event, without waiting for the disk: it may be behind the session, but never ahead of it. One that
cannot be read is ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from generator.session.disk import Disk
from generator.session.record import Damage, Event


class TipFile:
    """The tip file of a session."""

    def __init__(self, session: Path, disk: Disk) -> None:
        """Take the file of the session; the tip file lies beside it."""
        self.path = session.with_suffix(".tip")
        self._disk = disk

    def write(self, event: Event) -> None:
        """Record the last confirmed event; errors are ignored, as the session itself is safe."""
        with suppress(OSError):
            self._disk.write_small(self.path, _encode(event.number, event.hash))

    def read(self) -> tuple[int, str] | None:
        """Return the number and hash of the last event recorded; None for a missing or damaged file."""
        data = self._disk.read_small(self.path)
        number, seal = data[:10].strip(), data[11:43].decode("ascii", "replace")
        if not number.isdigit() or _encode(int(number), seal) != data:
            return None
        return int(number), seal


def check_events(tip: tuple[int, str] | None, events: Sequence[Event]) -> Damage | None:
    """Return the first event that differs from the tip (number and hash of the last confirmed event); None for none."""
    if tip is None:
        return None
    number, seal = tip
    if number >= len(events):
        return Damage(len(events), f"events up to {number} were confirmed, and from here they are gone")
    if events[number].hash != seal:
        return Damage(number, "another event was confirmed under this number")
    return None


def _encode(number: int, seal: str) -> bytes:
    """Return the contents of a tip file, with a digest of its own."""
    # Of one length for all events, so that overwriting leaves nothing of the one before.
    text = f"{number:>10} {seal}"
    return f"{text} {sha256(text.encode()).hexdigest()[:16]}\n".encode("ascii")
