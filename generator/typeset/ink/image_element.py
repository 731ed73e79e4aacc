"""`<image>`: drawings and photographs from files, and pixels in a `data:` URL."""

from __future__ import annotations

import base64
import binascii
import math
import re

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.units import MM
from generator.model.face import Clip, Group, Image, Ink, PictureUse, Shape, Stroke, Use
from generator.typeset.ink.clip import fade_and_clip
from generator.typeset.ink.compiler import Canvas, CompiledElement, Compiler
from generator.typeset.ink.picture_files import CompiledPicture, FoundRaster
from generator.typeset.paths.path_geometry import transform_path
from generator.typeset.paths.shape_paths import rect_path, shape_path
from generator.typeset.svg.coordinate_systems import Aspect, aspect, focused
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element

COARSE = 150.0
"""Dots per inch below which pixels are seen on paper; printers ask for 300."""

_USUAL_DPI = 600.0
"""Resolution of drawings that are drawn as pixels, where no finest resolution is said."""
_FRAME = Stroke("#9aa0a6", 0.2 * MM, dash=(MM, MM))
"""The line that stands where a picture will be, in points."""

_DATA = re.compile(r"data:image/(?:png|jpe?g);base64,(.*)", re.DOTALL)
_NETWORK = re.compile(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]+:|//")
# Files of a game lie in its folder, to which no drive letter, no `~` and no `..` leads.
_OUTSIDE = re.compile(r"file:|[/\\~]|[A-Za-z]:|(?:.*[/\\])?\.\.(?:[/\\]|\Z)", re.IGNORECASE)


def draw_image(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> CompiledElement | None:
    """Draw the pixels of an `<image>`, or return its vector drawing compiled, since that is the same in every document.

    Raises ValueError where the picture is missing or an attribute is invalid.
    """
    href = element.get("href") or ""
    into = _frame(compiler, element)
    fit = _fit(element)
    if element.get("pnp:missing") == "frame" and (missing := compiler.pictures.missing(href)):
        compiler.findings.warn(element, f"a frame stands for a picture: {missing}")
        canvas.add(*_frame_ink(compiler, element, matrix @ compiler.transform(element), into))
        return None
    if href.lower().endswith(".svg") and not href.startswith("data:"):
        name, dpi = _file_name(compiler, href), compiler.art_dpi or _USUAL_DPI
        place = _dots(compiler, matrix @ compiler.transform(element), into, dpi)
        picture = compiler.pictures.drawing(name, element, compiler.findings, (place, fit, dpi))
        if picture is None or not into.width or not into.height:
            return None
        ink = _drawing(compiler, element, style, picture, into, fit)
        if not picture.is_pixels:
            return ink, picture.parts, picture.references
        compiler.extras.add_parts(element, (), picture.references)
        canvas.add(matrix, ink)  # not kept: its pixels are those of this place
        return None
    if compiler.is_picture and not href.startswith("data:") and _is_beside(compiler, element, matrix, into):
        compiler.findings.warn(element, f"a linked picture is left out, for it lies outside the drawing: {href[:40]!r}")
    else:
        _draw_pixels(compiler, element, style, matrix, canvas, into)
    return None


def _draw_pixels(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas, into: Rect
) -> None:
    """Draw a picture of pixels into its rectangle, reduced where it is finer than its print needs."""
    raster = _pixels(compiler, element, element.get("href") or "")
    if raster is None or raster.file is None or not into.width or not into.height:
        return
    fit = _fit(element)
    inside = matrix @ compiler.transform(element)
    whole = Rect(0, 0, raster.file.width, raster.file.height)
    placed = fit.fit(whole, into)
    size = _reduced(compiler, element, raster, inside @ placed)
    pixels = compiler.pictures.encoded(raster, size, element, compiler.findings)
    if pixels is not None:
        compiler.extras.add_parts(element, (pixels,), 1)
        image = Image(pixels.key, placed.bounding_box(whole), style.opacity)
        canvas.add(inside, _clip(compiler, element, style, image, into if fit.slice else None))


def _fit(element: Element) -> Aspect:
    """Return how a picture is fitted into its frame. Raises ValueError where an attribute is invalid."""
    return focused(aspect(element.get("preserveAspectRatio")), element.get("pnp:focus"))


def _frame(compiler: Compiler, element: Element) -> Rect:
    """Return the rectangle of an `<image>`: that around a shape of `pnp:box`, or its own.

    Raises ValueError without one.
    """
    if shape := element.get("pnp:box"):
        from generator.typeset.placed_text.drawn_boxes import shape_box

        return shape_box(compiler.document, compiler.units, shape)
    if element.get("width") is None or element.get("height") is None:
        raise ValueError("needs width and height")
    return Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))


def _is_beside(compiler: Compiler, element: Element, matrix: Matrix, into: Rect) -> bool:
    """Return whether an image lies outside the page of a drawing, where it is not seen."""
    view, box = compiler.view, (matrix @ compiler.transform(element)).bounding_box(into)
    is_apart = box.right < view.x or view.right < box.x or box.bottom < view.y or view.bottom < box.y
    return is_apart and view is compiler.whole and not compiler.extras.is_shared


def _dots(compiler: Compiler, to_points: Matrix, into: Rect, dpi: float) -> Rect:
    """Return the size of a place in dots at a resolution; a symbol is drawn as if it were shown at its own size."""
    if compiler.extras.is_shared:
        to_points = Matrix.scaling(MM)
    across, down = (math.hypot(*side) * dpi / 72 for side in ((to_points.a, to_points.b), (to_points.c, to_points.d)))
    return Rect(0, 0, into.width * across, into.height * down)


def _frame_ink(compiler: Compiler, element: Element, matrix: Matrix, into: Rect) -> tuple[Matrix, Ink]:
    """Return a dashed line around the place of a picture, equally thick at any scale."""
    shape = compiler.document.ids.get((element.get("pnp:box") or "").removeprefix("#"))
    path = shape_path(shape, compiler.units) if shape else rect_path(into)
    return IDENTITY, Shape(transform_path(path, matrix), None, stroke=_FRAME)


def _file_name(compiler: Compiler, href: str) -> str:
    """Return the name of a file of the game from an href. Raises ValueError for a reference to anything else."""
    if compiler.is_picture:
        raise ValueError(f"href {href[:40]!r} is no PNG or JPEG file beside the drawing; put the image's data into it")
    if not href:
        raise ValueError("needs href")
    if href.startswith("data:"):
        raise ValueError(f"href {href[:24]!r}… holds something else; only PNG or JPEG in base64 can be given as data:")
    if _OUTSIDE.match(href):
        raise ValueError(f"href {href!r} leads outside the game's folder; put the picture into it")
    if _NETWORK.match(href):
        raise ValueError(f"href {href!r} is on the network; put the picture into the game's folder")
    return href


def _drawing(
    compiler: Compiler, element: Element, style: ElementStyle, picture: CompiledPicture, into: Rect, fit: Aspect
) -> Ink:
    """Return a compiled drawing, fitted into a rectangle with the opacity and clip of its element."""
    compiler.extras.add_parts(element, picture.parts, 0)
    ink: Ink = Use(picture.part.key, fit.fit(picture.part.box, into), style.opacity)
    ink = _clip(compiler, element, style, ink, into if fit.slice else None)
    matrix = compiler.transform(element)
    return ink if matrix == IDENTITY else Group((ink,), matrix)


def _clip(compiler: Compiler, element: Element, style: ElementStyle, ink: Ink, frame: Rect | None) -> Ink:
    """Return ink cut off at a frame, None for no frame, and at the clip path of its element."""
    if frame:
        ink = Group((ink,), clip=Clip(rect_path(frame)))
    return fade_and_clip(compiler, element, style, (ink,), IDENTITY, 1.0) if style.clip else ink


def _pixels(compiler: Compiler, element: Element, href: str) -> FoundRaster | None:
    """Return the picture of a file or a `data:` URL; None where it cannot be used.

    Raises ValueError for damaged base64.
    """
    inline = _DATA.fullmatch(href)
    if not inline:
        return compiler.pictures.raster(_file_name(compiler, href), element, compiler.findings)
    try:
        data = base64.b64decode("".join(inline[1].split()), validate=True)
    except binascii.Error:
        raise ValueError("href holds data: that is not base64") from None
    return compiler.pictures.inline(data, element, compiler.findings)


def _reduced(compiler: Compiler, element: Element, raster: FoundRaster, to_points: Matrix) -> tuple[int, int] | None:
    """Return the size in pixels of a picture that is finer than its print needs; None for any other.

    Warn of one that is too coarse. The printed size of pixels within a picture file or a symbol is not known yet.
    """
    if compiler.is_picture or raster.file is None:
        return None
    # Pixels to a printed inch: 72 points, by the sides of a pixel in points.
    across, down = (72 / math.hypot(*side) for side in ((to_points.a, to_points.b), (to_points.c, to_points.d)))
    use = PictureUse(raster.shown_path, min(across, down), compiler.art_dpi)
    # A warning only: a small icon may be meant to look coarse.
    if use.dpi < COARSE:
        compiler.findings.warn(
            element, f"picture has {use.dpi:.0f} dpi at its printed size; 300 is sharp, under 150 is not"
        )
    if compiler.extras.is_shared:
        return None
    if raster.name:
        compiler.extras.pictures.append(use)
    if not use.is_fine:
        return None
    sides = ((raster.file.width, across), (raster.file.height, down))
    width, height = (min(pixels, math.ceil(pixels * use.enough / dpi)) for pixels, dpi in sides)
    return width, height
