"""Finds characters that no text of a game may hold: controls, text overrides, lone surrogates, noncharacters."""

from __future__ import annotations

import re
from collections.abc import Iterator

LEFT_TO_RIGHT_MARK = "\u200e"
DIRECTION_MARKS = "\u061c\u200f" + LEFT_TO_RIGHT_MARK
"""Invisible letters of a direction (ALM, LRM, RLM): right-to-left texts need them beside numbers and brackets."""
# Controls but tab and line feed, separators, overrides and isolates, surrogates, noncharacters (Unicode 23.7).
_UNFIT = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_UNFIT_CHARACTERS = re.compile(f"[{_UNFIT}]")
_UNFIT_IN_NAMES = re.compile(f"[{_UNFIT}{DIRECTION_MARKS}]")
_KINDS = (
    (0x0D, 0x0D, "carriage return without a line feed; save the file with ordinary line ends"),
    (0x00, 0x9F, "control character U+{:04X}; delete it"),
    (0x2028, 0x2029, "line separator U+{:04X}; delete it"),
    (0xD800, 0xDFFF, "not valid text: half a character, U+{:04X}; delete it"),
    (0xFDD0, 0xFFFF, "not a character: U+{:04X}; delete it"),
    (0x0000, 0xFFFF, "text direction mark U+{:04X}; delete it"),
)


def unfit_characters(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the index of each character that a text may not hold, with the fault for it.

    Tabs, line feeds and `DIRECTION_MARKS` are allowed. Overrides and isolates are not: they could make a line read
    differently from how it runs.

    >>> list(unfit_characters("a\x1bb"))
    [(1, 'control character U+001B; delete it')]
    """
    return ((match.start(), _description(ord(match[0]))) for match in _UNFIT_CHARACTERS.finditer(text))


def unfit_in_name(name: str) -> str | None:
    r"""Return the fault for the first character that a file name may not hold, or None; direction marks count too.

    >>> unfit_in_name("a\u200eb")
    'text direction mark U+200E; delete it'
    """
    match = _UNFIT_IN_NAMES.search(name)
    return _description(ord(match[0])) if match else None


def _description(code: int) -> str:
    """Return the fault for a character that texts may not hold, by its code point."""
    # The first range that has the code wins: a lone carriage return before other controls.
    return next(name.format(code) for low, high, name in _KINDS if low <= code <= high)
