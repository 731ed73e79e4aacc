"""Draw an element with its effects, in the order of SVG: filter, clip path, mask, opacity, blend mode."""

from __future__ import annotations

from typing import NamedTuple

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Composite, Group, Ink
from generator.typeset.effects.soft_ink import filtered
from generator.typeset.ink.areas import area_of, in_box_units
from generator.typeset.ink.clip import fade_and_clip, rect_clip
from generator.typeset.ink.compiler import Canvas, Compiler
from generator.typeset.ink.container_elements import check_place
from generator.typeset.paths.path_geometry import extent
from generator.typeset.svg.attribute_values import keyword
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element


def draw_with_effects(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw an element whose style has effects. Raises ValueError where one of them cannot be drawn."""
    effects = style.effects
    assert effects is not None  # noqa: S101  others are drawn without this
    check_place(compiler, element, style)
    # Texts that are added from here on lie in the element, and are clipped with it.
    inner, before = Canvas(), len(compiler.extras.texts)
    compiler.draw_plain(element, effects.plain, matrix, inner)
    ink = inner.ink()
    if not ink:
        return
    inside = matrix @ compiler.transform(element)
    mask = mask_ink(compiler, effects.mask, ink, inside) if effects.mask else MaskInk((), by_alpha=False)
    if effects.filter:
        ink = filtered(compiler, effects.filter, element, ink, inside)
    if style.clip or style.opacity != 1:
        texts = compiler.extras.texts[before:]
        ink = (fade_and_clip(compiler, element, style, ink, matrix=inside, opacity=style.opacity, texts=texts),)
    compiler.has_blends = compiler.has_blends or effects.blend != "normal"
    canvas.add(IDENTITY, Composite(ink, effects.blend, mask.ink, mask.by_alpha))


class MaskInk(NamedTuple):
    """The ink of a mask."""

    ink: tuple[Ink, ...]
    by_alpha: bool
    """Whether its opacity masks, not its brightness."""


def mask_ink(compiler: Compiler, name: str, ink: tuple[Ink, ...], inside: Matrix) -> MaskInk:
    """Return the ink of the mask that an element with the given ink refers to by its id `name`.

    `inside` is the matrix from the element's coordinates to those of the ink. Raises ValueError where there is no such
    mask, or where it holds text or refers to itself.
    """
    element = compiler.definition("mask", "mask", name)
    if compiler.has_text(element) and not compiler.is_picture:
        raise ValueError(f"mask: '#{name}' holds text, which nobody could search for or read out; use shapes")
    # Else the masks would call each other for ever.
    if element in compiler.open_references:
        raise ValueError(f"mask: '#{name}' refers to itself")
    style = compiler.defined_style(element)
    # Viewers differ in the order of nested masks.
    if style.effects or style.clip:
        raise ValueError(f"mask: '#{name}' is masked or clipped itself; mask a group around its user")
    box = extent(ink, inside.inverse(), compiler.extras.parts) or Rect(0, 0, 0, 0)
    region = area_of(compiler, element.get, "maskUnits", box)
    if region.width <= 0 or region.height <= 0:
        raise ValueError(f"mask: '#{name}' has no area; write maskUnits=\"userSpaceOnUse\" with x, y, width and height")
    content = inside
    if in_box_units(element.get, "maskContentUnits", otherwise=False):
        content = inside @ Matrix(a=box.width, d=box.height, e=box.x, f=box.y)
    canvas = Canvas()
    compiler.open_references.append(element)
    try:
        compiler.draw_children(element, style.inherited, content, canvas)
    finally:
        compiler.open_references.pop()
    clip = rect_clip(region, inside, compiler.decimals)
    by_alpha = keyword("mask-type:", element.get("mask-type"), ("luminance", "alpha")) == "alpha"
    return MaskInk((Group(canvas.ink(), IDENTITY, clip=clip),), by_alpha)
