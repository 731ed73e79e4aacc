"""The rectangle of a filter, a mask or a pattern: its x, y, width and height, in one of the two kinds of units."""

from __future__ import annotations

from collections.abc import Callable

from generator.base.geometry import Rect
from generator.typeset.ink.compiler import Compiler
from generator.typeset.svg.attribute_values import keyword, length, number

SIDES = ("x", "y", "width", "height")
AROUND = ("-10%", "-10%", "120%", "120%")
"""Area of a filter or a mask that does not say it, in its user's box."""
_KINDS = ("objectBoundingBox", "userSpaceOnUse")


Get = Callable[[str], "str | None"]
"""Returns an attribute by its name."""


def in_box_units(get: Get, attribute: str, *, otherwise: bool) -> bool:
    """Return whether an attribute such as `maskUnits` says that numbers are shares of the user's box.

    `otherwise` is the answer where the attribute is missing. Raises ValueError for an unknown word.
    """
    kinds = _KINDS if otherwise else _KINDS[::-1]
    return keyword(f"{attribute}:", get(attribute), kinds) == _KINDS[0]


def area_of(compiler: Compiler, get: Get, attribute: str, box: Rect, defaults: tuple[str, ...] = AROUND) -> Rect:
    """Return the rectangle of a filter, mask or pattern in the coordinates of the element that uses it.

    `box` is that element's box, and `attribute` names the kind of units; `defaults` are x, y, width and height where
    they are not said. Raises ValueError where one of them cannot be read.
    """
    in_box = in_box_units(get, attribute, otherwise=True)
    whole = box if in_box else compiler.view
    texts = [get(name) or default for name, default in zip(SIDES, defaults, strict=True)]
    lengths = [
        _length(compiler, text.strip(), side, in_box=in_box)
        for text, side in zip(texts, (whole.width, whole.height) * 2, strict=True)
    ]
    shares = [in_box or text.strip().endswith("%") for text in texts]
    # Shares are measured from the corner of the box, lengths from the origin.
    x, y = (start if share else 0.0 for start, share in zip((whole.x, whole.y), shares, strict=False))
    return Rect(x + lengths[0], y + lengths[1], lengths[2], lengths[3])


def _length(compiler: Compiler, text: str, side: float, *, in_box: bool) -> float:
    """Return a length in user units: a percentage or, `in_box`, a share of `side`; else a length with a unit."""
    if text.endswith("%"):
        return number(text[:-1]) / 100 * side
    return number(text) * side if in_box else length(text, compiler.units)
