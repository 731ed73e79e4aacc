"""Collects the faults of a game's files, to raise them together, and notes on how its files were understood."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from generator.base.errors import Fault, Faults, suggestion

_MANY = 100
"""From so many faults on, suggestions are left out: nobody reads them, and each costs a search."""

_MOST = 10_000
"""Most faults that are kept: a file of 20,000 rows and 200 columns could have millions."""


class FaultReport:
    """Collects faults; leaving its `with` block raises all of them, sorted by file and line."""

    __slots__ = ("_faults", "_secondary", "notes")

    def __init__(self) -> None:
        """Begin without faults and notes."""
        self._faults: dict[Fault, None] = {}
        self._secondary: dict[Fault, None] = {}
        self.notes: list[str] = []

    def __enter__(self) -> FaultReport:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Add the faults of an exception, and raise all of the report; any other exception passes."""
        if isinstance(error, Faults):
            self.add_all(error)
        elif error is not None:
            return
        # Only now is it clear which files have other faults.
        self._faults.update(dict.fromkeys([fault for fault in self._secondary if not self.has(fault.where)]))
        if self._faults:
            raise Faults(
                # By place, in whatever order they were found.
                sorted(self._faults, key=lambda fault: (fault.where, fault.line or 0, fault.column or 0))
            ) from None

    @property
    def count(self) -> int:
        """The number of faults, without those that may be dropped."""
        return len(self._faults)

    @property
    def total(self) -> int:
        """The number of all faults, with those that may be dropped."""
        return len(self._faults) + len(self._secondary)

    def add(self, fault: Fault) -> None:
        """Add a fault, once; raises Faults after 10,000 of them, which ends the reading."""
        self._faults[fault] = None
        if len(self._faults) > _MOST:
            # An empty Faults ends the reading; the faults collected so far are raised on leaving the `with` block.
            raise Faults([])

    def add_secondary(self, fault: Fault) -> None:
        """Add a fault that may only follow from another one: it is dropped if its file has any other fault."""
        self._secondary[fault] = None

    def note(self, note: Fault) -> None:
        """Add a note: a place, and how the program understood it; a note is no fault."""
        self.notes.append(str(note))

    def has(self, where: str) -> bool:
        """Whether a file has a fault; `where` is its name in faults."""
        return any(fault.where == where for fault in self._faults)

    def add_all(self, faults: Faults) -> None:
        """Add the faults of an exception."""
        self._faults.update(dict.fromkeys(faults.faults))

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Catch the Faults of a block and add them, so that reading goes on after the block."""
        try:
            yield
        except Faults as faults:
            self.add_all(faults)

    def suggestion(self, word: str, names: Collection[str]) -> str:
        """Return `; did you mean …?` for a misspelt word, or nothing where the search would take long."""
        return "" if len(self._faults) > _MANY or len(names) > 2000 else suggestion(word, names)


def quote(value: object) -> str:
    """Return a text in quotes, cut after 60 characters; any other value as briefly as that.

    >>> quote("swrods")
    "'swrods'"
    """
    if not isinstance(value, str):
        return reprlib.repr(value)  # a list may hold a million things
    text = repr(value[:80])
    return text if len(text) <= 62 else f"{text[:60]}…{text[0]}"
