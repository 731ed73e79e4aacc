"""Ink to operators: shapes, pictures, parts and groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from generator.base.geometry import IDENTITY, Matrix
from generator.base.records import replace
from generator.model.face import Clip, GlyphRun, Group, Image, Ink, Paint, Shape, Stroke, Use
from generator.write.pdf.content_stream import ContentStream
from generator.write.pdf.glyph_text import write_glyphs
from generator.write.pdf.path_operators import path_operators
from generator.write.pdf.shading import has_varying_opacity, shading_pattern, simplify
from generator.write.pdf.syntax import colour, rectangle


def draw(pen: ContentStream, ink: Iterable[Ink]) -> None:
    """Draw ink, first to last."""
    for item in ink:
        _DRAW[type(item)](pen, item)


def _shape(pen: ContentStream, shape: Shape) -> None:
    path, fill, stroke = path_operators(shape.path), shape.fill, _visible(shape.stroke)
    if stroke is None and isinstance(fill, str):  # nearly all there is in a picture
        pen.alpha(fill=shape.opacity)
        pen.fill(_solid(fill))
        pen.draw(path + ("f*" if shape.even_odd else "f"))
        return
    if fill is not None and stroke is not None and _at_once(fill, stroke):
        _set_fill(pen, fill, shape.opacity)
        _set_stroke(pen, stroke)
        pen.draw(path + ("B*" if shape.even_odd else "B"))
        return
    if fill is not None:
        _filled(pen, path + ("f*" if shape.even_odd else "f"), fill, shape.opacity)
    if stroke is not None:
        _stroked(pen, path + "S", stroke)


def _visible(stroke: Stroke | None) -> Stroke | None:
    """A stroke of no width is nothing in SVG and a hairline in PDF."""
    return stroke if stroke is not None and stroke.width > 0 else None


def _at_once(fill: Paint, stroke: Stroke) -> bool:
    """Whether one operator will do.

    PDF's `B` knocks the fill out under the stroke (ISO 32000-1, 11.7.4.4), so the stroke has to cover it.
    """
    return isinstance(stroke.paint, str) and stroke.opacity == 1 and not has_varying_opacity(fill)


def _filled(pen: ContentStream, words: str, paint: Paint, opacity: float) -> None:
    veil = _veil(pen, paint)
    _set_fill(pen, paint, opacity)
    pen.draw(words)
    if veil:
        pen.restore()


def _stroked(pen: ContentStream, words: str, stroke: Stroke) -> None:
    veil = _veil(pen, stroke.paint)
    _set_stroke(pen, stroke)
    pen.draw(words)
    if veil:
        pen.restore()


def _set_fill(pen: ContentStream, paint: Paint, opacity: float) -> None:
    if not isinstance(paint, str):
        paint, opacity = simplify(paint, opacity)
    pen.alpha(fill=opacity)
    if isinstance(paint, str):
        pen.fill(_solid(paint))
    else:
        pen.fill(f"/Pattern cs {pen.pattern(shading_pattern(paint, pen.base))} scn")


def _set_stroke(pen: ContentStream, stroke: Stroke) -> None:
    paint, opacity = simplify(stroke.paint, stroke.opacity)
    pen.alpha(stroke=opacity)
    pen.line(stroke)
    if isinstance(paint, str):
        pen.stroke(_solid(paint).upper())
    else:
        pen.stroke(f"/Pattern CS {pen.pattern(shading_pattern(paint, pen.base))} SCN")


@lru_cache(maxsize=1024)
def _solid(paint: str) -> str:
    """Black and white are grey, so that printers set black text in black ink alone."""
    return _GREYS.get(paint) or f"{colour(paint)} rg"


_GREYS = {"#000000": "0 g", "#ffffff": "1 g"}


def _veil(pen: ContentStream, paint: Paint) -> bool:
    """Begin a stretch seen through the stop opacities of a gradient, where they differ."""
    if isinstance(paint, str) or not has_varying_opacity(paint) or isinstance(simplify(paint, 1.0)[0], str):
        return False
    inner = pen.inner("/DeviceGray")
    name = inner.pattern(shading_pattern(paint, IDENTITY, veil=True))
    inner.draw(f"/Pattern cs {name} scn {rectangle(pen.box)} re f")
    pen.save()
    pen.alpha(veil=pen.adopt(inner))
    return True


def _glyphs(pen: ContentStream, run: GlyphRun) -> None:
    pen.alpha(fill=run.opacity)
    pen.fill(_solid(run.fill))
    write_glyphs(pen, run)


def _image(pen: ContentStream, image: Image) -> None:
    rect = image.rect
    pen.alpha(fill=image.opacity)
    pen.place(image.raster, Matrix(rect.width, 0, 0, -rect.height, rect.x, rect.bottom))


def _use(pen: ContentStream, use: Use) -> None:
    if use.opacity < 1:
        _faded(pen, replace(use, opacity=1.0), use.opacity)
        return
    pen.alpha(fill=1.0, stroke=1.0)
    pen.place(use.part, use.matrix)


def _group(pen: ContentStream, group: Group) -> None:
    if group.opacity < 1:
        _faded(pen, replace(group, opacity=1.0), group.opacity)
    elif group.clip is None and group.matrix == IDENTITY:
        draw(pen, group.ink)
    elif _is_flat(group.matrix):
        return
    else:
        pen.save(group.matrix, _clip(group.clip))
        draw(pen, group.ink)
        pen.restore()


def _faded(pen: ContentStream, ink: Ink, opacity: float) -> None:
    """Draw ink as one picture that fades as a whole: a transparency group."""
    inner = pen.inner("/DeviceRGB")
    draw(inner, (ink,))
    pen.alpha(fill=opacity)
    pen.place(pen.adopt(inner), IDENTITY)


def _is_flat(m: Matrix) -> bool:
    return m.a * m.d == m.b * m.c


def _clip(clip: Clip | None) -> str:
    if clip is None:
        return ""
    return path_operators(clip.path) + ("W* n" if clip.even_odd else "W n")


_DRAW: dict[type, Callable[[ContentStream, Any], None]] = {
    Shape: _shape,
    GlyphRun: _glyphs,
    Image: _image,
    Use: _use,
    Group: _group,
}
