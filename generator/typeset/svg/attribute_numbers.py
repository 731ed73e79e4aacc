"""Parse the numbers, lengths and lists of numbers in SVG attributes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

LIMIT = 1_000_000.0
"""The largest number in a drawing: beyond any paper, and below 2^24, where 32-bit renderers lose whole units."""

TEMPLATE_UNITS: Mapping[str, float] = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""User units in each unit of length, where a user unit is a millimetre."""

PICTURE_UNITS: Mapping[str, float] = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72}
"""The same where a user unit is a pixel of CSS, as in the files of drawing programs."""

NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_LENGTH = re.compile(rf"\s*({NUMBER})\s*([a-z%]*)\s*")
_NUMBERS = re.compile(rf"\s*(?:{NUMBER}(?:\s*,\s*|\s+|(?=[-+.])|\s*\Z))*\s*")
_EACH = re.compile(NUMBER)
_ENDLESS = re.compile(r"\s*[+-]?(?:nan|inf(?:inity)?)\s*", re.IGNORECASE)


def number(text: str) -> float:
    """A plain number. Raises ValueError for anything else, and for numbers over a million."""
    found = _LENGTH.fullmatch(text)
    if not found or found[2]:
        raise ValueError(f"{text!r} is not a {'finite ' if _ENDLESS.fullmatch(text) else ''}number")
    return within(float(found[1]), found[1])


def length(text: str, units: Mapping[str, float] = TEMPLATE_UNITS) -> float:
    """A length in user units: a number with or without a unit. Raises ValueError like `number`.

    >>> length("1in"), length("9")
    (25.4, 9.0)
    """
    found = _LENGTH.fullmatch(text)
    if not found:
        return number(text)
    try:
        return within(float(found[1]), found[1]) * units[found[2]]
    except KeyError:
        some = ", ".join(unit for unit in units if unit)
        raise ValueError(f"{text!r} is not a length; write a bare number or one in {some}") from None


def numbers(text: str) -> list[float]:
    """A list of numbers, separated by spaces or commas. Raises ValueError like `number`."""
    if not _NUMBERS.fullmatch(text):
        raise ValueError(f"{text!r} is not a list of numbers")
    return [within(float(word), word) for word in _EACH.findall(text)]


def share(text: str) -> float:
    """A number or percentage, clamped to 0 to 1, such as an opacity. Raises ValueError like `number`."""
    stripped = text.strip()
    value = number(stripped[:-1]) / 100 if stripped.endswith("%") else number(stripped)
    return min(max(value, 0.0), 1.0)


def within(value: float, text: str) -> float:
    """The value, if it is finite and at most a million; else raises ValueError that quotes `text`."""
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a finite number")
    if abs(value) > LIMIT:
        raise ValueError(f"{text!r} is over 1,000,000")
    return value
