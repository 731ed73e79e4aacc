"""An SVG file made ready for resvg: of a size in pixels, and without references to other files."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from generator.base.geometry import Rect
from generator.typeset.svg.attribute_values import PICTURE_UNITS, length
from generator.typeset.svg.coordinate_systems import view_box
from generator.typeset.svg.profile import SVG
from generator.typeset.svg.style import InheritedStyle
from generator.typeset.tidy.drawing_file import DrawingNode, parse_drawing

_USUAL = Rect(0, 0, 300, 150)
"""The size that browsers give a drawing without one."""
_LARGEST = 1e7


class PixelSource(NamedTuple):
    """A drawing that resvg is to draw."""

    root: DrawingNode
    box: Rect
    """Its size in its own pixels."""
    notes: tuple[str, ...]
    """Notes on repairs, and on parts that were left out."""

    @property
    def has_text(self) -> bool:
        """Return whether the drawing has text, so that fonts are needed."""
        return any(node.tag == "text" for node in self.root.iter())

    def svg(self, width: int, height: int, style: InheritedStyle) -> str:
        """Return the file at a size, with the colours that it takes from where it is shown."""
        # Resvg fits the viewBox into these sides itself.
        self.root.attrib |= {"xmlns": SVG, "width": str(width), "height": str(height)}
        inherited = {"color": style.color, "fill": style.fill, "fill-opacity": f"{style.fill_opacity:g}"}
        return _xml(self.root, {name: value for name, value in inherited.items() if value})


def read_pixel_source(content: bytes) -> PixelSource:
    """Read a file. Raises UnreadableDrawingError where it cannot be parsed."""
    root, notes = parse_drawing(content)
    left_out = [note for node in root.iter() if isinstance(node, DrawingNode) for note in _leave_out_links(node)]
    box = _size(root)
    root.attrib.setdefault("viewBox", f"0 0 {box.width:g} {box.height:g}")
    return PixelSource(root, box, (*notes, *dict.fromkeys(left_out)))


def _leave_out_links(node: DrawingNode) -> list[str]:
    """Delete a reference of an element to another file, and return a note on that: no other file may be read."""
    href = node.get("href", "#").strip()
    if href.startswith("#") or (node.tag in {"image", "feImage"} and href.startswith("data:")):
        return []
    del node.attrib["href"]
    notes: list[str] = []
    if node.tag != "a":
        notes.append(f"line {node.line}: href {href[:40]!r} leads out of the picture and is left out")
    return notes


def _size(root: DrawingNode) -> Rect:
    """Return the size of a drawing in pixels: its width and height, else the size of its viewBox."""
    try:
        view = view_box(root.attrib["viewBox"])
    except (KeyError, ValueError):
        root.attrib.pop("viewBox", None)
        view = _USUAL
    width, height = (_side(root.get(name, "")) for name in ("width", "height"))
    if width and height:
        return Rect(0, 0, width, height)
    # The view box gives the shape where a file says one side alone.
    if width or height:
        scale = (width or 0.0) / view.width or (height or 0.0) / view.height
        return Rect(0, 0, view.width * scale, view.height * scale)
    return Rect(0, 0, view.width, view.height)


def _side(text: str) -> float | None:
    """Return one side in pixels; None where the file leaves it open or says something invalid."""
    try:
        value = length(text, PICTURE_UNITS)
    except ValueError:
        return None
    return value if 0 < value < _LARGEST else None


def _xml(node: DrawingNode, inherited: dict[str, str]) -> str:
    """Return an element with all in it as XML; `inherited` are attributes that it has where it says nothing else."""
    attributes = {name: value for name, value in (inherited | node.attrib).items() if not name.startswith("pnp:")}
    head = f"<{node.tag}" + "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
    inside = escape(node.text or "") + "".join(_xml(child, {}) + escape(child.tail or "") for child in node.nodes())
    return f"{head}>{inside}</{node.tag}>"
