"""Numbers, matrices, paths, colours, names and strings in PDF syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from generator.base.geometry import Matrix, Rect
from generator.base.units import decimal as _number

number = lru_cache(maxsize=1 << 14)(_number)
"""A coordinate in points, to a ten-thousandth. Cached, since most recur on the next card."""


@lru_cache(maxsize=1 << 14)
def fine(value: float) -> str:
    """Return a factor, to a millionth. Three decimals in a page's matrix would shift the far edge of A4 by 0.04 mm.

    >>> fine(1.0), fine(-0.5), fine(72 / 25.4)
    ('1', '-0.5', '2.834646')
    """
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def matrix(m: Matrix) -> str:
    """Return a matrix as the six operands of `cm`: four factors and two lengths.

    >>> matrix(Matrix(2, 0, 0, -2, 10.5, 20))
    '2 0 0 -2 10.5 20'
    """
    return f"{fine(m.a)} {fine(m.b)} {fine(m.c)} {fine(m.d)} {number(m.e)} {number(m.f)}"


def rectangle(rect: Rect) -> str:
    """Return the four operands of `re`: x, y, width and height.

    >>> rectangle(Rect(0, 1, 20, 30))
    '0 1 20 30'
    """
    return f"{number(rect.x)} {number(rect.y)} {number(rect.width)} {number(rect.height)}"


def array(values: Iterable[float]) -> str:
    """Return coordinates as an array in PDF syntax.

    >>> array([0, 1.5])
    '[0 1.5]'
    """
    return f"[{' '.join(map(number, values))}]"


_LEVELS = tuple(_number(level / 255) for level in range(256))


@lru_cache(maxsize=4096)
def colour(paint: str) -> str:
    """Return red, green and blue from 0 to 1.

    >>> colour("#ff0033")
    '1 0 0.2'
    """
    red, green, blue = bytes.fromhex(paint[1:])
    return f"{_LEVELS[red]} {_LEVELS[green]} {_LEVELS[blue]}"


def levels(values: Iterable[int]) -> str:
    """Return levels from 0 to 255 as operands of a colour.

    >>> levels((0, 51, 255, 128))
    '0 0.2 1 0.502'
    """
    return " ".join([_LEVELS[value] for value in values])


_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-_.")
_ESCAPES = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)"})


def name(text: str) -> str:
    """Return a name with its slash (ISO 32000-1, 7.3.5).

    >>> name("noto sans/jp")
    '/noto#20sans#2fjp'
    """
    letters = (char if char in _SAFE else "".join(f"#{byte:02x}" for byte in char.encode()) for char in text)
    return f"/{''.join(letters)}"


def string(text: str) -> str:
    r"""Return a text string: readable where it is plain ASCII, UTF-16 otherwise.

    >>> print(string("a (b)"), string("é"))
    (a \(b\)) <feff00e9>
    """
    # A text string is PDFDocEncoding, or UTF-16 after a byte order mark (ISO 32000-1, 7.9.2.2).
    if text.isascii() and text.isprintable():
        return f"({text.translate(_ESCAPES)})"
    return f"<feff{utf16(text)}>"


def utf16(text: str) -> str:
    """Return UTF-16, high byte first, in hexadecimal digits.

    >>> utf16("fi")
    '00660069'
    """
    return text.encode("utf-16-be", "replace").hex()


_segments = re.compile("[MLCZ][^MLCZ]*").findall
_OPERATORS = {"M": "m ", "L": "l ", "C": "c ", "Z": "h "}


@lru_cache(maxsize=4096)
def path_operators(path: str) -> str:
    """Return the path with each operator behind its numbers, as PDF wants it.

    The numbers are copied as text. They were rounded when the face was typeset.

    >>> path_operators("M 0 0 L 10 0 C 10 5 5 10 0 10 Z")
    '0 0 m 10 0 l 10 5 5 10 0 10 c h '
    >>> path_operators("M 0 0 L 10 0 L 5 5 Z"), path_operators("M 0 0 L 10 0")
    ('0 0 m 10 0 l 5 5 l h ', '0 0 m 10 0 l ')
    """
    has_lines, has_curves = "L" in path, "C" in path
    if has_lines is has_curves or path.rfind("M") != 0 or "Z" in path[:-1]:
        return "".join([segment[2:] + _OPERATORS[segment[0]] for segment in _segments(path + " ")])
    # Nearly all paths of pictures are one outline of lines, or of curves: two replacements are five times as fast.
    letter, drawn = ("L ", "l ") if has_lines else ("C ", "c ")
    outline = path[2:].removesuffix("Z").replace(letter, "m ", 1).replace(letter, drawn)
    return f"{outline}{drawn}h " if path.endswith("Z") else f"{outline} {drawn}"
