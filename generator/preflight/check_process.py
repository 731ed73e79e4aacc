"""Checks a PDF in a process of its own, with limits on memory and time: a stranger may have made it to do harm.

What is found comes back line by line, so that whatever ends the process leaves what was found before.
"""

from __future__ import annotations

import gc
from pathlib import Path

from generator.base.errors import fault
from generator.base.records import dataclass, field
from generator.base.system.limited_child import ChildEnd, LimitedChild, Message, Send
from generator.base.system.process_limits import ProcessLimits
from generator.base.system.regular_file import open_regular
from generator.preflight.checks.sheet_checks import FOLLOWING, SHEET
from generator.preflight.file_check import FileCheck
from generator.preflight.page_check import FileFacts
from generator.preflight.print_flaw import FAULT, UNCHECKED, FlawList, PrintFlaw
from generator.preflight.print_rules import PrintRules

LIMITS = ProcessLimits(memory=1 << 30, seconds=120, file_size=0, open_files=256, wall=600)
"""Limits of the check of one file; the largest shipped PDF needs a twentieth of it."""
MOST_FLAWS = 20_000
"""Flaws of one file that are kept."""


@dataclass(slots=True)
class FileReport:
    """Flaws and facts of one file."""

    path: Path
    facts: FileFacts
    flaws: list[PrintFlaw] = field(default_factory=list)

    @property
    def is_sheet(self) -> bool:
        """Return whether the file has pages with several cards, where a shop takes one a page."""
        return any(flaw.check == SHEET for flaw in self.flaws)

    @property
    def has_faults(self) -> bool:
        """Return whether a flaw of the file is a fault."""
        return any(flaw.level == FAULT for flaw in self.flaws)

    @property
    def is_complete(self) -> bool:
        """Return whether everything could be checked."""
        return all(flaw.level != UNCHECKED for flaw in self.flaws)


def check_file(path: Path, rules: PrintRules) -> FileReport:
    """Check a PDF against print rules in a child process with limits; return its report.

    Raises Faults for a file that cannot be opened.
    """
    report = FileReport(path, FileFacts())
    try:
        # A pipe would keep the child waiting for its writer.
        open_regular(path).close()
    except OSError as error:
        reason = f"cannot be read ({(error.strerror or str(error)).lower()})"
        raise fault(str(path), reason, unreadable=True) from None
    child = LimitedChild(_check, (path, rules), LIMITS)
    for message in child.messages():
        # The limit of memory holds in the child, and this list grows outside of it.
        if "flaw" in message and len(report.flaws) < MOST_FLAWS:
            report.flaws.append(_flaw(message["flaw"]))
        if "facts" in message:
            report.facts = FileFacts(**message["facts"])
    if child.end is not ChildEnd.DONE:
        _tell_unfinished(report, child.end)
    report.flaws = _sheets_first(report.flaws)
    return report


def _sheets_first(flaws: list[PrintFlaw]) -> list[PrintFlaw]:
    """Move flaws about sheets to the front, and drop the flaws of the same pages that only follow from them."""
    sheets = [flaw for flaw in flaws if flaw.check == SHEET]
    # Page 0 stands for the whole file: sheets are also why its pages are odd in number or in the wrong order.
    pages = {flaw.page for flaw in sheets} | {0}
    independent = [flaw for flaw in flaws if not (sheets and flaw.page in pages and flaw.check in FOLLOWING)]
    return sheets + [flaw for flaw in independent if flaw.check != SHEET]


def _tell_unfinished(report: FileReport, end: ChildEnd) -> None:
    """Report from which page on a file was not checked, and that this is not the file's fault."""
    reason = _reason(end)
    FlawList(report.flaws.append).leave_unchecked("unfinished", f"from page {report.facts.checked + 1} on: {reason}")


def _reason(end: ChildEnd) -> str:
    """Return why a check ended early, with advice."""
    if end is ChildEnd.COMPUTING:
        return f"this takes more than {LIMITS.seconds} seconds of computing; split the file, or print a proof"
    if end is ChildEnd.CLOCK:
        return f"this takes more than {LIMITS.wall // 60:.0f} minutes; split the file, or print a proof"
    if end is ChildEnd.MEMORY:
        return f"this needs more than {LIMITS.memory >> 20:,} MB of memory; split the file, or print a proof"
    if end is ChildEnd.KILLED:
        return "the check was stopped from outside, as by a system without memory; try again, or print a proof"
    return "the check ends unexpectedly here, which is a fault of this program; print a proof"


def _check(subject: tuple[Path, PrintRules], send: Send) -> None:
    """Check a file in the child process; send flaws and facts as they are known."""
    gc.disable()  # the objects have no cycles, and are too many to be searched for cycles again and again
    check = FileCheck(*subject, lambda flaw: send({"flaw": _document(flaw)}))
    check.run(lambda facts: send({"facts": facts_document(facts)}))
    # A file that cannot be opened ends before the first note of its facts.
    send({"facts": facts_document(check.facts)})


def facts_document(facts: FileFacts) -> Message:
    """Return the facts of a file as JSON has them."""
    document = {name: getattr(facts, name) for name in FileFacts.__slots__}
    lists = {"fonts": sorted(facts.fonts), "colours": sorted(facts.colours), "sizes": list(facts.sizes)}
    return document | lists | {"most_ink": round(facts.most_ink, 1), "least_dpi": round(facts.least_dpi, 1)}


def _document(flaw: PrintFlaw) -> Message:
    """Return a flaw as JSON has it."""
    return {name: getattr(flaw, name) for name in PrintFlaw.__slots__}


def _flaw(message: Message) -> PrintFlaw:
    """Return a flaw from its JSON."""
    place = message.pop("place")
    # JSON turns a tuple into a list.
    return PrintFlaw(**message, place=tuple(place) if place else None)
