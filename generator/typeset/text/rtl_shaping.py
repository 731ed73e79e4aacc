"""Right-to-left text shaped by HarfBuzz: glyphs from left to right, with sources that readers of PDFs put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from generator.typeset.text.shaping import Strip, Typeface, shaped_glyphs

_NO_BREAK_SPACE = 0xA0


class _PlacedGlyph(NamedTuple):
    """One glyph; lengths in ems."""

    id: int
    advance: float
    source: str
    x_offset: float
    rise: float


def shape_rtl(
    typeface: Typeface, text: str, *, features: Mapping[str, bool], language: str, spacing: float = 0.0
) -> tuple[Strip, ...]:
    """Return the strips of a right-to-left text, as `shape`; `spacing` (ems) follows every letter.

    There is one strip for all that stands on the baseline, and one for the marks at each other height, laid over it:
    Arabic fonts draw the dots of letters as marks, and so a word stays one run, in which readers find no gaps.
    """
    glyphs = _glyphs(typeface, text, features, language)
    if not glyphs:
        return ()
    # Marks have no advance, and get no spacing.
    widths = [glyph.advance + (spacing if glyph.source and glyph.advance > 0 else 0.0) for glyph in glyphs]
    pens = list(accumulate(widths, initial=0.0))
    end, strips = pens[-1], list[Strip]()
    for rise in dict.fromkeys((0.0, *(glyph.rise for glyph in glyphs))):
        layer = [(glyph, pen + glyph.x_offset) for glyph, pen in zip(glyphs, pens, strict=False) if glyph.rise == rise]
        if layer:
            strips.append(_strip((typeface.id, 1.0, rise), layer, start=end if strips else 0.0, end=end))
    return tuple(strips)


def _strip(
    font: tuple[str, float, float], layer: Sequence[tuple[_PlacedGlyph, float]], *, start: float, end: float
) -> Strip:
    """Return the glyphs of one height as a strip that ends where the text ends.

    `start` is the end of the strip before it.
    """
    glyphs, places = zip(*layer, strict=True)
    # From left to right: advances of a strip never lead back.
    advances = tuple(after - place for place, after in pairwise([*places, end]))
    ids, sources = tuple(glyph.id for glyph in glyphs), tuple(glyph.source for glyph in glyphs)
    return Strip(font, ids, advances, sources, places[0] - start, is_rtl=True)


def _glyphs(typeface: Typeface, text: str, features: Mapping[str, bool], language: str) -> list[_PlacedGlyph]:
    """Return the glyphs from left to right, each with at most one character.

    Readers of PDFs turn the characters of a word around one by one, also those of a ligature. So a ligature stands for
    its first character, and blank glyphs at its left, which take no room, for the others.
    """
    infos, places = shaped_glyphs(typeface, text, features, language, is_rtl=True)
    if not infos:
        return []
    em, blank = typeface.units_per_em, typeface.font.get_nominal_glyph(_NO_BREAK_SPACE)
    advances = [place.x_advance / em for place in places]
    sources = _sources([info.cluster for info in infos], advances, text)
    glyphs = []
    for info, place, advance, source in zip(infos, places, advances, sources, strict=True):
        # Further characters of a ligature get empty glyphs, so that each can be found and copied.
        first, further = (source[0], source[:0:-1]) if blank and advance > 0 and len(source) > 1 else (source, "")
        glyphs += [_PlacedGlyph(blank, 0.0, char, 0.0, 0.0) for char in further]
        glyphs.append(_PlacedGlyph(info.codepoint, advance, first, place.x_offset / em, place.y_offset / em))
    return glyphs


def _sources(starts: Sequence[int], advances: Sequence[float], text: str) -> list[str]:
    """Return the characters that each glyph stands for; the characters of a cluster belong to its widest glyph."""
    ends = dict(pairwise([*sorted({*starts}), len(text)]))
    ends.setdefault(max(starts), len(text))
    first = min(starts)  # an invisible character before it has no glyph of its own
    sources = [""] * len(starts)
    for start, group in groupby(range(len(starts)), starts.__getitem__):
        widest = max(group, key=advances.__getitem__)
        sources[widest] = text[0 if start == first else start : ends[start]]
    return sources
