"""`<g>` and nested `<svg>`: draw the children of an element, clipped and faded together."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Clip, Group
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.clip import clip_path
from generator.typeset.ink.compiler import Compiler
from generator.typeset.ink.layers_and_fields import is_kept_as_layer
from generator.typeset.paths import basic_shapes
from generator.typeset.paths.contour import transform_path
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.svg.viewport import aspect, view_box


def draw_group(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    """Draw the children of a group, or keep its outlines where it is a layer such as `cut`."""
    if is_kept_as_layer(compiler, element, style, matrix):
        return
    inside = matrix @ compiler.transform(element) if "transform" in element.form.positions else matrix
    if style.opacity == 1 and not style.clip:
        compiler.draw_children(element, style.inherited, inside, canvas)
        return
    inner = Canvas()
    compiler.draw_children(element, style.inherited, inside, inner)
    if ink := inner.ink():
        clip = clip_path(compiler, style.clip, element, ink, inside) if style.clip else None
        canvas.add(IDENTITY, Group(ink, opacity=style.opacity, clip=clip))


def draw_nested_svg(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    """Draw a nested `<svg>`, fitted into its rectangle and clipped to it; raises ValueError where it has no size."""
    if element.get("width") is None or element.get("height") is None:
        raise ValueError("needs width and height")
    into = Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))
    if not into.width or not into.height:
        return
    outside = matrix @ compiler.transform(element)
    view, fit = Rect(0, 0, into.width, into.height), Matrix.translation(into.x, into.y)
    if text := element.get("viewBox"):
        view = view_box(text)
        fit = aspect(element.get("preserveAspectRatio")).fit(view, into)
    inner = Canvas()
    compiler.draw_view(view, element, style.inherited, outside @ fit, inner)
    ink = inner.ink()
    if not ink:
        return
    if style.clip:
        ink = (Group(ink, clip=clip_path(compiler, style.clip, element, ink, outside)),)
    frame = basic_shapes.rect(into.x, into.y, into.width, into.height, 0, 0, decimals=9)
    clip = Clip(transform_path(frame, outside, compiler.decimals))
    canvas.add(IDENTITY, Group(ink, opacity=style.opacity, clip=clip))
