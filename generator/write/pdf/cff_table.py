"""The `CFF ` table of an OpenType font with cubic outlines, in which a PDF finds glyphs by the ids of its text.

In a font with CIDs (most Japanese ones) a PDF takes a number of the text for a CID, not for a glyph id. So the table
that gives each glyph its CID is replaced by one in which both are the same. Format: Adobe Technical Note 5176.
"""

from __future__ import annotations

import struct

_CHARSET, _ROS = (15,), (12, 30)
"""Operators of the top dictionary: the place of the table of CIDs, and the mark of a font with CIDs."""
_LONG, _SHORT, _REAL, _ESCAPE = 29, 28, 30, 12


def with_glyph_ids_as_cids(data: bytes, glyph_count: int) -> bytes:
    """Return an OpenType file whose CIDs are its glyph ids; unchanged where it has no CIDs.

    Raises ValueError if the file is damaged.
    """
    try:
        start = _table_start(data)
        top = _top_dictionary(data, start)
        # Only fonts with CIDs have this operator; in all others a PDF takes glyph ids already.
        if _ROS not in top:
            return data
        place = start + top[_CHARSET]
    except (KeyError, IndexError, struct.error) as error:
        raise ValueError("its CFF table is damaged") from error
    # Of two bytes for each range, one counts the glyphs; both formats are shorter than any table of as many glyphs.
    more = glyph_count - 2
    charset = struct.pack(">BHB", 1, 1, more) if more < 0x100 else struct.pack(">BHH", 2, 1, more)
    return data[:place] + charset + data[place + len(charset) :]


def _table_start(data: bytes) -> int:
    """Return the offset of the table `CFF ` in an OpenType file. Raises KeyError without one."""
    # The directory begins at byte 12 and has 16 bytes for each table (OpenType, "Organization of an OpenType Font").
    for entry in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        if data[entry : entry + 4] == b"CFF ":
            return int.from_bytes(data[entry + 8 : entry + 12], "big")
    raise KeyError("CFF ")


def _top_dictionary(data: bytes, start: int) -> dict[tuple[int, ...], int]:
    """Return the last operand of each operator of the top dictionary, which is in the second index of the table."""
    _, after_names = _index(data, start + data[start + 2])
    first, end = _index(data, after_names)
    return _operators(data[first:end])


def _index(data: bytes, start: int) -> tuple[int, int]:
    """Return the place of the first object of an index, a list of CFF, and the end of the last."""
    count, width = struct.unpack_from(">HB", data, start)
    base = start + 3 + (count + 1) * width - 1
    end = int.from_bytes(data[start + 3 + count * width : start + 3 + (count + 1) * width], "big")
    return base + 1, base + end


def _operators(data: bytes) -> dict[tuple[int, ...], int]:
    """Return the last operand of each operator of a dictionary."""
    operands: dict[tuple[int, ...], int] = {}
    position, operand = 0, 0
    while position < len(data):
        byte = data[position]
        # Operators are 0 to 21, everything above begins an operand (5176, table 3).
        if byte <= 21:
            operator = tuple(data[position : position + 2]) if byte == _ESCAPE else (byte,)
            operands[operator] = operand
            position += len(operator)
        else:
            operand, position = _operand(data, position)
    return operands


def _operand(data: bytes, position: int) -> tuple[int, int]:
    """Return an operand and the place after it; 0 for a real number."""
    byte = data[position]
    if byte == _LONG:
        return int(struct.unpack_from(">i", data, position + 1)[0]), position + 5
    if byte == _SHORT:
        return int(struct.unpack_from(">h", data, position + 1)[0]), position + 3
    if byte == _REAL:
        position += 1
        # A real number ends with a half byte of 15.
        while data[position] & 0x0F != 0x0F and data[position] >> 4 != 0x0F:
            position += 1
        return 0, position + 1
    if byte < 247:
        return byte - 139, position + 1
    sign, base = (1, 247) if byte < 251 else (-1, 251)
    return sign * ((byte - base) * 256 + data[position + 1] + 108), position + 2
