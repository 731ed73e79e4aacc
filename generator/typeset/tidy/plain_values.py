"""Colours, lengths and transforms in all notations of CSS, as `#rrggbb`, numbers and matrices."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.base.geometry import IDENTITY, Matrix
from generator.base.records import dataclass
from generator.typeset.svg.attribute_values import NUMBER, PICTURE_UNITS, numbers
from generator.typeset.tidy.wide_colours import srgb_channels

_LENGTH = re.compile(rf"\s*({NUMBER})\s*([A-Za-z%]*)\s*")
_UNITS: Mapping[str, float] = {**PICTURE_UNITS, "pc": 16.0, "q": 96 / 101.6}
# The x-height and the width of a 0 are not known here: half an em, as CSS has it for fonts that do not say them.
_OF_FONT: Mapping[str, float] = {"em": 1.0, "ex": 0.5, "ch": 0.5}
_SIZES: Mapping[str, float] = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
}
"""Pixels that the words for font sizes stand for in browsers."""
SIZE_WORDS = _SIZES.keys()
DEFAULT_SIZE = 16.0
_STEP = 1.2
"""Ratio between `larger` and the size, and between the size and `smaller`."""


class PlainColour(NamedTuple):
    """A colour as `#rrggbb`, and its opacity."""

    hexadecimal: str
    opacity: float


def plain_colour(text: str) -> PlainColour | None:
    """Return a colour in any notation of CSS; None where the text is none.

    >>> plain_colour("hsl(120 100% 25% / 50%)")
    PlainColour(hexadecimal='#008000', opacity=0.5)
    """
    from tinycss2.color4 import parse_color

    # The colour before it is the same one in sRGB.
    before, *_ = text.partition(" icc-color(")
    parsed = parse_color(before.strip())
    if parsed is None or parsed == "currentcolor":
        return None
    channels = srgb_channels(parsed)
    if channels is None:
        return None
    digits = "".join(f"{round(channel * 255):02x}" for channel in channels)
    return PlainColour(f"#{digits}", min(max(parsed.alpha if parsed.alpha is not None else 1.0, 0.0), 1.0))


@dataclass(frozen=True, slots=True)
class Measure:
    """Sizes that relative lengths are measured by, in user units."""

    width: float
    height: float
    font: float = DEFAULT_SIZE

    @property
    def diagonal(self) -> float:
        """Return the length that percentages of neither width nor height are shares of (SVG 1.1, 7.10)."""
        return math.hypot(self.width, self.height) / math.sqrt(2)

    def length(self, text: str, whole: float) -> float | None:
        """Return a length in user units; `whole` is the length of 100 %. None where the text is no length."""
        match = _LENGTH.fullmatch(text)
        if not match:
            return None
        value, unit = float(match[1]), match[2].lower()
        if unit == "%":
            return value / 100 * whole
        if unit in _OF_FONT:
            return value * _OF_FONT[unit] * self.font
        return value * _UNITS[unit] if unit in _UNITS else None

    def font_size(self, text: str) -> float | None:
        """Return the size of a font; relative ones are relative to the inherited size."""
        word = text.strip().lower()
        if word in {"smaller", "larger"}:
            return self.font * (_STEP if word == "larger" else 1 / _STEP)
        return _SIZES.get(word) or self.length(text, self.font)


def written(value: float) -> str:
    """Return a number as the text of an attribute, with at most nine digits."""
    return f"{value:.9g}"


_CALL = re.compile(r"[\s,]*([A-Za-z]\w*)\s*\(([^()]*)\)[\s,]*")
_ANGLES: Mapping[str, float] = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


def plain_transform(text: str, measure: Measure) -> Matrix | None:
    """Return the matrix of a transform as attributes or CSS write it; None where it cannot be read."""
    if text.strip() in {"", "none"}:
        return IDENTITY
    matrix, position = IDENTITY, 0
    while match := _CALL.match(text, position):
        step = _step(match[1].lower(), _words(match[2].strip()), measure)
        if step is None:
            return None
        matrix, position = matrix @ step, match.end()
    return None if text[position:].strip() else matrix


def _words(text: str) -> list[str]:
    """Return the values of a step; numbers may follow one another without a space, as in `3-4`."""
    try:
        return [repr(value) for value in numbers(text)]
    except ValueError:
        return [word for word in re.split(r"[\s,]+", text) if word]


def _step(name: str, words: list[str], measure: Measure) -> Matrix | None:
    """Return the matrix of one step of a transform; None where it cannot be read."""
    reader, read, counts = _STEPS.get(name, (None, None, ()))
    if reader is None or read is None or len(words) not in counts:
        return None
    values = [read(word, index, measure) for index, word in enumerate(words)]
    return None if None in values else reader(*(value for value in values if value is not None))


def _distance(word: str, index: int, measure: Measure) -> float | None:
    """Return a shift in user units: the second one in height, all others in width."""
    return measure.length(word, measure.height if index == 1 else measure.width)


def _across(word: str, _: int, measure: Measure) -> float | None:
    """Return a shift across in user units; None where it is no length."""
    return measure.length(word, measure.width)


def _down(word: str, _: int, measure: Measure) -> float | None:
    """Return a shift down in user units; None where it is no length."""
    return measure.length(word, measure.height)


def _angle(word: str, index: int, measure: Measure) -> float | None:
    """Return an angle in degrees, or for a later value the coordinate of its centre; None for others."""
    match = _LENGTH.fullmatch(word)
    if index:
        return _distance(word, index - 1, measure)
    return float(match[1]) * _ANGLES[match[2].lower()] if match and match[2].lower() in _ANGLES else None


def _factor(word: str, _: int, __: Measure) -> float | None:
    """Return a number or a percentage as a factor; None for others."""
    match = _LENGTH.fullmatch(word)
    if not match or match[2] not in {"", "%"}:
        return None
    return float(match[1]) / (100 if match[2] else 1)


def _matrix_value(word: str, index: int, measure: Measure) -> float | None:
    """Return a number of `matrix(…)`; the last two are lengths."""
    return _factor(word, index, measure) if index < 4 else measure.length(word, 0.0)


def _skew(x: float, y: float = 0.0) -> Matrix:
    """Return the matrix that skews by angles in degrees."""
    return Matrix(c=math.tan(math.radians(x)), b=math.tan(math.radians(y)))


def _plane_angle(word: str, _: int, measure: Measure) -> float | None:
    """Return an angle in degrees at any place of a step; None for others."""
    return _angle(word, 0, measure)


_STEPS: Mapping[str, tuple[Callable[..., Matrix], Callable[[str, int, Measure], float | None], tuple[int, ...]]] = {
    "matrix": (Matrix, _matrix_value, (6,)),
    "translate": (lambda x, y=0.0: Matrix.translation(x, y), _distance, (1, 2)),
    "translatex": (lambda x: Matrix.translation(x, 0.0), _across, (1,)),
    "translatey": (lambda y: Matrix.translation(0.0, y), _down, (1,)),
    "scale": (Matrix.scaling, _factor, (1, 2)),
    "scalex": (lambda x: Matrix(a=x), _factor, (1,)),
    "scaley": (lambda y: Matrix(d=y), _factor, (1,)),
    "rotate": (lambda angle, *centre: Matrix.rotation(angle, tuple(centre) or (0.0, 0.0)), _angle, (1, 3)),
    "skewx": (_skew, _plane_angle, (1,)),
    "skewy": (lambda y: _skew(0.0, y), _plane_angle, (1,)),
    "skew": (_skew, _plane_angle, (1, 2)),
}
