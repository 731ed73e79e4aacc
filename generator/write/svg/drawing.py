"""Draw ink as SVG elements, with the definitions that they refer to.

Text is written as characters where the font shapes them to the same glyphs, else as outlines.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import uharfbuzz

from generator.base.errors import fault
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.memory.open_fonts import open_font
from generator.base.units import decimal
from generator.model import face
from generator.model.face import (
    Clip,
    Composite,
    EncodedPixels,
    Font,
    GlyphRun,
    Group,
    Image,
    Ink,
    Paint,
    Part,
    Raster,
    Shape,
    Stroke,
    Use,
)
from generator.write.glyph_clusters import clusters
from generator.write.png import encode_png, png_of_rows, raster_file
from generator.write.svg.syntax import attributes, escape, opacity_attribute, transform

_FAR = 10_000
"""Points from the origin to where a mask ends: a page is nearer."""


class SvgDrawing:
    """Elements in drawing order; each part, gradient, clip and glyph is defined once."""

    def __init__(self, parts: Iterable[Part | Raster], fonts: Mapping[str, Font], *, outlines: bool) -> None:
        """Take the parts and pictures that the ink refers to; with `outlines`, letters are paths."""
        self._parts = {part.key: part for part in parts}
        self._fonts = fonts
        self._outlines = outlines
        self._ids: dict[object, str] = {}
        self.definitions: list[str] = []

    def elements(self, ink: Iterable[Ink]) -> str:
        """Return ink as SVG elements, the first item at the bottom."""
        return "\n".join(_ELEMENT[type(item)](self, item) for item in ink)

    def _define(self, key: object, letter: str, tag: str, content: Callable[[], str]) -> str:
        """Return the id of a definition, which is made at its first use."""
        if key not in self._ids:
            self._ids[key] = f"{letter}{len(self._ids)}"
            self.definitions.append(f'<{tag} id="{self._ids[key]}"{content()}')
        return self._ids[key]

    def _shape(self, shape: Shape) -> str:
        """Return a shape as a path element."""
        fill = attributes(fill=self._paint(shape.fill), fill_opacity=opacity_attribute(shape.opacity))
        rule = attributes(fill_rule="evenodd" if shape.even_odd else None)
        return f'<path d="{shape.path}"{fill}{rule}{self._stroke(shape.stroke)}/>'

    def _stroke(self, stroke: Stroke | None) -> str:
        """Return the attributes of a stroke; none for None."""
        if stroke is None:
            return ""
        dashes = " ".join(map(decimal, stroke.dash)) or None
        return attributes(
            stroke=self._paint(stroke.paint),
            stroke_width=stroke.width,
            stroke_opacity=opacity_attribute(stroke.opacity),
            stroke_linecap=stroke.cap,
            stroke_linejoin=stroke.join,
            stroke_miterlimit=max(1.0, stroke.miter),
            stroke_dasharray=dashes,
            stroke_dashoffset=stroke.offset if dashes else None,
        )

    def _paint(self, paint: Paint | None) -> str:
        """Return a colour, or a reference to a gradient, as the value of `fill` or `stroke`."""
        if paint is None or isinstance(paint, str):
            return paint or "none"
        tag = "linearGradient" if isinstance(paint, face.LinearGradient) else "radialGradient"
        return f"url(#{self._define(paint, 'g', tag, lambda: _gradient(paint, tag))})"

    def _clip(self, clip: Clip) -> str:
        """Return a reference to a clip, as the value of `clip-path`."""
        rule = attributes(clip_rule="evenodd" if clip.even_odd else None)
        content = f'><path d="{clip.path}"{rule}/></clipPath>'
        return f"url(#{self._define(clip, 'c', 'clipPath', lambda: content)})"

    def _group(self, group: Group) -> str:
        """Return a group with its matrix, clip and opacity."""
        inner = self.elements(group.ink)
        if group.matrix != IDENTITY:
            inner = f"<g{attributes(transform=transform(group.matrix))}>{inner}</g>"
        # A clip is measured inside its element's own transform, so it stands outside.
        clip = self._clip(group.clip) if group.clip else None
        return f"<g{attributes(opacity=opacity_attribute(group.opacity), clip_path=clip)}>{inner}</g>"

    def _composite(self, item: Composite) -> str:
        """Return a group that is blended as a whole, through its mask."""
        blend = "" if item.blend == "normal" else f"mix-blend-mode:{item.blend};"
        mask = f"url(#{self._mask(item)})" if item.mask else None
        style = attributes(style=f"{blend}isolation:isolate", mask=mask)
        return f"<g{style}>{self.elements(item.ink)}</g>"

    def _mask(self, item: Composite) -> str:
        """Return the id of a mask; it reaches as far as its ink."""
        place = attributes(maskUnits="userSpaceOnUse", x=-_FAR, y=-_FAR, width=2 * _FAR, height=2 * _FAR)
        kind = attributes(style="mask-type:alpha") if item.mask_by_alpha else ""
        key = (item.mask, item.mask_by_alpha)
        return self._define(key, "m", "mask", lambda: f"{place}{kind}>{self.elements(item.mask)}</mask>")

    def _use(self, use: Use) -> str:
        """Return a reference to a part, such as an icon."""
        id_ = self._define(use.part, "p", "g", lambda: self._part(use.part))
        return _use_element(id_, use.matrix, use.opacity)

    def _part(self, key: str) -> str:
        """Return the definition of a part."""
        part = self._parts[key]
        if isinstance(part, Raster):
            raise TypeError(f"{key!r} is a raster, not a part")
        clip = self._clip(Clip(border(part.box)))
        return f"{attributes(clip_path=clip)}>{self.elements(part.ink)}</g>"

    def _image(self, image: Image) -> str:
        """Return a reference to a picture of pixels in its rectangle."""
        raster = self._parts[image.raster]
        if isinstance(raster, Part):
            raise TypeError(f"{image.raster!r} is a part, not a raster")
        id_ = self._define(raster.key, "i", "image", lambda: _pixels(raster))
        rect = image.rect
        matrix = Matrix(rect.width / raster.width, 0, 0, rect.height / raster.height, rect.x, rect.y)
        return _use_element(id_, matrix, image.opacity)

    def _glyphs(self, run: GlyphRun) -> str:
        """Return a run of glyphs as text, or as outlines with its text as a label."""
        font = svg_font(self._fonts[run.font])
        if not self._outlines and font.plain(run):
            return _text_element(run, font)
        scale = run.size / font.upem
        uses = [
            f"<use{attributes(xlink__href=self._outline(font, glyph), x=offset / scale)}/>"
            for glyph, offset in zip(run.glyphs, run.offsets, strict=True)
            if font.outline(glyph)
        ]
        place = attributes(transform=transform(Matrix(scale, 0, 0, -scale, run.x, run.y)))
        ink = attributes(fill=run.fill, fill_opacity=opacity_attribute(run.opacity))
        return f'<g role="img"{attributes(aria_label=run.text)}{ink}{place}>{"".join(uses)}</g>'

    def _outline(self, font: SvgFont, glyph: int) -> str:
        """Return a reference to the outline of a glyph, which is defined at its first use."""
        content = f"{attributes(d=font.outline(glyph))}/>"
        return f"#{self._define((font, glyph), 'f', 'path', lambda: content)}"


def _use_element(id_: str, matrix: Matrix, opacity: float) -> str:
    """Return a `<use>` element, which shows a definition by its id, through a matrix."""
    return f"<use{attributes(xlink__href=f'#{id_}', transform=transform(matrix), opacity=opacity_attribute(opacity))}/>"


def border(box: Rect) -> str:
    """Return the edge of a rectangle as a closed path."""
    left, top, right, bottom = map(decimal, (box.x, box.y, box.right, box.bottom))
    return f"M {left} {top} L {right} {top} L {right} {bottom} L {left} {bottom} Z"


def _gradient(paint: face.LinearGradient | face.RadialGradient, tag: str) -> str:
    """Return the definition of a gradient, behind its id."""
    if isinstance(paint, face.LinearGradient):
        place = attributes(x1=paint.x1, y1=paint.y1, x2=paint.x2, y2=paint.y2)
    else:
        place = attributes(cx=paint.cx, cy=paint.cy, r=paint.r, fx=paint.fx, fy=paint.fy, fr=paint.fr or None)
    units = attributes(gradientUnits="userSpaceOnUse", gradientTransform=transform(paint.matrix))
    return f"{place}{units}>{''.join(map(_stop, paint.stops))}</{tag}>"


def _stop(stop: face.Stop) -> str:
    """Return one stop of a gradient."""
    offset, paint, opacity = stop
    return f"<stop{attributes(offset=offset, stop_color=paint, stop_opacity=opacity_attribute(opacity))}/>"


def _pixels(raster: Raster) -> str:
    """Return the definition of a picture, with its file inside, behind its id."""
    size = attributes(width=raster.width, height=raster.height)
    if raster.alpha:
        kind, data = "png", _with_alpha(raster, raster.alpha)
    else:
        kind, data = "jpeg" if raster.pixels.is_jpeg else "png", raster_file(raster)
    return f'{size} preserveAspectRatio="none" xlink:href="data:image/{kind};base64,{b64encode(data).decode()}"/>'


def _with_alpha(raster: Raster, alpha: EncodedPixels) -> bytes:
    """Return a picture and its mask as one PNG file with an alpha channel."""
    from PIL import Image

    width, height = raster.width, raster.height
    image = Image.open(io.BytesIO(raster_file(raster))).convert("RGB")
    image.putalpha(Image.open(io.BytesIO(png_of_rows(width, height, alpha))))
    return encode_png(width, height, image.tobytes(), channels=4)


hb: Any = uharfbuzz  # a C library without types


MOST_FONTS, MOST_GLYPHS = 64, 8192
"""Fonts that are read once, and glyphs of all of them: 5 MB."""


class SvgFont:
    """One font, as SVG needs it. Raises Faults for a file that cannot be read."""

    def __init__(self, font: Font) -> None:
        """Open a font file."""
        try:
            self._face = open_font(font.path)
        except (hb.HarfBuzzError, OSError) as error:
            raise fault(font.path, f"the font {font.id!r} cannot be read", unreadable=True) from error
        self._font = hb.Font(self._face)
        self.upem: int = self._face.upem

    @property
    def style(self) -> dict[str, str | float]:
        """The attributes that name the font to a program: family, weight and style."""
        # Name 16 is the typographic family, which fonts of several weights have beside the old name 1.
        family = self._face.get_name(16) or self._face.get_name(1)
        weight = self._font.get_style_value(hb.StyleTag.WEIGHT)
        slanted = self._font.get_style_value(hb.StyleTag.ITALIC)
        return {"font_family": f"'{family}'", "font_weight": weight, "font_style": "italic" if slanted else "normal"}

    def plain(self, run: GlyphRun) -> bool:
        """Whether shaping the characters alone gives the glyphs of a run.

        It does not for small capitals and alternates.
        """
        return all(text and self._shaped(text) == run.glyphs[first:end] for first, end, text in clusters(run))

    @lru_cache(MOST_GLYPHS)  # noqa: B019
    def _shaped(self, text: str) -> tuple[int, ...]:
        """Return the glyphs that the font gives a text without any features."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        # Direction and script are guessed from the text alone, which is all that the file will have.
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer)
        return tuple(info.codepoint for info in buffer.glyph_infos)

    @lru_cache(MOST_GLYPHS)  # noqa: B019
    def outline(self, glyph: int) -> str:
        """Return a glyph as path data in font units, y upwards; empty for a space."""
        words: list[str] = []
        self._font.draw_glyph(glyph, _funcs(), words)
        return "".join(words)


svg_font = lru_cache(MOST_FONTS)(SvgFont)
"""Return a font, read once."""


@cache
def _funcs() -> Any:
    """Return HarfBuzz's callbacks that write an outline as path data."""
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, words: words.append(f"M{decimal(x)} {decimal(y)}"))
    funcs.set_line_to_func(lambda x, y, words: words.append(f"L{decimal(x)} {decimal(y)}"))
    funcs.set_quadratic_to_func(lambda a, b, x, y, words: words.append(f"Q{_numbers(a, b, x, y)}"))
    funcs.set_cubic_to_func(lambda a, b, c, d, x, y, words: words.append(f"C{_numbers(a, b, c, d, x, y)}"))
    funcs.set_close_path_func(lambda words: words.append("Z"))
    return funcs


def _numbers(*values: float) -> str:
    """Return numbers as text, with spaces between them."""
    return " ".join(map(decimal, values))


def _text_element(run: GlyphRun, font: SvgFont) -> str:
    """Return a run as a text element with one span for each cluster, so that ligatures stay whole."""
    spans = [
        f'<tspan x="{decimal(run.x + run.offsets[first])}">{escape(text)}</tspan>' for first, _, text in clusters(run)
    ]
    ink = attributes(fill=run.fill, fill_opacity=opacity_attribute(run.opacity))
    place = attributes(y=run.y, font_size=run.size, **font.style)
    return f'<text{place}{ink} xml:space="preserve">{"".join(spans)}</text>'


_ELEMENT: dict[type, Callable[[SvgDrawing, Any], str]] = {
    Shape: SvgDrawing._shape,
    GlyphRun: SvgDrawing._glyphs,
    Image: SvgDrawing._image,
    Use: SvgDrawing._use,
    Group: SvgDrawing._group,
    Composite: SvgDrawing._composite,
}
