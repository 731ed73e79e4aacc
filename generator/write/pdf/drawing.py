"""Draw ink as PDF operators: shapes, images, parts, groups, and text that can be searched and copied."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from generator.base.geometry import IDENTITY, Matrix
from generator.base.records import replace
from generator.base.units import MM
from generator.model.face import Clip, Composite, GlyphRun, Group, Image, Ink, Paint, Shape, Stroke, Use
from generator.write.glyph_clusters import clusters
from generator.write.pdf.content_stream import ContentStream
from generator.write.pdf.shading import has_varying_opacity, opacity_pattern, shading_pattern, simplify
from generator.write.pdf.xobjects import ISOLATED, NOTHING
from generator.write.pdf_syntax import number, path_operators, rectangle, utf16


def draw(content: ContentStream, ink: Iterable[Ink]) -> None:
    """Draw ink (shapes, text, pictures, groups) into a content stream, the first item at the bottom."""
    for item in ink:
        _DRAW[type(item)](content, item)


def _shape(content: ContentStream, shape: Shape) -> None:
    """Draw a shape: its fill, then its stroke."""
    path, fill, stroke = path_operators(shape.path), shape.fill, shape.stroke
    if stroke is not None and stroke.width <= 0:  # SVG draws nothing, PDF would draw a hairline
        stroke = None
    if stroke is not None and stroke.spot:
        # The fill comes first, in the document's colours, and does not overprint.
        _shape(content, replace(shape, stroke=None))
        _spot_line(content, path, stroke)
        return
    if fill is not None and stroke is not None and _fits_one_operator(fill, stroke):
        _set_fill(content, shape, fill)
        _set_stroke(content, stroke)
        content.write(path + ("B*" if shape.even_odd else "B"))
        return
    if fill is not None:
        is_masked = _begin_mask(content, fill)
        _set_fill(content, shape, fill)
        content.write(path + ("f*" if shape.even_odd else "f"))
        if is_masked:
            content.restore()
    if stroke is not None:
        is_masked = _begin_mask(content, stroke.paint)
        _set_stroke(content, stroke)
        content.write(path + "S")
        if is_masked:
            content.restore()


def _spot_line(content: ContentStream, path: str, stroke: Stroke) -> None:
    """Draw a line in an ink of its own, such as a knife line."""
    content.save()
    content.set_line(stroke)
    content.set_spot_stroke(stroke.spot, str(stroke.paint))
    content.write(path + "S")
    content.restore()


def _fits_one_operator(fill: Paint, stroke: Stroke) -> bool:
    """Whether the operator `B` fills and strokes as SVG does.

    It knocks the fill out under the stroke (ISO 32000-1, 11.7.4.4), so the stroke must be opaque.
    """
    return isinstance(stroke.paint, str) and stroke.opacity == 1 and not has_varying_opacity(fill)


def _set_fill(content: ContentStream, shape: Shape, paint: Paint) -> None:
    """Set colour and opacity for the fill of a shape."""
    opacity = shape.opacity
    if not isinstance(paint, str):
        paint, opacity = simplify(paint, opacity)
    colours = content.colours if opacity == 1 else content.colours.translucent
    content.set_opacity(fill=opacity)
    if not isinstance(paint, str):
        pattern = shading_pattern(paint, content.base, colours)
        content.set_fill(f"/Pattern cs {content.pattern_name(pattern)} scn")
    elif paint in colours.areas and is_area(shape.path):
        content.set_fill(colours.areas[paint])
    else:
        content.set_fill(colours.fill(paint))


AREA = 5 * MM
"""Least width and height of a shape that counts as an area of its colour, not as a line or a sign."""


def is_area(path: str) -> bool:
    """Whether a path is so large that it is printed as an area.

    >>> is_area("M 0 0 L 20 0 L 20 20 L 0 20 Z"), is_area("M 0 0 L 200 0 L 200 2 L 0 2 Z")
    (True, False)
    """
    numbers = [float(word) for word in path.split() if not word.isalpha()]
    across, down = numbers[::2], numbers[1::2]
    return bool(numbers) and min(max(across) - min(across), max(down) - min(down)) >= AREA


def _set_stroke(content: ContentStream, stroke: Stroke) -> None:
    """Set colour, opacity and line for a stroke."""
    paint, opacity = simplify(stroke.paint, stroke.opacity)
    colours = content.colours if opacity == 1 else content.colours.translucent
    content.set_opacity(stroke=opacity)
    content.set_line(stroke)
    if isinstance(paint, str):
        content.set_stroke(colours.stroke(paint).upper())
    else:
        pattern = shading_pattern(paint, content.base, colours)
        content.set_stroke(f"/Pattern CS {content.pattern_name(pattern)} SCN")


def _begin_mask(content: ContentStream, paint: Paint) -> bool:
    """Save the state and set a soft mask (ISO 32000-1, 11.6.5.3) where the stops of a gradient differ in opacity.

    A PDF shading has colours only, so the opacities become a second, grey shading. Returns whether there is a mask;
    the caller then restores the state.
    """
    if isinstance(paint, str) or not has_varying_opacity(paint) or isinstance(simplify(paint, 1.0)[0], str):
        return False
    inner = content.new_group("/DeviceGray")
    name = inner.pattern_name(opacity_pattern(paint))
    inner.write(f"/Pattern cs {name} scn {rectangle(content.box)} re f")
    content.save()
    content.set_mask(content.add_group(inner))
    return True


def _image(content: ContentStream, image: Image) -> None:
    """Draw a picture of pixels in its rectangle."""
    rect = image.rect
    content.set_opacity(fill=image.opacity)
    content.place(image.raster, Matrix(rect.width, 0, 0, -rect.height, rect.x, rect.bottom))


def _use(content: ContentStream, use: Use) -> None:
    """Draw a part, such as an icon, through its matrix."""
    if use.opacity < 1:
        _draw_faded(content, replace(use, opacity=1.0), use.opacity)
        return
    content.set_opacity(fill=1.0, stroke=1.0)
    content.place(use.part, use.matrix)


def _group(content: ContentStream, group: Group) -> None:
    """Draw a group through its clip and matrix, as a whole if it fades."""
    if group.opacity < 1:
        _draw_faded(content, replace(group, opacity=1.0), group.opacity)
    elif group.clip is None and group.matrix == IDENTITY:
        draw(content, group.ink)
    elif group.matrix.a * group.matrix.d != group.matrix.b * group.matrix.c:  # else it has no area
        content.save(group.matrix, _clip(group.clip))
        draw(content, group.ink)
        content.restore()


def _draw_faded(content: ContentStream, ink: Ink, opacity: float) -> None:
    """Draw ink as a transparency group, which fades as a whole."""
    inner = content.new_group(content.colours.space, content.colours.translucent)
    draw(inner, (ink,))
    content.set_opacity(fill=opacity)
    content.place(content.add_group(inner), IDENTITY)


def _composite(content: ContentStream, item: Composite) -> None:
    """Draw ink as an isolated transparency group, through a soft mask and with a blend mode."""
    inner = content.new_group(content.colours.space + ISOLATED)
    draw(inner, item.ink)
    content.save()
    content.set_opacity(fill=1.0, stroke=1.0)
    if item.mask:
        colours = content.colours.of_masks
        mask = content.new_group(colours.space + ISOLATED, colours)
        draw(mask, item.mask)
        content.set_mask(content.add_group(mask), by_alpha=item.mask_by_alpha)
    if item.blend != "normal":
        content.set_blend("/" + "".join(word.capitalize() for word in item.blend.split("-")))
    content.place(content.add_group(inner), IDENTITY)
    content.restore()


def _clip(clip: Clip | None) -> str:
    """Return the operators that clip by a path; none for None."""
    if clip is None:
        return ""
    return path_operators(clip.path) + ("W* n" if clip.even_odd else "W n")


Stretch = tuple[int, int, str | None]
"""First glyph, end, and their text where the font's ToUnicode map cannot give it, else None."""


def _glyphs(content: ContentStream, run: GlyphRun) -> None:
    """Write a run as PDF text, each glyph at its shaped position; as filled paths where letters shall be outlines."""
    content.set_opacity(fill=run.opacity)
    content.set_fill(content.colours.text(run.fill))
    if not run.glyphs or run.size <= 0:
        return
    if content.outlines:
        outline = content.outline_of(run)
        content.write(f"{path_operators(outline)}f" if outline else "")
        return
    # Letters that change with their neighbours have several glyphs for one text.
    if run.is_rtl or _is_complex(run.text):
        _read_glyphs(content, run)
        return
    sources, widths = content.use_font(run.font, run.size, run.glyphs)
    positions = [round(offset * 1000 / run.size) for offset in run.offsets]
    digits = struct.pack(f">{len(run.glyphs)}H", *run.glyphs).hex()
    # The content stream has y downwards, so glyphs are flipped back.
    words, pen = [f"1 0 0 -1 {number(run.x)} {number(run.y)} Tm"], 0
    spacing = _spacing(run.glyphs, positions, widths)
    if spacing:
        words.append(f"{number(spacing * run.size / 1000)} Tc")
    for first, end, text in _stretches(run, sources):
        glyph_words, pen = _positioned(run.glyphs, positions, widths, spacing, digits, (first, end, pen))
        words.append(_shown(glyph_words, text))
    if spacing:
        words.append("0 Tc")
    content.write_text(" ".join(words))


def _is_complex(text: str) -> bool:
    """Whether a text is of a script whose letters change with their neighbours, such as Devanagari and Thai."""
    return not text.isascii() and max(text) >= "\u0590" and _COMPLEX.search(text) is not None


_COMPLEX = re.compile("[\u0590-\u1cff]")


def _read_glyphs(content: ContentStream, run: GlyphRun) -> None:
    """Write text with a font of its own for each reading of a glyph, as many readers ignore ActualText."""
    positions = [round(offset * 1000 / run.size) for offset in run.offsets]
    digits = struct.pack(f">{len(run.glyphs)}H", *run.glyphs).hex()
    content.use_font(run.font, run.size, ())
    content.write_text(f"1 0 0 -1 {number(run.x)} {number(run.y)} Tm")
    pen = 0
    for first, end, text in clusters(run):
        # The first glyph of a cluster stands for all its text, and the others for none.
        glyphs = run.glyphs[first:end]
        texts = {**dict.fromkeys(glyphs, NOTHING), glyphs[0]: text or NOTHING}
        readings, widths = content.use_font(content.reading(run.font, texts), run.size, glyphs)
        readings.update(texts)
        glyph_words, after = _positioned(run.glyphs, positions, widths, 0, digits, (first, end, pen))
        glyph_words = _shown(glyph_words, None if len(glyphs) == 1 and text else text)
        if end < len(positions) and positions[end] == positions[first] and widths[glyphs[0]]:
            # A blank glyph without room: readers see an overlap, and so two words, unless it is made narrow.
            glyph_words, after = f"1 Tz {glyph_words} 100 Tz", positions[first] + round(widths[glyphs[0]] / 100)
        content.write_text(glyph_words)
        pen = after


def _shown(glyphs: str, text: str | None) -> str:
    """Return the operators that show glyphs, with their text where the font does not say it."""
    return f"{glyphs} TJ" if text is None else f"/Span<</ActualText<feff{utf16(text)}>>>BDC {glyphs} TJ EMC"


def _spacing(glyphs: tuple[int, ...], positions: list[int], widths: list[int]) -> int:
    """Return the letterspacing of a run in thousandths of the font size; 0 unless every glyph has a gap after it.

    It is the smallest gap, and written as `Tc`. As adjustments of `TJ`, pdfium reads the gaps as spaces and extracts
    `W IT H` for WITH.
    """
    least = 0
    for glyph, position, after in zip(glyphs, positions, positions[1:], strict=False):
        gap = after - position - widths[glyph]
        if gap <= 0:
            return 0
        least = min(least or gap, gap)
    return least


def _positioned(
    glyphs: tuple[int, ...],
    positions: list[int],
    widths: list[int],
    spacing: int,
    digits: str,
    span: tuple[int, int, int],
) -> tuple[str, int]:
    """Return glyphs and adjustments for `TJ`, and the position after them in thousandths of the font size.

    Each glyph is placed by its distance from the start of the run, so rounding errors do not add up.
    """
    start, end, pen = span
    words = ["["]
    for index in range(start, end):
        back = pen - positions[index]
        # A rounding error of a thousandth is no gap.
        if back > 1 or back < -1:
            words.append(f"<{digits[4 * start : 4 * index]}>{back}" if index > start else str(back))
            start, pen = index, positions[index]
        pen += widths[glyphs[index]] + spacing
    words.append(f"<{digits[4 * start : 4 * end]}>]")
    return "".join(words), pen


def _stretches(run: GlyphRun, font_texts: dict[int, str]) -> list[Stretch]:
    """Split the run where glyphs stand for another text than the font says; `font_texts` learns new glyphs here."""
    if "" not in run.sources and tuple(map(font_texts.setdefault, run.glyphs, run.sources)) == run.sources:
        return [(0, len(run.glyphs), None)]
    return list(_merge(_stretch(cluster, run, font_texts) for cluster in clusters(run)))


def _stretch(cluster: tuple[int, int, str], run: GlyphRun, font_texts: dict[int, str]) -> Stretch:
    """Return the glyphs of a cluster, with their text where the font says another."""
    first, end, text = cluster
    plain = end - first == 1 and text and font_texts.setdefault(run.glyphs[first], text) == text
    if not plain:  # a glyph that never stands for a text alone is embedded too
        for glyph in run.glyphs[first:end]:
            font_texts.setdefault(glyph, "")
    return first, end, None if plain else text


def _merge(stretches: Iterator[Stretch]) -> Iterator[Stretch]:
    """Yield stretches of glyphs, in which neighbours of the same kind are joined."""
    first, end, text = next(stretches)
    for start, stop, more in stretches:
        if (more is None) == (text is None):
            end, text = stop, None if text is None or more is None else text + more
        else:
            yield first, end, text
            first, end, text = start, stop, more
    yield first, end, text


_DRAW: dict[type, Callable[[ContentStream, Any], None]] = {
    Shape: _shape,
    GlyphRun: _glyphs,
    Image: _image,
    Use: _use,
    Group: _group,
    Composite: _composite,
}
