"""The function that draws each SVG element, by name; `<text>` is added by the typesetter, for it needs fonts."""

from __future__ import annotations

from collections.abc import Mapping

from generator.typeset.ink.compiler import DrawElement
from generator.typeset.ink.group_element import draw_group, draw_nested_svg
from generator.typeset.ink.image_element import draw_image
from generator.typeset.ink.shape_element import draw_shape
from generator.typeset.ink.use_element import draw_use
from generator.typeset.svg.profile import SHAPES

ELEMENTS: Mapping[str, DrawElement] = {
    **dict.fromkeys(SHAPES, draw_shape),
    "g": draw_group,
    "svg": draw_nested_svg,
    "use": draw_use,
    "image": draw_image,
}
