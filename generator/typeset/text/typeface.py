"""One font, opened with HarfBuzz when it is first used: its characters, and its vertical measures in ems."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

EM_BOX = (0.88, -0.12)
"""Top and bottom of the square of a Japanese character, above the baseline (OpenType's ideographic baseline)."""

_ASCENDERS, _DESCENDERS = "Hdblf", "gpqyQ"


class Typeface:
    """A font file at one weight, opened on first use."""

    def __init__(self, id_: str, path: Path, features: tuple[str, ...] = ()) -> None:
        self.id = id_
        self.path = path
        self.features = features
        self._extents: dict[int, tuple[float, float]] = {}

    @cached_property
    def font(self) -> Any:
        hb = harfbuzz()
        return hb.Font(hb.Face(hb.Blob.from_file_path(str(self.path))))

    @cached_property
    def units_per_em(self) -> int:
        return self.font.face.upem or 1000  # 0 in a damaged font

    @cached_property
    def has_small_caps(self) -> bool:
        """Whether the font has small capitals of its own (feature `smcp`)."""
        face = self.font.face
        return any(
            "smcp" in face.get_language_feature_tags("GSUB", script_index)
            for script_index, _ in enumerate(face.get_table_script_tags("GSUB"))
        )

    @cached_property
    def has_ascii(self) -> bool:
        """Whether the font has every printable ASCII character."""
        return all(self.font.get_nominal_glyph(code) for code in range(0x20, 0x7F))

    @cached_property
    def ascent(self) -> float:
        """Height of the tallest plain letters. Fonts leave room for accents in their own ascent, so it is measured."""
        return max(top for top, _ in self._extents_of(_ASCENDERS))

    @cached_property
    def descent(self) -> float:
        """Lowest point of the deepest plain letters; negative."""
        return min(bottom for _, bottom in self._extents_of(_DESCENDERS))

    @cached_property
    def cap_height(self) -> float:
        return self._extents_of("H")[0][0]

    @cached_property
    def x_height(self) -> float:
        return self._extents_of("x")[0][0]

    def has(self, char: str) -> bool:
        return bool(self.font.get_nominal_glyph(ord(char)))

    def vertical_extent(self, glyph: int) -> tuple[float, float]:
        extent = self._extents.get(glyph)
        if extent is None:
            box = self.font.get_glyph_extents(glyph)
            em = self.units_per_em
            extent = (box.y_bearing / em, (box.y_bearing + box.height) / em) if box else (0.0, 0.0)
            self._extents[glyph] = extent
        return extent

    def _extents_of(self, letters: str) -> list[tuple[float, float]]:
        glyphs = [self.font.get_nominal_glyph(ord(letter)) for letter in letters]
        return [self.vertical_extent(glyph) for glyph in glyphs if glyph] or [EM_BOX]


def harfbuzz() -> Any:
    """The uharfbuzz module. It has no types; importing it takes 25 ms, which a build without new text saves."""
    import uharfbuzz

    return uharfbuzz
