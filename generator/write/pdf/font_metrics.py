"""The few facts of a TrueType file that a PDF has to repeat, read without a font library.

Tables and offsets: OpenType 1.9, `head`, `hhea`, `hmtx`, `maxp`, `OS/2`, `post`.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from struct import unpack_from
from typing import BinaryIO

from generator.base.errors import fault
from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Metrics:
    """Lengths in thousandths of the font size."""

    box: tuple[int, ...]
    """Left, bottom, right, top of all glyphs."""
    ascent: int
    descent: int
    cap_height: int
    angle: float
    """Of italics, in degrees anticlockwise: -12."""
    weight: int
    """From 100 to 900."""
    monospaced: bool


@cache
def widths(path: str) -> list[int]:
    """The advance of every glyph, by glyph id, in thousandths of the font size.

    Raises Faults where the file is not a TrueType font.
    """
    head, hhea, hmtx, maxp = _tables(path, "head", "hhea", "hmtx", "maxp")
    try:
        upem, long, glyphs = _u16(head, 18), _u16(hhea, 34), _u16(maxp, 4)
        advances = unpack_from(">" + "H2x" * long, hmtx)
        scaled = list(advances) if upem == 1000 else [round(advance * 1000 / upem) for advance in advances]
    except (struct.error, ZeroDivisionError) as error:
        raise _damaged(path) from error
    return scaled + scaled[-1:] * (glyphs - long)


@cache
def metrics(path: str) -> Metrics:
    """What a font descriptor says.

    Raises Faults where the file is not a TrueType font with outlines.
    """
    head, hhea, os2, post, _ = _tables(path, "head", "hhea", "OS/2", "post", "glyf")
    try:
        scale = 1000 / unpack_from(">H", head, 18)[0]
        ascent, descent = (round(value * scale) for value in unpack_from(">2h", hhea, 4))
        caps = round(unpack_from(">h", os2, 88)[0] * scale) if len(os2) >= 90 else ascent
        angle, monospaced = unpack_from(">i", post, 4)[0] / 65536, unpack_from(">I", post, 12)[0]
        box = tuple(round(value * scale) for value in unpack_from(">4h", head, 36))
        return Metrics(box, ascent, descent, caps, angle, unpack_from(">H", os2, 4)[0], bool(monospaced))
    except (struct.error, ZeroDivisionError) as error:
        raise _damaged(path) from error


def _u16(table: bytes, at: int) -> int:
    return int.from_bytes(table[at : at + 2], "big")


def _tables(path: str, *tags: str) -> list[bytes]:
    """The tables asked for, and only those, from the first font of a file."""
    try:
        with Path(path).open("rb") as file:
            places = _directory(file)
            return [_read(file, *places[tag]) for tag in tags]
    except OSError as error:
        raise fault(path, f"the font cannot be read ({(error.strerror or '').lower()})", unreadable=True) from error
    except struct.error as error:
        raise _damaged(path) from error
    except KeyError as error:
        lack = f"the font has no table {error.args[0]!r}; use a TrueType file (.ttf) with outlines"
        raise fault(path, lack) from error


def _directory(file: BinaryIO) -> dict[str, tuple[int, int]]:
    """Offset and length of each table, by its tag."""
    start = file.read(16)
    at = int.from_bytes(start[12:16], "big") if start[:4] == b"ttcf" else 0
    count = _u16(_read(file, at, 12), 4)
    entries = struct.iter_unpack(">4s4x2I", _read(file, at + 12, 16 * count))
    return {tag.decode("latin-1"): (offset, length) for tag, offset, length in entries}


def _read(file: BinaryIO, offset: int, length: int) -> bytes:
    file.seek(offset)
    return file.read(length)


def _damaged(path: str) -> Exception:
    return fault(path, "not a font, or a damaged one; use a TrueType file (.ttf)", unreadable=True)
