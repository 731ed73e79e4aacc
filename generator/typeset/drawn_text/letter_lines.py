"""Lines under, over and through letters of pictures, as high and thick as the font has them."""

from __future__ import annotations

from typing import Any

from generator.base.geometry import Point, Rect
from generator.base.records import dataclass
from generator.typeset.svg.style import ElementStyle
from generator.typeset.text.shaping import Typeface

LINES = frozenset({"underline", "line-through", "overline"})
_BELOW, _THICKNESS = 0.1, 0.05
"""Distance below the baseline and thickness of lines, in sizes of a font that does not say them."""


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A line at letters, in the colour of the element that asks for it."""

    name: str
    style: ElementStyle


def line_rect(name: str, face: Typeface, size: float, start: Point, width: float) -> Rect:
    """Return the area of a line at letters that begin at a point of their baseline."""
    thickness = _metric(face, "UNDERLINE_SIZE", _THICKNESS) * size
    return Rect(start[0], start[1] - _height(name, face) * size - thickness / 2, width, thickness)


def _height(name: str, face: Typeface) -> float:
    """Return the height of an underline, strike-through or overline above the baseline, in sizes of the font."""
    if name == "underline":
        return _metric(face, "UNDERLINE_OFFSET", -_BELOW)
    if name == "line-through":
        return _metric(face, "STRIKEOUT_OFFSET", face.x_height / 2)
    # OpenType has no metric for a line above letters; the ascender is the top of a line of text.
    ascender: int = face.font.get_font_extents("ltr").ascender
    return ascender / face.units_per_em


def _metric(face: Typeface, name: str, otherwise: float) -> float:
    """Return a metric of a font, named as in HarfBuzz, in sizes of the font; `otherwise` where the font has none."""
    import uharfbuzz

    tags: Any = uharfbuzz.OTMetricsTag  # type: ignore[attr-defined]  # a C library without types
    value: int | None = face.font.get_metric_position(getattr(tags, name))
    return value / face.units_per_em if value else otherwise
