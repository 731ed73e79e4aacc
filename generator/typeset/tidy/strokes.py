"""Strokes of `vector-effect="non-scaling-stroke"`, in the width that they are seen with."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix
from generator.typeset.svg.coordinate_systems import transform
from generator.typeset.svg.profile import SHAPES
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.plain_values import Measure, written
from generator.typeset.tidy.tidy_notes import TidyNotes

_LENGTHS = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")


def tidy_strokes(root: DrawingNode, notes: TidyNotes) -> None:
    """Give strokes that do not scale the width that they are seen with where the picture has its own size."""
    _unscale(root, IDENTITY, {"stroke-width": "1"}, notes)


def _unscale(node: DrawingNode, above: Matrix, inherited: dict[str, str], notes: TidyNotes) -> None:
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
    try:
        return bool(node.get("transform")) and bool(transform(node.attrib["transform"]))
    except ValueError:
        return False
