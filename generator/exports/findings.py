"""Findings of an export: faults, for which nothing is written, and warnings, which stand in its report."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.errors import printable, shorten
from generator.base.records import dataclass, field

REPORT = "report.txt"
"""Name of the file with the report of an export."""
CREDITS = "CREDITS.txt"
"""Name of the file that names the makers of a game's pictures."""
FAULT, WARNING = "fault", "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not fit a target: where it is, and what would do."""

    level: str
    """FAULT or WARNING."""
    place: str
    """`orders/bar front`, a component, or the name of the target."""
    message: str
    """Lower case, no full stop, the remedy after a semicolon."""

    def __str__(self) -> str:
        """Return the finding as a line: `orders/bar front: has no bleed; the shop cuts 3 mm outside`."""
        # Places hold names from the game's data, which may have control characters.
        return printable(f"{self.place}: {shorten(self.message)}")


@dataclass(slots=True)
class Report:
    """Report of a target: its files, faults and warnings."""

    findings: list[Finding] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """Lines that describe the files and how to use them, in the reader's language."""

    def fault(self, place: str, message: str) -> None:
        """Add a fault, for which the export is not kept."""
        self.findings.append(Finding(FAULT, place, message))

    def warn(self, place: str, message: str) -> None:
        """Add a warning, which stands in the report."""
        self.findings.append(Finding(WARNING, place, message))

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Return the faults that were added, each once."""
        return _once(self.findings, FAULT)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Return the warnings that were added, each once."""
        return _once(self.findings, WARNING)


def _once(findings: Iterable[Finding], level: str) -> tuple[Finding, ...]:
    """Return the findings of a level, FAULT or WARNING, each once and in order."""
    return tuple(dict.fromkeys(finding for finding in findings if finding.level == level))
