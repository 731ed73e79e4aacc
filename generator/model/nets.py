"""Nets: flat parts that are cut out in one piece, bent at their folds and glued at their tabs.

Points, y downwards, the printed side towards the reader; (0, 0) is the corner of the net's trim. A net is a tree:
every panel but the first is hinged to a side of another, so outline, folds and the solid thing follow from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import pairwise

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM

Point = tuple[float, float]
Node = tuple[float, ...]
"""Where a straight line of a path ends; or the two controls and the end of a cubic curve."""

FACES = ("face1", "face2", "face3", "face4", "face5", "face6")
"""The faces of a die; as on any die, those that face away from each other add up to seven."""

TAB_OVERPRINT = 0.5 * MM
"""How far a picture runs on over the fold to a bare tab, so that no white shows where the fold misses."""

_CUTTER = 2 * MM
"""Between stickers, and what they are smaller than the face of their die."""
_RELIEF = 0.5 * MM
"""What a loose flap is narrower than the opening it goes into, on each side."""
_ROUND = 0.5523
"""Reach of a cubic's controls that makes it a quarter of a circle of radius 1."""
_NEAR = 0.3 * MM
_SLACK = 0.001


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat part of a net, its path clockwise on the page; one that is hinged begins and ends it at its hinge."""

    name: str
    role: str
    """`face`: printed and seen; `flap`: closes without glue; `tab`: takes the glue and stays bare."""
    path: tuple[Node, ...]
    onto: str = ""
    """The panel it is hinged to; nothing for one that is cut free."""
    bend: float = 90.0
    """Degrees it is folded away from the reader, the printed side outside; negative towards the reader."""
    partner: str = ""
    """The panel that a tab is glued under, or that a flap goes under."""
    turn: int = 0
    """Degrees clockwise that its picture or its words are turned on the flat sheet."""
    hollow: float = 0.0
    """How far a notch in its upper edge reaches down."""

    @property
    def rect(self) -> Rect:
        """The upright rectangle around it."""
        xs, ys = zip(*(node[-2:] for node in self.path), strict=True)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def hinge(self) -> tuple[Point, Point]:
        """Where it is folded: the two ends of its path."""
        return _end(self.path[0]), _end(self.path[-1])

    @property
    def stand(self) -> Matrix:
        """Takes its picture, upright with its top left corner at (0, 0), to its place on the sheet."""
        rect = self.rect
        x, y = {0: (rect.x, rect.y), 90: (rect.right, rect.y), 180: (rect.right, rect.bottom)}.get(
            self.turn, (rect.x, rect.bottom)
        )
        return Matrix.translation(x, y) @ Matrix.rotation(self.turn)

    @property
    def bare(self) -> tuple[Node, ...]:
        """The part of a tab that no ink may reach: all but a hair along its hinge."""
        return (_towards(self.path[0], self.path[1]), *self.path[1:-1], _towards(self.path[-1], self.path[-2]))


@dataclass(frozen=True, slots=True)
class Fold:
    """A straight crease."""

    start: Point
    end: Point
    valley: bool
    """The printed sides come together; else they come to lie outside, as on a mountain."""


@dataclass(frozen=True)
class Net:
    """Panels, each after the one it is hinged to."""

    panels: tuple[Panel, ...]

    @cached_property
    def rect(self) -> Rect:
        """The rectangle around all panels."""
        around = self.panels[0].rect
        for panel in self.panels[1:]:
            around = around.union(panel.rect)
        return around

    @property
    def size(self) -> Size:
        """Its trim."""
        return Size(self.rect.width, self.rect.height)

    @cached_property
    def outlines(self) -> tuple[tuple[Node, ...], ...]:
        """What is cut: a closed path for every part that comes off by itself."""
        return tuple(_closed(self._around(panel)) for panel in self.panels if not panel.onto)

    @property
    def folds(self) -> tuple[Fold, ...]:
        """What is creased."""
        return tuple(Fold(*panel.hinge, panel.bend < 0) for panel in self.panels if panel.onto)

    def __getitem__(self, name: str) -> Panel:
        """The panel of this name; KeyError where there is none."""
        return {panel.name: panel for panel in self.panels}[name]

    def reach(self, panel: Panel, bleed: float) -> Rect:
        """How far a panel may be printed: the bleed beyond its cuts, a hair beyond folds to tabs, else to its folds."""
        rect = panel.rect
        grown = {side: self._over(panel, *_side(rect, side), bleed) for side in ("left", "top", "right", "bottom")}
        left, top = rect.x - grown["left"], rect.y - grown["top"]
        return Rect(left, top, rect.right + grown["right"] - left, rect.bottom + grown["bottom"] - top)

    def ticks(self, length: float) -> tuple[tuple[Point, Point], ...]:
        """Marks in the waste that prolong the folds, up to `length` from the outline."""
        marks = []
        for fold in self.folds:
            for here, there in ((fold.start, fold.end), (fold.end, fold.start)):
                reached = [_beyond(there, here, length * share) for share in (0.2, 0.6, 1.0)]
                if not any(self._covers(point) for point in reached[1:]):
                    marks.append((reached[0], reached[2]))
        return tuple(marks)

    def _around(self, panel: Panel) -> Iterator[Node]:
        """The outline of a panel with all that is hinged to it."""
        yield panel.path[0]
        for before, node in pairwise(panel.path if panel.onto else (*panel.path, panel.path[0])):
            for child in self._hinged(panel, _end(before), node):
                yield from self._around(child)
            yield node

    def _hinged(self, panel: Panel, start: Point, node: Node) -> list[Panel]:
        """The panels hinged to one straight side of another, in the order they come along it."""
        if len(node) > 2:
            return []
        end = _end(node)
        found = [each for each in self.panels if each.onto == panel.name and _on(each.hinge, start, end)]
        return sorted(found, key=lambda each: math.dist(start, each.hinge[0]))

    def _over(self, panel: Panel, start: Point, end: Point, bleed: float) -> float:
        """How far the print may run over one side of a panel."""
        if panel.onto and _on(panel.hinge, start, end):
            return 0.0
        hinged = self._hinged(panel, start, end)
        if not hinged:
            return bleed
        return TAB_OVERPRINT if all(child.role == "tab" for child in hinged) else 0.0

    def _covers(self, point: Point) -> bool:
        """Whether a point lies on the net or all but touches it."""
        return any(
            panel.rect.expand(_NEAR).contains(Rect(*point, 0, 0))
            and contains_point(flatten(panel.path), point, near=_NEAR)
            for panel in self.panels
        )


@cache
def die(edge: float) -> Net:
    """A cube: four faces in a row, 2 3 5 4, with 1 above and 6 below the second; seven tabs, a quarter edge deep.

    Looked at from outside, 1, 2 and 3 meet at a corner anticlockwise, as on dice made in Europe.
    """
    depth = min(edge / 4, 6 * MM)
    two = Panel("face2", "face", _at(0, 0, edge, edge))
    three = _hinged(two, "right", _oblong(edge, edge), "face3")
    five = _hinged(three, "right", _oblong(edge, edge), "face5")
    four = _hinged(five, "right", _oblong(edge, edge), "face4")
    one = _hinged(three, "top", _oblong(edge, edge), "face1")
    six = _hinged(three, "bottom", _oblong(edge, edge), "face6")
    tabs = [
        _hinged(wall, side, _trapezium(edge, depth), f"tab_{wall.name[-1]}{lid[-1]}", "tab", partner=lid)
        for side, lid in (("top", "face1"), ("bottom", "face6"))
        for wall in (two, five, four)
    ]
    seam = _hinged(four, "right", _trapezium(edge, depth), "tab_42", "tab", partner="face2")
    return _placed([two, three, five, four, one, six, *tabs, seam])


@cache
def stickers(edge: float) -> Net:
    """Six squares in a row for the faces of a blank die, 2 mm smaller than those and 2 mm apart."""
    side = edge - _CUTTER
    return Net(tuple(Panel(name, "face", _at(at * edge, 0, side, side)) for at, name in enumerate(FACES)))


@cache
def standee(width: float, height: float) -> Net:
    """A pawn: front and back meet at the top, where the sheet is folded flat, and stand on two flaps bent outwards."""
    front = Panel("front", "face", _at(0, 0, width, height))
    back = _hinged(front, "top", _oblong(width, height), "back", bend=180, turn=180)
    depth = max(6 * MM, min(0.3 * height, 12 * MM))
    foot = _chamfered(width, depth, min(2 * MM, width / 4))
    return _placed(
        [
            front,
            back,
            _hinged(front, "bottom", foot, "foot", "flap", bend=-90),
            _hinged(back, "top", foot, "heel", "flap", bend=-90, turn=180),
        ]
    )


@cache
def tuck_box(width: float, height: float, depth: float) -> Net:
    """A box with a lid that tucks in and a bottom that is glued; its walls are back, left, front, right, and a seam.

    The lid is hinged to the back and tucks in behind the front, which has a notch for the thumb.
    """
    back = Panel("back", "face", _at(0, 0, width, height))
    left = _hinged(back, "right", _oblong(height, depth), "left")
    notch = min(9 * MM, width / 5, height / 4)
    front = replace(_hinged(left, "right", _notched(height, width, notch), "front"), hollow=notch)
    right = _hinged(front, "right", _oblong(height, depth), "right")
    lid = _hinged(back, "top", _oblong(width, depth), "lid", turn=180)
    bottom = _hinged(front, "bottom", _oblong(width, depth), "bottom")
    tuck = _hinged(lid, "top", _tongue(width, min(13 * MM, height / 2)), "tuck", "flap", partner="front", turn=180)
    reach = min(width / 2 - 1 * MM, max(10 * MM, 0.7 * depth))
    dust = _dust(depth, reach)
    seam = _trapezium(height, min(10 * MM, width / 2))
    ledge = _trapezium(width, min(10 * MM, 0.7 * depth))
    return _placed(
        [
            *(back, left, front, right, lid, bottom, tuck),
            _hinged(left, "top", dust, "dust_left", "flap", partner="lid"),
            _hinged(right, "top", dust, "dust_right", "flap", partner="lid"),
            _hinged(left, "bottom", dust, "tab_left", "tab", partner="bottom"),
            _hinged(right, "bottom", dust, "tab_right", "tab", partner="bottom"),
            _hinged(back, "bottom", ledge, "tab_back", "tab", partner="bottom"),
            _hinged(right, "right", seam, "tab_seam", "tab", partner="back"),
        ]
    )


def flatten(path: Iterable[Node], *, steps: int = 8) -> tuple[Point, ...]:
    """A path as a polygon, each curve in so many steps."""
    points: list[Point] = []
    for node in path:
        if len(node) == 2:
            points.append(_end(node))
        else:
            points += [_bezier(points[-1], node, step / steps) for step in range(1, steps + 1)]
    return tuple(points)


def contains_point(polygon: tuple[Point, ...], point: Point, *, near: float = 0.0) -> bool:
    """Whether a point lies inside a polygon or as near to its edge."""
    x, y = point
    inside = False
    for start, end in pairwise((polygon[-1], *polygon)):
        (ax, ay), (bx, by) = start, end
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
        if near and _distance(point, start, end) <= near:
            return True
    return inside


def _at(x: float, y: float, width: float, height: float) -> tuple[Node, ...]:
    """A rectangle, clockwise from its top left corner."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


# Shapes beside a hinge: (along it from its start, away from it).


def _oblong(length: float, depth: float) -> tuple[Node, ...]:
    return (0, 0), (0, depth), (length, depth), (length, 0)


def _trapezium(length: float, depth: float) -> tuple[Node, ...]:
    """A tab whose ends are cut at 45 degrees, so that two of them meet in a corner without a bulge."""
    depth = min(depth, length / 3)
    return (0, 0), (depth, depth), (length - depth, depth), (length, 0)


def _chamfered(length: float, depth: float, corner: float) -> tuple[Node, ...]:
    """Only its outer corners are cut off."""
    return (0, 0), (0, depth - corner), (corner, depth), (length - corner, depth), (length, depth - corner), (length, 0)


def _dust(length: float, depth: float) -> tuple[Node, ...]:
    """A flap that narrows towards its end, to slip past the lid."""
    corner, lean = min(depth / 3, length / 4), min(0.08 * depth, length / 10)
    start, end = _RELIEF + lean, length - _RELIEF - lean
    outer = (start, depth - corner), (start + corner, depth), (end - corner, depth), (end, depth - corner)
    return (_RELIEF, 0), *outer, (length - _RELIEF, 0)


def _tongue(length: float, depth: float) -> tuple[Node, ...]:
    """A flap with round shoulders, to find its way in."""
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
    """An oblong hinged at its left, with half a circle for the thumb cut out of its upper edge."""
    k, middle = r * _ROUND, depth / 2
    return (
        *((0, 0), (0, middle - r)),
        (k, middle - r, r, middle - k, r, middle),
        (r, middle + k, k, middle + r, 0, middle + r),
        *((0, depth), (length, depth), (length, 0)),
    )


def _hinged(
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
    """A panel of some shape beside a side of another."""
    (ux, uy), (vx, vy) = _side(parent.rect, side)
    length = math.dist((ux, uy), (vx, vy))
    ax, ay = (vx - ux) / length, (vy - uy) / length
    beside = Matrix(ax, ay, ay, -ax, ux, uy)  # outwards is to the left of a clockwise side
    panel = Panel(name, role, tuple(_mapped(node, beside) for node in shape), parent.name, bend, partner, turn)
    upright = panel.rect.height > panel.rect.width
    return replace(panel, turn=270) if role == "tab" and upright else panel


def _side(rect: Rect, side: str) -> tuple[Point, Point]:
    """The ends of a side, as one comes to them going round clockwise."""
    corners = (rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)
    at = ("top", "right", "bottom", "left").index(side)
    return corners[at], corners[(at + 1) % 4]


def _placed(panels: list[Panel]) -> Net:
    """The net with its corner at (0, 0)."""
    rect = Net(tuple(panels)).rect
    home = Matrix.translation(-rect.x, -rect.y)
    return Net(tuple(replace(panel, path=tuple(_mapped(node, home) for node in panel.path)) for panel in panels))


def _mapped(node: Node, matrix: Matrix) -> Node:
    return tuple(value for at in range(0, len(node), 2) for value in matrix.apply(node[at], node[at + 1]))


def _end(node: Node) -> Point:
    return node[-2], node[-1]


def _closed(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """A path without the points where it stands still."""
    kept: list[Node] = []
    for node in nodes:
        if not kept or len(node) > 2 or math.dist(_end(kept[-1]), _end(node)) > _SLACK:
            kept.append(node)
    return tuple(kept[:-1] if math.dist(_end(kept[0]), _end(kept[-1])) <= _SLACK else kept)


def _on(hinge: tuple[Point, Point], start: Point, end: Point) -> bool:
    """Whether a hinge lies on a straight line."""
    return all(_distance(point, start, end) <= _SLACK for point in hinge)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest one of a straight line."""
    (px, py), (ax, ay), (bx, by) = point, start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / square)) if square else 0.0
    return math.hypot(px - ax - share * dx, py - ay - share * dy)


def _beyond(start: Point, end: Point, by: float) -> Point:
    """The point so far past the end of a line."""
    share = by / math.dist(start, end)
    return end[0] + (end[0] - start[0]) * share, end[1] + (end[1] - start[1]) * share


def _towards(node: Node, other: Node) -> Node:
    """The point a hair along the way from one to another."""
    return _beyond(_end(other), _end(node), -TAB_OVERPRINT)


def _bezier(start: Point, node: Node, t: float) -> Point:
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    x, y = (
        sum(weight * value for weight, value in zip(weights, (start[axis], *node[axis::2]), strict=True))
        for axis in (0, 1)
    )
    return x, y
