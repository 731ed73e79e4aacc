"""`<flowRoot>` of Inkscape: text that is wrapped in a shape, as a `<text>` that knows the shape's rectangle."""

from __future__ import annotations

from generator.base.geometry import Rect
from generator.typeset.paths.path_data import normalise
from generator.typeset.paths.path_geometry import path_box
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.plain_values import Measure, written
from generator.typeset.tidy.tidy_notes import TidyNotes

_PARAGRAPHS = frozenset({"flowPara", "flowDiv"})


def tidy_flowed_text(root: DrawingNode, notes: TidyNotes) -> None:
    """Make a text of each `<flowRoot>`; one without a region is left out, as it has no place."""
    for parent in [node for node in root.iter() if isinstance(node, DrawingNode)]:
        for child in parent.nodes():
            if child.tag != "flowRoot":
                continue
            region = _region(child)
            if region is None:
                parent.remove(child)
                notes.warn(child.line, "flowed text without a region is left out")
                continue
            child.tag = "text"
            child.attrib["flow"] = " ".join(map(written, (region.x, region.y, region.width, region.height)))
            # Words stand in paragraphs; what is beside them is indentation.
            child.text = None
            for inner in child.nodes():
                _tidy_inner(child, inner)


def _tidy_inner(parent: DrawingNode, node: DrawingNode) -> None:
    if node.tag == "flowRegion":
        parent.remove(node)
        return
    if node.tag not in _PARAGRAPHS | {"flowSpan", "tspan"}:
        parent.remove(node)
        return
    ends = node.tag in _PARAGRAPHS
    node.text = " ".join((node.text or "").split("\n")) if node.text else None
    node.tag = "tspan"
    node.tail = "\n" if ends else " ".join((node.tail or "").split("\n")) or None
    for inner in node.nodes():
        _tidy_inner(node, inner)


def _region(flow: DrawingNode) -> Rect | None:
    """The box of the first shape of a region."""
    shapes = [shape for region in flow.nodes() if region.tag == "flowRegion" for shape in region.nodes()]
    for shape in shapes:
        if shape.tag == "rect":
            measure = Measure(0.0, 0.0)
            sides = [measure.length(shape.get(name, "0"), 0.0) or 0.0 for name in ("x", "y", "width", "height")]
            return Rect(*sides) if sides[2] > 0 else None
        if shape.tag == "path":
            try:
                # Words are wrapped in a rectangle, so that a path stands for its box.
                return path_box(normalise(shape.get("d", "")))
            except ValueError:
                return None
    return None
