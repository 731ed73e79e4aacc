"""Lines, shapes and words over the drawing of a sheet, as SVG paths and elements; all lengths in points."""

from __future__ import annotations

from unicodedata import east_asian_width

from generator.base.geometry import Rect
from generator.base.units import decimal
from generator.write.svg.syntax import attributes, escape

INK = "#1c2461"
"""Colour of the ink, blue-black as in the PDF forms."""
PAPER = "#ffffff"


def stroke(path: str, colour: str, width: float) -> str:
    """Return the SVG of lines along a path, with round ends; empty for an empty path."""
    if not path:
        return ""
    return f'<path{attributes(fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")} d="{path}"/>'


def cross(place: Rect) -> str:
    """Return the path of a cross in the middle of a rectangle."""
    x, y = place.centre
    reach = 0.3 * min(place.width, place.height)
    out, back = short(2 * reach), short(-2 * reach)
    return f"M{short(x - reach)} {short(y - reach)}l{out} {out}m0 {back}l{back} {out}"


def plus(place: Rect) -> str:
    """Return the path of a small plus in the middle of a rectangle."""
    x, y = place.centre
    return f"M{short(x - 3)} {short(y)}h6m-3-3v6"


def border(place: Rect) -> str:
    """Return the path around a rectangle."""
    return f"M{short(place.x)} {short(place.y)}h{short(place.width)}v{short(place.height)}h{short(-place.width)}z"


def oval(place: Rect) -> str:
    """Return the path of the oval in a rectangle."""
    rx, ry = short(place.width / 2), short(place.height / 2)
    x, y = place.centre
    wide = short(place.width)
    return f"M{short(x - place.width / 2)} {short(y)}a{rx} {ry} 0 1 0 {wide} 0a{rx} {ry} 0 1 0-{wide} 0z"


def circle(x: float, y: float, radius: float) -> str:
    """Return the path of a circle."""
    return oval(Rect(x - radius, y - radius, 2 * radius, 2 * radius))


def write(words: str, place: Rect, colour: str = INK) -> str:
    """Return the SVG of words in the middle of a rectangle, as large as fit.

    The width is estimated: full-width letters count 1 em, others 0.56 em.
    """
    wide = sum(1.0 if east_asian_width(char) in "WF" else 0.56 for char in words)
    size = min(0.78 * place.height, 0.94 * place.width / wide)
    x, y = place.centre
    # The baseline lies a third of the size below the middle.
    where = attributes(x=round(x, 1), y=round(y + 0.34 * size, 1), font_size=round(size, 1))
    look = attributes(font_family="'Alegreya Sans','Noto Sans JP'", font_weight=700, text_anchor="middle", fill=colour)
    return f"<text{where}{look}>{escape(words)}</text>"


def short(value: float) -> str:
    """Return a length as text, with one decimal place at most."""
    return decimal(round(value, 1))
