"""Work on many items, divided into pieces that workers take; a piece is known by its number."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Sequence
from typing import Any

from generator.base.errors import OutputError

NUMBER = struct.Struct(">I")
"""Number of a piece, as workers are sent it."""

SHARE = 3
"""Divisor of the piece size: a piece has 1 / (SHARE × workers) of the items that are left."""

MOST_PIECES = 2000
"""Largest number of pieces: their numbers fill half of the smallest pipe (16 KiB on macOS), so that writing them never
waits; the other half is for the small pieces at the end.
"""


class LostWorkerError(OutputError, ChildProcessError):
    """A worker process was ended before its work was done, as by a system that has no memory left."""

    def __init__(self) -> None:
        """Begin with the only message of this error."""
        super().__init__("a worker process was ended by the system; is there enough memory?")


class DividedWork:
    """A function, the items that it is applied to, and their pieces as slices."""

    def __init__(self, work: Callable[[Any], Any], items: Sequence[Any], jobs: int, largest: int) -> None:
        """Divide the items for `jobs` workers; `largest` is the most items in a piece."""
        self._work, self._items = work, items
        self.pieces = pieces_of(len(items), jobs, largest)

    def outcome(self, number: int) -> bytes:
        """Return the pickled results of a piece, or the exception that one of its items raised."""
        outcome: list[Any] | Exception
        try:
            outcome = [self._work(item) for item in self._items[self.pieces[number]]]
        except Exception as error:  # the reader raises it
            outcome = error
        return pickle.dumps(outcome, protocol=5)


def opened(data: bytes) -> list[Any]:
    """Return the results that a worker sent; raises its exception."""
    outcome: list[Any] | Exception = pickle.loads(data)  # noqa: S301  from our own child
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def pieces_of(count: int, jobs: int, largest: int) -> list[slice]:
    """Divide items into pieces, as slices: each is a fixed share of the remaining items, so that they shrink."""
    pieces, start, largest = [], 0, max(largest, count // MOST_PIECES)
    while start < count:
        size = min(-(-(count - start) // (SHARE * jobs)), largest)
        pieces.append(slice(start, start + size))
        start += size
    return pieces
