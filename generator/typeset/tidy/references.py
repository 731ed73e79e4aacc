"""References of a drawing: those that lead nowhere are left out, and what nothing refers to is deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.typeset.svg.profile import PICTURE_FOLDERS, SHAPES
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.structure import DEFINITIONS
from generator.typeset.tidy.tidy_notes import TidyNotes

_URL = re.compile(r"url\(#(.*?)\)")
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_PAINTS = _GRADIENTS | {"pattern"}
_DRAWABLE = SHAPES | {"g", "svg", "symbol", "use", "image", "text"}
_TARGETS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("fill", "stroke"), _PAINTS),
    "clip-path": frozenset({"clipPath"}),
    "mask": frozenset({"mask"}),
    "filter": frozenset({"filter"}),
}
_BY_HREF: Mapping[str, frozenset[str]] = {
    "use": _DRAWABLE,
    "linearGradient": _GRADIENTS,
    "radialGradient": _GRADIENTS,
    "pattern": frozenset({"pattern"}),
    "textPath": SHAPES,
}
_DEEPEST = 32
"""Gradients that refer to others in turn."""


class References:
    """The references of one drawing."""

    def __init__(self, root: DrawingNode, notes: TidyNotes) -> None:
        """Find the ids of a drawing."""
        self._root, self._notes = root, notes
        self._ids: dict[str, DrawingNode] = {}
        for node in _all(root):
            if name := node.get("id"):
                # Of equal ids the first counts, as in browsers.
                self._ids.setdefault(name, node)

    def tidy(self) -> None:
        """Mend or delete references that lead nowhere, then all definitions that are not used, and needless ids."""
        self._mend(self._root)
        used = self._used()
        _prune(self._root, used)
        named = {id(self._ids[name]) for name in self._names(used)}
        for node in _all(self._root):
            if id(node) not in named:
                node.attrib.pop("id", None)

    def _mend(self, parent: DrawingNode) -> None:
        """Mend the references of all nodes below one; a node that only refers to nothing is removed."""
        for node in parent.nodes():
            if not self._mend_href(node):
                parent.remove(node)
                continue
            self._mend_urls(node)
            self._mend(node)
        # The root is no child of any node.
        if parent is self._root:
            self._mend_urls(parent)

    def _mend_href(self, node: DrawingNode) -> bool:
        """Return whether a node can stay; its `href` is deleted where it leads nowhere."""
        target_names, href = _BY_HREF.get(node.tag), node.get("href")
        if target_names is None:
            return True
        if href is not None and not href.startswith("#"):
            return True  # another file: a fault where it is drawn
        target = self._ids.get((href or "")[1:])
        if target is not None and target.tag in target_names:
            return True
        if node.tag not in {"use", "textPath"}:
            node.attrib.pop("href", None)
            return True
        if (href or "")[1:].startswith(tuple(PICTURE_FOLDERS)):
            return True  # meant for a template: a fault
        if href:
            self._notes.warn(node.line, f"<{node.tag}> refers to {href!r}, which is not there; nothing is drawn for it")
        return False

    def _mend_urls(self, node: DrawingNode) -> None:
        """Delete or replace each `url(#id)` of a node that leads nowhere."""
        for name, target_names in _TARGETS.items():
            match = _URL.fullmatch(node.get(name, ""))
            if not match:
                continue
            target = self._ids.get(match[1])
            if target is not None and target.tag in target_names and self._has_content(target):
                continue
            if target is None or target.tag not in target_names:
                self._notes.warn(node.line, f"{name} refers to '#{match[1]}', which is not there")
            if name in {"fill", "stroke"}:
                node.attrib[name] = node.instead.get(name, "none") if target is None else "none"
            else:
                del node.attrib[name]
            if name == "filter" and target is None:
                self._notes.refuse(
                    node, f"filter: there is no filter '#{match[1]}', and viewers differ in what they draw"
                )

    def _has_content(self, target: DrawingNode) -> bool:
        """Return whether a gradient has stops, and a pattern something to draw, by itself or by reference."""
        # References may lead in a circle.
        for _ in range(_DEEPEST):
            if target.tag not in _PAINTS or len(target):
                return True
            following = self._ids.get((target.get("href") or "")[1:])
            if following is None:
                return False
            target = following
        return True

    def _used(self) -> set[int]:
        """Return the identities of the nodes that are drawn, and of the nodes that they refer to."""
        used: set[int] = set()
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            if id(node) in used:
                continue
            used.add(id(node))
            waiting += [child for child in node.nodes() if child.tag not in DEFINITIONS | {"defs"}]
            waiting += [self._ids[name] for name in _names(node) if name in self._ids]
        return used

    def _names(self, used: set[int]) -> set[str]:
        """Return the ids that nodes refer to; `used` has the identities of the nodes that count."""
        return {name for node in _all(self._root) if id(node) in used for name in _names(node) if name in self._ids}


def _names(node: DrawingNode) -> Iterator[str]:
    """Yield the ids that a node refers to."""
    for href in (node.get("href", ""), node.get("pnp:box", "").removeprefix("in ")):
        if href.startswith("#"):
            yield href[1:]
    for value in node.attrib.values():
        if "url(" in value:
            yield from _URL.findall(value)


def _prune(parent: DrawingNode, used: set[int]) -> bool:
    """Delete unused nodes below a node; return whether the node has to stay for itself or something in it."""
    stays = False
    for child in parent.nodes():
        if _prune(child, used):
            stays = True
        else:
            parent.remove(child)
    return stays or id(parent) in used


def _all(root: DrawingNode) -> Iterator[DrawingNode]:
    """Yield a node and all below it."""
    return (node for node in root.iter() if isinstance(node, DrawingNode))
