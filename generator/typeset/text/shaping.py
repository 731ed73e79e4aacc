"""One font, opened with HarfBuzz, and text shaped with it: glyphs with kerning and ligatures, each with its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from generator.base.memory.open_fonts import open_font
from generator.base.records import NamedTuple
from generator.typeset.text.line_breaks import CLOSING, OPENING

EM_BOX = (0.88, -0.12)
"""Top and bottom of the square of a Japanese character, above the baseline (OpenType's ideographic baseline)."""

_ASCENDERS, _DESCENDERS = "Hdblf", "gpqyQ"


class Typeface:
    """A font file at one weight, opened on first use."""

    def __init__(self, id_: str, path: Path, features: tuple[str, ...] = ()) -> None:
        """Take a font file and the OpenType features that are always on in it."""
        self.id = id_
        self.path = path
        self.features = features
        self._extents: dict[int, tuple[float, float]] = {}

    @cached_property
    def font(self) -> Any:
        """Return the font as an object of HarfBuzz, opened on first use."""
        return harfbuzz().Font(open_font(str(self.path)))

    @cached_property
    def units_per_em(self) -> int:
        """Return the number of font units in an em, the size of the font."""
        return self.font.face.upem or 1000  # 0 in a damaged font

    @cached_property
    def has_small_caps(self) -> bool:
        """Return whether the font has small capitals of its own (feature `smcp`)."""
        face = self.font.face
        return any(
            "smcp" in face.get_language_feature_tags("GSUB", script_index)
            for script_index, _ in enumerate(face.get_table_script_tags("GSUB"))
        )

    @cached_property
    def has_ascii(self) -> bool:
        """Return whether the font has every printable ASCII character."""
        return all(self.font.get_nominal_glyph(code) for code in range(0x20, 0x7F))

    @cached_property
    def ascent(self) -> float:
        """Return the height of the tallest plain letters, in ems.

        Fonts leave room for accents in their own ascent, so the letters are measured.
        """
        return max(top for top, _ in self._extents_of(_ASCENDERS))

    @cached_property
    def descent(self) -> float:
        """Return the lowest point of the deepest plain letters, in ems; negative."""
        return min(bottom for _, bottom in self._extents_of(_DESCENDERS))

    @cached_property
    def cap_height(self) -> float:
        """Return the height of capitals, in ems."""
        return self._extents_of("H")[0][0]

    @cached_property
    def x_height(self) -> float:
        """Return the height of small letters without ascenders, in ems."""
        return self._extents_of("x")[0][0]

    def has(self, char: str) -> bool:
        """Return whether the font has a glyph for a character."""
        return bool(self.font.get_nominal_glyph(ord(char)))

    def vertical_extent(self, glyph: int) -> tuple[float, float]:
        """Return top and bottom of the ink of a glyph above the baseline, in ems."""
        extent = self._extents.get(glyph)
        if extent is None:
            box = self.font.get_glyph_extents(glyph)
            em = self.units_per_em
            extent = (box.y_bearing / em, (box.y_bearing + box.height) / em) if box else (0.0, 0.0)
            self._extents[glyph] = extent
        return extent

    def _extents_of(self, letters: str) -> list[tuple[float, float]]:
        """Return top and bottom of some letters in ems; the em box where the font has none of them."""
        glyphs = [self.font.get_nominal_glyph(ord(letter)) for letter in letters]
        return [self.vertical_extent(glyph) for glyph in glyphs if glyph] or [EM_BOX]


def harfbuzz() -> Any:
    """Return the module uharfbuzz, without types.

    Importing it takes 25 ms, which a build without new text saves.
    """
    import uharfbuzz

    return uharfbuzz


StripFont = tuple[str, float, float]
"""Font id, size relative to the text's, and baseline rise in ems: strips of one StripFont can share a glyph run."""

_COLLAPSING = {(a, b) for a in CLOSING for b in CLOSING} | {(a, b) for a in OPENING for b in OPENING}
"""Full-width pairs whose blank halves meet: the first character is set in half an em (JIS X 4051)."""

FULL_WIDTH = 0.9
"""Ems from which a character counts as full-width; proportional fonts have no blank halves to take away."""


class Strip(NamedTuple):
    """Glyphs of one font at one height, in ems; a NamedTuple, since a justified text makes thousands."""

    font: StripFont
    glyphs: tuple[int, ...]
    advances: tuple[float, ...]
    """Distances from each glyph's origin to the next, and from the last to the end."""
    sources: tuple[str, ...]
    lead: float = 0.0
    """Distance from the end of the previous strip to the first glyph's origin; not 0 where a mark is moved."""
    is_rtl: bool = False
    """Whether its characters run from right to left; glyphs and sources always stand from left to right."""

    @property
    def total_advance(self) -> float:
        """Return the width of the strip with its lead, in ems of its size."""
        return self.lead + sum(self.advances)


def shape(
    typeface: Typeface,
    text: str,
    *,
    features: Mapping[str, bool],
    language: str,
    spacing: float = 0.0,
    scale: float = 1.0,
    sources: str = "",
) -> tuple[Strip, ...]:
    """Return the strips of a text: one, unless marks stand above or below the baseline of their letters.

    `spacing` (ems) follows every character. `sources` has the source of each character where it is not `text` itself,
    as with small capitals made of capitals.
    """
    infos, places = shaped_glyphs(typeface, text, features, language)
    if not infos:
        return ()
    em, is_moved = typeface.units_per_em, False
    glyphs, clusters, advances = [], [], []
    for info, place in zip(infos, places, strict=True):
        glyphs.append(info.codepoint)
        clusters.append(info.cluster)
        advances.append(place.x_advance / em)
        is_moved = is_moved or place.x_offset != 0 or place.y_offset != 0
    glyph_sources = _glyph_sources(clusters, sources or text)
    if spacing:
        # Spacing goes behind the last glyph of each letter, where the next one has a source.
        following = [*glyph_sources[1:], "."]
        advances = [width + (spacing if after else 0.0) for width, after in zip(advances, following, strict=True)]
    # Only East Asian punctuation has blank halves that collapse.
    if not text.isascii():
        advances = [
            width - (0.5 if width > FULL_WIDTH and pair in _COLLAPSING else 0.0)
            for width, pair in zip(advances, pairwise([*glyph_sources, ""]), strict=True)
        ]
    if not is_moved:
        return (Strip((typeface.id, scale, 0.0), tuple(glyphs), tuple(advances), tuple(glyph_sources)),)
    offsets = [(place.x_offset / em, place.y_offset / em) for place in places]
    return _split_by_rise((typeface.id, scale), list(zip(glyphs, advances, glyph_sources, offsets, strict=True)))


def shaped_glyphs(
    typeface: Typeface, text: str, features: Mapping[str, bool], language: str, *, is_rtl: bool = False
) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return HarfBuzz's glyphs and their positions; empty where the text has no visible character."""
    hb = harfbuzz()
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if is_rtl else "ltr"
    if is_rtl:  # a mark keeps its own place in the text, so that readers can copy letter by letter
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    if buffer.script is None:
        buffer.script = "Latn"  # digits and punctuation alone have no script
    buffer.language = language
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    hb.shape(typeface.font, buffer, features)
    return buffer.glyph_infos, buffer.glyph_positions


def _glyph_sources(starts: list[int], text: str) -> list[str]:
    """Return the characters each glyph stands for; the characters of a cluster all belong to its first glyph."""
    # One glyph for each character, as in most words.
    if starts == list(range(len(text))):
        return list(text)
    if starts:
        starts[0] = 0
    ends = {start: end for start, end in pairwise([*starts, len(text)]) if end > start}
    return [text[start : ends[start]] if last != start else "" for last, start in pairwise([-1, *starts])]


def _split_by_rise(
    font: tuple[str, float], glyphs: Sequence[tuple[int, float, str, tuple[float, float]]]
) -> tuple[Strip, ...]:
    """Return one strip for each stretch of glyphs at the same height; x offsets go into the advances."""
    strips = []
    for rise, group in groupby(glyphs, key=lambda glyph: glyph[3][1]):
        ids, widths, sources, offsets = zip(*group, strict=True)
        shifts = [dx for dx, _ in offsets]
        advances = [width + after - dx for width, dx, after in zip(widths, shifts, [*shifts[1:], 0.0], strict=True)]
        strips.append(Strip((*font, rise), ids, tuple(advances), sources, shifts[0]))
    return tuple(strips)
