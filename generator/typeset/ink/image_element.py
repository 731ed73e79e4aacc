"""`<image>`: drawings and photographs in files, and pixels within the file itself."""

from __future__ import annotations

import base64
import binascii
import math
import re
from typing import TYPE_CHECKING

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Clip, Group, Image, Ink, Raster, Use
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.clip import clip_path
from generator.typeset.paths import basic_shapes
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.svg.viewport import Aspect, aspect

if TYPE_CHECKING:
    from generator.typeset.ink.compiler import CompiledElement, Compiler
    from generator.typeset.ink.picture_files import CompiledPicture

COARSE = 150.0
"""Dots per inch below which a picture looks soft on paper; print-specs.md asks for 300."""

_DATA = re.compile(r"data:image/(?:png|jpe?g);base64,(.*)", re.DOTALL)
_ELSEWHERE = re.compile(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]+:|//")
_OUTSIDE = re.compile(r"file:|[/\\~]|[A-Za-z]:|(?:.*[/\\])?\.\.(?:[/\\]|\Z)", re.IGNORECASE)


def draw_image(
    compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas
) -> CompiledElement | None:
    """Draw a picture; a vector drawing is returned rather than drawn, since it is the same in every document.

    Raises ValueError where there is none of its name.
    """
    href = element.get("href") or ""
    if element.get("width") is None or element.get("height") is None:
        raise ValueError("needs width and height")
    into = Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))
    how = aspect(element.get("preserveAspectRatio"))
    if href.lower().endswith(".svg") and not href.startswith("data:"):
        picture = compiler.shelf.drawing(_inside(compiler, href), element, compiler.found)
        return _vector(compiler, element, look, picture, into, how)
    pixels = _pixels(compiler, element, href)
    if pixels is None or not into.width or not into.height:
        return None
    step = compiler.step(element)
    compiler.gathered.take(element, (pixels,), 1)
    _check_sharp(compiler, element, pixels, into, how, matrix @ step)
    canvas.add(matrix @ step, _clipped(compiler, element, look, _raster(pixels, into, how, look.opacity)))
    return None


def _inside(compiler: Compiler, href: str) -> str:
    """The name of a file of the game.

    Raises ValueError for names that lead anywhere else.
    """
    if compiler.is_picture:
        raise ValueError(f"href {href[:40]!r} leads out of the picture; put the image's data into it")
    if not href:
        raise ValueError("needs href")
    if href.startswith("data:"):
        raise ValueError(f"href {href[:24]!r}… holds something else; only PNG or JPEG in base64 can be given as data:")
    if _OUTSIDE.match(href):
        raise ValueError(f"href {href!r} leads outside the game's folder; put the picture into it")
    if _ELSEWHERE.match(href):
        raise ValueError(f"href {href!r} is on the network; put the picture into the game's folder")
    return href


def _vector(
    compiler: Compiler, element: Element, look: ElementStyle, picture: CompiledPicture | None, into: Rect, how: Aspect
) -> CompiledElement | None:
    if picture is None or not into.width or not into.height:
        return None
    compiler.gathered.take(element, picture.parts, 0)
    ink: Ink = Use(picture.part.key, how.fitted(picture.part.box, into), look.opacity)
    if how.slice:
        ink = Group((ink,), clip=_frame(into))
    ink = _clipped(compiler, element, look, ink)
    step = compiler.step(element)
    return (ink if step == IDENTITY else Group((ink,), step)), picture.parts, picture.references


def _clipped(compiler: Compiler, element: Element, look: ElementStyle, ink: Ink) -> Ink:
    return Group((ink,), clip=clip_path(compiler, look.clip, element, (ink,), IDENTITY)) if look.clip else ink


def _frame(into: Rect) -> Clip:
    return Clip(basic_shapes.rect(into.x, into.y, into.width, into.height, 0, 0))


def _pixels(compiler: Compiler, element: Element, href: str) -> Raster | None:
    inline = _DATA.fullmatch(href)
    if not inline:
        return compiler.shelf.raster(_inside(compiler, href), element, compiler.found)
    try:
        data = base64.b64decode("".join(inline[1].split()), validate=True)
    except binascii.Error:
        raise ValueError("href holds data: that is not base64") from None
    return compiler.shelf.inline(data, element, compiler.found)


def _raster(pixels: Raster, into: Rect, how: Aspect, opacity: float) -> Ink:
    whole = Rect(0, 0, pixels.width, pixels.height)
    image = Image(pixels.key, how.fitted(whole, into).bounding_box(whole), opacity)
    return Group((image,), clip=_frame(into)) if how.slice else image


def _check_sharp(compiler: Compiler, element: Element, pixels: Raster, into: Rect, how: Aspect, matrix: Matrix) -> None:
    """Warn of pixels that will be seen, in a face; in a picture nobody knows yet how large it will be."""
    if compiler.is_picture:
        return
    fit = matrix @ how.fitted(Rect(0, 0, pixels.width, pixels.height), into)
    dpi = 72 / max(math.hypot(fit.a, fit.b), math.hypot(fit.c, fit.d))
    if dpi < COARSE:
        compiler.found.warn(element, f"picture has {dpi:.0f} dpi at its printed size; 300 is sharp, under 150 is not")
