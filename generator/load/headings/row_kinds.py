"""Tells rows of cards from what else stands between them in a sheet: totals, and headings of sections."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.base.units import half_width
from generator.load.headings.heading_words import means, tidy_heading

_NUMBER = re.compile(r"[+\-−±]?[0-9][0-9.,' ]*[%+*]?\Z")
_RULE = re.compile(r":?-{2,}:?\Z")
_FRAMED = re.compile(r"([-–—=*#~_•>\[<(【《]).*[-–—=*#~_•<\])>】》]\Z", re.DOTALL)


def is_total(cells: Iterable[str]) -> bool:
    """Whether a row is a total of other rows: a word such as `Total`, and nothing else but numbers.

    >>> is_total(["", "Total cards:", "12"]), is_total(["Total", "3", "Win the game."]), is_total(["Fox", "3"])
    (True, False, False)
    """
    words = [cell for cell in cells if cell and not _NUMBER.match(half_width(cell))]
    return len(words) == 1 and _means_total(words[0])


def is_rule(cells: Iterable[str]) -> bool:
    """Whether a row is the line below the headings of a table in Markdown, which is no card.

    >>> is_rule(["---", ":--:", ""]), is_rule(["---", "3"]), is_rule([""])
    (True, False, False)
    """
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(_RULE.match, filled))


def _means_total(word: str) -> bool:
    """Whether a word stands for a total: `Total`, or `Total cards`."""
    noun, _, unit = tidy_heading(word).partition("_")
    # `Total cards` is a word for a total, and a word for the things that are counted.
    return means(word, "total") or (means(noun, "total") and (means(unit, "copies") or means(unit, "number")))


def is_framed(word: str) -> bool:
    """Whether signs stand around words, as in `-- Villains --`, the heading of a section.

    >>> is_framed("-- Villains --"), is_framed("[Items]"), is_framed("Villains"), is_framed("-1")
    (True, True, False, False)
    """
    return len(word) > 2 and _FRAMED.match(word) is not None
