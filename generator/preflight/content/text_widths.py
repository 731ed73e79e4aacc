"""How wide text is in its font (ISO 32000-1, 9.2.4): the sum of the widths that the font states for its letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.records import dataclass
from generator.preflight.content.pdf_values import MISREAD, has_entries, is_array

_UNKNOWN = 0.5
"""Ems of a letter where the font does not say."""
_CODES = 65_536


@dataclass(frozen=True, slots=True)
class FontWidths:
    """The widths of the letters of a font, in ems."""

    by_code: Mapping[int, float]
    other: float
    """Width of letters that are not listed."""
    code_bytes: int
    """Length of a code in bytes."""

    def total(self, text: bytes) -> float:
        """Return the width of a text in ems; its bytes are codes of the font."""
        codes = (
            int.from_bytes(text[start : start + self.code_bytes]) for start in range(0, len(text), self.code_bytes)
        )
        return sum(self.by_code.get(code, self.other) for code in codes)


PLAIN = FontWidths({}, _UNKNOWN, 1)
"""For a font that is not there."""


def read_widths(font: Any) -> FontWidths:
    """Return the widths of the letters of a font; estimates for one that states none."""
    try:
        if str(font.get("/Subtype")) == "/Type0":
            return _composite(font.DescendantFonts[0])
        return _simple(font)
    except MISREAD:
        return PLAIN


def _simple(font: Any) -> FontWidths:
    """Return the widths of a simple font, with one byte for a code."""
    # Fonts of type 3 state their own unit; in all others it is a thousandth of an em (ISO 32000-1, 9.2.4).
    scale = float(font.FontMatrix[0]) if str(font.Subtype) == "/Type3" else 0.001
    # A code of a simple font is one byte.
    first, widths = int(font.FirstChar), list(font.Widths)[:256]
    descriptor = font.get("/FontDescriptor")
    missing = float(descriptor.get("/MissingWidth", 0)) if has_entries(descriptor) else 0.0
    return FontWidths({first + step: float(width) * scale for step, width in enumerate(widths)}, missing * scale, 1)


def _composite(descendant: Any) -> FontWidths:
    """Return the widths of a composite font, with two bytes for a code."""
    default = float(descendant.get("/DW", 1000)) / 1000
    return FontWidths(dict(_listed(descendant.get("/W", ()))), default, 2)


def _listed(array: Any) -> Iterator[tuple[int, float]]:
    """Yield codes with their widths: `10 [500 600]` sets the codes 10 and 11, `20 29 500` all codes from 20 to 29."""
    # A code takes three entries at most, as a range of its own.
    values = list(array)[: 3 * _CODES]
    index = 0
    while index + 1 < len(values):
        first = int(values[index])
        if is_array(values[index + 1]):
            yield from ((first + step, float(width) / 1000) for step, width in enumerate(values[index + 1]))
            index += 2
        else:
            width = float(values[index + 2]) / 1000
            yield from ((code, width) for code in range(first, min(int(values[index + 1]), _CODES) + 1))
            index += 3
