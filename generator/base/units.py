"""Lengths: points inside the program, written with their unit everywhere else."""

import re

MM = 72 / 25.4
"""Points in a millimetre."""

_POINTS = {"mm": MM, "cm": 10 * MM, "in": 72.0, "pt": 1.0}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt)\s*\Z")


def parse_length(text: str) -> float:
    """Points in a length such as `63mm`, `2.5in` or `9pt`.

    >>> length("1 in")
    72.0
    >>> length("63")
    Traceback (most recent call last):
    ...
    ValueError: '63' has no unit; write it as '63mm', '63in' or '63pt'
    """
    found = _LENGTH.match(text)
    if found:
        return float(found[1]) * _POINTS[found[2]]
    bare = text.strip()
    if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", bare):
        raise ValueError(f"{bare!r} has no unit; write it as '{bare}mm', '{bare}in' or '{bare}pt'")
    raise ValueError(f"{bare!r} is not a length; write it like '63mm', '2.5in' or '9pt'")


def to_mm(points: float) -> float:
    """Millimetres in a number of points.

    >>> round(mm(72), 1)
    25.4
    """
    return points / MM


def decimal(value: float) -> str:
    """A number as short text for SVG and PDF, exact to a ten-thousandth, never in exponent form.

    >>> number(2.50000), number(-0.00001), number(3)
    ('2.5', '0', '3')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
