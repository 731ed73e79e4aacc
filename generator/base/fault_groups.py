"""One line for a mistake that many rows have in common, instead of one for each row."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_LINES = 8
"""Further lines of a file that are listed; the rest are counted."""

OTHERS = " (and "
"""Start of the words that `group_faults` adds to a line, ` (and on line 5 of raid.csv)`."""

# Warnings are kept as text in the cache and in faces, so the places are read from the text here. The patterns are
# compiled when they are used: few builds have faults.
_FACE = r"^[a-z0-9_]+/[a-z0-9_]+ (?:front|back) \([\w-]+\): "
"""The face that a warning is about: `raid/scouts front (en): …`."""
_ROW = r"(?:^|(?<=\[)(?:\w+, )?)((?:[A-Za-z]:)?[^:\[\]]+\.(?:csv|tsv|json|toml|xls[xm]|ods)):(\d+)"
"""The row that a fault is about, at the start (`cards/raid.csv:2 …`) or behind a template's place with the id of the
row (`card.svg.j2:5 [scouts, cards/raid.csv:2]: …`); a path may have spaces and a Windows drive."""


def group_faults(lines: Iterable[str]) -> list[str]:
    """Group the faults that differ only in the row: one line per mistake, with the other rows' numbers added.

    >>> group_faults(["raid.csv:2 [suit]: empty", "raid.csv:5 [suit]: empty", "raid.csv:5 [name]: empty"])
    ['raid.csv:2 [suit]: empty (and on line 5 of raid.csv)', 'raid.csv:5 [name]: empty']
    """
    groups: dict[str, list[str]] = {}
    for line in lines:
        mistake = re.sub(_ROW, r"\1", re.sub(_FACE, "", line), count=1)
        groups.setdefault(mistake, []).append(line)
    return [f"{lines[0]}{_others(lines)}" for lines in groups.values()]


def _others(lines: list[str]) -> str:
    """Return the words for the rows after the first one, ` (and on line 5 of raid.csv)`.

    Faces in several languages may have one row.
    """
    rows = dict.fromkeys(match.groups() for line in lines if (match := re.search(_ROW, re.sub(_FACE, "", line))))
    if not rows:
        return f"{OTHERS}{len(lines) - 1} more like it)" if len(lines) > 1 else ""
    del rows[next(iter(rows))]
    if not rows:
        return ""
    numbers = [number for _, number in rows]
    listed = ", ".join(numbers[:MOST_LINES])
    more = f" and {len(numbers) - MOST_LINES} more" if len(numbers) > MOST_LINES else ""
    return f"{OTHERS}on line{'s' if len(numbers) > 1 else ''} {listed}{more} of {next(iter(rows))[0]})"
