"""The supported subset of SVG, as allow-lists of elements and attributes: anything else is a fault, never ignored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter

from generator.base.errors import suggestion
from generator.base.records import dataclass
from generator.typeset.svg.css import CHECKED, CSS, CSS_ONLY, NOT_DRAWN, PROPERTIES

SVG = "http://www.w3.org/2000/svg"
PNP = "urn:vallum:pnp"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
PICTURE_FOLDERS = {"icon-": "icons", "picture-": "pictures"}
"""Prefixes of ids that name a picture file, and the folder of such files."""

SEPARATOR = "}"
"""Between namespace and name, as the parser reports them."""

TEXT_STYLE = frozenset(
    {"font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "direction"}
)
INHERITED = TEXT_STYLE | {
    *("fill", "fill-opacity", "fill-rule", "clip-rule", "color", "stroke", "stroke-opacity", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset"),
    *("paint-order", "visibility"),
}
EFFECTS = frozenset({"filter", "mask", "mix-blend-mode", "isolation"})
STYLE = INHERITED | EFFECTS | {"opacity", "display", "clip-path"}
"""Presentation attributes, allowed on everything that draws."""

_ANY = frozenset({"id", "xml:space", "xml:lang"})
_DRAWN = _ANY | STYLE | {"transform"}
_NAMED = frozenset({"pnp:style", "pnp:rect"})
"""Attributes that stand for others: a named style, and a rectangle of a shape or picture."""
_STYLED = frozenset({"pnp:style"})
_HATCHED = frozenset({"pnp:hatch"})
"""Hatching in place of tints, for everything within."""
_LAYER, _FIELD = frozenset({"pnp:layer"}), frozenset({"pnp:field", "pnp:free"})
_BOX = frozenset({"x", "y", "width", "height"})
_GRADIENT = _ANY | {"href", "gradientUnits", "gradientTransform", "spreadMethod"}
_PARAGRAPH = frozenset(
    f"pnp:{name}"
    for name in (
        "rect",
        "fit",
        "align",
        "valign",
        "leading",
        "hyphens",
        "lines",
        "tone",
        "tones",
        "around",
        "gap",
        "box",
        "pitch",
        "sample",
    )
)
_COLOURS = "color-interpolation-filters"
_PRIMITIVE = _ANY | {"in", "result", _COLOURS}

ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "svg": _DRAWN
    | _BOX
    | {"viewBox", "preserveAspectRatio", "overflow", "version", "baseProfile", "pnp:drawing", "pnp:notes"},
    "g": _DRAWN | _STYLED | _HATCHED | _LAYER | {"pnp:mosaic"},
    "defs": _DRAWN,
    "path": _DRAWN | _STYLED | _LAYER | _FIELD | {"d"},
    "rect": _DRAWN | _NAMED | _LAYER | _FIELD | _BOX | {"rx", "ry"},
    "circle": _DRAWN | _STYLED | _LAYER | _FIELD | {"cx", "cy", "r"},
    "ellipse": _DRAWN | _NAMED | _LAYER | _FIELD | {"cx", "cy", "rx", "ry"},
    "line": _DRAWN | _STYLED | _LAYER | {"x1", "y1", "x2", "y2"},
    "polyline": _DRAWN | _STYLED | _LAYER | {"points"},
    "polygon": _DRAWN | _STYLED | _LAYER | _FIELD | {"points"},
    "use": _DRAWN | _NAMED | _HATCHED | _BOX | {"href"},
    "symbol": _ANY | INHERITED | {"viewBox", "preserveAspectRatio", "overflow"},
    "clipPath": _DRAWN | {"clipPathUnits"},
    "linearGradient": _GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": _GRADIENT | {"cx", "cy", "r", "fx", "fy", "fr"},
    "stop": _ANY | {"offset", "stop-color", "stop-opacity"},
    "image": _DRAWN | _NAMED | _BOX | {"href", "preserveAspectRatio", "pnp:box", "pnp:focus", "pnp:missing"},
    "text": _DRAWN | _NAMED | _PARAGRAPH | {"x", "y", "dx", "dy", "text-decoration"},
    "tspan": _ANY | STYLE - EFFECTS - {"clip-path", "opacity"} | {"x", "y", "dx", "dy"},
    "textPath": _ANY | STYLE - EFFECTS - {"clip-path", "opacity"} | {"href", "startOffset", "method", "spacing"},
    "title": _ANY,
    "desc": _ANY,
    "style": _ANY | {"type", "media"},
    "mask": _DRAWN | _BOX | {"maskUnits", "maskContentUnits", "mask-type"},
    "pattern": _DRAWN
    | _BOX
    | {"viewBox", "preserveAspectRatio", "patternUnits", "patternContentUnits", "patternTransform", "href"},
    "filter": _ANY | _BOX | {"filterUnits", "primitiveUnits", _COLOURS},
    "feBlend": _PRIMITIVE | {"in2", "mode"},
    "feColorMatrix": _PRIMITIVE | {"type", "values"},
    "feComponentTransfer": _PRIMITIVE,
    **dict.fromkeys(
        ("feFuncR", "feFuncG", "feFuncB", "feFuncA"),
        _ANY | {"type", "tableValues", "slope", "intercept", "amplitude", "exponent", "offset"},
    ),
    "feComposite": _PRIMITIVE | {"in2", "operator", "k1", "k2", "k3", "k4"},
    "feDropShadow": _PRIMITIVE | {"dx", "dy", "stdDeviation", "flood-color", "flood-opacity"},
    "feFlood": _PRIMITIVE | {"flood-color", "flood-opacity"},
    "feGaussianBlur": _PRIMITIVE | {"stdDeviation"},
    "feMerge": _PRIMITIVE,
    "feMergeNode": _ANY | {"in"},
    "feMorphology": _PRIMITIVE | {"operator", "radius"},
    "feOffset": _PRIMITIVE | {"dx", "dy"},
}

PICTURE_TEXT = frozenset({
    *("rotate", "word-spacing", "baseline-shift", "dominant-baseline", "text-decoration", "textLength", "lengthAdjust"),
    *("writing-mode", "flow", "white-space"),
})  # fmt: skip
"""Attributes of text in pictures, where letters are outlines; `flow` is the rectangle of wrapped text."""

SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_TEXTS = frozenset({"text", "tspan", "textPath"})
_NOTES = frozenset({"title", "desc", "style"})
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_DEFINITIONS = _GRADIENTS | {"clipPath", "mask", "pattern", "filter"}
_INK = SHAPES | _NOTES | _DEFINITIONS | {"svg", "g", "defs", "use", "symbol", "image", "text"}
_STEPS = frozenset(name for name in ATTRIBUTES if name.startswith("fe") and name not in {"feMergeNode"})
_FUNCTIONS = frozenset({"feFuncR", "feFuncG", "feFuncB", "feFuncA"})
_CHILDREN: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("svg", "g", "defs", "symbol", "mask", "pattern"), _INK),
    "filter": _STEPS - _FUNCTIONS,
    "feMerge": frozenset({"feMergeNode"}),
    "feComponentTransfer": _FUNCTIONS,
    "clipPath": SHAPES | _NOTES | {"use"},
    **dict.fromkeys(_GRADIENTS, _NOTES | {"stop"}),
    "text": _NOTES | {"tspan", "textPath"},
    "tspan": frozenset({"tspan"}),
    **dict.fromkeys((*_NOTES, "stop"), frozenset()),
}

_ELEMENT_HINTS = {
    "script": "script is not allowed",
    "style": "<style> is not allowed; write presentation attributes such as fill=",
    "foreignObject": "<foreignObject> is not allowed; write <text pnp:rect=…>",
    **dict.fromkeys(
        (
            *("feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feImage", "feSpecularLighting"),
            *("feTile", "feTurbulence"),
        ),
        "this filter is not supported; save what it makes as a PNG of 300 dpi, and show it with <image>",
    ),
    "marker": "<marker> is not supported; draw the mark as a path",
    "metadata": "<metadata> is not part of a template; delete it",
}
_ATTRIBUTE_HINTS = {
    **{name: f"{name}= is no attribute of SVG, so that viewers differ; write style='{name}:…'" for name in CSS_ONLY},
    "class": "class= is not allowed; write presentation attributes",
    **dict.fromkeys(
        ("marker", "marker-start", "marker-mid", "marker-end"), "markers are not supported; draw the mark as a path"
    ),
}

Attributes = tuple[str, ...]
"""Name, value, name, value…, as the parser reports them."""


@dataclass(frozen=True, slots=True, eq=False)
class ElementForm:
    """Facts shared by all elements of one name with the same attribute names, which are checked once."""

    name: str
    positions: Mapping[str, int]
    """Index of each attribute's value in Attributes."""
    style_names: tuple[str, ...]
    style_values: Callable[[Attributes], object]
    """Takes Attributes; returns the values of `style_names` as a key of a dict."""
    allowed_children: frozenset[str]
    faults: tuple[str, ...] = ()
    has_text: bool = False
    """Whether its characters are read."""
    ignored: bool = False
    """Whether it is data of another program, such as metadata."""
    is_cacheable: bool = True
    """Whether it yields nothing but ink."""
    has_names: bool = False
    """Whether it has `pnp:style`, or a `pnp:rect` that stands for other attributes."""
    has_css: bool = False
    """Whether it has `style=` or `class=`, which have to be written as attributes first."""
    checked: tuple[str, ...] = ()
    """Attributes that change nothing but with some values, which are faults."""


class Profile:
    """The subset for templates, that for pictures, or that for templates which a drawing program has saved."""

    __slots__ = ("forms", "has_text", "is_saved", "is_template")

    def __init__(self, *, is_template: bool, is_saved: bool, has_text: bool = True) -> None:
        """Begin without any form; each is checked at the first element that has it."""
        self.is_template = is_template
        """Whether it is drawn as a face: with text, `pnp:` attributes, and files of the game."""
        self.is_saved = is_saved
        """Whether a drawing program may have saved it: its notes are ignored, and CSS is read."""
        self.has_text = has_text
        self.forms: dict[tuple[str, ...], ElementForm] = {}
        """All forms so far, by names of element and attributes as the parser reports them."""

    def form(self, name: str, attributes: Sequence[str]) -> ElementForm:
        """Return the form of an element, checked once for equal names; names are as the parser reports them."""
        # Without the values: a drawing has few combinations of names.
        key = (name, *attributes[::2])
        form = self.forms.get(key)
        if form is None:
            form = self.forms[key] = self._check(name, key[1:])
        return form

    def _check(self, full: str, full_names: Sequence[str]) -> ElementForm:
        """Return the form of an element, with a fault for each name outside the profile."""
        space, name = _split(full)
        # Data of the program that saved the drawing, which nobody sees.
        if self.is_saved and (space != SVG or name == "metadata"):
            return _form(name, {}, ignored=True)
        if self._has_css(full_names) and name in ATTRIBUTES:
            return _form(name, {}, has_css=True)
        if fault := self._element_fault(space, name):
            named = {"id": 2 * full_names.index("id") + 1} if "id" in full_names else {}
            return _form(name, named, faults=(fault,))
        positions: dict[str, int] = {}
        faults = []
        for index, full_name in enumerate(full_names):
            attribute, attribute_fault = self._attribute(name, full_name)
            if attribute_fault:
                faults.append(attribute_fault)
            # `href` wins over `xlink:href` (SVG 2).
            elif attribute and not (attribute in positions and full_name.startswith(_XLINK)):
                positions[attribute] = 2 * index + 1
        return _form(name, positions, faults=tuple(faults))

    def _has_css(self, names: Sequence[str]) -> bool:
        """Return whether an element has `style=`, or a `class=` that is read in saved drawings."""
        return "style" in names or ("class" in names and self.is_saved)

    def _element_fault(self, space: str, name: str) -> str:
        """Return the fault of an element outside the profile; '' where it is allowed."""
        if space != SVG:
            return f"<{name}> of {space or 'no namespace'!r} is not SVG; delete it"
        if name == "text" and not self.has_text:
            return "<text> is not drawn in pictures; put it into the template, or save it as paths"
        if name in ATTRIBUTES and (self.is_saved or name != "style"):
            return ""
        return _ELEMENT_HINTS.get(name) or f"<{name}> is not supported{suggestion(name, list(ATTRIBUTES))}"

    def _attribute(self, element: str, full_name: str) -> tuple[str, str]:
        """Return the short name of an attribute, '' where it is ignored, and its fault, '' where it is allowed."""
        space, name = _split(full_name)
        # Drawings may say what is not hatched, whatever template shows them.
        if space == PNP and (self.is_template or f"pnp:{name}" in _HATCHED):
            name = f"pnp:{name}"
        elif space == _XML:
            name = f"xml:{name}"
        elif space and (space != _XLINK or name != "href"):
            return "", "" if self.is_saved else _foreign_fault(space, name)
        if name == "xml:space" and not self.is_saved:
            return "", "xml:space is not supported; a run of spaces is one space"
        allowed = ATTRIBUTES[element]
        # Letters of such texts may be drawn as outlines, which take more attributes.
        if self in {TIDIED, TIDIED_DRAWING} and element in _TEXTS:
            allowed |= PICTURE_TEXT
        if self.is_saved and name not in allowed and (name in NOT_DRAWN or name.startswith(("data-", "aria-"))):
            return name if name in CHECKED else "", ""
        return _allowed(element, name, allowed)


def _foreign_fault(space: str, name: str) -> str:
    """Return the fault of an attribute of another namespace than SVG."""
    if space == _XLINK:
        return f"xlink:{name} is not supported; delete it"
    return f"attribute {name!r} of {space!r} is not SVG; delete it"


def _allowed(element: str, name: str, attributes: Collection[str]) -> tuple[str, str]:
    """Return the name of an attribute or a property of CSS, and its fault, '' where it is allowed."""
    if name.startswith(CSS):
        return _property(element, name.removeprefix(CSS), attributes)
    if name in attributes and name not in CSS_ONLY:
        return name, ""
    return name, _attribute_fault(element, name, sorted(attributes))


def _property(element: str, name: str, attributes: Collection[str]) -> tuple[str, str]:
    """Return the name of a property of CSS that is no attribute, and its fault, '' where it is allowed."""
    if name in attributes and name not in PROPERTIES:
        return "", f"style: {name!r} is an attribute of <{element}>; write {name}= on it"
    return name, "" if name in attributes else _attribute_fault(element, name, sorted(attributes))


def _attribute_fault(element: str, name: str, attributes: Sequence[str]) -> str:
    """Return the fault of an attribute that an element does not have, with advice."""
    if name.startswith("on"):
        return f"script is not allowed: {name}="
    if name == "opacity" and element in {"tspan", "textPath"}:
        return f"opacity on <{element}> is drawn by some viewers alone; write fill-opacity"
    return _ATTRIBUTE_HINTS.get(name) or f"<{element}> has no attribute {name!r}{suggestion(name, attributes)}"


def _split(full: str) -> tuple[str, str]:
    """Return namespace and name from a name as the parser reports it; the namespace is '' where there is none."""
    space, _, name = full.rpartition(SEPARATOR)
    return space, name


def _form(
    name: str,
    positions: Mapping[str, int],
    *,
    faults: tuple[str, ...] = (),
    ignored: bool = False,
    has_css: bool = False,
) -> ElementForm:
    """Return the form of elements of a name; `positions` has the index of each attribute's value."""
    style_names = tuple(attribute for attribute in positions if attribute in STYLE | _HATCHED)
    indexes = [positions[attribute] for attribute in style_names]
    style_values = itemgetter(*indexes) if indexes else lambda _: None
    # A shape in the bleed may be the ground that gives its face the colour of its edge.
    is_ground = "pnp:layer" in positions and name in SHAPES
    is_cacheable = not (faults or is_ground or "pnp:field" in positions)
    has_names = "pnp:style" in positions or ("pnp:rect" in positions and name != "text")
    return ElementForm(
        name,
        positions,
        style_names,
        style_values,
        allowed_children=_CHILDREN.get(name, _NOTES),
        faults=faults,
        has_text=name in {"text", "tspan", "textPath", "title", "style"},
        ignored=ignored,
        is_cacheable=is_cacheable,
        has_names=has_names and not faults,
        has_css=has_css,
        checked=tuple(attribute for attribute in positions if attribute in CHECKED - ATTRIBUTES.get(name, CHECKED)),
    )


TEMPLATE = Profile(is_template=True, is_saved=False)
DRAWING = Profile(is_template=True, is_saved=True)
"""A template that a drawing program has saved."""
PICTURE = Profile(is_template=False, is_saved=True, has_text=False)
TIDIED = Profile(is_template=False, is_saved=True)
"""Profile of pictures that were tidied first, whose text becomes outlines."""
TIDIED_DRAWING = Profile(is_template=True, is_saved=True)
"""Profile of templates that a drawing program has saved, and that were tidied first."""
