"""Write glyph runs as PDF text, each glyph at its shaped position, so that it can be searched and copied."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from generator.model.face import GlyphRun
from generator.write.glyph_clusters import clusters
from generator.write.pdf.content_stream import ContentStream
from generator.write.pdf.syntax import number, utf16

Stretch = tuple[int, int, str | None]
"""First glyph, end, and their text where the font's ToUnicode map cannot give it, else None."""


def write_glyphs(content: ContentStream, run: GlyphRun) -> None:
    """Write a run in the fill colour that is set."""
    if not run.glyphs or run.size <= 0:
        return
    sources, widths = content.use_font(run.font, run.size)
    wanted = [round(offset * 1000 / run.size) for offset in run.offsets]
    digits = struct.pack(f">{len(run.glyphs)}H", *run.glyphs).hex()
    # The content stream has y downwards, so glyphs are flipped back.
    words, at = [f"1 0 0 -1 {number(run.x)} {number(run.y)} Tm"], 0
    spacing = _spacing(run.glyphs, wanted, widths)
    if spacing:
        words.append(f"{number(spacing * run.size / 1000)} Tc")
    for first, end, text in _stretches(run, sources):
        shown, at = _positioned(run.glyphs, wanted, widths, spacing, digits, (first, end, at))
        words.append(f"{shown} TJ" if text is None else f"/Span<</ActualText<feff{utf16(text)}>>>BDC {shown} TJ EMC")
    if spacing:
        words.append("0 Tc")
    content.write_text(" ".join(words))


def _spacing(glyphs: tuple[int, ...], wanted: list[int], widths: list[int]) -> int:
    """Return the letterspacing: the smallest gap, if there is one after every glyph, in thousandths of the font size.

    Written as `Tc`. As adjustments of `TJ`, pdfium reads the gaps as spaces and extracts `W IT H` for WITH.
    """
    least = 0
    for glyph, here, after in zip(glyphs, wanted, wanted[1:], strict=False):
        gap = after - here - widths[glyph]
        if gap <= 0:
            return 0
        least = min(least or gap, gap)
    return least


def _positioned(
    glyphs: tuple[int, ...], wanted: list[int], widths: list[int], spacing: int, digits: str, span: tuple[int, int, int]
) -> tuple[str, int]:
    """Return glyphs and adjustments for `TJ`, and the position after them in thousandths of the font size.

    Each glyph is placed by its distance from the start of the run, so rounding errors do not add up.
    """
    start, end, at = span
    words = ["["]
    for index in range(start, end):
        back = at - wanted[index]
        if back > 1 or back < -1:
            words.append(f"<{digits[4 * start : 4 * index]}>{back}" if index > start else str(back))
            start, at = index, wanted[index]
        at += widths[glyphs[index]] + spacing
    words.append(f"<{digits[4 * start : 4 * end]}>]")
    return "".join(words), at


def _stretches(run: GlyphRun, known: dict[int, str]) -> list[Stretch]:
    """Split the run where glyphs stand for another text than the font says; `known` learns new glyphs on the way."""
    if "" not in run.sources and tuple(map(known.setdefault, run.glyphs, run.sources)) == run.sources:
        return [(0, len(run.glyphs), None)]
    return list(_merge(_stretch(cluster, run, known) for cluster in clusters(run)))


def _stretch(cluster: tuple[int, int, str], run: GlyphRun, known: dict[int, str]) -> Stretch:
    first, end, text = cluster
    plain = end - first == 1 and text and known.setdefault(run.glyphs[first], text) == text
    return first, end, None if plain else text


def _merge(stretches: Iterator[Stretch]) -> Iterator[Stretch]:
    first, end, text = next(stretches)
    for start, stop, more in stretches:
        if (more is None) == (text is None):
            end, text = stop, None if text is None or more is None else text + more
        else:
            yield first, end, text
            first, end, text = start, stop, more
    yield first, end, text
