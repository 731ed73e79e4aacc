"""Parse the values of SVG attributes: numbers, lengths, lists of numbers, and colours as `#rrggbb`."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from generator.base.errors import suggestion

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
_ENDLESS = r"(?i)\s*[+-]?(?:nan|inf(?:inity)?)\s*"


def number(text: str) -> float:
    """Return a plain number. Raises ValueError for anything else, and for numbers over a million."""
    match = _LENGTH.fullmatch(text)
    if not match or match[2]:
        raise ValueError(f"{text!r} is not a {'finite ' if re.fullmatch(_ENDLESS, text) else ''}number")
    return within(float(match[1]), match[1])


def length(text: str, units: Mapping[str, float] = TEMPLATE_UNITS) -> float:
    """Return a length in user units: a number with or without a unit. Raises ValueError like `number`.

    >>> length("1in"), length("9")
    (25.4, 9.0)
    """
    match = _LENGTH.fullmatch(text)
    if not match:
        return number(text)
    try:
        return within(float(match[1]), match[1]) * units[match[2]]
    except KeyError:
        unit_names = ", ".join(unit for unit in units if unit)
        raise ValueError(f"{text!r} is not a length; write a bare number or one in {unit_names}") from None


def numbers(text: str) -> list[float]:
    """Return a list of numbers, separated by spaces or commas. Raises ValueError like `number`."""
    if not _NUMBERS.fullmatch(text):
        raise ValueError(f"{text!r} is not a list of numbers")
    return [within(float(word), word) for word in _EACH.findall(text)]


def keyword(name: str, text: str | None, choices: Sequence[str]) -> str:
    """Return one of the known words, the first if none is given.

    Raises ValueError that begins with `name` for others.
    """
    if text and text not in choices:
        raise ValueError(f"{name} {text!r} is unknown{suggestion(text, choices)}")
    return text or choices[0]


def share(text: str) -> float:
    """Return a number or percentage, clamped to 0 to 1, such as an opacity. Raises ValueError like `number`."""
    stripped = text.strip()
    value = number(stripped[:-1]) / 100 if stripped.endswith("%") else number(stripped)
    return min(max(value, 0.0), 1.0)


def within(value: float, text: str) -> float:
    """Return the value, if it is finite and at most a million. Raises ValueError that quotes `text` for others."""
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a finite number")
    if abs(value) > LIMIT:
        raise ValueError(f"{text!r} is over 1,000,000")
    return value


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_CHANNEL = r"(\d{1,9}(?:\.\d{1,9})?%?)"
_RGB = re.compile(rf"rgb\(\s*{_CHANNEL}\s*,\s*{_CHANNEL}\s*,\s*{_CHANNEL}\s*\)")


def colour(text: str) -> str:
    """Return a colour as `#rrggbb`, from `#rgb`, `#rrggbb`, `rgb(…)` or a name of SVG 1.1.

    Raises ValueError for anything else.

    >>> colour("#ABC"), colour("rgb(50%, 0, 0)"), colour("gold")
    ('#aabbcc', '#800000', '#ffd700')
    """
    plain = text.strip()
    if _HEX.fullmatch(plain):
        digits = plain[1:].lower()
        return f"#{digits}" if len(digits) == 6 else "#" + "".join(digit * 2 for digit in digits)
    if match := _RGB.fullmatch(plain):
        return "#" + "".join(f"{_channel(value):02x}" for value in match.groups())
    # Names of colours are read in capitals too, as browsers do.
    named = NAMES.get(plain.lower())
    if named is None:
        raise ValueError(f"{text!r} is not a colour{suggestion(plain, list(NAMES)) or '; write it as #rrggbb'}")
    return named


def _channel(text: str) -> int:
    """Return one channel of `rgb(…)`, a number or percentage, as 0 to 255."""
    value = float(text[:-1]) * 255 / 100 if text.endswith("%") else float(text)
    return round(min(max(value, 0.0), 255.0))


_NAMED = """
aliceblue#f0f8ff antiquewhite#faebd7 aqua#00ffff aquamarine#7fffd4 azure#f0ffff beige#f5f5dc bisque#ffe4c4
black#000000 blanchedalmond#ffebcd blue#0000ff blueviolet#8a2be2 brown#a52a2a burlywood#deb887 cadetblue#5f9ea0
chartreuse#7fff00 chocolate#d2691e coral#ff7f50 cornflowerblue#6495ed cornsilk#fff8dc crimson#dc143c cyan#00ffff
darkblue#00008b darkcyan#008b8b darkgoldenrod#b8860b darkgray#a9a9a9 darkgreen#006400 darkgrey#a9a9a9
darkkhaki#bdb76b darkmagenta#8b008b darkolivegreen#556b2f darkorange#ff8c00 darkorchid#9932cc darkred#8b0000
darksalmon#e9967a darkseagreen#8fbc8f darkslateblue#483d8b darkslategray#2f4f4f darkslategrey#2f4f4f
darkturquoise#00ced1 darkviolet#9400d3 deeppink#ff1493 deepskyblue#00bfff dimgray#696969 dimgrey#696969
dodgerblue#1e90ff firebrick#b22222 floralwhite#fffaf0 forestgreen#228b22 fuchsia#ff00ff gainsboro#dcdcdc
ghostwhite#f8f8ff gold#ffd700 goldenrod#daa520 gray#808080 green#008000 greenyellow#adff2f grey#808080
honeydew#f0fff0 hotpink#ff69b4 indianred#cd5c5c indigo#4b0082 ivory#fffff0 khaki#f0e68c lavender#e6e6fa
lavenderblush#fff0f5 lawngreen#7cfc00 lemonchiffon#fffacd lightblue#add8e6 lightcoral#f08080 lightcyan#e0ffff
lightgoldenrodyellow#fafad2 lightgray#d3d3d3 lightgreen#90ee90 lightgrey#d3d3d3 lightpink#ffb6c1 lightsalmon#ffa07a
lightseagreen#20b2aa lightskyblue#87cefa lightslategray#778899 lightslategrey#778899 lightsteelblue#b0c4de
lightyellow#ffffe0 lime#00ff00 limegreen#32cd32 linen#faf0e6 magenta#ff00ff maroon#800000 mediumaquamarine#66cdaa
mediumblue#0000cd mediumorchid#ba55d3 mediumpurple#9370db mediumseagreen#3cb371 mediumslateblue#7b68ee
mediumspringgreen#00fa9a mediumturquoise#48d1cc mediumvioletred#c71585 midnightblue#191970 mintcream#f5fffa
mistyrose#ffe4e1 moccasin#ffe4b5 navajowhite#ffdead navy#000080 oldlace#fdf5e6 olive#808000 olivedrab#6b8e23
orange#ffa500 orangered#ff4500 orchid#da70d6 palegoldenrod#eee8aa palegreen#98fb98 paleturquoise#afeeee
palevioletred#db7093 papayawhip#ffefd5 peachpuff#ffdab9 peru#cd853f pink#ffc0cb plum#dda0dd powderblue#b0e0e6
purple#800080 red#ff0000 rosybrown#bc8f8f royalblue#4169e1 saddlebrown#8b4513 salmon#fa8072 sandybrown#f4a460
seagreen#2e8b57 seashell#fff5ee sienna#a0522d silver#c0c0c0 skyblue#87ceeb slateblue#6a5acd slategray#708090
slategrey#708090 snow#fffafa springgreen#00ff7f steelblue#4682b4 tan#d2b48c teal#008080 thistle#d8bfd8 tomato#ff6347
turquoise#40e0d0 violet#ee82ee wheat#f5deb3 white#ffffff whitesmoke#f5f5f5 yellow#ffff00 yellowgreen#9acd32
"""

NAMES = {name: f"#{digits}" for name, digits in (pair.split("#") for pair in _NAMED.split())}
"""The colour keywords of SVG 1.1, 4.4."""
