"""Attributes in the notations that are read: percentages, colours with an opacity, transforms of CSS, font sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from generator.base.geometry import IDENTITY, Matrix
from generator.base.records import dataclass, replace
from generator.typeset.svg.attribute_values import NUMBER
from generator.typeset.svg.css import CHECKED
from generator.typeset.svg.profile import ATTRIBUTES, PICTURE_TEXT
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.plain_values import Measure, PlainColour, plain_colour, plain_transform, written
from generator.typeset.tidy.text_inheritance import TEXT_INHERITANCE
from generator.typeset.tidy.tidy_notes import TidyNotes

_ACROSS = frozenset({"x", "width", "cx", "rx", "x1", "x2", "fx", "dx"})
_DOWN = frozenset({"y", "height", "cy", "ry", "y1", "y2", "fy", "dy"})
_DIAGONAL = frozenset({"r", "fr", "stroke-width", "stroke-dashoffset", "letter-spacing", "word-spacing"})
_SPACINGS = frozenset({"letter-spacing", "word-spacing"})
"""Lengths that are inherited, and are none where the word is `normal`."""
_LISTS = frozenset({"x", "y", "dx", "dy"})
"""Lengths that are lists on text."""
_TEXT = frozenset({"text", "tspan", "textPath"})
_BOX_UNITS: Mapping[str, tuple[str, str]] = {
    "linearGradient": ("gradientUnits", "objectBoundingBox"),
    "radialGradient": ("gradientUnits", "objectBoundingBox"),
    "pattern": ("patternUnits", "objectBoundingBox"),
    "mask": ("maskUnits", "objectBoundingBox"),
    "filter": ("filterUnits", "objectBoundingBox"),
}
"""Elements whose lengths are shares of a box, unless an attribute says otherwise."""
_WORDS: Mapping[str, frozenset[str]] = {
    "fill-rule": frozenset({"nonzero", "evenodd"}),
    "clip-rule": frozenset({"nonzero", "evenodd"}),
    "stroke-linecap": frozenset({"butt", "round", "square"}),
    "stroke-linejoin": frozenset({"miter", "round", "bevel"}),
    "text-anchor": frozenset({"start", "middle", "end"}),
    "direction": frozenset({"ltr", "rtl"}),
    "visibility": frozenset({"visible", "hidden", "collapse"}),
    "overflow": frozenset({"visible", "hidden", "scroll", "auto"}),
    "isolation": frozenset({"auto", "isolate"}),
    "spreadMethod": frozenset({"pad", "reflect", "repeat"}),
}
"""Attributes of a few words; another value is left out, as viewers do."""
_COLOURS: Mapping[str, str] = {"stop-color": "stop-opacity", "flood-color": "flood-opacity"}
_PAINTS: Mapping[str, str] = {"fill": "fill-opacity", "stroke": "stroke-opacity"}
_INITIAL: Mapping[str, str] = {
    "fill": "#000000",
    "stroke": "none",
    "color": "#000000",
    "visibility": "visible",
    "clip-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-miterlimit": "4",
    "fill-rule": "nonzero",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "paint-order": "normal",
    "text-anchor": "start",
    "direction": "ltr",
    "font-size": "16",
    "font-weight": "normal",
    "font-style": "normal",
    "letter-spacing": "0",
    "word-spacing": "0",
    "dominant-baseline": "auto",
    "white-space": "normal",
    "writing-mode": "horizontal-tb",
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), "none"),
}
"""Of attributes that are inherited."""
_NEW_COLOUR = re.compile(r"(?:rgba?|hsla?)\([^,]*\)|(?!rgb|hsl|icc|device)[a-z-]+\(", re.IGNORECASE)
"""A colour in a notation that older programs do not know."""
_URL = re.compile(r"""url\(\s*["']?(.*?)["']?\s*\)\s*(.*)""", re.DOTALL)
_NO_DRAWING = frozenset({"none", ""})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Values that a node takes from the nodes around it."""

    measure: Measure
    opacities: Mapping[str, tuple[float, float]]
    """Opacity of the colour and of the property, by fill and stroke."""
    colour: str
    """Colour that `currentColor` stands for."""
    weight: int = 400
    """Weight of letters, the measure of `bolder` and `lighter`."""


def plain_attributes(root: DrawingNode, notes: TidyNotes) -> None:
    """Rewrite the attributes of a root and of all below it in the notations that are read here."""
    _plain_root(root)
    width, height = shown_size(root)
    start = Surroundings(Measure(width, height), {"fill": (1.0, 1.0), "stroke": (1.0, 1.0)}, "#000000")
    _Rewriter(notes).rewrite(root, start)


ANY_VIEW = "0 0 300 150"
"""View box that a browser shows of a drawing without a size."""
_LONGEST = 1000.0
"""Longer side of a picture in pixels of CSS: its stated size changes nothing on a face."""


def _plain_root(root: DrawingNode) -> None:
    """Give a root a viewBox, and a width and height where these have another shape."""
    browser = Measure(300.0, 150.0)
    width, height = (browser.length(root.attrib.pop(name, ""), 0.0) for name in ("width", "height"))
    has_size = width is not None and height is not None and width > 0 and height > 0
    if len(re.findall(NUMBER, root.get("viewBox") or "")) != 4:
        root.attrib.pop("viewBox", None)
        if has_size:
            root.attrib["viewBox"] = f"0 0 {written(width or 0)} {written(height or 0)}"
    elif has_size:
        scale = _LONGEST / max(width or 0, height or 0)
        root.attrib |= {"width": written((width or 0) * scale), "height": written((height or 0) * scale)}
    # The outermost <svg> has no place (SVG 1.1, 5.1.2).
    for name in ("x", "y"):
        root.attrib.pop(name, None)


def unstretch(root: DrawingNode) -> None:
    """Move a stretch of the whole drawing from its viewBox to a group of its content.

    Only a root with preserveAspectRatio="none" and another shape than its viewBox is stretched.
    """
    if root.get("preserveAspectRatio", "").split()[:1] != ["none"] or "width" not in root.attrib:
        return
    x, y, width, height = (float(number_text) for number_text in re.findall(NUMBER, root.attrib["viewBox"]))
    across, down = float(root.attrib.pop("width")), float(root.attrib.pop("height"))
    del root.attrib["preserveAspectRatio"]
    root.attrib["viewBox"] = f"0 0 {written(across)} {written(down)}"
    stretch = Matrix.scaling(across / width, down / height) @ Matrix.translation(-x, -y)
    group = DrawingNode.made("g", {"transform": f"matrix({' '.join(map(written, _six(stretch)))})"}, root.line)
    # All content goes into one group, so that only the group has the stretched coordinates.
    group.extend(root.nodes())
    for child in group.nodes():
        root.remove(child)
    root.append(group)


def shown_size(root: DrawingNode, otherwise: tuple[float, float] = (300.0, 150.0)) -> tuple[float, float]:
    """Return width and height of the area that a root, a nested `<svg>` or a symbol shows, in its own units."""
    view = re.findall(NUMBER, root.get("viewBox") or "")
    # A view box without area is none, as browsers have it.
    if len(view) == 4 and float(view[2]) > 0 and float(view[3]) > 0:
        return float(view[2]), float(view[3])
    browser = Measure(*otherwise)
    width, height = (
        browser.length(root.get(name) or "", whole) for name, whole in zip(("width", "height"), otherwise, strict=True)
    )
    return width or otherwise[0], height or otherwise[1]


class _Rewriter:
    def __init__(self, notes: TidyNotes) -> None:
        """Take the place for warnings and faults."""
        self._notes = notes

    def rewrite(self, node: DrawingNode, around: Surroundings, parent: DrawingNode | None = None) -> None:
        """Rewrite the attributes of a node and of all below it; `around` has the values that it takes from outside."""
        # Keywords first, then the size of letters, by which lengths in em are measured.
        self._keywords(node, parent)
        measure = self._font_size(node, around.measure)
        self._transform(node, measure)
        is_root = parent is None
        # Before the other colours, which may be `currentColor`.
        if "color" in node.attrib:
            self._colour(node, "color", node.attrib["color"].strip(), around.colour)
            around = replace(around, colour=node.get("color") or around.colour)
        for name in list(node.attrib):
            if name in _COLOURS:
                self._colour(node, name, node.attrib[name].strip(), around.colour)
            elif name in node.attrib:
                self._attribute(node, name, measure)
        _drop_hints(node)
        around = replace(around, weight=self._weight(node, around.weight))
        opacities = self._paints(node, around)
        _complete(node, measure)
        self._drop_unread(node)
        inner = replace(around, measure=_viewport(node, measure, is_root=is_root), opacities=opacities)
        for child in node.nodes():
            self.rewrite(child, inner, node)

    def _keywords(self, node: DrawingNode, parent: DrawingNode | None) -> None:
        """Replace the words `inherit`, `initial` and `unset` by values, or delete their attributes."""
        for name, value in list(node.attrib.items()):
            word = value.strip().lower()
            if word == "initial" and name in _INITIAL:
                node.attrib[name] = _INITIAL[name]
            elif word in {"inherit", "unset", "initial", "revert"}:
                del node.attrib[name]
                if word in {"unset", "revert"}:
                    differ = f"viewers differ in what they draw with {name}: {word!r}"
                    self._notes.warn(node.line, f"{differ}; leave it out")
                if word == "inherit" and parent is not None and name in _OWN:
                    node.attrib |= {name: parent.attrib[name]} if name in parent.attrib else _UNSET.get(name, {})

    def _font_size(self, node: DrawingNode, measure: Measure) -> Measure:
        """Write the size of letters as a number; return the measure with that size."""
        text = node.get("font-size")
        if text is None:
            return measure
        size = measure.font_size(text)
        if size is None or size < 0:
            return measure  # a fault where it is read
        node.attrib["font-size"] = written(size)
        return replace(measure, font=size)

    def _transform(self, node: DrawingNode, measure: Measure) -> None:
        """Write each transform of a node as one matrix about its origin; one that changes nothing is deleted."""
        for name in ("transform", "gradientTransform", "patternTransform"):
            text = node.get(name)
            if text is None:
                continue
            matrix = plain_transform(text, measure)
            if matrix is None:
                continue  # a fault where it is read
            matrix = _about_origin(node, matrix, measure)
            if matrix == IDENTITY:
                del node.attrib[name]
            else:
                node.attrib[name] = f"matrix({' '.join(map(written, _six(matrix)))})"
        node.attrib.pop("transform-origin", None)

    def _attribute(self, node: DrawingNode, name: str, measure: Measure) -> None:
        """Rewrite one attribute in the notation that is read here."""
        value = node.attrib[name].strip()
        if name in _ACROSS | _DOWN | _DIAGONAL:
            self._length(node, name, value, measure)
        elif name in _WORDS and value not in _WORDS[name]:
            self._leave_out(node, name)
        elif name in _READERS:
            self._set(node, name, _READERS[name](value, measure))

    def _length(self, node: DrawingNode, name: str, value: str, measure: Measure) -> None:
        """Write a length, or a list of lengths, as numbers; percentages of a box become shares."""
        attribute, box = _BOX_UNITS.get(node.tag, ("", ""))
        in_box = bool(attribute) and (node.get(attribute) or box) == box and name not in {"letter-spacing"}
        whole = 1.0 if in_box else _basis(name, measure)
        if value in {"auto", "normal"}:
            del node.attrib[name]
            if name in _SPACINGS:
                node.attrib[name] = "0"
            return
        words = re.split(r"[\s,]+", value) if name in _LISTS and node.tag in _TEXT else [value]
        lengths = [measure.length(word, whole) for word in words if word]
        if lengths and None not in lengths:  # others are faults where they are read
            node.attrib[name] = " ".join(written(length_) for length_ in lengths if length_ is not None)

    def _colour(self, node: DrawingNode, name: str, value: str, current: str) -> None:
        """Write a colour as `#rrggbb`, with its opacity in an attribute of its own."""
        colour = plain_colour(current if value.lower() == "currentcolor" else value)
        if colour is None:
            self._leave_out(node, name)
            return
        self._check_notation(node, name, value, colour)
        node.attrib[name] = colour.hexadecimal
        if name in _COLOURS and colour.opacity < 1:
            attribute = _COLOURS[name]
            node.attrib[attribute] = written(_share(node.get(attribute)) * colour.opacity)

    def _weight(self, node: DrawingNode, outer: int) -> int:
        """Rewrite the weight of letters as one of the two that fonts have here; return it as a number."""
        text = node.get("font-weight")
        if text is None:
            return outer
        weight = _weight(text.strip(), outer)
        if weight is None:
            self._leave_out(node, "font-weight")
            return outer
        if weight > _HEAVIEST or (text.strip() in {"bolder", "lighter"} and outer != _WEIGHTS["normal"]):
            self._notes.warn(
                node.line, f"viewers differ in what they draw with font-weight: {text.strip()!r}; write bold or normal"
            )
        node.attrib["font-weight"] = "bold" if weight >= 600 else "normal"
        return weight

    def _paints(self, node: DrawingNode, around: Surroundings) -> Mapping[str, tuple[float, float]]:
        """Rewrite fill and stroke; their opacity is the product of the colour's and the property's."""
        above = around.opacities
        result = dict(above)
        for name, attribute in _PAINTS.items():
            of_colour, of_property = above[name]
            paint, opacity = node.get(name), node.get(attribute)
            if paint is not None:
                of_colour = self._paint(node, name, paint.strip()) or 0.0
                of_colour = 1.0 if name not in node.attrib else of_colour
            if opacity is not None:
                of_property = _share(opacity)
            result[name] = of_colour, of_property
            if opacity is not None or result[name][0] * result[name][1] != above[name][0] * above[name][1]:
                node.attrib[attribute] = written(of_colour * of_property)
        return result

    def _paint(self, node: DrawingNode, name: str, value: str) -> float:
        """Write a fill or stroke as `none`, `currentColor`, `#rrggbb` or `url(…)`; return the opacity of its colour."""
        if value in {"none", "transparent"}:
            node.attrib[name] = "none"
            return 1.0
        if value.lower() == "currentcolor":
            node.attrib[name] = "currentColor"
            return 1.0
        if match := _URL.match(value):
            node.attrib[name] = f"url({match[1]})"
            node.instead[name] = (plain_colour(match[2]) or PlainColour("none", 1.0)).hexadecimal
            return 1.0
        colour = plain_colour(value)
        if colour is None:
            self._leave_out(node, name)
            return 1.0
        self._check_notation(node, name, value, colour)
        node.attrib[name] = colour.hexadecimal
        return colour.opacity

    def _check_notation(self, node: DrawingNode, name: str, value: str, colour: PlainColour) -> None:
        """Warn of a colour that only programs with today's CSS know, and tell the notation that all of them know."""
        if value.lower() != "currentcolor" and _NEW_COLOUR.match(value):
            share = f" and {_PAINTS.get(name, _COLOURS.get(name, 'opacity'))}={written(round(colour.opacity, 3))!r}"
            plain = f"{colour.hexadecimal!r}{share if colour.opacity < 1 else ''}"
            self._notes.warn(node.line, f"viewers differ in whether they know the colour {value[:40]!r}; write {plain}")

    def _drop_unread(self, node: DrawingNode) -> None:
        """Delete attributes that are not read, and refuse those among them that change the picture."""
        readable = ATTRIBUTES.get(node.tag)
        if readable is None or node.tag.startswith("fe"):
            return
        also = PICTURE_TEXT if node.tag in _TEXT else frozenset()
        for name in sorted(node.attrib.keys() - readable - also - _LATER - CHECKED):
            value = node.attrib.pop(name).strip()
            if (node.tag, name, value) == ("textPath", "side", "right"):
                self._notes.refuse(node, "viewers differ in what they draw with side='right'; reverse the path")
            if name in _EFFECTIVE.get(node.tag, ()) and value not in {"none", "", "1", "normal"}:
                self._notes.refuse(node, f"viewers differ in what they draw with {name}= on it; write it on a <g>")

    def _set(self, node: DrawingNode, name: str, value: str | None) -> None:
        """Set an attribute; None leaves one out that is not understood, '' deletes it without a note."""
        if value is None:
            self._leave_out(node, name)
        elif value == "":
            del node.attrib[name]
        else:
            node.attrib[name] = value

    def _leave_out(self, node: DrawingNode, name: str) -> None:
        """Delete an attribute with a value that no viewer understands, and warn of it."""
        value = node.attrib.pop(name)
        if value.strip():
            self._notes.warn(node.line, f"{name}={value.strip()[:40]!r} on <{node.tag}> is not understood and left out")


_UNSET: Mapping[str, Mapping[str, str]] = {"overflow": {"overflow": "visible"}}
"""Values for `unset` of attributes that are inherited where a parent says nothing."""
_OWN = frozenset({"opacity", "clip-path", "mask", "filter", "stop-color", "stop-opacity", "flood-color", "overflow"})
"""Attributes that are not inherited unless they say so."""


def _basis(name: str, measure: Measure) -> float:
    """Return the length that 100 % of an attribute stands for."""
    if name in _ACROSS:
        return measure.width
    return measure.height if name in _DOWN else measure.diagonal


def _share(text: str | None) -> float:
    """Return an opacity between 0 and 1; 1 where there is none, or none that can be read."""
    value = Measure(1.0, 1.0).length(text or "1", 1.0)
    return min(max(value if value is not None else 1.0, 0.0), 1.0)


def _opacity(text: str, _: Measure) -> str | None:
    """Return an opacity as a number from 0 to 1; None where it cannot be read."""
    value = Measure(1.0, 1.0).length(text, 1.0)
    return None if value is None else written(min(max(value, 0.0), 1.0))


def _dashes(text: str, measure: Measure) -> str | None:
    """Return a dash pattern as numbers; `none` for a solid line, None where it cannot be read."""
    if text == "none":
        return text
    lengths = [measure.length(word, measure.diagonal) for word in re.split(r"[\s,]+", text) if word]
    values = [length_ for length_ in lengths if length_ is not None]
    if len(values) < len(lengths) or any(length_ < 0 for length_ in values):
        return None
    return " ".join(map(written, values)) if any(values) else "none"


def _miter(text: str, _: Measure) -> str | None:
    """Return a miter limit as a number; None below 1, or where it cannot be read."""
    value = Measure(1.0, 1.0).length(text, 1.0)
    return None if value is None or value < 1 else written(value)


_WEIGHTS: Mapping[str, int] = {"normal": 400, "bold": 700}
_HEAVIEST = 900
"""Above it, only browsers know a weight."""


def _weight(text: str, outer: int) -> int | None:
    """Return the weight that a text names, within letters of the weight `outer`; None where it names none."""
    if text == "bolder":
        return 400 if outer < 350 else 700 if outer < 550 else 900
    if text == "lighter":
        return 100 if outer < 550 else 400 if outer < 750 else 700
    number = Measure(1.0, 1.0).length(text, 0.0)
    if text in _WEIGHTS or number is None:
        return _WEIGHTS.get(text)
    return round(number) if 1 <= number <= 1000 else None


def _slope(text: str, _: Measure) -> str | None:
    """Return `italic` or `normal` for a slant of letters; None where it cannot be read."""
    match = re.fullmatch(rf"(normal|italic|oblique)(?:\s+({NUMBER})deg)?", text)
    if match is None:
        return None
    is_slanted = match[1] == "italic" or (match[1] == "oblique" and float(match[2] or _SLANT) >= _SLANT)
    return "italic" if is_slanted else "normal"


_SLANT = 11.0
"""Degrees from which browsers take italic letters for slanted ones."""


def _display(text: str, _: Measure) -> str | None:
    """Return `none` for elements that are not displayed, '' for all others."""
    return "none" if text == "none" else ""


def _reference(text: str, _: Measure) -> str | None:
    """Return a reference as `url(…)` without quotes; '' for none."""
    match = _URL.match(text)
    return f"url({match[1]})" if match else "" if text in _NO_DRAWING else text


def _preserve(text: str, _: Measure) -> str | None:
    """Return the value of `preserveAspectRatio` without its word `defer`, which changes nothing on a face."""
    words = text.removeprefix("defer").split()
    return " ".join(words)


_READERS: Mapping[str, Callable[[str, Measure], str | None]] = {
    "opacity": _opacity,
    "stop-opacity": _opacity,
    "flood-opacity": _opacity,
    "stroke-dasharray": _dashes,
    "stroke-miterlimit": _miter,
    "font-style": _slope,
    "display": _display,
    "clip-path": _reference,
    "mask": _reference,
    "preserveAspectRatio": _preserve,
}


def _six(matrix: Matrix) -> tuple[float, ...]:
    """Return the six numbers of a matrix."""
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _about_origin(node: DrawingNode, matrix: Matrix, measure: Measure) -> Matrix:
    """Return the matrix about `transform-origin`, which is a point of the area that is shown."""
    words = (node.get("transform-origin") or "").split()
    if not words:
        return matrix
    places = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    # Words may come in either order (CSS Transforms, 6).
    if words[0] in {"top", "bottom"} or words[-1] in {"left", "right"}:
        words.reverse()
    x = measure.length(places.get(words[0], words[0]), measure.width) or 0.0
    y = measure.length(places.get(words[1], words[1]) if len(words) > 1 else "50%", measure.height) or 0.0
    return Matrix.translation(x, y) @ matrix @ Matrix.translation(-x, -y)


def _drop_hints(node: DrawingNode) -> None:
    """Delete how to enlarge pictures, where there are none, or where it is left to the viewer."""
    if "image-rendering" in node.attrib:
        is_hint = node.attrib["image-rendering"].strip() not in {"pixelated", "crisp-edges", "-moz-crisp-edges"}
        if is_hint or not any(True for _ in node.iter("image")):
            del node.attrib["image-rendering"]


def _complete(node: DrawingNode, measure: Measure) -> None:
    """Write the lengths of a gradient in user space that it leaves out: its area is all that is shown."""
    if node.get("gradientUnits") != "userSpaceOnUse" or node.get("href"):
        return
    if node.tag == "linearGradient":
        node.attrib.setdefault("x2", written(measure.width))
    else:
        node.attrib.setdefault("cx", written(measure.width / 2))
        node.attrib.setdefault("cy", written(measure.height / 2))
        node.attrib.setdefault("r", written(measure.diagonal / 2))


_EFFECTIVE: Mapping[str, frozenset[str]] = {
    "symbol": frozenset({"transform"}),
    **dict.fromkeys(("tspan", "textPath"), frozenset({"opacity", "transform"})),
    **dict.fromkeys(("linearGradient", "pattern"), frozenset({"transform"})),
    "radialGradient": frozenset({"transform", "fr"}),
}
"""Attributes that are not read on some elements, and drawn by some viewers."""
_LATER = frozenset({"marker-start", "marker-mid", "marker-end", "vector-effect"}) | TEXT_INHERITANCE
"""Attributes that another step reads."""


def _viewport(node: DrawingNode, measure: Measure, *, is_root: bool) -> Measure:
    """Return the sizes that lengths inside a node are measured by; a nested `<svg>` gets the sizes it leaves out."""
    if node.tag not in {"svg", "symbol", "marker", "pattern"} or is_root:
        return measure
    if node.tag == "svg":
        node.attrib.setdefault("width", written(measure.width))
        node.attrib.setdefault("height", written(measure.height))
    if node.tag == "svg" or node.get("viewBox"):
        width, height = shown_size(node, (measure.width, measure.height))
        return replace(measure, width=width, height=height)
    return measure
