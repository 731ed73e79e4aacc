"""Draw an element with its effects, in the order of SVG: filter, clip path, mask, opacity, blend mode."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import Composite
from generator.typeset.effects.masks import MaskInk, mask_ink
from generator.typeset.effects.soft_ink import filtered
from generator.typeset.ink.clip import fade_and_clip
from generator.typeset.ink.compiler import Canvas, Compiler
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element


def draw_with_effects(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw an element whose style has effects. Raises ValueError where one of them cannot be drawn."""
    effects = style.effects
    assert effects is not None  # noqa: S101  others are drawn without this
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
        ink = (fade_and_clip(compiler, element, style, ink, inside, style.opacity, texts),)
    compiler.has_blends = compiler.has_blends or effects.blend != "normal"
    canvas.add(IDENTITY, Composite(ink, effects.blend, mask.ink, mask.by_alpha))
