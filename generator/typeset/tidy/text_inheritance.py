"""Properties that texts inherit from the groups around them, written on the texts themselves."""

from __future__ import annotations

from collections.abc import Mapping

from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.tidy_notes import TidyNotes

_LINES = "text-decoration"
TEXT_INHERITANCE = frozenset({"word-spacing", "dominant-baseline", "writing-mode", "white-space", _LINES})
"""Properties of texts that change nothing else."""


def inherit_text_properties(root: DrawingNode, _: TidyNotes) -> None:
    """Move properties such as `word-spacing` from groups to the texts in them."""
    _inherit(root, {})


def _inherit(node: DrawingNode, outer: Mapping[str, str]) -> None:
    """Move the properties of letters from a node to the texts in it; `outer` are the inherited ones."""
    properties = {name: node.attrib.pop(name) for name in sorted(TEXT_INHERITANCE & node.attrib.keys())}
    inherited = {**outer, **properties}
    lines = " ".join(
        lines for lines in (outer.get(_LINES, ""), properties.get(_LINES, "")) if lines not in {"", "none"}
    )
    if lines:
        inherited[_LINES] = lines  # words below a line of a group have it, whatever they say themselves
    if node.tag == "text":
        node.attrib |= inherited
        return
    for child in node.nodes():
        _inherit(child, inherited)
