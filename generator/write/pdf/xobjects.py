"""What is compiled once and drawn often: a face or a part as PDF operators, a raster as PDF pixels.

Both stand alone: they know nothing of the document they go into, so they can be kept from one build to the next.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.base.records import dataclass

State = tuple[float, float, str]
"""Opacity of fills, opacity of strokes, and the key of the Form whose brightness masks both, or nothing."""


@dataclass(frozen=True, slots=True)
class FormXObject:
    """Operators, and what their names mean: the n-th font, form or picture, state and pattern are Fn, Xn, Gn and Pn."""

    key: str
    box: Rect
    """Nothing outside is drawn."""
    stream: bytes
    """Operators, deflated."""
    fonts: Mapping[str, Mapping[int, str]]
    """Font ids, and the glyphs used of each with the text they stand for."""
    uses: tuple[str, ...] = ()
    """Keys of the Forms and Pictures it draws."""
    states: tuple[State, ...] = ()
    patterns: tuple[str, ...] = ()
    """Gradients, each a whole pattern dictionary."""
    group: str = ""
    """Colour space of a transparency group, `/DeviceRGB` or `/DeviceGray`; empty for a plain form."""


@dataclass(frozen=True, slots=True)
class ImageXObject:
    """Pixels, and how they are packed."""

    key: str
    width: int
    height: int
    stream: bytes
    filter: str
    """`/FlateDecode` or `/DCTDecode`."""
    space: str
    """`/DeviceRGB`, `/DeviceGray` or `/DeviceCMYK`."""
    alpha: bytes = b""
    """Deflated 8-bit rows, or none."""


XObject = FormXObject | ImageXObject
