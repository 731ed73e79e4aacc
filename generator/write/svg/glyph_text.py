"""Text in SVG: as characters where the font shapes them to the same glyphs, else as outlines."""

from __future__ import annotations

from functools import cache
from typing import Any

import uharfbuzz

from generator.base.errors import fault
from generator.base.units import decimal
from generator.model.face import Font, GlyphRun
from generator.write.glyph_clusters import clusters
from generator.write.svg.syntax import attributes, escape, opacity_attribute

hb: Any = uharfbuzz  # a C library without types


class SvgFont:
    """One font, as SVG needs it. Raises Faults for a file that cannot be read."""

    def __init__(self, font: Font) -> None:
        try:
            self._face = hb.Face(hb.Blob.from_file_path(font.path))
        except (hb.HarfBuzzError, OSError) as error:
            raise fault(font.path, f"the font {font.id!r} cannot be read", unreadable=True) from error
        self._font = hb.Font(self._face)
        self.upem: int = self._face.upem

    @property
    def style(self) -> dict[str, str | float]:
        """Return the attributes by which a program finds the font."""
        family = self._face.get_name(16) or self._face.get_name(1)
        weight = self._font.get_style_value(hb.StyleTag.WEIGHT)
        slanted = self._font.get_style_value(hb.StyleTag.ITALIC)
        return {"font_family": f"'{family}'", "font_weight": weight, "font_style": "italic" if slanted else "normal"}

    def plain(self, run: GlyphRun) -> bool:
        """Whether shaping the characters alone gives the glyphs of a run: not so for small capitals and alternates."""
        return all(text and self._shaped(text) == run.glyphs[first:end] for first, end, text in clusters(run))

    @cache  # noqa: B019  letters live as long as the program does
    def _shaped(self, text: str) -> tuple[int, ...]:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer)
        return tuple(info.codepoint for info in buffer.glyph_infos)

    @cache  # noqa: B019
    def outline(self, glyph: int) -> str:
        """Return a glyph as path data in font units, y upwards; empty for a space."""
        words: list[str] = []
        self._font.draw_glyph(glyph, _funcs(), words)
        return "".join(words)


@cache
def svg_font(font: Font) -> SvgFont:
    """The letters of a font. Raises Faults where its file cannot be read."""
    return SvgFont(font)


@cache
def _funcs() -> Any:
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, words: words.append(f"M{decimal(x)} {decimal(y)}"))
    funcs.set_line_to_func(lambda x, y, words: words.append(f"L{decimal(x)} {decimal(y)}"))
    funcs.set_quadratic_to_func(lambda a, b, x, y, words: words.append(f"Q{_numbers(a, b, x, y)}"))
    funcs.set_cubic_to_func(lambda a, b, c, d, x, y, words: words.append(f"C{_numbers(a, b, c, d, x, y)}"))
    funcs.set_close_path_func(lambda words: words.append("Z"))
    return funcs


def _numbers(*values: float) -> str:
    return " ".join(map(decimal, values))


def text_element(run: GlyphRun, font: SvgFont) -> str:
    """Return a run as a text element with one span for each cluster, so that ligatures stay whole."""
    spans = [f'<tspan x="{decimal(run.x + run.offsets[at])}">{escape(text)}</tspan>' for at, _, text in clusters(run)]
    ink = attributes(fill=run.fill, fill_opacity=opacity_attribute(run.opacity))
    place = attributes(y=run.y, font_size=run.size, **font.style)
    return f'<text{place}{ink} xml:space="preserve">{"".join(spans)}</text>'
