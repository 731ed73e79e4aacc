"""One byte for each character: the widths and the character map of a simple TrueType font with WinAnsiEncoding.

ISO 32000-1, 9.6.6.4 and annex D; tables of the font file: OpenType 1.9.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

_LAST = 0xFFFF
"""The end of a character map."""
_ADJUSTMENT = 8
"""Place of the checksum of the whole file in the table `head`."""
_MAGIC = 0xB1B0AFBA
"""Sum of that checksum and of all other numbers of the file."""


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

    hb: Any = uharfbuzz  # a library without types
    face = hb.Face(hb.Blob(data))
    tables = {tag: bytes(face.reference_table(tag).data) for tag in face.table_tags}
    return _truetype_file({**tables, "cmap": _character_map(characters)})


def _truetype_file(tables: dict[str, bytes]) -> bytes:
    """Return a TrueType file of some tables (OpenType 1.9, "Organization of an OpenType font")."""
    head = tables["head"]
    # The checksum of the whole file stands in it, and counts as 0 in the sum itself.
    tables["head"] = head[:_ADJUSTMENT] + bytes(4) + head[_ADJUSTMENT + 4 :]
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    directory = struct.pack(">L4H", 0x10000, count, 16 * power, power.bit_length() - 1, 16 * (count - power))
    place, places, contents = len(directory) + 16 * count, dict[str, int](), list[bytes]()
    for tag, data in sorted(tables.items()):
        padded = data + bytes(-len(data) % 4)
        directory += tag.encode("latin-1") + struct.pack(">3L", _checksum(padded), place, len(data))
        places[tag] = place
        contents.append(padded)
        place += len(padded)
    file = bytearray(b"".join((directory, *contents)))
    struct.pack_into(">L", file, places["head"] + _ADJUSTMENT, (_MAGIC - _checksum(file)) & 0xFFFFFFFF)
    return bytes(file)


def _checksum(data: bytes | bytearray) -> int:
    """Return the sum of the numbers of four bytes in some data of full numbers."""
    numbers: tuple[int, ...] = struct.unpack(f">{len(data) // 4}L", data)
    return sum(numbers) & 0xFFFFFFFF


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
