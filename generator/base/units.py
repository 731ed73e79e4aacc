"""Lengths and numbers as text. Inside the program a length is a number of points; in files it has its unit."""

import re

MM = 72 / 25.4
"""Points in a millimetre."""

_POINTS = {"mm": MM, "cm": 10 * MM, "in": 72.0, "pt": 1.0}
_LENGTH = re.compile(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))\s*(mm|cm|in|pt)\s*\Z")
# Full-width forms U+FF01 to U+FF5E stand in the order of ASCII.
_HALF_WIDTH = {full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)}


def half_width(text: str) -> str:
    """Return a text with plain letters, digits and signs in the place of full-width ones, as Japanese keyboards write.

    >>> half_width("６３ｍｍ")
    '63mm'
    """
    return text if text.isascii() else text.translate(_HALF_WIDTH)


def parse_length(text: str) -> float:
    """Return the points of a length such as `63mm`, `2.5in` or `9pt`.

    Raises ValueError for any other text.

    >>> parse_length("1 in")
    72.0
    >>> parse_length("63")
    Traceback (most recent call last):
    ...
    ValueError: '63' has no unit; write it as '63mm', '63in' or '63pt'
    """
    text = half_width(text)
    match = _LENGTH.match(text)
    if match:
        return float(match[1]) * _POINTS[match[2]]
    bare = text.strip()
    if re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", bare):
        raise ValueError(f"{bare!r} has no unit; write it as '{bare}mm', '{bare}in' or '{bare}pt'")
    raise ValueError(f"{bare!r} is not a length; write it like '63mm', '2.5in' or '9pt'")


def to_mm(points: float) -> float:
    """Return the millimetres of a number of points.

    >>> round(to_mm(72), 1)
    25.4
    """
    return points / MM


def decimal(value: float) -> str:
    """Return a number as short text for SVG and PDF, rounded to a ten-thousandth, never with an exponent.

    >>> decimal(2.50000), decimal(-0.00001), decimal(3)
    ('2.5', '0', '3')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
