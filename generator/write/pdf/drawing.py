"""Draw ink as PDF operators: shapes, images, parts and groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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


def draw(content: ContentStream, ink: Iterable[Ink]) -> None:
    """Draw ink, the first item at the bottom."""
    for item in ink:
        _DRAW[type(item)](content, item)


def _shape(content: ContentStream, shape: Shape) -> None:
    path, fill, stroke = path_operators(shape.path), shape.fill, _visible_stroke(shape.stroke)
    if stroke is None and isinstance(fill, str):  # nearly all there is in a picture
        content.set_opacity(fill=shape.opacity)
        content.set_fill(_solid(fill))
        content.write(path + ("f*" if shape.even_odd else "f"))
        return
    if fill is not None and stroke is not None and _fits_one_operator(fill, stroke):
        _set_fill(content, fill, shape.opacity)
        _set_stroke(content, stroke)
        content.write(path + ("B*" if shape.even_odd else "B"))
        return
    if fill is not None:
        with _mask(content, fill):
            _set_fill(content, fill, shape.opacity)
            content.write(path + ("f*" if shape.even_odd else "f"))
    if stroke is not None:
        with _mask(content, stroke.paint):
            _set_stroke(content, stroke)
            content.write(path + "S")


def _visible_stroke(stroke: Stroke | None) -> Stroke | None:
    """Return None for a stroke of width 0: SVG draws nothing, PDF would draw a hairline."""
    return stroke if stroke is not None and stroke.width > 0 else None


def _fits_one_operator(fill: Paint, stroke: Stroke) -> bool:
    """Whether the operator `B` fills and strokes as SVG does.

    It knocks the fill out under the stroke (ISO 32000-1, 11.7.4.4), so the stroke must be opaque.
    """
    return isinstance(stroke.paint, str) and stroke.opacity == 1 and not has_varying_opacity(fill)


def _set_fill(content: ContentStream, paint: Paint, opacity: float) -> None:
    if not isinstance(paint, str):
        paint, opacity = simplify(paint, opacity)
    content.set_opacity(fill=opacity)
    if isinstance(paint, str):
        content.set_fill(_solid(paint))
    else:
        content.set_fill(f"/Pattern cs {content.pattern_name(shading_pattern(paint, content.base))} scn")


def _set_stroke(content: ContentStream, stroke: Stroke) -> None:
    paint, opacity = simplify(stroke.paint, stroke.opacity)
    content.set_opacity(stroke=opacity)
    content.set_line(stroke)
    if isinstance(paint, str):
        content.set_stroke(_solid(paint).upper())
    else:
        content.set_stroke(f"/Pattern CS {content.pattern_name(shading_pattern(paint, content.base))} SCN")


@lru_cache(maxsize=1024)
def _solid(paint: str) -> str:
    """Return the operator of a colour. Black and white are grey, so that printers use black ink alone for text."""
    return _GREYS.get(paint) or f"{colour(paint)} rg"


_GREYS = {"#000000": "0 g", "#ffffff": "1 g"}


@contextmanager
def _mask(content: ContentStream, paint: Paint) -> Iterator[None]:
    """Draw through a soft mask (ISO 32000-1, 11.6.5.3) where the stops of a gradient differ in opacity.

    A PDF shading has colours only, so the opacities become a second, grey shading.
    """
    if isinstance(paint, str) or not has_varying_opacity(paint) or isinstance(simplify(paint, 1.0)[0], str):
        yield
        return
    inner = content.new_group("/DeviceGray")
    name = inner.pattern_name(shading_pattern(paint, IDENTITY, opacities=True))
    inner.write(f"/Pattern cs {name} scn {rectangle(content.box)} re f")
    content.save()
    content.set_opacity(mask=content.add_group(inner))
    yield
    content.restore()


def _glyphs(content: ContentStream, run: GlyphRun) -> None:
    content.set_opacity(fill=run.opacity)
    content.set_fill(_solid(run.fill))
    write_glyphs(content, run)


def _image(content: ContentStream, image: Image) -> None:
    rect = image.rect
    content.set_opacity(fill=image.opacity)
    content.place(image.raster, Matrix(rect.width, 0, 0, -rect.height, rect.x, rect.bottom))


def _use(content: ContentStream, use: Use) -> None:
    if use.opacity < 1:
        _draw_faded(content, replace(use, opacity=1.0), use.opacity)
        return
    content.set_opacity(fill=1.0, stroke=1.0)
    content.place(use.part, use.matrix)


def _group(content: ContentStream, group: Group) -> None:
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
    inner = content.new_group("/DeviceRGB")
    draw(inner, (ink,))
    content.set_opacity(fill=opacity)
    content.place(content.add_group(inner), IDENTITY)


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
