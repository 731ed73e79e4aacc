"""Tidy a drawing of another program: the same picture in the subset of SVG that is read here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.typeset.paths.path_data import normalise
from generator.typeset.paths.path_geometry import path_box
from generator.typeset.svg.coordinate_systems import transform
from generator.typeset.svg.css import CSS_ONLY
from generator.typeset.svg.profile import SHAPES
from generator.typeset.tidy.drawing_file import DrawingNode, parse_drawing
from generator.typeset.tidy.filter_functions import tidy_filters
from generator.typeset.tidy.markers import tidy_markers
from generator.typeset.tidy.plain_attributes import ANY_VIEW, plain_attributes, unstretch
from generator.typeset.tidy.plain_values import Measure, written
from generator.typeset.tidy.references import References
from generator.typeset.tidy.structure import tidy_structure
from generator.typeset.tidy.style_rules import apply_styles
from generator.typeset.tidy.text_inheritance import inherit_text_properties
from generator.typeset.tidy.text_properties import tidy_text_properties
from generator.typeset.tidy.tidy_notes import TidyFault, TidyNotes

_LENGTHS = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")


def tidy_strokes(root: DrawingNode, notes: TidyNotes) -> None:
    """Give strokes that do not scale the width that they are seen with where the picture has its own size."""
    _unscale(root, IDENTITY, {"stroke-width": "1"}, notes)


def _unscale(node: DrawingNode, above: Matrix, inherited: dict[str, str], notes: TidyNotes) -> None:
    """Write the widths of strokes that do not scale with the drawing, in a node and all below it.

    `above` leads from the coordinates around the node to those of the picture.
    """
    matrix = above @ transform(node.attrib["transform"]) if _is_regular(node) else above
    inherited = inherited | {name: node.attrib[name] for name in _LENGTHS if name in node.attrib}
    if node.attrib.pop("vector-effect", "none").strip() == "non-scaling-stroke" and node.tag in SHAPES:
        scale = matrix.mean_scale
        sides = (matrix.a**2 + matrix.b**2, matrix.c**2 + matrix.d**2)
        # Two per cent of a line's width are not seen.
        if max(sides) > 1.02 * min(sides):
            notes.warn(node.line, "a stroke that does not scale is as wide everywhere as it is on average")
        for name, text in inherited.items():
            values = [Measure(0.0, 0.0).length(word, 0.0) for word in text.split()]
            if scale > 0 and None not in values:
                node.attrib[name] = " ".join(written((value or 0.0) / scale) for value in values)
    for child in node.nodes():
        _unscale(child, matrix, inherited, notes)


def _is_regular(node: DrawingNode) -> bool:
    """Return whether a node has a transform that can be read."""
    try:
        return bool(node.get("transform")) and bool(transform(node.attrib["transform"]))
    except ValueError:
        return False


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
    """Make a `<tspan>` of a part of flowed text; a paragraph ends with a newline, and regions are removed."""
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
    """Return the box of the first shape of a region; None where it has no size."""
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


# In this order: style sheets become attributes before anything reads these, and what is not referred to goes last.
_STEPS: tuple[Callable[[DrawingNode, TidyNotes], None], ...] = (
    apply_styles,
    tidy_text_properties,
    tidy_structure,
    tidy_flowed_text,
    tidy_filters,
    plain_attributes,
    inherit_text_properties,
    tidy_markers,
    tidy_strokes,
    lambda root, notes: References(root, notes).tidy(),
)


class TidyDrawing(NamedTuple):
    """A drawing without style sheets, leftovers and units of other programs."""

    root: DrawingNode
    warnings: tuple[str, ...]
    """Notes on repairs, and on parts that were left out."""
    faults: tuple[TidyFault, ...]
    has_size: bool
    """Whether the file says how large it is; else it is as large as its ink."""


def tidy_drawing(content: bytes) -> TidyDrawing:
    """Return the tidied nodes of a file. Raises UnreadableDrawingError where it cannot be parsed."""
    parsed = parse_drawing(content)
    notes = TidyNotes(parsed.notes)
    for step in _STEPS:
        step(parsed.root, notes)
    for node in parsed.root.iter():
        declared = [f"{name}:{node.attrib.pop(name)}" for name in sorted(CSS_ONLY & node.attrib.keys())]
        if declared:  # properties that are no attributes
            node.attrib["style"] = ";".join(declared)
    has_size = "viewBox" in parsed.root.attrib
    if not has_size:
        notes.warn(0, "has no size, and is shown as large as what it draws; write viewBox='0 0 width height'")
        parsed.root.attrib["viewBox"] = ANY_VIEW
    unstretch(parsed.root)
    return TidyDrawing(parsed.root, notes.warnings, notes.faults, has_size)
