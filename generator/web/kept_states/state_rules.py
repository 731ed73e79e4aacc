"""When a state of a game is kept, and which older ones give way: pure, with the time given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

INTERVAL = timedelta(minutes=10)
"""Time of work after which another state is kept."""
MOST_STATES = 100
"""States of each game that are kept."""
MOST_BYTES = 256 << 20
"""Bytes of the files of all states of a game; equal files count once."""
MOST_GAME = MOST_BYTES // 2
"""Bytes of the largest game whose states are kept: its newest state and the one before must have room."""
REASONS = ("day", "work", "before", "back")
"""Causes of a state: the first work of a day, ten minutes of work, a destructive act, another state brought back."""


class KeptState(NamedTuple):
    """A state of a game."""

    name: str
    """Name of its record, made of the time."""
    time: datetime
    reason: str
    """Cause of the state, one of REASONS."""
    files: Mapping[str, str]
    """Digest of each file by its path."""


def due_reason(last: datetime | None, now: datetime) -> str:
    """Return the cause for which a state is to be kept now, `last` after an earlier one; empty if none is due.

    Both times are local ones.
    """
    if last is None or last.date() != now.date():
        return "day"
    # A clock that was set back must not stop states from being kept.
    return "work" if abs(now - last) >= INTERVAL else ""


def state_name(time: datetime, names: Sequence[str]) -> str:
    """Return the name of a state that is kept at a time, which no other has; names sort by time.

    >>> state_name(datetime(2026, 11, 30, 9, 5), ["2026-11-30-090500"])
    '2026-11-30-090500-2'
    """
    stem = f"{time:%Y-%m-%d-%H%M%S}"
    candidates = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(names) + 2))
    return next(name for name in candidates if name not in names)


def outlived(states: Sequence[KeptState], sizes: Mapping[str, int]) -> list[KeptState]:
    """Return the states that give way, of all states from the oldest to the newest; the newest always stays.

    `sizes` are bytes of files by their digests.
    """
    contents: set[str] = set()
    total = 0
    for number, state in enumerate(reversed(states)):
        # Files that a newer state has too take no room of their own.
        fresh = {content for content in state.files.values() if content not in contents}
        total += sum(sizes.get(content, 0) for content in fresh)
        contents |= fresh
        if number and (number >= MOST_STATES or total > MOST_BYTES):
            return [*states[: len(states) - number]]
    return []
