"""The CSS that drawing programs write: `style=` on elements, and `<style>` with rules for classes, ids and elements."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from generator.base.records import NamedTuple

Declarations = Mapping[str, str]
"""Values by property."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?(?:([.#])([\w-]+))?")

CSS = "css:"
"""Prefix of a name that `style=` or `<style>` gives and that is no attribute of SVG."""

_EVERYWHERE = "-webkit-text-"
"""Beginning of properties that all browsers read under this name."""

CSS_ONLY = frozenset({"mix-blend-mode", "isolation"})
"""Properties without an attribute: other programs obey them in `style=` and `<style>` alone."""

PROPERTIES = CSS_ONLY | {
    *("fill", "fill-opacity", "fill-rule", "clip-rule", "color", "stroke", "stroke-opacity", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "paint-order"),
    *("font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "direction"),
    *(
        "text-decoration",
        "opacity",
        "display",
        "visibility",
        "overflow",
        "clip-path",
        "filter",
        "mask",
        "mask-type",
        "transform",
    ),
    *("stop-color", "stop-opacity", "flood-color", "flood-opacity", "color-interpolation-filters"),
}
"""Properties of CSS that are read; all other attributes are read from the element alone."""

NEUTRAL = frozenset({"none", "normal", "auto", "visible", "inherit", "initial", "baseline", "start", "inline", "1", ""})
"""Values that change nothing where a property is not supported."""

_SWITCHED = frozenset({"font-kerning", "font-variant", "font-variant-ligatures"})
"""Properties that are on where nothing is said: `none` turns them off."""

NOT_DRAWN = frozenset({
    *("baseProfile", "block-progression", "color-interpolation", "color-interpolation-filters", "color-rendering"),
    *("enable-background", "flood-color", "flood-opacity", "focusable", "image-rendering", "lighting-color"),
    *("line-height", "mask-type", "overflow", "pointer-events", "role", "shape-margin", "shape-padding"),
    *("shape-rendering", "solid-color", "solid-opacity", "stop-color", "stop-opacity", "tabindex", "text-align"),
    *("text-decoration", "text-decoration-color", "text-rendering", "white-space", "will-change"),
})  # fmt: skip
"""Properties of drawing programs that change nothing on elements that do not take them."""

_OF_LETTERS = frozenset({"text-decoration", "text-decoration-color", "white-space"})
"""Properties among NOT_DRAWN that change the text of templates; pictures have none."""

_OF_TEXT = ("font", "text-", "letter-spacing", "word-spacing", "writing-mode", "direction", "dominant-baseline")
_DRAWN_OTHERWISE = (
    *("clip", "fill", "marker", "paint-order", "stroke", "transform", "vector-effect", "opacity", "display", "mask"),
    *("visibility", "filter", "mix-blend-mode", "isolation", "zoom", "translate", "rotate", "scale", "offset-path"),
)
"""Properties that change a picture, and begin with these words."""


def declarations(text: str) -> dict[str, str]:
    """Read the properties of `style=`; properties of a single browser or program are left out.

    >>> declarations("fill:#f00; -inkscape-stroke:none; opacity:.5 !important")
    {'fill': '#f00', 'opacity': '.5'}
    """
    usual: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in _COMMENT.sub("", text).split(";"):
        name, colon, value = part.partition(":")
        name, value = name.strip().lower(), value.strip()
        if colon and (not name.startswith("-") or name.startswith(_EVERYWHERE)):
            # An important value wins over those behind it.
            weight = important if value.endswith("!important") else usual
            weight[name] = value.removesuffix("!important").strip()
    return usual | important


def attribute_of(name: str, value: str, attributes: Collection[str], *, is_saved: bool, has_text: bool) -> str:
    """Return the name under which a property is read on an element that takes some `attributes`; '' if it is left out.

    A name that begins with CSS is no attribute of SVG, and a fault unless it is one of CSS_ONLY. Drawing programs write
    properties of their own into the drawings that they save, which change nothing.
    """
    if name in attributes:
        if not has_text and name.startswith(_OF_TEXT):
            return ""
        return name if name in PROPERTIES - CSS_ONLY else CSS + name
    if name in CHECKED:
        return name
    is_neutral = value in NEUTRAL and not (value == "none" and name in _SWITCHED)
    if is_neutral or (name in NOT_DRAWN and (is_saved or name not in _OF_LETTERS)):
        return ""
    is_drawn = "fill" in attributes or name.startswith(
        "transform"
    )  # stops and notes have no ink that a property changes
    return CSS + name if not is_saved or (is_drawn and name.startswith(_DRAWN_OTHERWISE)) else ""


def value_fault(name: str, value: str, *, holds_others: bool) -> str:
    """Return the fault of a property that changes a picture only with some values; '' without one.

    `holds_others` says that elements inside inherit the value.
    """
    value = value.strip()
    if name == "color-interpolation" and value == "linearRGB":
        return "color-interpolation: viewers differ in what they draw with 'linearRGB'; use sRGB"
    if name == "color-interpolation-filters" and holds_others and value not in {"linearRGB", "inherit"}:
        return f"color-interpolation-filters: {value!r} is read on <filter> and its steps alone; write it there"
    if name == "image-rendering" and value in _UNSMOOTH:
        return f"image-rendering: {value!r} is not supported; enlarge the picture itself until its pixels are squares"
    return ""


def keeps_spaces(white_space: str) -> bool:
    """Return whether a value of `white-space` keeps runs of spaces.

    >>> keeps_spaces("pre-wrap"), keeps_spaces("pre-line")
    (True, False)
    """
    return white_space.strip() in {"pre", "pre-wrap", "break-spaces"}


CHECKED = frozenset({"color-interpolation", "color-interpolation-filters", "image-rendering"})
"""Properties among NOT_DRAWN that change a picture with some values."""

_UNSMOOTH = frozenset({"optimizeSpeed", "pixelated", "crisp-edges"})


class _Rule(NamedTuple):
    element: str
    """Name of the elements it is for; '*' for all."""
    kind: str
    """`.` for a class, `#` for an id, '' for neither."""
    name: str
    declarations: Declarations

    @property
    def weight(self) -> tuple[int, int, int]:
        """Return the order of rules by specificity: ids before classes before names of elements."""
        return self.kind == "#", self.kind == ".", self.element != "*"


class StyleSheet:
    """The rules of one document."""

    def __init__(self) -> None:
        """Begin without any rule."""
        self._rules: list[_Rule] = []

    @property
    def is_empty(self) -> bool:
        """Return whether the document has no rules."""
        return not self._rules

    def add(self, text: str) -> None:
        """Add the content of a `<style>`. Raises ValueError for more than rules for classes, ids and names."""
        text = _COMMENT.sub("", text)
        # What is left over is no rule: an @rule, or CSS that is not read.
        unread = _RULE.sub("", text).strip()
        if unread:
            raise ValueError(f"<style> holds {unread[:24]!r}; only rules such as '.a {{fill: red}}' are supported")
        # It would count more than `style=`, which is read after it.
        if "!important" in text:
            raise ValueError("<style> has !important, which is not supported; save with presentation attributes")
        for selectors, body in _RULE.findall(text):
            self._rules += _rules(selectors, declarations(body))
        # Stable, so that of rules of equal weight the later one wins, as in CSS.
        self._rules.sort(key=lambda rule: rule.weight)

    def declarations(self, element: str, classes: str, id_: str) -> dict[str, str]:
        """Return the declarations of the rules for one element; a rule for an id counts more than one for a class."""
        names = {".": frozenset(classes.split()), "#": frozenset([id_]), "": frozenset([""])}
        declared: dict[str, str] = {}
        for rule in self._rules:
            if rule.element in {"*", element} and rule.name in names[rule.kind]:
                declared |= rule.declarations
        return declared


def _rules(selectors: str, body: Declarations) -> Iterator[_Rule]:
    """Yield a rule for each selector of a list. Raises ValueError for more than a name, a class and an id."""
    for selector in selectors.split(","):
        match = _SELECTOR.fullmatch(selector.strip())
        if not match or not selector.strip():
            fault = f"<style> has the selector {selector.strip()[:24]!r}"
            raise ValueError(f"{fault}; only names, classes and ids are supported: save with presentation attributes")
        yield _Rule(match[1] or "*", match[2] or "", match[3] or "", body)
