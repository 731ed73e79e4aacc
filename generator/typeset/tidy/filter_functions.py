"""The functions of `filter` in CSS, such as `drop-shadow(…)`, as `<filter>` elements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.plain_values import Measure, plain_colour, written
from generator.typeset.tidy.tidy_notes import TidyNotes

_CALL = re.compile(r"\s*([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)")
_URL = re.compile(r"""url\(\s*["']?([^()]*?)["']?\s*\)""")
# The numbers of grayscale() and sepia() in the Filter Effects Module.
_GREY = (0.2126, 0.7152, 0.0722)
_SEPIA = (0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131)


def tidy_filters(root: DrawingNode, notes: TidyNotes) -> None:
    """Replace the functions by references to new elements; functions that are not known are noted and left out."""
    ids_by_value: dict[str, str] = {}
    for node in [inner for inner in root.iter() if isinstance(inner, DrawingNode)]:
        value = node.get("filter", "").strip()
        # `none` would be a reference to nothing.
        if not value or value == "none":
            node.attrib.pop("filter", None)
        elif match := _URL.fullmatch(value):
            node.attrib["filter"] = f"url({match[1]})"
        elif _URL.search(value):
            del node.attrib["filter"]
            notes.refuse(node, "filter: a chain of filters is not drawn; put all steps into one <filter>")
        else:
            if value not in ids_by_value:
                ids_by_value[value] = _add_filter(root, value, len(ids_by_value), node.line)
            if ids_by_value[value]:
                node.attrib["filter"] = f"url(#{ids_by_value[value]})"
            else:
                del node.attrib["filter"]
                notes.warn(node.line, f"filter={value[:40]!r} is not understood and left out")


def _add_filter(root: DrawingNode, value: str, number: int, line: int) -> str:
    """Add the element for some functions; return its id, '' where one of them is not known."""
    steps: list[DrawingNode] = []
    position = 0
    while match := _CALL.match(value, position):
        step = _step(match[1], match[2].strip(), line)
        if step is None:
            return ""
        steps += step
        position = match.end()
    if value[position:].strip() or not steps:
        return ""
    name = f"filter function {number}"
    # Functions of CSS have no region: a box more on each side holds usual shadows.
    box = {"x": "-1", "y": "-1", "width": "3", "height": "3", "color-interpolation-filters": "sRGB"}
    element = DrawingNode.made("filter", {"id": name, **box}, line)
    element.extend(steps)
    root.append(element)
    return name


def _step(name: str, argument: str, line: int) -> list[DrawingNode] | None:
    """Return the filter step of one function of CSS; None where it is not known."""
    measure = Measure(0.0, 0.0)
    if name == "drop-shadow":
        return _shadow(argument, measure, line)
    if name == "blur":
        spread = measure.length(argument or "0", 0.0)
        return None if spread is None else [DrawingNode.made("feGaussianBlur", {"stdDeviation": written(spread)}, line)]
    if name == "hue-rotate":
        match = re.fullmatch(r"([-+.\d]+)(?:deg)?", argument or "0")
        return _colour_matrix("hueRotate", match[1], line) if match else None
    amount = measure.length(argument or "1", 1.0)
    return None if amount is None or amount < 0 else _by_amount(name, amount, line)


def _by_amount(name: str, amount: float, line: int) -> list[DrawingNode] | None:
    """Return the filter step of a function with an amount, such as `grayscale(50%)`; None for an unknown one."""
    if name in _MATRICES:
        return _colour_matrix("matrix", " ".join(map(written, _MATRICES[name](min(amount, 1.0)))), line)
    if name == "saturate":
        return _colour_matrix("saturate", written(amount), line)
    return _transfer(name, amount, line)


def _colour_matrix(kind: str, values: str, line: int) -> list[DrawingNode]:
    """Return a step `<feColorMatrix>` of a kind such as `saturate` with its values."""
    return [DrawingNode.made("feColorMatrix", {"type": kind, "values": values}, line)]


def _shadow(argument: str, measure: Measure, line: int) -> list[DrawingNode] | None:
    """Return the step of `drop-shadow(…)`; None where its lengths or colour cannot be read."""
    colours = re.findall(r"#\w+|[a-z]+\([^()]*\)|(?<![\d.])[A-Za-z]+", argument)
    lengths_text = argument.replace(colours[0], " ") if colours else argument
    lengths = [measure.length(word, 0.0) for word in lengths_text.split()]
    colour = plain_colour(colours[0]) if colours else plain_colour("black")
    if colour is None or None in lengths or len(lengths) not in {2, 3}:
        return None
    x, y, spread = [length_ or 0.0 for length_ in (*lengths, 0.0)][:3]
    attributes = {"dx": written(x), "dy": written(y), "stdDeviation": written(spread)}
    attributes |= {"flood-color": colour.hexadecimal, "flood-opacity": written(colour.opacity)}
    return [DrawingNode.made("feDropShadow", attributes, line)]


def _mixed(share: float, full: tuple[float, ...]) -> Iterator[float]:
    """Yield the values of a colour matrix between doing nothing (share 0) and its full effect (share 1)."""
    for row in range(3):
        for column in range(3):
            yield (1.0 - share) * (row == column) + share * full[3 * row + column]
        yield from (0.0, 0.0)
    yield from (0.0, 0.0, 0.0, 1.0, 0.0)


_MATRICES = {
    "grayscale": lambda share: _mixed(share, _GREY * 3),
    "sepia": lambda share: _mixed(share, _SEPIA),
}


def _transfer(name: str, amount: float, line: int) -> list[DrawingNode] | None:
    """Return the step of brightness, contrast, invert or opacity, as `<feComponentTransfer>`; None for another name."""
    colours, share = ("feFuncR", "feFuncG", "feFuncB"), min(amount, 1.0)
    functions: Mapping[str, tuple[tuple[str, ...], dict[str, str]]] = {
        "brightness": (colours, {"type": "linear", "slope": written(amount)}),
        "contrast": (colours, {"type": "linear", "slope": written(amount), "intercept": written(0.5 - amount / 2)}),
        "invert": (
            colours,
            {"type": "table", "tableValues": f"{written(share)} {written(1 - share)}"},
        ),
        "opacity": (("feFuncA",), {"type": "linear", "slope": written(share)}),
    }
    if name not in functions:
        return None
    names, attributes = functions[name]
    element = DrawingNode.made("feComponentTransfer", {}, line)
    element.extend(DrawingNode.made(function, dict(attributes), line) for function in names)
    return [element]
