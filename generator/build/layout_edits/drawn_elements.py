"""The elements of a rendered face with their places: on the face, and in the templates that wrote them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple
from xml.parsers import expat

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass
from generator.render.templates.source_lines import ElementSource, SourceLines
from generator.typeset.paths.path_data import normalise
from generator.typeset.paths.path_geometry import path_box
from generator.typeset.svg.coordinate_systems import aspect, transform, view_box

_UNSEEN = frozenset(
    {"defs", "clipPath", "linearGradient", "radialGradient", "stop", "symbol", "mask", "pattern", "marker", "filter"}
    | {"metadata"}
)
"""Elements that draw nothing themselves, and whose content is not drawn where it stands."""
_GROUPS = frozenset({"g", "svg", "a", "switch"})
_SEEN_PREFIXES = frozenset({"", "svg", "pnp"})
"""Prefixes of elements that may be drawn: drawing programs note guides and more under their own."""
_SHOWN = re.compile(r"display\s*:\s*inline\b")
_INNER = re.compile(r"(?<=>)<svg\b[^>]*>")
_ATTRIBUTE = re.compile(r'([\w:]+)="([^"]*)"')
_HIDDEN = re.compile(r"(?:^|;)\s*display\s*:\s*none\b")
_PARTS = frozenset({"tspan", "textPath"})
"""Elements within a text."""
_PLAIN = re.compile(r"\s*(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:px)?)?\s*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True, slots=True)
class Slot:
    """A number in an attribute: the name of the attribute, and how many numbers stand before it."""

    attribute: str
    index: int = 0


Geometry = dict[Slot, float]
"""Numbers that place an element, with their values."""


@dataclass(frozen=True, slots=True)
class FaceElement:
    """One element of a face that draws something."""

    name: str
    attributes: Mapping[str, str]
    matrix: Matrix
    """Map from its own coordinates to the face, in millimetres."""
    context: tuple[tuple[str, str], ...]
    """Attributes of the groups around it, without their transforms."""
    text: str
    source: ElementSource
    spans: tuple[tuple[str, str], ...] = ()
    """Attributes of the parts of a text."""

    @property
    def id(self) -> str:
        """Id of the element; empty if it has none."""
        return self.attributes.get("id", "")

    @property
    def geometry(self) -> Geometry:
        """Numbers that place the element, by attribute; empty for paths and polygons, which have too many."""
        # Where a place is left out, it is 0: the numbers behind it keep their meaning.
        texts = {slot: self.attributes.get(slot.attribute, _default(self.name, slot)) for slot in _slots(self)}
        values = {slot: _value(text, slot.index) for slot, text in texts.items()}
        return {slot: value for slot, value in values.items() if value is not None}

    @property
    def rect(self) -> Rect | None:
        """Upright rectangle of the element in its own coordinates; None for a text without a box, or without a size."""
        return _local_rect(self.name, self.attributes)

    @property
    def box(self) -> Rect | None:
        """Upright rectangle on the face, in millimetres."""
        return self.rect and self.matrix.bounding_box(self.rect)

    @property
    def look(self) -> object:
        """All of the element but its place, to be compared with another state of it."""
        places = {slot.attribute for slot in _slots(self)} | {"transform", "d", "points"}
        remaining = tuple((name, value) for name, value in self.attributes.items() if name not in places)
        return self.name, remaining, self.context, self.text, self.spans

    @property
    def state(self) -> object:
        """Comparable state: all attributes, with places rounded to a thousandth of a millimetre."""
        return self.look, tuple(round(number, 3) for number in self.matrix_numbers), self._numbers

    @property
    def matrix_numbers(self) -> tuple[float, ...]:
        """The six numbers of the matrix, in the order of SVG."""
        matrix = self.matrix
        return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f

    @property
    def _numbers(self) -> object:
        """All numbers of the shape, rounded to a thousandth, for comparison."""
        written = self.attributes.get("d") or self.attributes.get("points") or ""
        places = tuple((slot, round(value, 3)) for slot, value in self.geometry.items())
        return places, tuple(round(float(number), 3) for number in _NUMBER.findall(written))


def _slots(element: FaceElement) -> tuple[Slot, ...]:
    """Return the slots of the numbers that place an element.

    None for paths and polygons, and for a text whose parts have places of their own.
    """
    name, attributes = element.name, element.attributes
    if any(part in _ORIGINS for part, _ in element.spans) or not _are_plain(name, attributes):
        return ()
    if "pnp:rect" in attributes:
        return tuple(Slot("pnp:rect", index) for index in range(4))
    return tuple(map(Slot, _PLACES.get(name, ())))


_PLACES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("rect", "image", "use", "svg"), ("x", "y", "width", "height")),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "text": ("x", "y"),
}


_ORIGINS = frozenset({"x", "y", "cx", "cy", "x1", "y1", "x2", "y2"})


def _are_plain(name: str, attributes: Mapping[str, str]) -> bool:
    """Return whether all coordinates and sizes of an element are single numbers, in pixels if they have a unit."""
    return all(_PLAIN.fullmatch(attributes[key]) for key in _PLACES.get(name, ()) if key in attributes)


def _default(name: str, slot: Slot) -> str:
    """Return the text of an attribute that an element leaves out: a shape stands at 0 then, and has no size."""
    return "0" if slot.attribute in _ORIGINS and name != "text" else ""


def _value(text: str, index: int) -> float | None:
    """Return the number at an index of an attribute's text; None if there are fewer."""
    numbers = _NUMBER.findall(text)
    return float(numbers[index]) if index < len(numbers) else None


def _local_rect(name: str, attributes: Mapping[str, str]) -> Rect | None:
    """Return the bounding box of an element in its own coordinates; None if it has no size."""
    if "pnp:rect" in attributes:
        sides = [float(number) for number in _NUMBER.findall(attributes["pnp:rect"])]
        return Rect(*sides) if len(sides) == 4 else None
    values = {key: _value(attributes.get(key, "0"), 0) or 0.0 for key in _PLACES.get(name, ())}
    match name if _are_plain(name, attributes) else "":
        case "rect" | "image" | "use" | "svg":
            return Rect(*values.values()) if values["width"] and values["height"] else None
        case "circle":
            return Rect(values["cx"] - values["r"], values["cy"] - values["r"], 2 * values["r"], 2 * values["r"])
        case "ellipse":
            return Rect(values["cx"] - values["rx"], values["cy"] - values["ry"], 2 * values["rx"], 2 * values["ry"])
        case "line":
            return Rect.around([(values["x1"], values["y1"]), (values["x2"], values["y2"])])
    return _outline(attributes)


def _outline(attributes: Mapping[str, str]) -> Rect | None:
    """Return the bounding box of a path or polygon; None if it cannot be read."""
    written = attributes.get("d") or ("M" + attributes["points"] if attributes.get("points") else "")
    # Paths in the notation of curves alone have a box that is found without drawing them.
    with suppress(ValueError, KeyError, IndexError):
        return path_box(normalise(written)) if written else None
    return None


def drawn_elements(lines: SourceLines) -> list[FaceElement]:
    """Return the elements of a face that draw something, in the order in which they are drawn."""
    parsed = _Parser(lines.svg).elements
    sources = lines.sources([start for start, _ in parsed])
    return [make(source) for (_, make), source in zip(parsed, sources, strict=True)]


class _Open(NamedTuple):
    """An element whose end was not read yet."""

    name: str
    attributes: dict[str, str]
    matrix: Matrix
    context: tuple[tuple[str, str], ...]
    start: int
    words: list[str]
    is_unseen: bool
    spans: list[tuple[str, str]]


class _Parser:
    """Reads the elements of an SVG with the places where they begin."""

    def __init__(self, svg: str) -> None:
        """Parse an SVG up to its first fault."""
        self._stack = [_Open("", {}, IDENTITY, (), 0, [], is_unseen=False, spans=[])]
        self._found: list[_Open] = []
        self._data = svg.encode()
        self._read, self._characters = 0, 0
        parser = self._parser = expat.ParserCreate()
        # Text comes in one piece then, instead of one call for each line.
        parser.ordered_attributes, parser.buffer_text = True, True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._characters_read
        with suppress(expat.ExpatError):  # what was read before the fault can be shown
            parser.Parse(self._data, True)
        del self._parser

    def _characters_read(self, text: str) -> None:
        """Add characters to the text of the innermost open element."""
        self._stack[-1].words.append(text)

    @property
    def elements(self) -> list[tuple[int, _Maker]]:
        """Elements that draw something: where each begins, and a function that makes it."""
        return [(element.start, _Maker(element)) for element in self._found]

    def _position(self) -> int:
        """Return the number of characters before the present element: the parser counts bytes."""
        now = self._parser.CurrentByteIndex
        self._characters += len(self._data[self._read : now].decode())
        self._read = now
        return self._characters

    def _start(self, name: str, pairs: list[str]) -> None:
        """Open an element, with the transforms and attributes of the groups around it."""
        above = self._stack[-1]
        attributes = dict(zip(pairs[::2], pairs[1::2], strict=True))
        matrix = above.matrix
        # A transform that cannot be read is a fault of the face, told when it is typeset.
        with suppress(ValueError):
            matrix = matrix @ transform(attributes.get("transform", ""))
            if name == "svg" and above.name:
                matrix @= _inner_page(attributes)
        context = above.context
        is_group = name in _GROUPS
        if name == "g":
            context += tuple(pair for pair in attributes.items() if _is_drawn(*pair))
        # The layer `safe` holds the lines of the safe area, which are never printed.
        is_unseen = above.is_unseen or name in _UNSEEN or attributes.get("pnp:layer") == "safe"
        is_unseen = is_unseen or _is_hidden(attributes) or name.rpartition(":")[0] not in _SEEN_PREFIXES
        # All parts of a text are compared as one with it, also those in other parts.
        spans = above.spans if name in _PARTS else []
        spans.extend(attributes.items() if name in _PARTS else ())
        words = list[str]()
        element = _Open(name, attributes, matrix, context, self._position(), words, is_unseen=is_unseen, spans=spans)
        self._stack.append(element)
        if not is_unseen and not is_group and name not in _PARTS | {"title", "desc", "style"} and above.name != "text":
            self._found.append(element)

    def _end(self, _: str) -> None:
        """Close an element; its words become a part of the text around it."""
        element = self._stack.pop()
        self._stack[-1].words.extend(element.words)


def _is_drawn(name: str, value: str) -> bool:
    """Return whether an attribute of a group changes the look of its content; the transform and the id do not count."""
    prefix = name.rpartition(":")[0]
    is_plain = name == "style" and not _SHOWN.sub("", value).strip("; ")
    return name not in {"transform", "id"} and prefix in {*_SEEN_PREFIXES, "xlink", "xml"} and not is_plain


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    """Return whether an element has the style `display: none`, which hides its content too."""
    return attributes.get("display") == "none" or bool(_HIDDEN.search(attributes.get("style", "")))


def _inner_page(attributes: Mapping[str, str]) -> Matrix:
    """Return the map from the coordinates within an inner `<svg>` to those around it. Raises ValueError."""
    sides = [_value(attributes.get(name, ""), 0) for name in ("x", "y", "width", "height")]
    x, y, width, height = (side or 0.0 for side in sides)
    if "viewBox" not in attributes or not (width and height):
        return Matrix.translation(x, y)
    fit = aspect(attributes.get("preserveAspectRatio"))
    return fit.fit(view_box(attributes["viewBox"]), Rect(x, y, width, height))


def page_matrix(svg: str) -> Matrix:
    """Return the map to the face from the page of a drawing, the first `<svg>` inside the one of the face."""
    tag = _INNER.search(svg)
    with suppress(ValueError):
        return _inner_page(dict(_ATTRIBUTE.findall(tag[0]))) if tag else IDENTITY
    return IDENTITY


class _Maker(NamedTuple):
    """Makes a drawn element as soon as its source is known."""

    parsed: _Open

    def __call__(self, source: ElementSource) -> FaceElement:
        """Return the element with the places in templates that wrote it."""
        parsed = self.parsed
        return FaceElement(
            parsed.name,
            parsed.attributes,
            parsed.matrix,
            context=parsed.context,
            text="".join(parsed.words),
            spans=tuple(parsed.spans),
            source=source,
        )


def is_changed(old: FaceElement, new: FaceElement) -> bool:
    """Return whether an element looks otherwise on a face, or stands elsewhere by a thousandth of a millimetre."""
    # Nearly all elements of a board stay, and to round their numbers takes longer than to compare them.
    return _written(old) != _written(new) and old.state != new.state


def _written(element: FaceElement) -> object:
    """Return an element as its template wrote it, without the place in the template."""
    return element.name, element.attributes, element.matrix, element.context, element.text, element.spans


def shifted(old: FaceElement, new: FaceElement) -> tuple[float, float] | None:
    """Return the distance across and down that an element was moved on the face, in millimetres.

    None if more than its place has changed.
    """
    if old.look != new.look:
        return None
    before, after = old.box, new.box
    if before and after:
        is_same_size = abs(before.width - after.width) < 0.01 and abs(before.height - after.height) < 0.01
        return (after.x - before.x, after.y - before.y) if is_same_size else None
    (x, y), (new_x, new_y) = _anchor(old), _anchor(new)
    return new_x - x, new_y - y


def _anchor(element: FaceElement) -> tuple[float, float]:
    """Return the point on the face of an element's first two numbers; the origin of its coordinates if it has fewer."""
    numbers = [*element.geometry.values()]
    return element.matrix.apply(*(numbers[:2] if len(numbers) >= 2 else (0.0, 0.0)))
