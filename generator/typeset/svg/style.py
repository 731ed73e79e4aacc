"""Presentation attributes: what an element is given, what it inherits, and how its shapes are painted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generator.base.errors import suggestion
from generator.base.records import dataclass
from generator.model.face import Paint, Stroke
from generator.typeset.svg.attribute_numbers import length, number, numbers, share
from generator.typeset.svg.colour import colour

_URL = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)")
CURRENT = "currentColor"
GRADIENT = "url:"
"""What the paint of a shape begins with where it is the id of a gradient."""

FINEST = 0.01
"""The shortest dash and gap together, in user units: a hundredth of a millimetre in a template."""


@dataclass(frozen=True, slots=True)
class StrokeStyle:
    """How outlines are drawn."""

    paint: str | None = None
    opacity: float = 1.0
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    offset: float = 0.0

    def stroke(self, paint: Paint, opacity: float) -> Stroke:
        """The same, as a finished shape carries it."""
        return Stroke(paint, self.width, self.cap, self.join, self.miter, self.dash, self.offset, opacity)


@dataclass(frozen=True, slots=True)
class FontStyle:
    """How letters are set."""

    family: str = "text"
    size: float = 0.0
    """In user units; 0 where nothing has said."""
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    anchor: str = "start"


@dataclass(slots=True, eq=False)  # never changed all the same: freezing them takes longer than making them
class InheritedStyle:
    """What shapes and texts inherit; the same settings are the same object, so that it can be looked up by.

    A paint is `#rrggbb`, `currentColor`, `url:` and the id of a gradient, or None.
    """

    color: str = "#000000"
    fill: str | None = "#000000"
    fill_opacity: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    outline: StrokeStyle = StrokeStyle()
    type: FontStyle = FontStyle()

    def solid(self, paint: str | None) -> str | None:
        """A paint with `currentColor` replaced by the colour it stands for."""
        return self.color if paint == CURRENT else paint

    def changed(self, given: Mapping[str, Any]) -> InheritedStyle:
        """The same with some fields given anew: `replace` takes five times as long, and pictures have a fill a path."""
        get = given.get
        return InheritedStyle(
            get("color", self.color),
            get("fill", self.fill),
            get("fill_opacity", self.fill_opacity),
            get("even_odd", self.even_odd),
            get("clip_even_odd", self.clip_even_odd),
            get("outline", self.outline),
            get("type", self.type),
        )


INITIAL = InheritedStyle()


@dataclass(slots=True, eq=False)  # as Style
class ElementStyle:
    """The style of one element, and what it does not hand on."""

    style: InheritedStyle
    opacity: float
    clip: str
    """Id of a clipPath, or ''."""
    shown: bool
    faults: tuple[str, ...]
    fill: str | None
    """Paint of the fill, `currentColor` solved."""
    fill_opacity: float
    stroke: str | None
    """Paint of the outline, likewise; None also for one that cannot be seen."""
    pen: Stroke | None
    """The outline, if its paint is a colour."""
    whole: float
    """Opacity of fill and outline together, where both are there and it cannot be given to each."""
    plain: bool
    """Nothing refers to an element by its id: the same in all documents."""


class StyleResolver:
    """All looks met so far; `units` are the user units in a unit of length."""

    __slots__ = ("_looks", "_styles", "_units")

    def __init__(self, units: Mapping[str, float]) -> None:
        self._units = units
        self._looks: dict[tuple[InheritedStyle, tuple[str, ...], object], ElementStyle] = {}
        self._styles: dict[tuple[str, str | None, float], InheritedStyle] = {}

    def look(self, parent: InheritedStyle, names: tuple[str, ...], values: object) -> ElementStyle:
        """The look of an element inside `parent`; `values` is one text, or a tuple of them, in the order of `names`."""
        key = (parent, names, values)
        look = self._looks.get(key)
        if look is None:
            texts = () if values is None else values if isinstance(values, tuple) else (values,)
            look = self._looks[key] = self._made(parent, names, texts)
        return look

    def two_tone(self, color: str, fill: str | None, fill_opacity: float = 1.0) -> InheritedStyle:
        """The style that an icon starts from."""
        key = color, fill, fill_opacity
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = InheritedStyle(*key)
        return style

    def _made(self, parent: InheritedStyle, names: tuple[str, ...], texts: tuple[str, ...]) -> ElementStyle:
        given: dict[str, dict[str, Any]] = {"own": {}, "style": {}, "outline": {}, "type": {}}
        faults: list[str] = []
        for name, text in zip(names, texts, strict=True):
            group, field, reader = _READERS[name]
            if text == "inherit" and group != "own":
                continue
            try:
                given[group][field] = length(text, self._units) if reader is None else reader(text.strip())
            except ValueError as error:
                faults.append(f"{name}: {error}")
        changed = given["style"]
        if given["outline"]:
            changed["outline"] = replace(parent.outline, **given["outline"])
        if given["type"]:
            changed["type"] = replace(parent.type, **given["type"])
        style = parent.changed(changed) if changed else parent
        return _painted(style, (*faults, *_below(style)), **given["own"])


def _below(style: InheritedStyle) -> list[str]:
    """Lengths that are below what they may be."""
    faults = []
    if style.outline.width < 0:
        faults.append(f"stroke-width: {style.outline.width:g} is below 0")
    if style.type.size < 0:
        faults.append(f"font-size: {style.type.size:g} is below 0")
    return faults


def _painted(
    style: InheritedStyle, faults: tuple[str, ...], *, opacity: float = 1.0, clip: str = "", shown: bool = True
) -> ElementStyle:
    """The look of a style, its paints worked out."""
    outline = style.outline
    fill = style.solid(style.fill) if style.fill_opacity else None
    stroke = style.solid(outline.paint) if outline.width > 0 and outline.opacity else None
    both = fill is not None and stroke is not None
    each = 1.0 if both else opacity
    pen = outline.stroke(stroke, outline.opacity * each) if stroke is not None and stroke[0] == "#" else None
    plain = not clip and (fill is None or fill[0] == "#") and (stroke is None or stroke[0] == "#")
    whole = opacity if both else 1.0
    return ElementStyle(style, opacity, clip, shown, faults, fill, style.fill_opacity * each, stroke, pen, whole, plain)


def reference(text: str) -> str:
    """The id in `url(#id)`.

    Raises ValueError for references to anything but an element of the same drawing.
    """
    found = _URL.fullmatch(text)
    if not found or not found[2].startswith("#") or len(found[2]) == 1:
        raise ValueError(f"{text!r} leads outside; only 'url(#id)' is allowed")
    return found[2][1:]


def _paint(text: str) -> str | None:
    if text[:1] == "#":
        return colour(text)
    if text in {"none", "transparent"}:
        return None
    if text.lower() == CURRENT.lower():
        return CURRENT
    return GRADIENT + reference(text) if text.startswith("url") else colour(text)


def _clip(text: str) -> str:
    return "" if text == "none" else reference(text)


def _dash(text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    values = numbers(text)
    if any(value < 0 for value in values):
        raise ValueError(f"{text!r} has a dash below 0")
    if not any(values):
        return ()
    if sum(values) < FINEST:
        raise ValueError(f"{text!r} is a pattern finer than {FINEST:g} mm")
    return tuple(values if len(values) % 2 == 0 else values * 2)


def _miter(text: str) -> float:
    value = number(text)
    if value < 1:
        raise ValueError(f"{text!r} is below 1")
    return value


def _weight(text: str) -> bool:
    if text in {"normal", "bold"}:
        return text == "bold"
    if re.fullmatch("[1-9]00", text):
        return int(text) >= 600
    raise ValueError(f"{text!r} is not a weight; write normal, bold, 400 or 700")


def _family(text: str) -> str:
    return text.strip("'\" ")


def _words(known: Mapping[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text not in known:
            raise ValueError(f"{text!r} is unknown{suggestion(text, list(known))}")
        return known[text]

    return read


def _itself(*words: str) -> Callable[[str], Any]:
    return _words({word: word for word in words})


_RULES = _words({"nonzero": False, "evenodd": True})
_READERS: Mapping[str, tuple[str, str, Callable[[str], Any] | None]] = {
    "fill": ("style", "fill", _paint),
    "color": ("style", "color", colour),
    "fill-opacity": ("style", "fill_opacity", share),
    "fill-rule": ("style", "even_odd", _RULES),
    "clip-rule": ("style", "clip_even_odd", _RULES),
    "stroke": ("outline", "paint", _paint),
    "stroke-opacity": ("outline", "opacity", share),
    "stroke-width": ("outline", "width", None),
    "stroke-linecap": ("outline", "cap", _itself("butt", "round", "square")),
    "stroke-linejoin": ("outline", "join", _itself("miter", "round", "bevel")),
    "stroke-miterlimit": ("outline", "miter", _miter),
    "stroke-dasharray": ("outline", "dash", _dash),
    "stroke-dashoffset": ("outline", "offset", None),
    "font-family": ("type", "family", _family),
    "font-size": ("type", "size", None),
    "font-weight": ("type", "bold", _weight),
    "font-style": ("type", "italic", _words({"normal": False, "italic": True, "oblique": True})),
    "letter-spacing": ("type", "spacing", None),
    "text-anchor": ("type", "anchor", _itself("start", "middle", "end")),
    "opacity": ("own", "opacity", share),
    "clip-path": ("own", "clip", _clip),
    "display": ("own", "shown", _words({"none": False, "inline": True, "block": True})),
}
"""What each attribute sets, and how it is read; None for a length in user units."""
