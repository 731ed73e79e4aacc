"""Knows a column that says how many copies of a card there are, by its heading and its cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.base.units import half_width
from generator.load.headings.heading_words import has_word_for, means

COUNT = re.compile(r"[x×]? ?([+-]?[0-9]{1,3})(?:\.0{1,15})? ?(?:[x×枚]|pcs?\.?|ea\.?)?\Z", re.IGNORECASE)
"""Copies of a card, the number as the first group: `2`, `2.0`, `x2`, `2 pcs`, `2枚`."""


def are_copies(heading: str, cells: Sequence[str]) -> bool:
    """Whether the cells below a heading say how many copies of a card there are.

    Below `Qty` they do, unless none of them is a count: what else a cell says is a fault of that cell. `Number` can
    mean another thing, and so can `Copies in deck`: below it most of them must be counts, and cells that count the rows
    are numbers of cards.

    >>> are_copies("Qty", ["2", "two"]), are_copies("Number", ["1", "2", "3"]), are_copies("Number", ["1", "", "3"])
    (True, False, True)
    """
    filled = [half_width(cell) for cell in cells if cell]
    counts = sum(map(bool, map(COUNT.match, filled)))
    if means(heading, "copies"):
        # A new deck may have its column of copies still empty.
        return counts > 0 or not filled
    is_likely = means(heading, "number") or has_word_for(heading, "copies_in")
    return is_likely and not are_running(filled) and 2 * counts >= len(filled)


def are_running(cells: Sequence[str]) -> bool:
    """Whether cells number the rows, from 0 or 1 on, with or without leading zeros.

    >>> are_running(["001", "002", "003"]), are_running(["3", "2", "1"])
    (True, False)
    """
    if len(cells) < 3 or not all(cell.isdecimal() and len(cell) < 6 for cell in cells):
        return False
    start = int(cells[0])
    return start < 2 and [*map(int, cells)] == [*range(start, start + len(cells))]
