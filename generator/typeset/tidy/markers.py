"""Markers: the arrow heads and dots at the points of lines, as groups that are drawn there (SVG 1.1, 11.6)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.base.geometry import Matrix, Point, Rect
from generator.typeset.paths.path_data import normalise
from generator.typeset.svg.attribute_values import numbers
from generator.typeset.svg.coordinate_systems import aspect, view_box
from generator.typeset.tidy.drawing_file import DrawingNode
from generator.typeset.tidy.plain_values import Measure, written
from generator.typeset.tidy.tidy_notes import TidyNotes

_PLACES = ("marker-start", "marker-mid", "marker-end")
_MARKED = frozenset({"path", "line", "polyline", "polygon"})
MOST_MARKERS = 5_000


class Vertex(NamedTuple):
    """A point of a line, and the directions in radians in which it is reached and left; None at an end."""

    point: Point
    before: float | None
    after: float | None


def tidy_markers(root: DrawingNode, notes: TidyNotes) -> None:
    """Draw the markers of all lines, and delete the attributes that name them."""
    markers: dict[str, DrawingNode] = {}
    _find(root, _PLAIN, markers)
    _Markers(markers, notes).draw(root, dict.fromkeys(_PLACES, "none"), 1.0)


_PLAIN: Mapping[str, str] = {
    "fill": "#000000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-dasharray": "none",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
}
"""Style of the lines of a marker: they inherit from the place where it is written, not from the line that it marks."""


def _find(node: DrawingNode, above: Mapping[str, str], markers: dict[str, DrawingNode]) -> None:
    """Collect the markers below a node by id, each with its inherited properties."""
    inherited = {name: node.attrib.get(name, value) for name, value in above.items()}
    if node.tag == "marker":
        node.attrib |= inherited
        # Of equal ids the first counts, as in browsers.
        markers.setdefault(node.get("id", ""), node)
        return
    for child in node.nodes():
        _find(child, inherited, markers)


class _Markers:
    def __init__(self, ids: Mapping[str, DrawingNode], notes: TidyNotes) -> None:
        """Take the markers of the drawing by id."""
        self._ids, self._notes = ids, notes
        self._count = 0

    def draw(self, node: DrawingNode, above: Mapping[str, str], width: float) -> None:
        """Draw the markers of a node and all below it; `above` are the inherited markers, `width` the stroke's."""
        if node.tag == "marker":
            return  # a marker's own lines have none
        markers = {name: node.attrib.pop(name, above[name]) for name in _PLACES}
        width = Measure(0.0, 0.0).length(node.get("stroke-width", ""), 0.0) or width
        if node.tag in _MARKED:
            drawn = [mark for mark in self._marks(node, markers, width) if mark is not None]
            if drawn:
                _group(node, drawn)
            return
        for child in node.nodes():
            self.draw(child, markers, width)

    def _marks(self, node: DrawingNode, markers: Mapping[str, str], width: float) -> Iterator[DrawingNode | None]:
        """Yield the markers of one line as groups; None for a marker without size."""
        named = {name: self._marker(value, node) for name, value in markers.items()}
        if not any(named.values()):
            return
        corners = list(_vertices(_path(node)))
        for index, vertex in enumerate(corners):
            place = "marker-start" if index == 0 else "marker-end" if index == len(corners) - 1 else "marker-mid"
            marker = named[place]
            if marker is not None and self._count < MOST_MARKERS:
                self._count += 1
                yield _drawn(marker, vertex, width, is_start=index == 0)

    def _marker(self, value: str, node: DrawingNode) -> DrawingNode | None:
        """Return the marker that a `url(#id)` refers to; None for `none`, and with a warning where it is missing."""
        value = value.strip()
        if not value.startswith("url("):
            return None
        name = value[4:].rstrip(")").strip("'\" ").removeprefix("#")
        marker = self._ids.get(name)
        if marker is None:
            self._notes.warn(node.line, f"marker refers to '#{name}', which is not there")
            return None
        return marker


def _path(node: DrawingNode) -> str:
    """Return the path of a line in absolute commands; empty where it cannot be read."""
    try:
        if node.tag == "path":
            return normalise(node.get("d", ""), 6)
        if node.tag == "line":
            points = [float(node.get(name) or 0) for name in ("x1", "y1", "x2", "y2")]
        else:
            points = numbers(node.get("points", ""))
    except ValueError:
        return ""
    pairs = [f"{written(x)} {written(y)}" for x, y in zip(points[::2], points[1::2], strict=False)]
    return f"M {' L '.join(pairs)}{' Z' if node.tag == 'polygon' else ''}" if pairs else ""


def _vertices(path: str) -> Iterator[Vertex]:
    """Yield the points of a path with their directions, each part of it for itself."""
    current: Point | None = None
    parts: list[list[tuple[Point, Point, Point]]] = []
    """Of each segment: its end, and the points that its start and its end look to."""
    starts: list[Point] = []
    words = path.split()
    index = 0
    while index < len(words):
        letter = words[index]
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[letter]
        values = [float(word) for word in words[index + 1 : index + 1 + count]]
        index += 1 + count
        if letter == "M":
            current = values[0], values[1]
            starts.append(current)
            parts.append([])
        elif letter == "Z" and current is not None:
            parts[-1].append((starts[-1], starts[-1], current))
            current = starts[-1]
        elif current is not None:
            points = [current, *zip(values[::2], values[1::2], strict=True)]
            # Control points may lie on the end itself, and then say nothing of the direction.
            leaves = next((point for point in points[1:] if point != current), current)
            arrives = next((point for point in points[-2::-1] if point != points[-1]), points[-1])
            parts[-1].append((points[-1], leaves, arrives))
            current = points[-1]
    for start, segments in zip(starts, parts, strict=True):
        yield from _of_part(start, segments)


def _of_part(start: Point, segments: list[tuple[Point, Point, Point]]) -> Iterator[Vertex]:
    """Yield the points of one part of a path with their directions.

    Each segment has its end, and the points that its start and its end look to.
    """
    if not segments:
        yield Vertex(start, None, None)
        return
    points = [start, *(end for end, _, _ in segments)]
    leaving = [_angle(point, leaves) for point, (_, leaves, _) in zip(points, segments, strict=False)]
    arriving = [_angle(arrives, end) for end, _, arrives in segments]
    # The start of a closed part is its end too, and lies between two segments.
    closes = points[0] == points[-1] and len(segments) > 1
    yield Vertex(start, arriving[-1] if closes else None, leaving[0])
    for point, (before, after) in zip(points[1:-1], zip(arriving, leaving[1:], strict=False), strict=True):
        yield Vertex(point, before, after)
    yield Vertex(points[-1], arriving[-1], leaving[0] if closes else None)


def _angle(one: Point, other: Point) -> float | None:
    """Return the direction from a point to another in radians; None where they are the same."""
    return None if one == other else math.atan2(other[1] - one[1], other[0] - one[0])


def _direction(vertex: Vertex) -> float:
    """Return the direction of a marker in degrees: between the directions of the two segments."""
    if vertex.before is None or vertex.after is None:
        return math.degrees(vertex.before if vertex.before is not None else vertex.after or 0.0)
    x = math.cos(vertex.before) + math.cos(vertex.after)
    y = math.sin(vertex.before) + math.sin(vertex.after)
    # Opposite directions have no mean: the marker stands across the line.
    return math.degrees(math.atan2(y, x)) if math.hypot(x, y) > 1e-9 else math.degrees(vertex.before) - 90


def _drawn(marker: DrawingNode, vertex: Vertex, width: float, *, is_start: bool) -> DrawingNode | None:
    """Return a copy of a marker at its place, as a group; None where it has no size."""
    measure = Measure(0.0, 0.0)
    across, down = (measure.length(marker.get(name, "3"), 0.0) or 0.0 for name in ("markerWidth", "markerHeight"))
    if across <= 0 or down <= 0:
        return None
    orient = marker.get("orient", "0").strip()
    if orient.startswith("auto"):
        turn = _direction(vertex) + (180.0 if orient == "auto-start-reverse" and is_start else 0.0)
    else:
        turn = measure.length(orient.removesuffix("deg"), 0.0) or 0.0
    view, fit = Rect(0.0, 0.0, across, down), Matrix()
    if box := marker.get("viewBox"):
        try:
            view = view_box(box)
            fit = aspect(marker.get("preserveAspectRatio")).fit(view, Rect(0.0, 0.0, across, down))
        except ValueError:
            return None
    reference = fit.apply(*(_reference(marker, name, view) for name in ("refX", "refY")))
    # A marker is measured in widths of its line unless it says otherwise.
    scale = 1.0 if marker.get("markerUnits") == "userSpaceOnUse" else width
    matrix = Matrix.translation(*vertex.point) @ Matrix.rotation(turn) @ Matrix.scaling(scale)
    matrix = matrix @ Matrix.translation(-reference[0], -reference[1])
    return _placed(marker, matrix, fit, view, (across, down))


def _reference(marker: DrawingNode, name: str, view: Rect) -> float:
    """Return `refX` or `refY` of a marker, a length or a word such as `center`, in units of its viewBox."""
    text, (start, side) = (
        marker.get(name, "0").strip(),
        ((view.x, view.width) if name == "refX" else (view.y, view.height)),
    )
    share = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}.get(text)
    if share is not None:
        return start + share * side
    return Measure(0.0, 0.0).length(text, side) or 0.0


def _placed(marker: DrawingNode, matrix: Matrix, fit: Matrix, view: Rect, size: tuple[float, float]) -> DrawingNode:
    """Return a group with the content of a marker, cut off at its box unless it overflows."""
    attributes = {name: value for name, value in marker.attrib.items() if name not in _OF_MARKER}
    outer = DrawingNode.made("g", {"transform": _written(matrix)}, marker.line)
    inner: DrawingNode
    if marker.get("overflow", "hidden").strip() in {"visible", "auto"}:
        inner = DrawingNode.made("g", {**attributes, "transform": _written(fit)}, marker.line)
    else:
        box = " ".join(map(written, (view.x, view.y, view.width, view.height)))
        sides = {"width": written(size[0]), "height": written(size[1]), "viewBox": box}
        if ratio := marker.get("preserveAspectRatio"):
            sides["preserveAspectRatio"] = ratio
        inner = DrawingNode.made("svg", {**attributes, **sides}, marker.line)
    inner.extend(child.copy() for child in marker.nodes())
    for inner_node in inner.iter():
        # A copy stands at each corner, and an id may be there once.
        inner_node.attrib.pop("id", None)
    outer.append(inner)
    return outer


_OF_MARKER = frozenset({
    *("id", "markerWidth", "markerHeight", "refX", "refY", "orient", "markerUnits", "viewBox", "preserveAspectRatio"),
    *("overflow", "transform", *_PLACES),
})  # fmt: skip


def _written(matrix: Matrix) -> str:
    """Return a matrix as the text of `transform`."""
    return f"matrix({' '.join(map(written, (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)))})"


def _group(node: DrawingNode, marks: list[DrawingNode]) -> None:
    """Turn a line into a group that holds the line and its markers."""
    line = node.copy()
    line.tail = None
    # What fades or cuts off the line does so to its markers with it.
    together = {name: line.attrib.pop(name) for name in _TOGETHER if name in line.attrib}
    tail, number = node.tail, node.line
    node.clear()
    node.tag, node.line, node.tail = "g", number, tail
    node.attrib |= together
    node.extend([line, *marks])


_TOGETHER = ("opacity", "clip-path", "mask", "filter", "mix-blend-mode", "isolation", "transform", "id")
