"""Faults as they are found, to be raised together."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from generator.base.errors import Fault, Faults, suggestion

_MANY = 100
"""Past so many faults nobody reads suggestions, and each costs a search."""

_MOST = 10_000
"""Faults that are held at most: a file of 20,000 rows and 200 columns could have millions."""


class FaultReport:
    """Faults as they are found; leaving its `with` block raises all of them, in the order of files and lines."""

    __slots__ = ("_doubts", "_faults")

    def __init__(self) -> None:
        self._faults: dict[Fault, None] = {}
        self._doubts: dict[Fault, None] = {}

    def __enter__(self) -> FaultReport:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Faults):
            self.take(error)
        elif error is not None:
            return
        self._faults.update(dict.fromkeys([each for each in self._doubts if not self.has(each.where)]))
        if self._faults:
            raise Faults(sorted(self._faults, key=_order)) from None

    @property
    def count(self) -> int:
        """How many faults are noted."""
        return len(self._faults)

    def add(self, fault: Fault) -> None:
        """Note a fault, once; past 10,000 of them the reading ends, by Faults."""
        self._faults[fault] = None
        if len(self._faults) > _MOST:
            raise Faults([])

    def doubt(self, fault: Fault) -> None:
        """Note what may only follow from another fault: it is told where nothing else is wrong in its file."""
        self._doubts[fault] = None

    def has(self, where: str) -> bool:
        """Whether a fault of a file is noted."""
        return any(each.where == where for each in self._faults)

    def take(self, faults: Faults) -> None:
        """Note all faults of an exception."""
        self._faults.update(dict.fromkeys(faults.faults))

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """A block that ends at its first `Faults`, which are noted; what follows goes on."""
        try:
            yield
        except Faults as faults:
            self.take(faults)

    def nearest(self, word: str, known: Collection[str]) -> str:
        """The end of a sentence that names the nearest known word; empty where the search would take long."""
        if len(self._faults) > _MANY or len(known) > 2000:
            return ""
        return nearest(word, known)


def nearest(word: str, known: Collection[str]) -> str:
    """`errors.suggestion`, for words of reasonable length only: the search takes the product of the lengths."""
    return suggestion(word, tuple(known)) if len(word) <= 80 else ""


def quote(value: object) -> str:
    """A text in quotes, cut after 60 characters; any other value as briefly as that.

    >>> quote("swrods")
    "'swrods'"
    """
    if not isinstance(value, str):
        return reprlib.repr(value)  # a list may hold a million things
    text = repr(value[:80])
    return text if len(text) <= 62 else f"{text[:60]}…{text[0]}"


def _order(fault: Fault) -> tuple[str, int, int]:
    return fault.where, fault.line or 0, fault.column or 0
