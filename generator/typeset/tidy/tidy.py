"""Tidy a drawing of another program: the same picture in the subset of SVG that is read here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.typeset.svg.css import CSS_ONLY
from generator.typeset.tidy.drawing_file import DrawingNode, parse_drawing
from generator.typeset.tidy.filter_functions import tidy_filters
from generator.typeset.tidy.flowed_text import tidy_flowed_text
from generator.typeset.tidy.markers import tidy_markers
from generator.typeset.tidy.plain_attributes import ANY_VIEW, plain_attributes, unstretch
from generator.typeset.tidy.references import References
from generator.typeset.tidy.strokes import tidy_strokes
from generator.typeset.tidy.structure import tidy_structure
from generator.typeset.tidy.style_rules import apply_styles
from generator.typeset.tidy.text_inheritance import inherit_text_properties
from generator.typeset.tidy.text_properties import tidy_text_properties
from generator.typeset.tidy.tidy_notes import TidyFault, TidyNotes

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
