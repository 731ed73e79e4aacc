"""The flaws of a file in words, one line for each kind, and as a document for programs."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.messages import Messages
from generator.base.terminal_text import number_ranges
from generator.preflight.check_process import FileReport, facts_document
from generator.preflight.content.colour_space import GREY, SPOT
from generator.preflight.print_flaw import FAULT, UNCHECKED, WARNING, PrintFlaw

_KINDS = frozenset({GREY, SPOT})
"""Kinds of colour whose names are words."""
_MOST_RANGES = 6
"""Ranges of pages that a line names."""


def flaw_lines(report: FileReport, level: str) -> list[str]:
    """Return a line for each kind of flaw of a level: the file, the pages, the worst place, and the message there.

    `cards.pdf p. 3-9 (p. 7: 12.4, 40.1 mm, 17×): the font Helvetica is not in the file …`; the place is that of the top
    left corner, from the top left corner of the page.
    """
    lines = []
    for flaws in _kinds(report, level):
        worst = min(flaws, key=lambda flaw: flaw.measure)
        lines.append(f"{report.path}{_where(flaws, worst)}: {worst.message}")
    return lines


def _kinds(report: FileReport, level: str) -> list[list[PrintFlaw]]:
    """Return the flaws of a level, grouped by kind, in the order they were found."""
    kinds: dict[tuple[str, str, str], list[PrintFlaw]] = {}
    for flaw in report.flaws:
        if flaw.level == level:
            kinds.setdefault(flaw.kind, []).append(flaw)
    return list(kinds.values())


def report_document(report: FileReport) -> dict[str, object]:
    """Return a report for programs. Places are left, top, width and height in mm, from the page's top left corner."""
    return {
        "file": str(report.path),
        "ok": not report.has_faults and report.is_complete,
        "complete": report.is_complete,
        "facts": facts_document(report.facts),
        "flaws": [
            {
                "level": flaw.level,
                "check": flaw.check,
                # No file has a page 0.
                "page": flaw.page or None,
                "place": list(flaw.place) if flaw.place else None,
                "message": flaw.message,
            }
            for flaw in report.flaws
        ],
    }


def summary(report: FileReport, words: Messages) -> str:
    """Return a line with the facts of a file and its number of flaws; `words` has the messages `preflight.…`."""
    facts = report.facts
    sizes = [f"{width:g} × {height:g} mm" for width, height in facts.sizes[:2]]
    parts = [
        _counted(facts.pages, "page", words),
        words("preflight.and").join(sizes) + (words("preflight.others") if len(facts.sizes) > 2 else ""),
        f"PDF {facts.version}" if facts.version else "",
        # RGB, CMYK and Lab are called so in every language.
        ", ".join(words(f"preflight.colours.{kind}") if kind in _KINDS else kind for kind in sorted(facts.colours)),
        words("preflight.ink", ink=f"{facts.most_ink:.0f}") if facts.most_ink else "",
        words("preflight.pictures", dpi=f"{facts.least_dpi:.0f}") if facts.least_dpi else "",
    ]
    counts = [_counted(len(_kinds(report, level)), level, words) for level in (FAULT, WARNING)]
    if not report.is_complete:
        counts.append(_counted(len(_kinds(report, UNCHECKED)), "gap", words))
    verdict = ", ".join(counts) if report.flaws else words("preflight.nothing")
    return f"{report.path}: {'; '.join(filter(None, parts))}: {verdict}"


def _counted(count: int, noun: str, words: Messages) -> str:
    """Return a number with its noun, singular or plural, in the language of the words."""
    return words(f"preflight.{noun}{'' if count == 1 else 's'}", count=count)


def _where(flaws: Sequence[PrintFlaw], worst: PrintFlaw) -> str:
    """Return the pages of flaws and the place of the worst; empty for flaws of the whole file."""
    pages = sorted({flaw.page for flaw in flaws if flaw.page})
    if not pages:
        return ""
    page_prefix = f"p. {worst.page}: " if len(pages) > 1 and worst.place else ""
    notes = [f"{page_prefix}{worst.place[0]:g}, {worst.place[1]:g} mm"] if worst.place else []
    notes += [f"{len(flaws)}×"] if len(flaws) > 1 else []
    return f" p. {number_ranges(pages, '-', _MOST_RANGES)}" + (f" ({', '.join(notes)})" if notes else "")
