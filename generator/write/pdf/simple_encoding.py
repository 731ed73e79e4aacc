"""One byte for each character: the widths and the character map of a simple TrueType font with WinAnsiEncoding.

ISO 32000-1, 9.6.6.4 and annex D; tables of the font file: OpenType 1.9.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

_LAST = 0xFFFF
"""The end of a character map."""


def is_simple(text: str) -> bool:
    """Whether a simple font can write a text. WinAnsiEncoding is Windows code page 1252.

    >>> is_simple("Caf\u00e9 \u2013"), is_simple("\u017b\u00f3\u0142w")
    (True, False)
    """
    return len(text.encode("cp1252", "ignore")) == len(text)


def code_widths(characters: Mapping[int, str], advances: list[int]) -> tuple[int, list[int]]:
    """Return the first code in use, and the width of each code from it on; 0 for a code without a glyph."""
    widths = {char.encode("cp1252")[0]: advances[glyph] for glyph, char in characters.items() if is_simple(char)}
    first = min(widths)
    return first, [widths.get(code, 0) for code in range(first, max(widths) + 1)]


def with_character_map(data: bytes, characters: Mapping[int, str]) -> bytes:
    """Return a TrueType file with a table `cmap` that maps the characters to their glyphs."""
    import uharfbuzz
    from reportlab.pdfbase import ttfonts

    hb: Any = uharfbuzz  # libraries without types
    maker: Any = ttfonts
    face, file = hb.Face(hb.Blob(data)), maker.TTFontMaker()
    for tag in face.table_tags:
        file.add(tag, face.reference_table(tag).data)
    file.add("cmap", _character_map(characters))
    return bytes(file.makeStream())


def _character_map(characters: Mapping[int, str]) -> bytes:
    """Return a table for Windows and Unicode in format 4, with a segment for each character."""
    pairs = sorted((ord(char), glyph) for glyph, char in characters.items() if len(char) == 1 and char < "\uffff")
    codes = [*(code for code, _ in pairs), _LAST]
    deltas = [*((glyph - code) % 0x10000 for code, glyph in pairs), 1]
    count = len(codes)
    power = 1 << (count.bit_length() - 1)
    search = (2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power))
    arrays = (*codes, 0, *codes, *deltas, *[0] * count)
    table = struct.pack(f">4H{len(arrays)}H", *search, *arrays)
    return struct.pack(">4HL3H", 0, 1, 3, 1, 12, 4, len(table) + 6, 0) + table
