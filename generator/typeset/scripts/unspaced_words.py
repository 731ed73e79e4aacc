"""Words of Thai, Lao, Khmer and Burmese, which are written without spaces: found by the dictionaries of ICU."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from generator.typeset.scripts.icu_library import icu_library


def words_without_spaces(text: str) -> list[str]:
    """Return a text split where a line may end, by UAX 14 and ICU's dictionaries. Raises NoIcuError without ICU.

    >>> words_without_spaces("จั่วไพ่สองใบ")
    ['จั่ว', 'ไพ่', 'สอง', 'ใบ']
    """
    icu: Any = icu_library("writing without spaces between words")
    breaks = icu.BreakIterator.createLineInstance(icu.Locale.getRoot())
    units = icu.UnicodeString(text)  # ICU counts in units of UTF-16
    breaks.setText(units)
    return [str(units[start:end]) for start, end in pairwise([0, *breaks])]
