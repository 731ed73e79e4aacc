"""Colours of CSS in the spaces of screens and of the eye, as the nearest colours of sRGB.

The numbers are those of CSS Color 4: matrices to CIE XYZ under D65, and the curves of the spaces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Channels = tuple[float, ...]
_Matrix = Sequence[Channels]

_P3: _Matrix = (
    (0.4865709486, 0.2656676932, 0.1982172852),
    (0.2289745641, 0.6917385218, 0.0792869141),
    (0.0, 0.0451133819, 1.0439443689),
)
_SRGB: _Matrix = (
    (0.4123907993, 0.3575843394, 0.1804807884),
    (0.2126390059, 0.7151686788, 0.0721923154),
    (0.0193308187, 0.1191947798, 0.9505321522),
)
_ADOBE: _Matrix = (
    (0.5766690429, 0.1855582379, 0.1882286462),
    (0.2973449753, 0.6273635663, 0.0752914585),
    (0.0270313614, 0.0706888525, 0.9913375368),
)
_REC2020: _Matrix = (
    (0.6369580483, 0.1446169036, 0.1688809752),
    (0.2627002120, 0.6779980715, 0.0593017165),
    (0.0, 0.0280726930, 1.0609850577),
)
_FROM_D50: _Matrix = (
    (0.9554734215, -0.0230984549, 0.0632592432),
    (-0.0283697093, 1.0099953980, 0.0210414411),
    (0.0123140148, -0.0205076493, 1.3303659009),
)
_TO_SRGB: _Matrix = (
    (3.2409699419, -1.5373831776, -0.4986107603),
    (-0.9692436363, 1.8759675015, 0.0415550574),
    (0.0556300797, -0.2039769589, 1.0569715142),
)


def _linear(value: float) -> float:
    """Return the light of a channel of sRGB or Display P3."""
    size = abs(value)
    # Channels outside 0 to 1 have light too: the curve goes on with their sign.
    light = size / 12.92 if size <= 0.04045 else ((size + 0.055) / 1.055) ** 2.4
    return math.copysign(light, value)


def _channel(light: float) -> float:
    """Return the channel of sRGB for an amount of light."""
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _power(exponent: float) -> Callable[[float], float]:
    """Return a curve that raises the size of a channel to an exponent and keeps its sign."""
    return lambda value: math.copysign(abs(value) ** exponent, value)


_SCREENS: Mapping[str, tuple[_Matrix, Callable[[float], float]]] = {
    "display-p3": (_P3, _linear),
    "srgb-linear": (_SRGB, lambda value: value),
    "a98-rgb": (_ADOBE, _power(563 / 256)),
    "rec2020": (_REC2020, _power(2.4)),
}
_OF_D65 = frozenset({"oklab", "oklch", "xyz", "xyz-d65"})
_OF_D50 = frozenset({"lab", "lch", "xyz-d50"})


def srgb_channels(colour: Any) -> Channels | None:
    """Return red, green and blue, between 0 and 1, of a colour of tinycss2; None for a space that is not read."""
    if colour.space in {"srgb", "hsl", "hwb"}:
        red, green, blue = colour.to("srgb").coordinates
        # A channel may be `none`, which counts as 0.
        return tuple(_clipped(channel or 0.0) for channel in (red, green, blue))
    light = _xyz(colour)
    return None if light is None else tuple(_clipped(_channel(value)) for value in _times(_TO_SRGB, light))


def _xyz(colour: Any) -> Channels | None:
    """Return a colour in CIE XYZ under D65; None for a space that is not read."""
    if colour.space in _OF_D65:
        return tuple(colour.to("xyz-d65").coordinates)
    if colour.space in _OF_D50:
        return _times(_FROM_D50, colour.to("xyz-d50").coordinates)
    if colour.space not in _SCREENS:
        return None
    matrix, curve = _SCREENS[colour.space]
    return _times(matrix, [curve(channel or 0.0) for channel in colour.coordinates])


def _times(matrix: _Matrix, values: Sequence[float]) -> Channels:
    """Return the product of a matrix and a vector."""
    return tuple(sum(factor * value for factor, value in zip(row, values, strict=True)) for row in matrix)


def _clipped(value: float) -> float:
    """Return a value limited to 0 to 1."""
    return min(max(value, 0.0), 1.0)
