"""The CSS that drawing programs write: `style=` on elements, and `<style>` with rules for classes, ids and elements."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

Declarations = Mapping[str, str]
"""Values by property."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?(?:([.#])([\w-]+))?")

NEUTRAL = frozenset({"none", "normal", "auto", "visible", "inherit", "initial", "baseline", "start", ""})
"""Values that change nothing where a property is not supported."""

NOT_DRAWN = frozenset({
    *("baseProfile", "block-progression", "color-interpolation", "color-interpolation-filters", "color-rendering"),
    *("enable-background", "flood-color", "flood-opacity", "focusable", "image-rendering", "lighting-color"),
    *("line-height", "mask-type", "overflow", "pointer-events", "role", "shape-margin", "shape-padding"),
    *("shape-rendering", "solid-color", "solid-opacity", "stop-color", "stop-opacity", "tabindex", "text-align"),
    *("text-decoration", "text-decoration-color", "text-rendering", "white-space", "will-change"),
})  # fmt: skip
"""Properties of drawing programs that change nothing on elements that do not take them."""

_OF_TEXT = ("font", "text-", "letter-spacing", "word-spacing", "writing-mode", "direction", "dominant-baseline")
_DRAWN_OTHERWISE = ("clip", "fill", "marker", "paint-order", "stroke", "transform", "vector-effect")
"""Properties that change a picture, and begin with these words."""


def declarations(text: str) -> dict[str, str]:
    """Read the properties of `style=`; those of one browser or program are left out.

    >>> declarations("fill:#f00; -inkscape-stroke:none; opacity:.5 !important")
    {'fill': '#f00', 'opacity': '.5'}
    """
    found = {}
    for part in _COMMENT.sub("", text).split(";"):
        name, colon, value = part.partition(":")
        if colon and not name.strip().startswith("-"):
            found[name.strip()] = value.strip().removesuffix("!important").strip()
    return found


def is_read(name: str, value: str, known: Collection[str], *, in_picture: bool) -> bool:
    """Whether a property of an element that takes those `known` is read as an attribute; one that it lacks is a fault.

    Pictures have no text, and programs write properties of their own into them, which change nothing.
    """
    if name in known:
        return not (in_picture and name.startswith(_OF_TEXT))
    if value in NEUTRAL or name in NOT_DRAWN:
        return False
    return not in_picture or name.startswith(_DRAWN_OTHERWISE)


class _Rule(NamedTuple):
    element: str
    """Name of the elements it is for; '*' for all."""
    kind: str
    """`.` for a class, `#` for an id, '' for neither."""
    name: str
    declarations: Declarations

    @property
    def weight(self) -> tuple[int, int, int]:
        return self.kind == "#", self.kind == ".", self.element != "*"


class StyleSheet:
    """The rules of one document."""

    def __init__(self) -> None:
        self._rules: list[_Rule] = []

    @property
    def is_empty(self) -> bool:
        return not self._rules

    def add(self, text: str) -> None:
        """Add the content of a `<style>`. Raises ValueError for what is more than rules for classes, ids and names."""
        text = _COMMENT.sub("", text)
        rest = _RULE.sub("", text).strip()
        if rest:
            raise ValueError(f"<style> holds {rest[:24]!r}; only rules such as '.a {{fill: red}}' are supported")
        if "!important" in text:
            raise ValueError("<style> has !important, which is not supported; save with presentation attributes")
        for selectors, body in _RULE.findall(text):
            self._rules += _rules(selectors, declarations(body))
        self._rules.sort(key=lambda rule: rule.weight)

    def declarations(self, element: str, classes: str, id_: str) -> dict[str, str]:
        """What the rules say of one element; a rule for an id counts more than one for a class."""
        names = {".": frozenset(classes.split()), "#": frozenset([id_]), "": frozenset([""])}
        found: dict[str, str] = {}
        for rule in self._rules:
            if rule.element in {"*", element} and rule.name in names[rule.kind]:
                found |= rule.declarations
        return found


def _rules(selectors: str, body: Declarations) -> Iterator[_Rule]:
    for selector in selectors.split(","):
        found = _SELECTOR.fullmatch(selector.strip())
        if not found or not selector.strip():
            what = f"<style> has the selector {selector.strip()[:24]!r}"
            raise ValueError(f"{what}; only names, classes and ids are supported: save with presentation attributes")
        yield _Rule(found[1] or "*", found[2] or "", found[3] or "", body)
