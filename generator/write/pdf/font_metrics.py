"""The facts of a font that a PDF repeats: advances, and the metrics of its font descriptor.

HarfBuzz finds the tables. Their numbers are read here: its own font extents may come from `OS/2`, while a descriptor
repeats those of `hhea`. Offsets: OpenType 1.9, `head`, `hhea`, `hmtx`, `maxp`, `OS/2`, `post`.
"""

from __future__ import annotations

import struct
from functools import cache
from struct import unpack_from
from typing import Any

from generator.base.errors import fault
from generator.base.records import dataclass

CFF = "CFF "
"""The table of cubic outlines; files without it have quadratic ones."""
_ADVICE = "use a TrueType or OpenType file (.ttf, .otf)"


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of a font descriptor; lengths in thousandths of the font size."""

    box: tuple[int, ...]
    """Left, bottom, right and top of all glyphs."""
    ascent: int
    descent: int
    cap_height: int
    angle: float
    """Slant of italics in degrees anticlockwise: -12."""
    weight: int
    """Weight from 100 to 900."""
    monospaced: bool


@cache
def has_cubic_outlines(path: str) -> bool:
    """Whether a font has cubic outlines (CFF), as most .otf files. Raises Faults where it cannot be read."""
    import uharfbuzz

    hb: Any = uharfbuzz
    try:
        return CFF in hb.Face(hb.Blob.from_file_path(path)).table_tags
    except hb.HarfBuzzError:
        raise _damaged(path) from None


@cache
def widths(path: str) -> list[int]:
    """Return the advance of every glyph, by glyph id, in thousandths of the font size.

    Raises Faults where the file is not a font.
    """
    head, hhea, hmtx, maxp = _tables(path, "head", "hhea", "hmtx", "maxp")
    try:
        upem, count, glyphs = _u16(head, 18), _u16(hhea, 34), _u16(maxp, 4)
        advances = unpack_from(">" + "H2x" * count, hmtx)
        scaled = list(advances) if upem == 1000 else [round(advance * 1000 / upem) for advance in advances]
    except (struct.error, ZeroDivisionError) as error:
        raise _damaged(path) from error
    # The last advance holds for all further glyphs (`hmtx`), as in fonts of one width.
    return scaled + scaled[-1:] * (glyphs - count)


@cache
def metrics(path: str) -> Metrics:
    """Return the metrics of a font. Raises Faults where the file is not a font with outlines."""
    head, hhea, os2, post = _tables(path, "head", "hhea", "OS/2", "post")
    try:
        scale = 1000 / unpack_from(">H", head, 18)[0]
        ascent, descent = (round(value * scale) for value in unpack_from(">2h", hhea, 4))
        caps = round(unpack_from(">h", os2, 88)[0] * scale) if len(os2) >= 90 else ascent
        angle, monospaced = unpack_from(">i", post, 4)[0] / 65536, unpack_from(">I", post, 12)[0]
        box = tuple(round(value * scale) for value in unpack_from(">4h", head, 36))
        return Metrics(
            box, ascent, descent, caps, angle=angle, weight=unpack_from(">H", os2, 4)[0], monospaced=bool(monospaced)
        )
    except (struct.error, ZeroDivisionError) as error:
        raise _damaged(path) from error


def _tables(path: str, *tags: str) -> list[bytes]:
    """Return tables of a font file by their tags. Raises Faults for a missing one, or a font without outlines."""
    import uharfbuzz

    hb: Any = uharfbuzz  # a C library without types
    try:
        face = hb.Face(hb.Blob.from_file_path(path))
    except hb.HarfBuzzError:
        raise fault(path, "the font cannot be read", unreadable=True) from None
    if "glyf" not in face.table_tags and CFF not in face.table_tags:
        raise fault(path, f"the font has no outlines; {_ADVICE}")
    missing = [tag for tag in tags if tag not in face.table_tags]
    if missing:
        raise fault(path, f"the font has no table {missing[0]!r}; {_ADVICE}")
    return [face.reference_table(tag).data for tag in tags]


def _u16(table: bytes, offset: int) -> int:
    """Return the unsigned number of two bytes at an offset."""
    return int.from_bytes(table[offset : offset + 2], "big")


def _damaged(path: str) -> Exception:
    """Return the fault for a font file that cannot be read."""
    return fault(path, f"not a font, or a damaged one; {_ADVICE}", unreadable=True)
