"""The size of a drawing as librsvg takes it, and the drawing of one of its elements alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from generator.imports.foreign.xml_document import parse_xml

_LENGTH = re.compile(r"\s*([0-9]*\.?[0-9]+)\s*(px|pt|mm|cm|in|pc|q)?\s*\Z", re.IGNORECASE)
# By CSS an inch has 96 pixels, and a `q` is a quarter of a millimetre.
_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pc": 16.0, "q": 96 / 101.6}
_ROOT = re.compile(rb"<(?:\w+:)?svg\b[^>]*>", re.DOTALL)
_SVG = "http://www.w3.org/2000/svg"
_NEEDED = {"defs", "style", "linearGradient", "radialGradient", "clipPath", "mask", "filter", "symbol", "marker"}
"""Elements that others refer to."""


def drawing_size(data: bytes) -> tuple[float, float]:
    """Return width and height of an SVG drawing in pixels at 96 dpi, from its `viewBox` where its root has no lengths.

    (0, 0) for data without an `svg` element.
    """
    # The root stands at the start of a drawing; the rest of a large file need not be searched.
    root = _ROOT.search(data[:20_000])
    if not root:
        return 0.0, 0.0
    text = root[0].decode(errors="replace")
    values = dict(re.findall(r"""\s(width|height|viewBox)\s*=\s*["']([^"']*)["']""", text))
    box = re.findall(r"-?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?", values.get("viewBox", ""))
    width, height = _pixels(values.get("width", "")), _pixels(values.get("height", ""))
    if len(box) == 4 and (not width or not height):
        return width or float(box[2]), height or float(box[3])
    return width, height


def _pixels(text: str) -> float:
    """Return a length of CSS, such as `2mm`, in pixels; 0 if it is none."""
    length = _LENGTH.match(text)
    return float(length[1]) * _PIXELS[(length[2] or "").lower()] if length else 0.0


def drawing_part(data: bytes, element: str) -> bytes:
    """Return a drawing reduced to one element, at its place, and the definitions it may need.

    `element` is its id. Empty if the drawing has no such element, or cannot be read.
    """
    root = parse_xml(data)
    if root is None:
        return b""
    above = {child: node for node in root.iter() for child in node}
    node = next((node for node in root.iter() if node.get("id") == element), None)
    if node is None:
        return b""
    # Brothers are removed at every level up to the root, so that transforms around the element stay.
    while node in above:
        parent = above[node]
        for child in [*parent]:
            if child is not node and str(child.tag).rpartition("}")[2] not in _NEEDED:
                parent.remove(child)
        node = parent
    # Without their prefixes ElementTree writes them as ns0 and ns1.
    for prefix, uri in (("", _SVG), ("xlink", "http://www.w3.org/1999/xlink")):
        ElementTree.register_namespace(prefix, uri)
    drawing: bytes = ElementTree.tostring(root, encoding="utf-8")
    return drawing
