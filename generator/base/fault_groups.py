"""What many cards have wrong in the same way, said once."""

from __future__ import annotations

import re
from collections.abc import Iterable

LINES = 8
"""Further lines of a table that are named before they are only counted."""

_FACE = re.compile(r"^[a-z0-9_]+/[a-z0-9_]+ (?:front|back) \([\w-]+\): ")
"""The face that a warning is about: `raid/scouts front (en): …`."""
_ROW = re.compile(r"(?:(?<=\[)\w+, )?([^\s\[]+\.(?:csv|tsv|json|toml|xlsx|ods)):(\d+)")
"""The row that a fault is about, with its id where that stands before it: `[scouts, cards/raid.csv:2]`."""


def group_faults(said: Iterable[str]) -> list[str]:
    """Faults or warnings, one for each mistake; the first card's stands for all, and the others are named behind it.

    >>> alike(["raid.csv:2 [suit]: empty", "raid.csv:5 [suit]: empty", "raid.csv:5 [name]: empty"])
    ['raid.csv:2 [suit]: empty (and on line 5 of raid.csv)', 'raid.csv:5 [name]: empty']
    """
    mistakes: dict[str, list[str]] = {}
    for line in said:
        mistakes.setdefault(_ROW.sub(r"\1", _FACE.sub("", line), count=1), []).append(line)
    return [f"{first}{_others(others)}" for first, *others in mistakes.values()]


def _others(others: list[str]) -> str:
    rows = dict.fromkeys(found.groups() for found in map(_ROW.search, others) if found)
    if not rows:
        return f" (and {len(others)} more like it)" if others else ""
    lines = [number for _, number in rows]
    named = ", ".join(lines[:LINES]) + (f" and {len(lines) - LINES} more" if len(lines) > LINES else "")
    return f" (and on line{'s' if len(lines) > 1 else ''} {named} of {next(iter(rows))[0]})"
