"""Numbers, lengths and lists of numbers as attributes write them, within what a printed face can need."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

LIMIT = 1_000_000.0
"""The largest number a drawing may hold: far beyond any paper, far below what renderers trip over."""

TEMPLATE_UNITS: Mapping[str, float] = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""User units in a unit of length, where one user unit is a millimetre."""

PICTURE_UNITS: Mapping[str, float] = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72}
"""The same where one user unit is a pixel of CSS, as in files of drawing programs."""

NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_LENGTH = re.compile(rf"\s*({NUMBER})\s*([a-z%]*)\s*")
_NUMBERS = re.compile(rf"\s*(?:{NUMBER}(?:\s*,\s*|\s+|(?=[-+.])|\s*\Z))*\s*")
_EACH = re.compile(NUMBER)
_ENDLESS = re.compile(r"\s*[+-]?(?:nan|inf(?:inity)?)\s*", re.IGNORECASE)


def number(text: str) -> float:
    """A plain number.

    Raises ValueError for anything else, and for numbers that are not finite or over a million.
    """
    found = _LENGTH.fullmatch(text)
    if not found or found[2]:
        raise ValueError(f"{text!r} is not a {'finite ' if _ENDLESS.fullmatch(text) else ''}number")
    return within(float(found[1]), found[1])


def length(text: str, units: Mapping[str, float] = TEMPLATE_UNITS) -> float:
    """A length in user units: a bare number, or one with a unit.

    Raises ValueError like `number`.
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
    """A list of numbers, apart by spaces or commas.

    Raises ValueError like `number`.
    """
    if not _NUMBERS.fullmatch(text):
        raise ValueError(f"{text!r} is not a list of numbers")
    return [within(float(word), word) for word in _EACH.findall(text)]


def share(text: str) -> float:
    """A number or percentage, held between 0 and 1: an opacity, the offset of a stop.

    Raises ValueError like `number`.
    """
    stripped = text.strip()
    value = number(stripped[:-1]) / 100 if stripped.endswith("%") else number(stripped)
    return min(max(value, 0.0), 1.0)


def within(value: float, text: str) -> float:
    """The value, if it is one that can be drawn.

    Raises ValueError that quotes `text`.
    """
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a finite number")
    if abs(value) > LIMIT:
        raise ValueError(f"{text!r} is over 1,000,000")
    return value
