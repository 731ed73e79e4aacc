"""Presentation attributes: parse, inherit and resolve them to the paints and strokes of one element."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from generator.base.errors import suggestion
from generator.base.memory.bounded_cache import BoundedCache
from generator.base.records import NamedTuple, dataclass, replace
from generator.model.face import BLENDS, Paint, Stroke
from generator.typeset.svg.attribute_values import colour, length, number, numbers, share

_URL = r"url\(\s*(['\"]?)(.*?)\1\s*\)"
CURRENT = "currentColor"
GRADIENT = "url:"
"""Prefix of a paint that refers to a gradient; the gradient's id follows."""

FINEST = 0.01
"""Least sum of a dash pattern, in user units: 0.01 mm in a template. A finer one would be drawn for minutes."""


@dataclass(frozen=True, slots=True)
class StrokeStyle:
    """The inherited stroke properties."""

    paint: str | None = None
    opacity: float = 1.0
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    offset: float = 0.0
    is_first: bool = False
    """Whether it is painted before the fill, which then hides its inner half."""

    def stroke(self, paint: Paint, opacity: float) -> Stroke:
        """Return the finished stroke with a paint and an opacity."""
        return Stroke(
            paint,
            self.width,
            self.cap,
            self.join,
            miter=self.miter,
            dash=self.dash,
            offset=self.offset,
            opacity=opacity,
        )


@dataclass(frozen=True, slots=True)
class FontStyle:
    """The inherited font properties."""

    family: str = "text"
    size: float = 0.0
    """Size in user units; 0 where none is given."""
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    anchor: str = "start"
    direction: str = ""
    """`ltr` or `rtl`; empty where the words and their language decide."""


@dataclass(slots=True, eq=False)  # not frozen: a frozen dataclass takes longer to create; nothing changes one
class InheritedStyle:
    """The inherited properties. Equal settings are one object, so that caches can look it up by identity.

    A paint is `#rrggbb`, `currentColor`, `url:` with the id of a gradient, or None.
    """

    color: str = "#000000"
    fill: str | None = "#000000"
    fill_opacity: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    stroke: StrokeStyle = StrokeStyle()
    font: FontStyle = FontStyle()
    visible: bool = True
    hatch: tuple[float, float] = (0.0, 0.0)
    """Distance and direction in degrees of lines drawn instead of fills with an opacity below 1; 0 for none."""

    def resolve(self, paint: str | None) -> str | None:
        """Return a paint with `currentColor` replaced by the colour it stands for."""
        return self.color if paint == CURRENT else paint

    def with_changes(self, changes: Mapping[str, Any]) -> InheritedStyle:
        """Return a copy with some fields changed.

        It is five times as fast as `dataclasses.replace`, for every path has a fill.
        """
        get = changes.get
        return InheritedStyle(
            get("color", self.color),
            get("fill", self.fill),
            get("fill_opacity", self.fill_opacity),
            get("even_odd", self.even_odd),
            get("clip_even_odd", self.clip_even_odd),
            get("stroke", self.stroke),
            get("font", self.font),
            get("visible", self.visible),
            get("hatch", self.hatch),
        )


INITIAL = InheritedStyle()


class Effects(NamedTuple):
    """Effects on an element after it is drawn."""

    filter: str
    """Id of a filter, or ''; `mask` likewise."""
    mask: str
    blend: str
    """A blend mode, by its name in CSS."""
    plain: ElementStyle
    """The style without these, without opacity and without a clip path: drawn first."""


@dataclass(slots=True, eq=False)  # not frozen, as InheritedStyle
class ElementStyle:
    """The resolved style of one element: properties that its children inherit, and its own."""

    inherited: InheritedStyle
    opacity: float
    clip: str
    """Id of a clipPath, or ''."""
    is_seen: bool
    """Whether its own ink is seen."""
    displayed: bool
    """Whether its content may be seen: below `visibility` hidden something may be visible again."""
    faults: tuple[str, ...]
    fill: str | None
    """Fill paint, `currentColor` resolved."""
    fill_opacity: float
    stroke_paint: str | None
    """Stroke paint, `currentColor` resolved; None where the stroke is invisible."""
    stroke: Stroke | None
    """The finished stroke, if its paint is a colour."""
    group_opacity: float
    """Opacity of fill and stroke together; below 1 only where both are painted, so that each cannot fade alone."""
    is_self_contained: bool
    """Whether it refers to no gradient or clip path, and so looks the same in all documents."""
    effects: Effects | None = None


MOST_RESOLVED = 10_000
"""Styles remembered: many times what a game has, for colours of rows may change for ever while a server runs."""


class StyleResolver:
    """Resolves and remembers element styles; `units` maps each unit of length to user units."""

    __slots__ = ("_resolved", "_units")

    def __init__(self, units: Mapping[str, float]) -> None:
        """Begin without any style."""
        self._units = units
        self._resolved: dict[tuple[InheritedStyle, tuple[str, ...], object], ElementStyle] = BoundedCache(MOST_RESOLVED)

    def resolve(self, parent: InheritedStyle, names: tuple[str, ...], values: object) -> ElementStyle:
        """Return the style of an element below `parent`, remembered for equal attributes.

        `values` is one text, or a tuple of them, in the order of `names`; None without attributes.
        """
        key = (parent, names, values)
        style = self._resolved.get(key)
        if style is None:
            texts = () if values is None else values if isinstance(values, tuple) else (values,)
            style = self._resolved[key] = self._read(parent, names, texts)
        return style

    def _read(self, parent: InheritedStyle, names: tuple[str, ...], texts: tuple[str, ...]) -> ElementStyle:
        """Return the style of an element below `parent`, read from the texts of its attributes.

        Attributes that cannot be read are faults in the style.
        """
        values_by_group: dict[str, dict[str, Any]] = {
            "own": {},
            "effects": {},
            "inherited": {},
            "stroke": {},
            "font": {},
        }
        faults: list[str] = []
        # The font size first, as lengths in em depend on it.
        for name, text in sorted(zip(names, texts, strict=True), key=lambda pair: pair[0] != "font-size"):
            group, field, reader = _READERS[name]
            em = values_by_group["font"].get("size", parent.font.size)
            # All other properties are inherited without being told to.
            if text == "inherit" and group not in {"own", "effects"}:
                continue
            try:
                values_by_group[group][field] = self._length(text, em) if reader is None else reader(text.strip())
            except ValueError as error:
                faults.append(f"{name}: {error}")
        # An element that changes nothing shares the style of its parent, so that caches find it by identity.
        changes = values_by_group["inherited"]
        if values_by_group["stroke"]:
            changes["stroke"] = replace(parent.stroke, **values_by_group["stroke"])
        if values_by_group["font"]:
            changes["font"] = replace(parent.font, **values_by_group["font"])
        inherited = parent.with_changes(changes) if changes else parent
        style = _element_style(inherited, (*faults, *_negative_lengths(inherited)), **values_by_group["own"])
        if values_by_group["effects"]:
            style.effects = _effects(style, **values_by_group["effects"])
        return style

    def _length(self, text: str, em: float) -> float:
        """Return a length in user units, also one in sizes of the font. Raises ValueError."""
        if text.endswith("em"):
            times = number(text[:-2])
            if times and not em:
                raise ValueError(f"{text!r} is a share of no font-size; write font-size=, or a length")
            return times * em
        return 0.0 if text == "normal" else length(text, self._units)


def _negative_lengths(style: InheritedStyle) -> list[str]:
    """Return a fault for each length of a style that may not be below 0."""
    values = {"stroke-width": style.stroke.width, "font-size": style.font.size}
    return [f"{name}: {value:g} is below 0" for name, value in values.items() if value < 0]


def _effects(
    style: ElementStyle, *, filter_id: str = "", mask: str = "", blend: str = "normal", isolated: bool = False
) -> Effects | None:
    """Return the effects of an element, with its style for drawing without them; None where there are none."""
    if not (filter_id or mask or isolated) and blend == "normal":
        return None
    return Effects(filter_id, mask, blend, _element_style(style.inherited, (), displayed=style.displayed))


def _element_style(
    inherited: InheritedStyle,
    faults: tuple[str, ...],
    *,
    opacity: float = 1.0,
    clip: str = "",
    displayed: bool = True,
) -> ElementStyle:
    """Return the style of an element: its inherited properties, its own, and the paints and opacities they make."""
    line = inherited.stroke
    fill = inherited.resolve(inherited.fill) if inherited.fill_opacity or inherited.hatch[0] else None
    paint = inherited.resolve(line.paint) if line.width > 0 and line.opacity else None
    # With one of them alone, its own opacity does: a group would cost a form of its own.
    both = fill is not None and paint is not None
    shape_opacity = 1.0 if both else opacity
    stroke = line.stroke(paint, line.opacity * shape_opacity) if paint is not None and paint[0] == "#" else None
    return ElementStyle(
        inherited,
        opacity,
        clip,
        displayed and inherited.visible,
        displayed=displayed,
        faults=faults,
        fill=fill,
        fill_opacity=inherited.fill_opacity * shape_opacity,
        stroke_paint=paint,
        stroke=stroke,
        group_opacity=opacity if both else 1.0,
        is_self_contained=not clip and (fill is None or fill[0] == "#") and (paint is None or paint[0] == "#"),
    )


_CSS_SHAPE = r"(inset|circle|ellipse|polygon|path|rect|xywh|shape)\(.*"
"""A shape that CSS clips with."""


def reference(text: str) -> str:
    """Return the id in a reference such as `url(#id)`.

    Raises ValueError for a reference to anything but an element of the same document.

    >>> reference("url(#sky)")
    'sky'
    """
    match = re.fullmatch(_URL, text)
    if not match or not match[2].startswith("#") or len(match[2]) == 1:
        raise ValueError(f"{text!r} leads outside; only 'url(#id)' is allowed")
    return match[2][1:]


def _paint(text: str) -> str | None:
    """Return a paint from the text of an attribute; None for `none`. Raises ValueError."""
    if text[:1] == "#":
        return colour(text)
    if text in {"none", "transparent"}:
        return None
    if text.lower() == CURRENT.lower():
        return CURRENT
    return GRADIENT + reference(text) if text.startswith("url") else colour(text)


@lru_cache(maxsize=64)  # a hundred rows of mosaic have the same dashes
def _dash(text: str) -> tuple[float, ...]:
    """Return dashes and gaps in user units; empty for a solid line. Raises ValueError for invalid or too fine ones."""
    if text == "none":
        return ()
    values = numbers(text)
    if any(value < 0 for value in values):
        raise ValueError(f"{text!r} has a dash below 0")
    # Dashes of nothing but 0 are a solid line (SVG 1.1, 11.4).
    if not any(values):
        return ()
    if sum(values) < FINEST:
        raise ValueError(f"{text!r} is a pattern finer than {FINEST:g} mm")
    # An odd list is repeated, so that dashes and gaps alternate (SVG 1.1, 11.4).
    return tuple(values if len(values) % 2 == 0 else values * 2)


def _miter(text: str) -> float:
    """Return the number of `stroke-miterlimit`. Raises ValueError for one below 1."""
    value = number(text)
    if value < 1:
        raise ValueError(f"{text!r} is below 1")
    return value


def _stroke_is_first(text: str) -> bool:
    """Whether `paint-order` has the stroke before the fill.

    >>> _stroke_is_first("stroke"), _stroke_is_first("markers stroke fill"), _stroke_is_first("markers")
    (True, True, False)
    """
    words = [] if text == "normal" else text.split()
    if wrong := [word for word in words if word not in {"fill", "stroke", "markers"}]:
        raise ValueError(f"{wrong[0]!r} is unknown; write normal, or stroke, fill and markers in their order")
    return next((word == "stroke" for word in words if word != "markers"), False)


def _weight(text: str) -> bool:
    """Return whether a font weight is bold. Raises ValueError for an unknown weight."""
    if text in {"normal", "bold"}:
        return text == "bold"
    if re.fullmatch("[1-9]00", text):
        return int(text) >= 600  # families have two weights, 400 and 700: the nearer one
    raise ValueError(f"{text!r} is not a weight; write normal, bold, 400 or 700")


def _choice(*words: str, **values: bool) -> Callable[[str], Any]:
    """Return a parser of some words, which stand for themselves or for a value; it raises ValueError for others."""
    words_by_text = dict(zip(words, words, strict=True)) | values

    def read(text: str) -> Any:
        """Return the value that a word stands for. Raises ValueError for an unknown word."""
        if text not in words_by_text:
            raise ValueError(f"{text!r} is unknown{suggestion(text, list(words_by_text))}")
        return words_by_text[text]

    return read


_DIFFERING = {
    "color-dodge": "screen",
    "color-burn": "multiply",
    **dict.fromkeys(("hue", "saturation", "color", "luminosity"), "overlay, or colour the drawing itself"),
}
"""Blend modes that are drawn differently by poppler, pdfium or browsers, and what comes near."""

_NOT_DRAWN = {"plus-lighter": "screen", "plus-darker": "multiply"}
"""Blend modes of CSS that PDF does not have, and what comes near."""


def _blend(text: str) -> str:
    """Return a blend mode. Raises ValueError for modes that viewers draw differently or not at all."""
    if text in _DIFFERING:
        raise ValueError(f"viewers differ in what they draw with {text!r}; use {_DIFFERING[text]}")
    if text in _NOT_DRAWN:
        raise ValueError(f"{text!r} is not drawn; use {_NOT_DRAWN[text]}")
    return str(_choice(*BLENDS)(text))


def _reference_or_none(text: str) -> str:
    """Return the id in `url(#id)`; '' for `none`. Raises ValueError for other references."""
    return "" if text == "none" else reference(text)


def _clip(text: str) -> str:
    """Return the id of a clip path; '' for `none`. Raises ValueError for shapes of CSS."""
    if match := re.fullmatch(_CSS_SHAPE, text):
        raise ValueError(f"shapes of CSS such as {match[1]}() are not drawn; write a <clipPath> and 'url(#id)'")
    return _reference_or_none(text)


def _hatch(text: str) -> tuple[float, float]:
    """Return pitch and direction of a hatching, a pitch of 0 for `none`. Raises ValueError for other texts."""
    if text == "none":
        return INITIAL.hatch
    values = numbers(text)
    if len(values) != 2 or values[0] < FINEST:
        raise ValueError(f"{text!r} is not a distance of lines and a direction; write it like '0.4 45'")
    return values[0], values[1]


_FILL_RULES = _choice(nonzero=False, evenodd=True)
_READERS: Mapping[str, tuple[str, str, Callable[[str], Any] | None]] = {
    "fill": ("inherited", "fill", _paint),
    "color": ("inherited", "color", colour),
    "fill-opacity": ("inherited", "fill_opacity", share),
    "fill-rule": ("inherited", "even_odd", _FILL_RULES),
    "clip-rule": ("inherited", "clip_even_odd", _FILL_RULES),
    "stroke": ("stroke", "paint", _paint),
    "stroke-opacity": ("stroke", "opacity", share),
    "stroke-width": ("stroke", "width", None),
    "stroke-linecap": ("stroke", "cap", _choice("butt", "round", "square")),
    "stroke-linejoin": ("stroke", "join", _choice("miter", "round", "bevel")),
    "stroke-miterlimit": ("stroke", "miter", _miter),
    "stroke-dasharray": ("stroke", "dash", _dash),
    "stroke-dashoffset": ("stroke", "offset", None),
    "paint-order": ("stroke", "is_first", _stroke_is_first),
    "pnp:hatch": ("inherited", "hatch", _hatch),
    "font-family": ("font", "family", lambda text: text.strip("'\" ")),
    "font-size": ("font", "size", None),
    "font-weight": ("font", "bold", _weight),
    "font-style": ("font", "italic", _choice(normal=False, italic=True, oblique=True)),
    "letter-spacing": ("font", "spacing", None),
    "text-anchor": ("font", "anchor", _choice("start", "middle", "end")),
    "direction": ("font", "direction", _choice("ltr", "rtl")),
    "opacity": ("own", "opacity", share),
    "clip-path": ("own", "clip", _clip),
    "filter": ("effects", "filter_id", _reference_or_none),
    "mask": ("effects", "mask", _reference_or_none),
    "mix-blend-mode": ("effects", "blend", _blend),
    "isolation": ("effects", "isolated", _choice(auto=False, isolate=True)),
    "display": ("own", "displayed", _choice(none=False, inline=True, block=True)),
    "visibility": ("inherited", "visible", _choice(visible=True, hidden=False, collapse=False)),
}
"""For each attribute: the group and field it sets, and its parser; None for a length in user units."""
