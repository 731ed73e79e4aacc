"""Characters that no text of a game may hold: controls, direction marks, halves of a pair, noncharacters."""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_KINDS = (
    (0x0D, 0x0D, "carriage return without a line feed; save the file with ordinary line ends"),
    (0x00, 0x9F, "control character U+{:04X}; delete it"),
    (0x2028, 0x2029, "line separator U+{:04X}; delete it"),
    (0xD800, 0xDFFF, "not valid text: half a character, U+{:04X}; delete it"),
    (0xFDD0, 0xFFFF, "not a character: U+{:04X}; delete it"),
    (0x0000, 0xFFFF, "text direction mark U+{:04X}; delete it"),
)


def unfit_characters(text: str) -> Iterator[tuple[int, str]]:
    r"""Where `text` holds a character that it may not, and what is wrong with it; tabs and line feeds may stand.

    >>> list(unfit_characters("a\x1bb"))
    [(1, 'control character U+001B; delete it')]
    """
    return ((found.start(), _named(ord(found[0]))) for found in _UNFIT.finditer(text))


def _named(code: int) -> str:
    return next(name.format(code) for low, high, name in _KINDS if low <= code <= high)
