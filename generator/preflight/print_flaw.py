"""Flaws of a PDF for print: the check that found them, the page, and the place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from generator.base.records import dataclass, replace

FAULT, WARNING, UNCHECKED = "fault", "warning", "unchecked"
"""Levels. What this program could not look at is no fault of the file."""
MOST = 200
"""Flaws of one check and page that are kept; a page may have a million thin lines."""

Place = tuple[float, float, float, float]
"""Left, top, width and height in mm, from the top left corner of the page as viewers show it."""


@dataclass(frozen=True, slots=True)
class PrintFlaw:
    """One thing that will print badly, that a shop does not take, or that could not be checked."""

    level: str
    """FAULT, WARNING or UNCHECKED."""
    check: str
    """Name of the check, such as `image-resolution`."""
    message: str
    """Lower case, no full stop, the remedy after a semicolon."""
    page: int = 0
    """Number of the page, from 1; 0 for the whole file."""
    place: Place | None = None
    measure: float = 0.0
    """Rank among flaws of one kind: the worst has the least."""

    @property
    def kind(self) -> tuple[str, str, str]:
        """Return the key of flaws that share one line of the report: level, check, and message without its numbers."""
        return self.level, self.check, re.sub(r"[0-9]+(\.[0-9]+)?", "0", self.message)


class FlawList:
    """Takes the flaws of a file in the order in which they are found, and hands each on, once."""

    def __init__(self, send: Callable[[PrintFlaw], None], checks: frozenset[str] | None = None) -> None:
        """Take the receiver of flaws.

        With `checks`, those of a standard alone, other checks and all warnings are dropped.
        """
        self.page = 0
        """The page that is being checked; 0 for the whole file."""
        self.count = 0
        """Flaws that were added, also those that were told already."""
        self._send, self._checks = send, checks
        self._seen: set[PrintFlaw] = set()
        self._counts: Counter[tuple[int, str]] = Counter()
        self._of_page: list[PrintFlaw] = []

    def begin_page(self, page: int) -> None:
        """Set the page that the next flaws belong to; 0 for the whole file."""
        self.page, self._of_page = page, []

    @property
    def of_page(self) -> Sequence[PrintFlaw]:
        """Return the flaws of the page that is being checked."""
        return self._of_page

    def is_full(self, check: str) -> bool:
        """Return whether the page has so many flaws of a check that no more are kept."""
        return self._counts[self.page, check] >= MOST

    def repeat(self, flaws: Sequence[PrintFlaw]) -> None:
        """Add the flaws of an equal page to the page that is being checked."""
        for flaw in flaws:
            self._add(replace(flaw, page=self.page))

    def fault(self, check: str, message: str, place: Place | None = None, measure: float = 0.0) -> None:
        """Add a fault of the page that is being checked, or of the file."""
        self._add(PrintFlaw(FAULT, check, message, self.page, place, measure))

    def warn(self, check: str, message: str, place: Place | None = None, measure: float = 0.0) -> None:
        """Add a warning of the page that is being checked, or of the file."""
        self._add(PrintFlaw(WARNING, check, message, self.page, place, measure))

    def leave_unchecked(self, check: str, message: str) -> None:
        """Add a part of the page or of the file that could not be checked, and why."""
        self._add(PrintFlaw(UNCHECKED, check, message, self.page))

    def tell(
        self, check: str, message: str, place: Place | None = None, measure: float = 0.0, *, is_fault: bool
    ) -> None:
        """Add a fault if `is_fault` holds, or else a warning."""
        if is_fault:
            self.fault(check, message, place, measure)
        else:
            self.warn(check, message, place, measure)

    def _add(self, flaw: PrintFlaw) -> None:
        """Add a flaw and send it, unless its check does not count or is full, or it was sent before."""
        if self._checks is not None and not self._counts_for_standard(flaw):
            return
        if self.is_full(flaw.check):
            return
        # Counted even if it was told before, or the style of a mark with a flaw would pass for a clean one.
        self.count += 1
        self._counts[flaw.page, flaw.check] += 1
        if flaw not in self._seen:
            self._seen.add(flaw)
            self._of_page.append(flaw)
            self._send(flaw)

    def _counts_for_standard(self, flaw: PrintFlaw) -> bool:
        """Return whether a flaw is reported under the rules of a standard alone, which gives no advice."""
        if flaw.level == FAULT:
            return flaw.check in (self._checks or ())
        # What could not be checked leaves open whether the standard is kept.
        return flaw.level != WARNING
