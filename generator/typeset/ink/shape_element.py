"""Basic shapes and paths: their fill, stroke, dashes and gradients."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import Group, Ink, Paint, Shape
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.clip import fade_and_clip
from generator.typeset.ink.compiler import CompiledElement, Compiler
from generator.typeset.ink.layers_and_fields import add_field, is_kept_as_layer
from generator.typeset.paths.contour import path_box
from generator.typeset.svg.style import GRADIENT, ElementStyle, InheritedStyle
from generator.typeset.svg.svg_tree import Element

MOST_DASHES = 100_000


def draw_shape(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, _: Canvas
) -> CompiledElement | None:
    """Compile a shape; None where it is a layer such as `cut`. Raises ValueError for an invalid attribute."""
    if is_kept_as_layer(compiler, element, style, matrix):
        return None
    path = compiler.path(element)
    ink = _ink(compiler, element, style, path)
    if "pnp:field" in element.form.positions:
        add_field(compiler, element, path, matrix)
    if ink is not None and "transform" in element.form.positions:
        ink = Group((ink,), compiler.transform(element))
    return ink, (), 0


def _ink(compiler: Compiler, element: Element, style: ElementStyle, path: str) -> Ink | None:
    """The shape in its own coordinates; None where it has no area or no paint."""
    if not path or (style.fill is None and style.stroke_paint is None):
        return None
    if style.inherited.stroke.dash:
        _check_dashes(path, style.inherited)
    if style.is_self_contained:
        shape = Shape(path, style.fill, style.fill_opacity, style.inherited.even_odd, style.stroke)
        return shape if style.group_opacity == 1 else Group((shape,), opacity=style.group_opacity)
    shape = _painted_shape(compiler, element, style, path)
    if not style.clip and style.group_opacity == 1:
        return shape
    return fade_and_clip(compiler, element, style, (shape,), IDENTITY, style.group_opacity)


def _painted_shape(compiler: Compiler, element: Element, style: ElementStyle, path: str) -> Shape:
    """A shape whose fill or stroke may be a gradient."""
    fill, fill_opacity = _paint(compiler, element, style.fill, path)
    paint, paint_opacity = _paint(compiler, element, style.stroke_paint, path)
    each = 1.0 if style.group_opacity < 1 else style.opacity
    line = style.inherited.stroke
    stroke = line.stroke(paint, line.opacity * each * paint_opacity) if paint is not None else None
    return Shape(path, fill, style.fill_opacity * fill_opacity, style.inherited.even_odd, stroke)


def _paint(compiler: Compiler, element: Element, paint: str | None, path: str) -> tuple[Paint | None, float]:
    """A paint with its gradient resolved for the shape's box, and the opacity of that gradient."""
    if paint is None or not paint.startswith(GRADIENT):
        return paint, 1.0
    gradient = compiler.gradients.get(paint.removeprefix(GRADIENT), element)
    box = path_box(path)
    if gradient is None or box is None:
        return None, 1.0
    return gradient.paint(box)


def _check_dashes(path: str, style: InheritedStyle) -> None:
    """Raise ValueError for a dash pattern that viewers would draw for minutes; the length is estimated upwards."""
    box = path_box(path)
    if box and (box.width + box.height) * path.count(" L ") / sum(style.stroke.dash) > MOST_DASHES:
        raise ValueError(f"stroke-dasharray: more than {MOST_DASHES:,} dashes")
