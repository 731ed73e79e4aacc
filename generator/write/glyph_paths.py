"""Letters as outlines: the path of a run of glyphs, for shops that take no fonts and for clips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from generator.base.geometry import quadratic_controls
from generator.model.face import Font, GlyphRun
from generator.write.pdf_syntax import number

_Segment = tuple[str, tuple[float, ...]]


def run_path(run: GlyphRun, fonts: Mapping[str, Font]) -> str:
    """Return the outlines of a run as the path of a Shape, filled by the nonzero rule; empty for spaces."""
    outlines = _outlines(fonts[run.font].path)
    scale = run.size / outlines.units
    words: list[str] = []
    for glyph, offset in zip(run.glyphs, run.offsets, strict=True):
        # Font units grow upwards, and a face's y downwards.
        origin = run.x + offset
        for letter, values in outlines.of(glyph):
            words.append(letter)
            for x, y in zip(values[::2], values[1::2], strict=True):
                words += (number(origin + x * scale), number(run.y - y * scale))
    return " ".join(words)


class _FontOutlines:
    """The outlines of one font in its units, y upwards, each read once."""

    def __init__(self, path: str) -> None:
        """Open a font file."""
        import uharfbuzz

        hb: Any = uharfbuzz  # a C library without types
        face = hb.Face(hb.Blob.from_file_path(path))
        self._font, self._functions = hb.Font(face), _functions(hb)
        self.units: int = face.upem
        self._known: dict[int, tuple[_Segment, ...]] = {}

    def of(self, glyph: int) -> tuple[_Segment, ...]:
        """Return the segments of a glyph: M, L, C and Z with their points."""
        if glyph not in self._known:
            drawn: list[_Segment] = []
            self._font.draw_glyph(glyph, self._functions, drawn)
            self._known[glyph] = tuple(drawn)
        return self._known[glyph]


_outlines = cache(_FontOutlines)


def _functions(hb: Any) -> Any:
    """Return HarfBuzz's callbacks that gather the segments of a glyph in a list."""
    functions = hb.DrawFuncs()
    functions.set_move_to_func(lambda x, y, drawn: drawn.append(("M", (x, y))))
    functions.set_line_to_func(lambda x, y, drawn: drawn.append(("L", (x, y))))
    functions.set_quadratic_to_func(lambda a, b, x, y, drawn: drawn.append(("C", _cubic(drawn, a, b, x, y))))
    functions.set_cubic_to_func(lambda a, b, c, d, x, y, drawn: drawn.append(("C", (a, b, c, d, x, y))))
    functions.set_close_path_func(lambda drawn: drawn.append(("Z", ())))
    return functions


def _cubic(drawn: list[_Segment], a: float, b: float, x: float, y: float) -> tuple[float, ...]:
    """Return the cubic Bézier curve equal to a quadratic one from the last point by (a, b) to (x, y)."""
    start_x, start_y = drawn[-1][1][-2:]
    first, second = quadratic_controls((start_x, start_y), (a, b), (x, y))
    return (*first, *second, x, y)
