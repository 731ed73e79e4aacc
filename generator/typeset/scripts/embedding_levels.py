"""The Unicode bidirectional algorithm (UAX 9): the level of each character, by ICU, and the order of parts of a line.

Even levels run from left to right, odd ones from right to left. ICU is loaded by the first text that needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from generator.typeset.scripts.icu_library import icu_library


def embedding_levels(text: str, *, is_rtl: bool) -> Sequence[int]:
    """Return the embedding level of each character of a paragraph (UAX 9). Raises NoIcuError without ICU.

    >>> embedding_levels("a אב 12", is_rtl=False)
    (0, 0, 1, 1, 1, 2, 2)
    """
    icu = icu_library("right-to-left writing")
    bidi = icu.Bidi()
    bidi.setPara(icu.UnicodeString(text), 1 if is_rtl else 0)
    levels: tuple[int, ...] = bidi.getLevels()
    if len(levels) == len(text):
        return levels
    # ICU counts in units of UTF-16: a character beyond U+FFFF has two.
    starts = accumulate((2 if char > "\uffff" else 1 for char in text[:-1]), initial=0)
    return [levels[start] for start in starts]


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of the parts of a line from left to right (UAX 9, rule L2), by their embedding levels.

    >>> visual_order([0, 1, 1, 2, 0])
    [0, 3, 2, 1, 4]
    """
    order = list(range(len(levels)))
    lowest_odd = min((level for level in levels if level % 2), default=0)
    for level in range(max(levels, default=0), lowest_odd - 1 if lowest_odd else 0, -1):
        _reverse_stretches(order, levels, level)
    return order


def _reverse_stretches(order: list[int], levels: Sequence[int], level: int) -> None:
    """Reverse every stretch of parts whose level is at least `level`."""
    start = None
    # One more than the parts, to close a stretch at the end.
    for index in range(len(order) + 1):
        is_inside = index < len(order) and levels[order[index]] >= level
        if is_inside and start is None:
            start = index
        elif not is_inside and start is not None:
            order[start:index] = order[start:index][::-1]
            start = None
