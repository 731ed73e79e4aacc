"""One font, opened with HarfBuzz: its characters and its measures, all in ems."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from generator.typeset.text.harfbuzz import harfbuzz

EM_BOX = (0.88, -0.12)
"""Top and bottom of the square a Japanese character stands in, above the baseline (OpenType's ideographic baseline)."""

_TALL, _DEEP = "Hdblf", "gpqyQ"


class Typeface:
    """A font at one weight; its file is opened on first use."""

    def __init__(self, id_: str, path: Path, features: tuple[str, ...] = ()) -> None:
        self.id = id_
        self.path = path
        self.features = features
        self._inks: dict[int, tuple[float, float]] = {}

    @cached_property
    def font(self) -> Any:
        """The font as HarfBuzz shapes with it."""
        hb = harfbuzz()
        return hb.Font(hb.Face(hb.Blob.from_file_path(str(self.path))))

    @cached_property
    def em(self) -> int:
        """Font units in an em."""
        return self.font.face.upem or 1000

    @cached_property
    def has_small_caps(self) -> bool:
        """Whether the font draws small capitals of its own."""
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
        """Height of the tallest plain letters."""
        return max(top for top, _ in self._inks_of(_TALL))

    @cached_property
    def descent(self) -> float:
        """Lowest point of the deepest plain letters; negative."""
        return min(bottom for _, bottom in self._inks_of(_DEEP))

    @cached_property
    def cap_height(self) -> float:
        """Height of H."""
        return self._inks_of("H")[0][0]

    @cached_property
    def x_height(self) -> float:
        """Height of x."""
        return self._inks_of("x")[0][0]

    def has(self, char: str) -> bool:
        """Whether the font has a glyph for a character."""
        return bool(self.font.get_nominal_glyph(ord(char)))

    def ink(self, glyph: int) -> tuple[float, float]:
        """How far a glyph's ink reaches above and below (negative) the baseline."""
        found = self._inks.get(glyph)
        if found is None:
            box = self.font.get_glyph_extents(glyph)
            found = (box.y_bearing / self.em, (box.y_bearing + box.height) / self.em) if box else (0.0, 0.0)
            self._inks[glyph] = found
        return found

    def _inks_of(self, letters: str) -> list[tuple[float, float]]:
        glyphs = [self.font.get_nominal_glyph(ord(letter)) for letter in letters]
        return [self.ink(glyph) for glyph in glyphs if glyph] or [EM_BOX]
