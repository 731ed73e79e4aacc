"""The elements of a drawing that are drawn: `<switch>` and `<a>` are groups, and what no viewer draws is left out."""

from __future__ import annotations

from generator.typeset.svg.profile import ATTRIBUTES
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.tidy_notes import TidyNotes

DEFINITIONS = frozenset(
    {"linearGradient", "radialGradient", "clipPath", "mask", "pattern", "filter", "marker", "symbol"}
)
"""Elements that are drawn where others refer to them."""

_TEXT = frozenset({"text", "tspan", "textPath"})
_FLOWED = frozenset({"flowRoot", "flowRegion", "flowPara", "flowSpan", "flowDiv", "flowLine"})
_WORDS = frozenset({"title", "desc", "style"})
_REFUSED = frozenset({"mesh", "meshgradient", "meshGradient", "hatch", "video", "audio", "iframe"})
"""Elements that some viewers draw, and that have to be refused where they are seen."""
_KEPT = ATTRIBUTES.keys() - _WORDS | _FLOWED | _REFUSED | {"a", "switch", "marker"}
_CONTAINERS = frozenset({"g", "svg", "a", "switch"})
_CONDITIONS = ("requiredFeatures", "requiredExtensions", "systemLanguage")
_SHOWN = frozenset({"svg", "g", "use", "image", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})


def tidy_structure(root: DrawingNode, notes: TidyNotes) -> None:
    """Delete elements that are never drawn below a root, and make groups of elements that only hold others."""
    _tidy_children(root, notes)


def _tidy_children(parent: DrawingNode, notes: TidyNotes) -> None:
    """Tidy the children of a node; elements that are not drawn are removed."""
    for child in parent.nodes():
        # Only one of its children is drawn, and only that one is tidied.
        if child.tag == "switch":
            _choose(child)
        is_hidden = child.attrib.get("display", "").strip() == "none" and child.tag not in DEFINITIONS | {"defs"}
        if (is_hidden and child.tag not in _CONTAINERS) or not _is_drawn(child, notes):
            _remove(parent, child)
            continue
        if child.tag == "a":
            child.tag = "tspan" if parent.tag in _TEXT else "g"
            child.attrib.pop("href", None)
        if child.tag == "symbol":
            _group_content(child)
        if is_hidden:  # others may refer to what it holds
            child.tag = "defs"
            del child.attrib["display"]
        _tidy_children(child, notes)
        if child.tag in {"text", "flowRoot"} and not "".join(child.itertext()).strip():
            _remove(parent, child)
    if parent.tag not in _TEXT | _FLOWED:  # nothing draws characters there
        parent.text = None
        for child_ in parent:
            child_.tail = None


def _remove(parent: DrawingNode, child: DrawingNode) -> None:
    """Delete a child from its parent; the text behind it stays."""
    # A node of XML holds the text behind it too.
    if child.tail:
        index = list(parent).index(child)
        before = parent[index - 1] if index else None
        if before is None:
            parent.text = (parent.text or "") + child.tail
        else:
            before.tail = (before.tail or "") + child.tail
    parent.remove(child)


def _is_drawn(node: DrawingNode, notes: TidyNotes) -> bool:
    """Return whether an element is one that is read here and whose conditions are met.

    Scripts, and the text of web pages that only browsers draw, are warned of.
    """
    if node.tag == "script":
        notes.warn(0, "has a script, which is not run")
    if node.tag == "foreignObject" and _applies(node) and (node.holds_other or len(node)):
        notes.warn(node.line, "text of a web page is left out; make it a text of the drawing")
    if node.tag not in _KEPT and not node.tag.startswith("fe"):
        return False
    return _applies(node)


def _applies(node: DrawingNode) -> bool:
    """Return whether the conditions of an element, such as its language, are met; they are deleted."""
    features, extensions, languages = (node.attrib.pop(name, None) for name in _CONDITIONS)
    del features  # viewers no longer ask for them
    if extensions is not None:
        return False
    return languages is None or any(name.strip().lower()[:2] == "en" for name in languages.split(","))


_OF_GROUPS = ("opacity", "clip-path", "mask", "filter", "mix-blend-mode")


def _group_content(symbol: DrawingNode) -> None:
    """Give the effects of a symbol, which has none here, to a group of all that it holds."""
    effects = {name: symbol.attrib.pop(name) for name in _OF_GROUPS if name in symbol.attrib}
    if effects:
        group = DrawingNode.made("g", effects, symbol.line)
        group.extend(symbol.nodes())
        for child in group.nodes():
            symbol.remove(child)
        symbol.append(group)


def _choose(switch: DrawingNode) -> None:
    """Make a `<switch>` a group with only the first child whose conditions are met."""
    chosen = None
    for child in switch.nodes():
        if chosen is None and child.tag in _SHOWN | _TEXT | {"a", "switch"} and _applies(child):
            chosen = child
        else:
            switch.remove(child)
    switch.tag = "g"
