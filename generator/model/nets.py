"""Nets of paper objects (die, standee, tuck box): cut out flat, folded, and glued at their tabs.

Lengths are points, y downwards, the printed side towards the reader; (0, 0) is the top left corner of the net's trim. A
net is a tree: every panel but the first is hinged to a side of another. Outline and folds follow from that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, reduce
from itertools import pairwise

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM

Point = tuple[float, float]
Node = tuple[float, ...]
"""The end of a straight line of a path, or the two control points and the end of a cubic curve."""

FACES = ("face1", "face2", "face3", "face4", "face5", "face6")  # the faces of a die; opposite faces add up to seven

TAB_OVERPRINT = 0.5 * MM
"""How far a picture is printed over the fold onto an unprinted tab, so that a fold that is a little off shows no white.
"""

_STICKER_GAP = 2 * MM  # between stickers; each is smaller than its die's face by as much
_RELIEF = 0.5 * MM  # play of a loose flap on each side of the opening it goes into
_ROUND = 0.5523  # distance of a cubic's control points from its ends that makes it a quarter of a unit circle
_NEAR = 0.3 * MM
_TOLERANCE = 0.001
_SIDES = ("top", "right", "bottom", "left")  # clockwise


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat part of a net. Its path runs clockwise; that of a hinged panel starts and ends at its hinge."""

    name: str
    role: str
    """`face`: printed and visible; `flap`: closes without glue; `tab`: takes the glue and has no ink."""
    path: tuple[Node, ...]
    parent: str = ""
    """The panel it is hinged to; empty for one that is cut free."""
    bend: float = 90.0
    """Fold angle in degrees, away from the reader with the printed side outside; negative towards the reader."""
    partner: str = ""
    """The panel that this tab is glued to, or that this flap goes behind."""
    turn: int = 0
    """Turn of the panel's picture on the flat sheet, in degrees clockwise."""
    hollow: float = 0.0
    """Depth of a notch in the upper edge; 0 for none."""

    @property
    def rect(self) -> Rect:
        """Bounding box of the panel on the flat net."""
        xs, ys = zip(*(node[-2:] for node in self.path), strict=True)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def hinge(self) -> tuple[Point, Point]:
        """Start and end of the side at which the panel hangs on its parent."""
        return _end(self.path[0]), _end(self.path[-1])

    @property
    def matrix(self) -> Matrix:
        """Matrix from a panel's picture, upright with its left top corner at (0, 0), to its place on the flat sheet."""
        rect = self.rect
        x, y = {0: (rect.x, rect.y), 90: (rect.right, rect.y), 180: (rect.right, rect.bottom)}.get(
            self.turn, (rect.x, rect.bottom)
        )
        return Matrix.translation(x, y) @ Matrix.rotation(self.turn)

    @property
    def bare(self) -> tuple[Node, ...]:
        """Outline of the part of a glue tab without ink: all but a strip of TAB_OVERPRINT along its hinge."""
        return (_towards(self.path[0], self.path[1]), *self.path[1:-1], _towards(self.path[-1], self.path[-2]))


@dataclass(frozen=True, slots=True)
class Fold:
    """A straight crease."""

    start: Point
    end: Point
    valley: bool
    """Whether the printed sides come together; on a mountain fold they lie outside."""


class Net:
    """Panels, each after its parent."""

    def __init__(self, panels: tuple[Panel, ...]) -> None:
        """Take the panels in an order in which each comes after its parent."""
        self.panels = panels

    @cached_property
    def rect(self) -> Rect:
        """Bounding box of all panels."""
        return reduce(Rect.union, (panel.rect for panel in self.panels))

    @property
    def size(self) -> Size:
        """Width and height of the net."""
        return Size(self.rect.width, self.rect.height)

    @cached_property
    def outlines(self) -> tuple[tuple[Node, ...], ...]:
        """Closed paths to cut along, one for each part that comes off as one piece."""
        return tuple(_closed(self._around(panel)) for panel in self.panels if not panel.parent)

    @property
    def folds(self) -> tuple[Fold, ...]:
        """Creases at the hinges of all panels that hang on another."""
        return tuple(Fold(*panel.hinge, panel.bend < 0) for panel in self.panels if panel.parent)

    def __getitem__(self, name: str) -> Panel:
        """Return the panel of this name. Raises KeyError if there is none."""
        return {panel.name: panel for panel in self.panels}[name]

    def printed_area(self, panel: Panel, bleed: float) -> Rect:
        """Return the area that is printed for a panel.

        It reaches by the bleed over cuts, by TAB_OVERPRINT over folds to tabs, and else to the fold.
        """
        rect = panel.rect
        over_top, over_right, over_bottom, over_left = (
            self._overprint(panel, *_side(rect, side), bleed) for side in _SIDES
        )
        x, y = rect.x - over_left, rect.y - over_top
        return Rect(x, y, rect.right + over_right - x, rect.bottom + over_bottom - y)

    def fold_marks(self, length: float) -> tuple[tuple[Point, Point], ...]:
        """Return lines outside the net that prolong its folds, up to `length` points from the outline."""
        # A mark starts a little off the outline; one that would run into another panel is left out.
        marks = []
        for fold in self.folds:
            for fold_end, other_end in ((fold.start, fold.end), (fold.end, fold.start)):
                start, middle, end = (_extend(other_end, fold_end, length * share) for share in (0.2, 0.6, 1.0))
                if not self._covers(middle) and not self._covers(end):
                    marks.append((start, end))
        return tuple(marks)

    def _around(self, panel: Panel) -> Iterator[Node]:
        """Yield the outline of a panel with all panels hinged to it, directly or through others."""
        yield panel.path[0]
        for before, node in pairwise(panel.path if panel.parent else (*panel.path, panel.path[0])):
            for child in self._children(panel, _end(before), node):
                yield from self._around(child)
            yield node

    def _children(self, panel: Panel, start: Point, node: Node) -> list[Panel]:
        """Return the panels hinged to one straight side of another, in order along it."""
        # A curved side has no hinge, as paper folds along straight lines only.
        if len(node) > 2:
            return []
        end = _end(node)
        children = [child for child in self.panels if child.parent == panel.name and _on(child.hinge, start, end)]
        return sorted(children, key=lambda child: math.dist(start, child.hinge[0]))

    def _overprint(self, panel: Panel, start: Point, end: Point, bleed: float) -> float:
        """Return how far a panel is printed over one of its sides, in points."""
        if panel.parent and _on(panel.hinge, start, end):
            return 0.0
        children = self._children(panel, start, end)
        if not children:
            return bleed
        return TAB_OVERPRINT if all(child.role == "tab" for child in children) else 0.0

    def _covers(self, point: Point) -> bool:
        """Whether a point lies on the net or within 0.3 mm of it."""
        return any(
            panel.rect.expand(_NEAR).contains(Rect(*point, 0, 0))
            and contains_point(flatten(panel.path), point, near=_NEAR)
            for panel in self.panels
        )


@cache
def die(edge: float) -> Net:
    """Return the net of a cube: four faces in a row, 1 above and 6 below the second, and seven tabs to glue.

          1
        2 3 5 4
          6

    Seen from outside, 1, 2 and 3 run anticlockwise about their corner, as on dice made in Europe.

    >>> round(die(20 * MM).size.width / MM), len(die(20 * MM).folds)
    (85, 12)
    """
    # Deeper tabs than 6 mm are hard to tuck into a corner.
    depth = min(edge / 4, 6 * MM)
    two, square = Panel("face2", "face", _at(0, 0, edge, edge)), _rectangle(edge, edge)
    three = _attach(two, "right", square, "face3")
    five = _attach(three, "right", square, "face5")
    four = _attach(five, "right", square, "face4")
    lids = [_attach(three, side, square, name) for side, name in (("top", "face1"), ("bottom", "face6"))]
    # The lids are glued to the three walls that they do not hang on.
    tabs = [
        _attach(wall, side, _trapezium(edge, depth), f"tab_{wall.name[-1]}{lid[-1]}", "tab", partner=lid)
        for side, lid in (("top", "face1"), ("bottom", "face6"))
        for wall in (two, five, four)
    ]
    seam = _attach(four, "right", _trapezium(edge, depth), "tab_42", "tab", partner="face2")
    return _net([two, three, five, four, *lids, *tabs, seam])


@cache
def stickers(edge: float) -> Net:
    """Return six squares in a row for the faces of a blank die, 2 mm smaller than its faces and 2 mm apart."""
    side = edge - _STICKER_GAP
    return Net(tuple(Panel(name, "face", _at(index * edge, 0, side, side)) for index, name in enumerate(FACES)))


def die_net(edge: float, form: str) -> Net:
    """Return the net of a die in one of its forms, `net` or `stickers`."""
    # A sticker is cut free, so its net has no folds.
    return stickers(edge) if form == "stickers" else die(edge)


@cache
def standee(width: float, height: float) -> Net:
    """Return the net of a pawn: front and back, folded flat at the top, stand on two flaps bent outwards."""
    front = Panel("front", "face", _at(0, 0, width, height))
    # Flat, the back stands on its head above the front; folded over the ridge it is upright.
    back = _attach(front, "top", _rectangle(width, height), "back", bend=180, turn=180)
    # Feet of three tenths of the height hold the pawn upright; below 6 mm they cannot be bent, above 12 mm they take
    # space.
    depth = max(6 * MM, min(0.3 * height, 12 * MM))
    foot = _chamfered(width, depth, min(2 * MM, width / 4))
    toe = _attach(front, "bottom", foot, "foot", "flap", bend=-90)
    return _net([front, back, toe, _attach(back, "top", foot, "heel", "flap", bend=-90, turn=180)])


@cache
def tent(width: float, height: float) -> Net:
    """Return the net of a small roof: front and back, folded at the ridge, stand on their lower edges."""
    front = Panel("front", "face", _at(0, 0, width, height))
    # Bent by 135 of 180 degrees, the sides stand at 45 degrees to each other.
    return _net([front, _attach(front, "top", _rectangle(width, height), "back", bend=135, turn=180)])


def figure_net(width: float, height: float, form: str) -> Net:
    """Return the net of a figure that stands: `tent`, or for any other form one with feet."""
    return tent(width, height) if form == "tent" else standee(width, height)


@cache
def tuck_box(width: float, height: float, depth: float) -> Net:
    """Return the net of a box with a lid that tucks in and a glued bottom; the measures are its inner ones.

    Its walls are back, left, front, right, and a seam. The lid is hinged to the back and tucks in behind the front,
    which has a thumb notch.
    """
    back = Panel("back", "face", _at(0, 0, width, height))
    left_wall = _attach(back, "right", _rectangle(height, depth), "left")
    notch = min(9 * MM, width / 5, height / 4)
    front = replace(_attach(left_wall, "right", _notched(height, width, notch), "front"), hollow=notch)
    right_wall = _attach(front, "right", _rectangle(height, depth), "right")
    lid = _attach(back, "top", _rectangle(width, depth), "lid", turn=180)
    bottom = _attach(front, "bottom", _rectangle(width, depth), "bottom")
    tuck = _attach(lid, "top", _tongue(width, min(13 * MM, height / 2)), "tuck", "flap", partner="front", turn=180)
    # The dust flaps must not meet in the middle: 1 mm of air each.
    reach = min(width / 2 - 1 * MM, max(10 * MM, 0.7 * depth))
    dust = _dust(depth, reach)
    seam = _trapezium(height, min(10 * MM, width / 2))
    # The ledge and the tabs beside it lie inside the bottom.
    ledge = _trapezium(width, min(10 * MM, 0.7 * depth))
    return _net(
        [
            *(back, left_wall, front, right_wall, lid, bottom, tuck),
            _attach(left_wall, "top", dust, "dust_left", "flap", partner="lid"),
            _attach(right_wall, "top", dust, "dust_right", "flap", partner="lid"),
            _attach(left_wall, "bottom", dust, "tab_left", "tab", partner="bottom"),
            _attach(right_wall, "bottom", dust, "tab_right", "tab", partner="bottom"),
            _attach(back, "bottom", ledge, "tab_back", "tab", partner="bottom"),
            _attach(right_wall, "right", seam, "tab_seam", "tab", partner="back"),
        ]
    )


def flatten(path: Iterable[Node], *, steps: int = 8) -> tuple[Point, ...]:
    """Return a path as a polygon, with each curve in `steps` straight lines."""
    points: list[Point] = []
    for node in path:
        is_curve = len(node) > 2
        points += (
            [_bezier(points[-1], node, step / steps) for step in range(1, steps + 1)] if is_curve else [_end(node)]
        )
    return tuple(points)


def contains_point(polygon: tuple[Point, ...], point: Point, *, near: float = 0.0) -> bool:
    """Whether a point lies inside a polygon, or within `near` of its edge.

    >>> square = ((0, 0), (10, 0), (10, 10), (0, 10))
    >>> contains_point(square, (5, 5)), contains_point(square, (12, 5)), contains_point(square, (12, 5), near=3)
    (True, False, True)
    """
    x, y = point
    inside = False
    for start, end in pairwise((polygon[-1], *polygon)):
        (x1, y1), (x2, y2) = start, end
        # Even-odd rule: count the edges that a ray to the right crosses.
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
        if near and _distance(point, start, end) <= near:
            return True
    return inside


def _at(x: float, y: float, width: float, height: float) -> tuple[Node, ...]:
    """Return a rectangle as a path, clockwise from its top left corner."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


# Shapes at a hinge. Points are (distance along the hinge from its start, distance away from it).


def _rectangle(length: float, depth: float) -> tuple[Node, ...]:
    """Return a rectangle that hangs on a hinge of this length."""
    return (0, 0), (0, depth), (length, depth), (length, 0)


def _trapezium(length: float, depth: float) -> tuple[Node, ...]:
    """Return a tab whose ends are cut at 45 degrees, so that two tabs meet in a corner without overlapping."""
    # Long tabs must not shrink to a triangle.
    depth = min(depth, length / 3)
    return (0, 0), (depth, depth), (length - depth, depth), (length, 0)


def _chamfered(length: float, depth: float, corner: float) -> tuple[Node, ...]:
    """Return a rectangle that hangs on a hinge, with its two free corners cut off."""
    return (0, 0), (0, depth - corner), (corner, depth), (length - corner, depth), (length, depth - corner), (length, 0)


def _dust(length: float, depth: float) -> tuple[Node, ...]:
    """Return a dust flap, which narrows towards its end to slip past the lid."""
    corner, lean = min(depth / 3, length / 4), min(0.08 * depth, length / 10)
    start, end = _RELIEF + lean, length - _RELIEF - lean
    outer = (start, depth - corner), (start + corner, depth), (end - corner, depth), (end, depth - corner)
    return (_RELIEF, 0), *outer, (length - _RELIEF, 0)


def _tongue(length: float, depth: float) -> tuple[Node, ...]:
    """Return the tongue of a lid, with its two free corners rounded so that it slips in."""
    start, end = _RELIEF, length - _RELIEF
    r = min(8 * MM, 0.7 * depth, length / 4)
    k, level = r * (1 - _ROUND), depth - r
    return (
        (start, 0),
        (start, level),
        (start, depth - k, start + k, depth, start + r, depth),
        (end - r, depth),
        (end - k, depth, end, depth - k, end, level),
        (end, 0),
    )


def _notched(length: float, depth: float, r: float) -> tuple[Node, ...]:
    """Return a rectangle hinged at its left, with half a circle cut out of its upper edge."""
    k, middle = r * _ROUND, depth / 2
    return (
        *((0, 0), (0, middle - r)),
        (k, middle - r, r, middle - k, r, middle),
        (r, middle + k, k, middle + r, 0, middle + r),
        *((0, depth), (length, depth), (length, 0)),
    )


def _attach(
    parent: Panel,
    side: str,
    shape: Iterable[Node],
    name: str,
    role: str = "face",
    *,
    bend: float = 90.0,
    partner: str = "",
    turn: int = 0,
) -> Panel:
    """Return a panel with a shape, hinged to one side of another panel.

    Points of the shape are distances along the hinge and away from it.
    """
    (ux, uy), (vx, vy) = _side(parent.rect, side)
    length = math.dist((ux, uy), (vx, vy))
    ax, ay = (vx - ux) / length, (vy - uy) / length
    to_hinge = Matrix(ax, ay, ay, -ax, ux, uy)  # away from the parent is left of its clockwise side
    panel = Panel(
        name,
        role,
        tuple(_transform(node, to_hinge) for node in shape),
        parent.name,
        bend=bend,
        partner=partner,
        turn=turn,
    )
    # A tab is taller than wide where its hinge is upright; its words would stand on their head otherwise.
    upright = panel.rect.height > panel.rect.width
    return replace(panel, turn=270) if role == "tab" and upright else panel


def _side(rect: Rect, side: str) -> tuple[Point, Point]:
    """Return the two ends of one side of a rectangle, clockwise."""
    corners = (rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)
    index = _SIDES.index(side)
    return corners[index], corners[(index + 1) % 4]


def _net(panels: list[Panel]) -> Net:
    """Return the net of some panels, moved so that its top left corner is (0, 0)."""
    rect = Net(tuple(panels)).rect
    to_origin = Matrix.translation(-rect.x, -rect.y)
    paths = (tuple(_transform(node, to_origin) for node in panel.path) for panel in panels)
    return Net(tuple(replace(panel, path=path) for panel, path in zip(panels, paths, strict=True)))


def _transform(node: Node, matrix: Matrix) -> Node:
    """Return a node with all of its points mapped by a matrix."""
    return tuple(value for index in range(0, len(node), 2) for value in matrix.apply(node[index], node[index + 1]))


def _end(node: Node) -> Point:
    """Return the point at which a line or curve ends."""
    return node[-2], node[-1]


def _closed(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return a path without repeated points."""
    corners: list[Node] = []
    for node in nodes:
        # Straight steps of no length come from panels whose hinge spans a whole side.
        if not corners or len(node) > 2 or math.dist(_end(corners[-1]), _end(node)) > _TOLERANCE:
            corners.append(node)
    return tuple(corners[:-1] if math.dist(_end(corners[0]), _end(corners[-1])) <= _TOLERANCE else corners)


def _on(hinge: tuple[Point, Point], start: Point, end: Point) -> bool:
    """Whether a hinge lies on a straight line between two points."""
    return all(_distance(point, start, end) <= _TOLERANCE for point in hinge)


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a straight line between two points."""
    (px, py), (x1, y1), (x2, y2) = point, start, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    # Clamped to the ends of the line; a line of no length is a point.
    share = min(1.0, max(0.0, ((px - x1) * dx + (py - y1) * dy) / square)) if square else 0.0
    return math.hypot(px - x1 - share * dx, py - y1 - share * dy)


def _extend(start: Point, end: Point, length: float) -> Point:
    """Return the point at a distance past the end of a line."""
    share = length / math.dist(start, end)
    return end[0] + (end[0] - start[0]) * share, end[1] + (end[1] - start[1]) * share


def _towards(node: Node, other: Node) -> Node:
    """Return the point at a distance of TAB_OVERPRINT from one node towards another."""
    return _extend(_end(other), _end(node), -TAB_OVERPRINT)


def _bezier(start: Point, node: Node, t: float) -> Point:
    """Return the point of a cubic Bézier curve at `t`, from 0 at its start to 1 at its end."""
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    points = (start, node[:2], node[2:4], node[4:])
    x, y = (
        sum(weight * coordinate for weight, coordinate in zip(weights, axis, strict=True))
        for axis in zip(*points, strict=True)
    )
    return x, y
