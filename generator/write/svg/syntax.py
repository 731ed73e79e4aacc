"""Attributes, matrices and text in SVG syntax."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix
from generator.base.units import decimal

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Escape text for an element or for an attribute in double quotes.

    >>> escape('Fish & "chips"')
    'Fish &amp; &quot;chips&quot;'
    """
    return text.translate(_ENTITIES)


def attributes(**values: str | float | None) -> str:
    """Return attributes, each after a space. None leaves one out; `__` in a name stands for a colon, `_` for a hyphen.

    >>> attributes(fill="none", stroke_width=0.5, opacity=None, xlink__href="#a")
    ' fill="none" stroke-width="0.5" xlink:href="#a"'
    """
    return "".join([f' {_attribute(key)}="{_value(value)}"' for key, value in values.items() if value is not None])


def transform(m: Matrix) -> str | None:
    """Return the value of a `transform`, with factors to a millionth; None for the identity.

    >>> transform(Matrix(2, 0, 0, 2, 10.5, 0))
    'matrix(2 0 0 2 10.5 0)'
    """
    if m == IDENTITY:
        return None
    # As in PDF: three decimals in a matrix would shift the far edge of A4 by 0.04 mm.
    factors = " ".join(f"{factor:.6f}".rstrip("0").rstrip(".") for factor in (m.a, m.b, m.c, m.d))
    return f"matrix({factors} {decimal(m.e)} {decimal(m.f)})"


def opacity_attribute(opacity: float) -> float | None:
    """Return an opacity, or None for 1, which needs no attribute."""
    return opacity if opacity < 1 else None


def _attribute(key: str) -> str:
    """Return the SVG name of an attribute: `xlink:href` for `xlink__href`."""
    return key.replace("__", ":").replace("_", "-")


def _value(value: str | float) -> str:
    """Return the value of an attribute as text."""
    return escape(value) if isinstance(value, str) else decimal(value)
