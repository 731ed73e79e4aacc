"""Geometry of finished paths and ink: bounding box, transformation, orientation, and whether a path crosses itself."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from generator.base.geometry import Matrix, Point, Rect
from generator.model.face import Composite, GlyphRun, Group, Image, Ink, Part, Raster, Shape, Use
from generator.typeset.paths.path_data import write_path

Subpath = list[tuple[float, ...]]
"""The points of each segment: first the start, then two numbers for a line and six for a curve."""

Edge = tuple[float, float, float, float]


@lru_cache(maxsize=16)
def path_box(path: str) -> Rect | None:
    """Return the bounding box of a path, exact for curves; None for an empty path."""
    xs, ys = _bounding_coordinates(path) if "C" in path else _coordinates(path)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else None


@lru_cache(maxsize=4096)
def upright_rect(path: str) -> Rect | None:
    """Return the rectangle that a path draws with sides along the axes; None for any other path.

    >>> upright_rect("M 0 0 L 4 0 L 4 2 L 0 2 Z")
    Rect(x=0.0, y=0.0, width=4.0, height=2.0)
    """
    words = path.split()
    if [word for word in words if word.isalpha()] not in (["M", "L", "L", "L", "Z"], ["M", "L", "L", "L", "L", "Z"]):
        return None
    numbers = [float(word) for word in words if not word.isalpha()]
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    xs, ys = {x for x, _ in corners}, {y for _, y in corners}
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    # Two values of each are not enough: a bow tie has them too.
    if len(xs) != 2 or len(ys) != 2 or any(x != u and y != v for (x, y), (u, v) in sides):
        return None
    return Rect.around(corners)


def _coordinates(path: str) -> tuple[list[float], list[float]]:
    """Return the x and the y of every point of a path, control points included."""
    numbers = list(map(float, path.translate(_NO_LETTERS).split()))
    return numbers[::2], numbers[1::2]


_NO_LETTERS = dict.fromkeys(map(ord, "MLCZ"))


def _bounding_coordinates(path: str) -> tuple[list[float], list[float]]:
    """Return the x and the y of the ends of all segments, and of the places where a curve reaches beyond them."""
    words = path.split()
    xs: list[float] = []
    ys: list[float] = []
    index = 0
    while index < len(words):
        letter = words[index]
        if letter == "Z":
            index += 1
        elif letter == "C":
            points = [float(word) for word in words[index + 1 : index + 7]]
            xs += _reach(xs[-1], *points[::2])
            ys += _reach(ys[-1], *points[1::2])
            index += 7
        else:
            xs.append(float(words[index + 1]))
            ys.append(float(words[index + 2]))
            index += 3
    return xs, ys


def transform_path(path: str, matrix: Matrix, decimals: int = 4) -> str:
    """Return the path with a matrix applied to every point, written with a number of decimals."""
    form = " ".join([word if word.isalpha() else "#" for word in path.split()])
    points = zip(*_coordinates(path), strict=True)
    return write_path(form, [value for x, y in points for value in matrix.apply(x, y)], decimals)


_DOT = re.compile(r"M (\S+) (\S+)(?:(?: L \1 \2| C \1 \2 \1 \2 \1 \2)+(?: Z)?| Z)(?= M |$)")
_DOT_LENGTH = 0.0001
"""Least length that is written."""


def with_dots(path: str, *, dashed: bool) -> str:
    """Return a path whose outlines of no length are lines with a direction: PDF viewers put square caps on those alone.

    Dashed outlines have no dots.

    >>> with_dots("M 3 3 Z M 0 0 L 5 0", dashed=False)
    'M 3 3 L 3.0001 3 M 0 0 L 5 0'
    """
    if dashed:
        return _DOT.sub("", path).strip()
    return _DOT.sub(lambda dot: f"M {dot[1]} {dot[2]} L {round(float(dot[1]) + _DOT_LENGTH, 4):.15g} {dot[2]}", path)


def orient(path: str, decimals: int = 4) -> str:
    """Return the path with its outlines clockwise on the page and its holes the other way.

    Such paths can be joined: filled by the nonzero rule, they cover the area that any of them covers.
    """
    parts = list(subpaths(path))
    boxes = [_bounds(part) for part in parts]
    oriented = [_oriented(index, parts, boxes) for index in range(len(parts))]
    form = " ".join(map(_form, oriented))
    return write_path(form, [value for part in oriented for points in part for value in points], decimals)


def crosses_itself(path: str) -> bool:
    """Return whether the outline of a path crosses itself; every curve counts as eight straight lines."""
    # Sorted by their left ends, so that an edge is compared only with those that begin before it ends.
    sides = sorted((edge for part in subpaths(path) for edge in edges(part)), key=lambda edge: min(edge[0], edge[2]))
    for index, one in enumerate(sides):
        right = max(one[0], one[2])
        for other in sides[index + 1 :]:
            if min(other[0], other[2]) > right:
                break
            if _apart(one, other) and _apart(other, one):  # they share a point that is an end of neither
                return True
    return False


def subpaths(path: str) -> Iterator[Subpath]:
    """Yield the parts of a path between moves; parts of a single point are left out."""
    part: Subpath = []
    numbers: list[float] = []
    count = 2
    for word in path.split():
        if word == "M":
            if len(part) > 1:
                yield part
            part, count = [], 2
        elif word.isalpha():
            count = 6 if word == "C" else 2
        else:
            numbers.append(float(word))
            if len(numbers) == count:
                part.append(tuple(numbers))
                numbers = []
    if len(part) > 1:
        yield part


def _reach(start: float, one: float, two: float, end: float) -> tuple[float, ...]:
    """Return the coordinates on one axis that bound a cubic curve: its extremes beyond its ends, and its end."""
    low, high = (start, end) if start < end else (end, start)
    if low <= one <= high and low <= two <= high:
        return (end,)
    # The derivative of the curve, divided by 3.
    a, b, c = end - 3 * two + 3 * one - start, 2 * (two - 2 * one + start), one - start
    return *(_at(t, start, one, two, end) for t in _roots(a, b, c) if 0 < t < 1), end


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """Return where `a t² + b t + c` is 0, without the difference of nearly equal numbers that a small `a` leads to."""
    under = b * b - 4 * a * c
    if under < 0:
        return ()
    far = -(b + math.copysign(math.sqrt(under), b)) / 2
    return *((far / a,) if a else ()), *((c / far,) if far else ())


def _at(t: float, start: float, one: float, two: float, end: float) -> float:
    """Return a coordinate of a cubic curve at `t`, from 0 at its start to 1 at its end.

    `one` and `two` are the coordinates of its control points.
    """
    s = 1 - t
    return s * s * s * start + 3 * s * s * t * one + 3 * s * t * t * two + t * t * t * end


def _oriented(index: int, parts: Sequence[Subpath], boxes: Sequence[Rect]) -> Subpath:
    """Return one part of a path, reversed where the outermost part around it runs anticlockwise."""
    around = [other for other in range(len(parts)) if other != index and _inside(boxes[index], boxes[other])]
    outer = max(around, key=lambda other: boxes[other].width * boxes[other].height, default=index)
    return _reversed(parts[index]) if _area(parts[outer]) < 0 else parts[index]


def _inside(inner: Rect, outer: Rect) -> bool:
    """Return whether a box lies inside a larger one."""
    # A part is not inside one of equal size.
    return outer.contains(inner, slack=0) and inner.width * inner.height < outer.width * outer.height


def _bounds(part: Subpath) -> Rect:
    """Return the box around all points of a part, control points included."""
    xs = [x for points in part for x in points[::2]]
    ys = [y for points in part for y in points[1::2]]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _area(part: Subpath) -> float:
    """Return twice the signed area of the polygon through all points; positive where it runs clockwise on the page."""
    flat = [value for points in part for value in points]
    xs, ys = flat[::2], flat[1::2]
    return sum(xs[i - 1] * ys[i] - xs[i] * ys[i - 1] for i in range(len(xs)))


def edges(part: Subpath) -> Iterator[Edge]:
    """Yield the sides of a part, closed, as x and y of both ends; every curve is eight straight lines."""
    points = flattened(part, 8)
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        yield x1, y1, x2, y2


def flattened(part: Subpath, steps: int) -> list[Point]:
    """Return the points of a part, in which every curve is `steps` straight lines."""
    x, y = part[0]
    line_points = [(x, y)]
    for points in part[1:]:
        if len(points) == 6:
            xs, ys = (x, *points[::2]), (y, *points[1::2])
            line_points += [(_at(step / steps, *xs), _at(step / steps, *ys)) for step in range(1, steps + 1)]
        else:
            line_points.append((points[0], points[1]))
        x, y = line_points[-1]
    return line_points


def _apart(edge: Edge, other: Edge) -> bool:
    """Return whether the ends of an edge lie clearly on different sides of the line through another edge."""
    x1, y1, x2, y2 = other
    sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in (edge[:2], edge[2:])]
    size = abs(x2 - x1) + abs(y2 - y1)
    return sides[0] * sides[1] < 0 and min(map(abs, sides)) > 1e-6 * size


def _reversed(part: Subpath) -> Subpath:
    """Return a part of a path that is drawn from its end to its start."""
    reverse: Subpath = [part[-1][-2:]]
    for index in range(len(part) - 1, 0, -1):
        before = part[index - 1][-2:]
        points = part[index]
        reverse.append((*points[2:4], *points[:2], *before) if len(points) == 6 else before)
    return reverse


def _form(part: Subpath) -> str:
    """Return the form of a closed part as `write_path` takes it, with `#` for each number."""
    steps = ["C # # # # # #" if len(points) == 6 else "L # #" for points in part[1:]]
    return " ".join(["M # #", *steps, "Z"])


Parts = Mapping[str, Part | Raster]
_ASCENT, _DESCENT = 0.75, 0.25
"""Height of letters above and below their baseline, in sizes; an estimate, good enough for a warning."""


def extent(ink: Iterable[Ink], matrix: Matrix, parts: Parts, *, strokes: bool = False) -> Rect | None:
    """Return the bounding box of ink under a matrix, with or without strokes; None for no ink.

    `parts` has the parts that the ink uses, by key; pictures of pixels count by their rectangle.
    """
    box: Rect | None = None
    for item in ink:
        reach = _item_extent(item, matrix, parts, strokes)
        if reach is not None:
            box = reach if box is None else box.union(reach)
    return box


def _item_extent(item: Ink, matrix: Matrix, parts: Parts, strokes: bool) -> Rect | None:
    """Return the bounding box of one item of ink under a matrix; None for an empty one."""
    match item:
        case Shape():
            return _shape_extent(item, matrix, strokes)
        case Group():
            return extent(item.ink, matrix @ item.matrix, parts, strokes=strokes)
        case Composite():
            return extent(item.ink, matrix, parts, strokes=strokes)
        case GlyphRun():
            # Usual heights have to do: the letters' own would need the font.
            letters = Rect(item.x, item.y - _ASCENT * item.size, item.width, (_ASCENT + _DESCENT) * item.size)
            return matrix.bounding_box(letters)
        case Image():
            return matrix.bounding_box(item.rect)
        case Use():
            part = parts.get(item.part)
            return extent(part.ink, matrix @ item.matrix, parts, strokes=strokes) if isinstance(part, Part) else None


def _shape_extent(shape: Shape, matrix: Matrix, strokes: bool) -> Rect | None:
    """Return the bounding box of a shape under a matrix, with its stroke where `strokes` says so."""
    flat = matrix.b == matrix.c == 0
    # The box of a turned box would be too large, so that the path itself is turned.
    box = path_box(shape.path) if flat else path_box(transform_path(shape.path, matrix, 9))
    if box is None:
        return None
    if flat:
        box = matrix.bounding_box(box)
    if strokes and shape.stroke:
        stroke = shape.stroke
        corner = stroke.miter if stroke.join == "miter" else math.sqrt(2)  # a square cap reaches sqrt(2) half widths
        scale = max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        box = box.expand(stroke.width / 2 * max(corner, math.sqrt(2)) * scale)
    return box
