"""Named styles of templates: `pnp:style="heading"` stands for attributes that `styles.toml` lists once.

A style may extend another one. An element's own attributes win over those of its style. `pnp:rect="x y w h"` places a
shape or a picture as it places a text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.base.errors import Fault, Faults, suggestion
from generator.base.text_files.toml_syntax import parse_toml_file
from generator.base.units import decimal
from generator.typeset.svg.attribute_values import numbers
from generator.typeset.svg.profile import ATTRIBUTES, PNP, SEPARATOR

EXTENDS = "extends"
_STYLE, _RECT = f"{PNP}{SEPARATOR}style", f"{PNP}{SEPARATOR}rect"
_FIT = f"{PNP}{SEPARATOR}fit"
_FLOOR = re.compile(r"shrink ([\d.]+)pt")
_SIZE = re.compile(r"([\d.]+)pt")
_DEEPEST = 16
"""Styles that extend each other: more are a circle."""

Styles = Mapping[str, Mapping[str, str]]
"""Attributes by the names of styles, with those that they extend."""


def read_styles(files: Sequence[tuple[str, bytes]]) -> Styles:
    """Read all style files; `files` are (path as shown, content), the nearest first, whose styles win.

    Raises Faults for a value that is no text or number, and for a style that extends an unknown one or itself.
    """
    styles: dict[str, dict[str, str]] = {}
    faults: list[Fault] = []
    places: dict[str, str] = {}
    # The farthest file first, so that nearer ones overwrite its styles.
    for path, content in reversed(files):
        for name, values in parse_toml_file(content, path).items():
            if not isinstance(values, dict):
                faults.append(Fault(path, f"a table was expected; write [{name}]", key=name))
                continue
            faults += [
                Fault(path, _REFUSED, key=f"{name}.{key}") for key, value in values.items() if not _is_plain(value)
            ]
            styles[name] = {key: _text(value) for key, value in values.items()}
            places[name] = path
    faults += [
        Fault(places[name], problem, key=f"{name}.{EXTENDS}") for name in styles if (problem := _wrong(name, styles))
    ]
    if faults:
        raise Faults(faults)
    return {name: _extended(name, styles) for name in styles}


def _fit(fit: str, size: str) -> str:
    """Return `pnp:fit` with its smallest size limited to the size of the element, which the style does not know."""
    floor, values = _FLOOR.fullmatch(fit), _SIZE.fullmatch(size)
    return f"shrink {size}" if floor and values and float(floor[1]) > float(values[1]) else fit


_REFUSED = "a style has texts and numbers; write a value such as 'middle' or 1.2"


def _is_plain(value: object) -> bool:
    """Return whether a value of a style is a text or a number."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _text(value: object) -> str:
    """Return a value of a style as the text of an attribute."""
    return decimal(value) if isinstance(value, (int, float)) else str(value)


def _wrong(name: str, styles: Mapping[str, Mapping[str, str]]) -> str:
    """Return the fault of a style that extends an unknown style or itself; empty if there is none."""
    above: str | None = name
    for _ in range(_DEEPEST):
        above = styles[above or ""].get(EXTENDS)
        if above is None:
            return ""
        if above not in styles:
            return f"no style called {above!r}{suggestion(above, list(styles))}"
    return f"style {name!r} extends itself"


def _extended(name: str, styles: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the attributes of a style together with the attributes of all styles that it extends.

    Its own win.
    """
    values = styles[name]
    above = _extended(values[EXTENDS], styles) if EXTENDS in values else {}
    return {key: value for key, value in {**above, **values}.items() if key != EXTENDS}


def plain_attributes(name: str, attributes: Sequence[str], styles: Styles) -> list[str]:
    """Return the attributes of an element, named as the parser reports them, without style and rectangle.

    Raises ValueError for an unknown style and for a rectangle that is none.
    """
    values = dict(zip(attributes[::2], attributes[1::2], strict=True))
    style = values.pop(_STYLE, None)
    if style is not None:
        named = {key: value for key, value in _of_style(name, style, styles).items() if key not in values}
        values |= named
        if _FIT in named:
            values[_FIT] = _fit(named[_FIT], values.get("font-size", ""))
    if _RECT in values and name in RECTS:
        values = {key: value for key, value in values.items() if key != _RECT} | _placed(name, values[_RECT])
    return [text for pair in values.items() for text in pair]


def _of_style(name: str, style: str, styles: Styles) -> dict[str, str]:
    """Return the attributes of a style, named as the parser reports them. Raises ValueError for an unknown style."""
    if style not in styles:
        raise ValueError(f"no style called {style!r}{suggestion(style, list(styles))}")
    allowed = ATTRIBUTES[name]
    # `fit` stands for `pnp:fit`: in a file of our own, the prefix would only be noise.
    return {_full(key, allowed): value for key, value in styles[style].items()}


def _full(key: str, allowed: frozenset[str]) -> str:
    """Return the name of an attribute as the parser reports it, with `pnp:` where only that is allowed."""
    return f"{PNP}{SEPARATOR}{key}" if f"pnp:{key}" in allowed and key not in allowed else key


RECTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("rect", "image", "use"), ("x", "y", "width", "height")),
    "ellipse": ("cx", "cy", "rx", "ry"),
}
"""Elements that `pnp:rect` places, beside texts, with the attributes that it stands for."""


def _placed(name: str, text: str) -> dict[str, str]:
    """Return the attributes of an element that stand for a `pnp:rect`. Raises ValueError for an invalid one."""
    sides = numbers(text)
    if len(sides) != 4 or sides[2] <= 0 or sides[3] <= 0:
        raise ValueError(f"pnp:rect {text!r} needs four numbers, x y width height, the last two above 0")
    x, y, width, height = sides
    if name == "ellipse":
        sides = [x + width / 2, y + height / 2, width / 2, height / 2]
    return dict(zip(RECTS[name], map(decimal, sides), strict=True))
