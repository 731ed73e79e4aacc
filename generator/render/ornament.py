"""Computed ornament, offered to templates as `draw`.

Lengths are millimetres. Each function returns one SVG element or group. `x` and `y` place its top left corner, or the
centre of what is round. `paint` are presentation attributes with `_` for `-`; without them they are inherited.
"""

from __future__ import annotations

import math
import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from random import Random
from typing import Any

import svgwrite
from markupsafe import Markup

from generator.base.errors import suggestion
from generator.base.units import decimal

MOST = 20_000  # the most parts of one drawing

_STROKES = ("dasharray", "linecap", "linejoin", "miterlimit", "opacity", "width")
_PLAIN = ("color", "fill", "fill_opacity", "fill_rule", "id", "opacity", "stroke")
PAINT = (*_PLAIN, *(f"stroke_{name}" for name in _STROKES), "transform")
"""The attributes that every drawing takes."""

Point = tuple[float, float]

_SVG: Any = svgwrite  # it has no types; numbers are given to it as text, because it would round them


def grid(columns: int, rows: int, width: float, height: float, x: float = 0, y: float = 0, **paint: object) -> Markup:
    """The lines of a grid whose cells are `width` by `height`, its outer edge included."""
    _check_count(columns + rows)
    right, bottom = x + columns * width, y + rows * height
    down = [_line((x + column * width, y), (x + column * width, bottom)) for column in range(columns + 1)]
    across = [_line((x, y + row * height), (right, y + row * height)) for row in range(rows + 1)]
    return _path([*down, *across], paint)


def pattern(rows: Sequence[str], size: float, x: float = 0, y: float = 0, **paint: object) -> Markup:
    """A filled square of `size` for every character but `.` and space; neighbours in a row are joined."""
    _check_count(sum(map(len, rows)))
    runs = [
        _rect(x + start * size, y + row * size, (end - start) * size, size)
        for row, cells in enumerate(rows)
        for start, end in _runs(cells)
    ]
    return _path(runs, paint)


def _runs(cells: str) -> list[tuple[int, int]]:
    """Return start and end of each run of neighbouring squares in a row."""
    return [match.span() for match in re.finditer("[^. ]+", cells, re.DOTALL)]


def coins(
    n: int,
    r: float,
    x: float = 0,
    y: float = 0,
    *,
    columns: int | None = None,
    gap: float | None = None,
    **paint: object,
) -> Markup:
    """Circles of radius `r` in rows of `columns`, `gap` apart; by default in one row, half a radius apart."""
    _check_count(n)
    step = 2 * r + (r / 2 if gap is None else gap)
    columns = max(1, n if columns is None else columns)
    centres = [
        (decimal(x + r + index % columns * step), decimal(y + r + index // columns * step)) for index in range(n)
    ]
    return _group([_SVG.shapes.Circle(centre, decimal(r), debug=False) for centre in centres], paint)


def rays(
    n: int, inner: float, outer: float, x: float = 0, y: float = 0, *, share: float = 0.5, **paint: object
) -> Markup:
    """Wedges between two radii about a centre, the first pointing up; `share` is the part of the circle they fill."""
    _check_count(n)
    # Half the angle of a wedge in degrees.
    half = share * 180 / n
    wedges = []
    for index in range(n):
        start, end = index * 360 / n - half, index * 360 / n + half
        (ax, ay), (bx, by) = _polar(x, y, outer, start), _polar(x, y, outer, end)
        back = _polar(x, y, inner, end), _polar(x, y, inner, start)
        wedges.append(f"M {_xy(ax, ay)} A {_xy(outer, outer)} 0 0 1 {_xy(bx, by)} L {_points(back)} Z")
    return _path(wedges, paint)


def dashes(
    curve: Sequence[Point], circles: Sequence[tuple[float, float, float]], length: float, **paint: object
) -> Markup:
    """Dashes of about `length` on a cubic curve, of four points, outside of circles (x, y, r); needs a stroke.

    Each stretch between two circles begins and ends with a dash, so that none stops short of what it leads to.
    """

    def is_open(point: Point) -> bool:
        """Return whether a point lies outside of all circles."""
        return all(math.dist(point, (x, y)) > r for x, y, r in circles)

    stretches = (list(points) for open_, points in groupby(_curve_points(curve), is_open) if open_)
    parts = [dash for points in stretches if len(points) > 1 for dash in _dashes(points, length)]
    _check_count(len(parts))
    return _path(parts, paint)


def _curve_points(curve: Sequence[Point], steps: int = 1000) -> Iterator[Point]:
    """Yield points of a cubic curve from its beginning to its end."""
    for step in range(steps + 1):
        t = step / steps
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        x, y = (sum(map(operator.mul, weights, values)) for values in zip(*curve, strict=True))
        yield x, y


def _dashes(points: Sequence[Point], length: float) -> Iterator[str]:
    """Yield the paths of dashes with gaps as long as they are, the first and the last at the ends of a line."""
    reached = [0.0, *accumulate(map(math.dist, points, points[1:]))]
    count = max(1, round((reached[-1] / length + 1) / 2))
    dash = reached[-1] / (2 * count - 1)
    for index in range(count):
        yield _line(*(_point_along(points, reached, dash * (2 * index + end)) for end in (0, 1)))


def _point_along(points: Sequence[Point], reached: Sequence[float], distance: float) -> Point:
    """Return the point at a distance along a line; `reached` is the distance of its points."""
    index = min(bisect_right(reached, distance), len(points) - 1)
    share = (distance - reached[index - 1]) / (reached[index] - reached[index - 1])
    (ax, ay), (bx, by) = points[index - 1 : index + 1]
    return ax + share * (bx - ax), ay + share * (by - ay)


def star(points: int, inner: float, outer: float, x: float = 0, y: float = 0, **paint: object) -> Markup:
    """A star about a centre, its first point up."""
    _check_count(points)
    corners = [_polar(x, y, inner if index % 2 else outer, index * 180 / points) for index in range(2 * points)]
    return _path([f"M {_points(corners)} Z"], paint)


def wave(
    width: float, height: float, x: float = 0, y: float = 0, *, waves: int | None = None, **paint: object
) -> Markup:
    """The running dog (Vitruvian wave), curling to the right, as one closed shape on its lower edge."""
    waves = _whole_count(width / (1.25 * height), waves)
    step = width / waves
    curls = [
        " ".join(f"C {_points((x + (index + px) * step, y + py * height) for px, py in curve)}" for curve in _CURL)
        for index in range(waves)
    ]
    return _path([f"M {_xy(x, y + height)}", *curls, "Z"], paint)


_CURL: tuple[tuple[Point, Point, Point], ...] = (
    ((0.22, 0.97), (0.20, 0.0), (0.58, 0.0)),
    ((0.80, 0.0), (0.93, 0.18), (0.93, 0.40)),
    ((0.93, 0.62), (0.80, 0.72), (0.68, 0.72)),
    ((0.56, 0.72), (0.48, 0.62), (0.48, 0.51)),
    ((0.48, 0.40), (0.56, 0.32), (0.65, 0.34)),
    ((0.58, 0.40), (0.58, 0.56), (0.68, 0.56)),
    ((0.76, 0.56), (0.80, 0.48), (0.79, 0.40)),
    ((0.78, 0.26), (0.68, 0.17), (0.57, 0.18)),
    ((0.36, 0.20), (0.34, 0.52), (0.42, 0.70)),
    ((0.52, 0.92), (0.78, 1.0), (1.0, 1.0)),
)
"""Bézier curves of one wave: over the crest, in and out of the curl, to the foot of the next. Axes from 0 to 1."""


def guilloche(
    width: float, height: float, x: float = 0, y: float = 0, *, twists: int | None = None, **paint: object
) -> Markup:
    """Two strands that cross `twists` times; needs a stroke."""
    twists = _whole_count(width / (1.5 * height), twists)
    step = width / twists
    return _path([_strand(x, y, step, height, twists, start) for start in (0, 1)], paint)


def _strand(x: float, y: float, step: float, height: float, twists: int, start: int) -> str:
    """Return the path of one strand, which starts at the top (0) or the foot (1)."""
    levels = [y + height * ((start + index) % 2) for index in range(twists + 1)]
    bends = [
        f"C {_points([(x + (i + 0.5) * step, y1), (x + (i + 0.5) * step, y2), (x + (i + 1) * step, y2)])}"
        for i, (y1, y2) in enumerate(pairwise(levels))
    ]
    return " ".join([f"M {_xy(x, levels[0])}", *bends])


def scales(width: float, height: float, size: float, x: float = 0, y: float = 0, **paint: object) -> Markup:
    """Rows of overlapping scales of about `size`, whole ones fitted to the width; needs a stroke."""
    count = _whole_count(width / size)
    r = width / count / 2
    rows = max(1, round(height / r) - 1)
    _check_count(count * rows)
    return _path([_scales(x, y + row * r, r, count, row % 2) for row in range(rows)], paint)


def _scales(x: float, y: float, r: float, count: int, shifted: int) -> str:
    """Return the path of one row of half circles; a shifted row begins and ends with a quarter."""
    arc = f"A {_xy(r, r)} 0 0 0"
    starts = [x + (2 * index + shifted) * r for index in range(count - shifted)]
    parts = [f"M {_xy(start, y)} {arc} {_xy(start + 2 * r, y)}" for start in starts]
    if shifted:
        right = x + 2 * count * r
        parts += [f"M {_xy(x, y + r)} {arc} {_xy(x + r, y)}", f"M {_xy(right - r, y)} {arc} {_xy(right, y + r)}"]
    return " ".join(parts)


def fret(width: float, unit: float, x: float = 0, y: float = 0, **paint: object) -> Markup:
    """One strip of Greek key, 4 units high, whole keys fitted to the width; needs a stroke."""
    return _path(_keys((x, y + 4 * unit), (1, 0), (0, -1), width, unit), paint)


def meander(width: float, height: float, unit: float, x: float = 0, y: float = 0, **paint: object) -> Markup:
    """Greek key round a rectangle, 4 units deep, with a square at each corner; needs a stroke."""
    deep, right, bottom = 4 * unit, x + width, y + height
    if min(width, height) < 3 * deep:
        raise ValueError(f"a meander of unit {decimal(unit)} needs at least {decimal(3 * deep)} mm each way")
    sides = [
        *_keys((x + deep, y), (1, 0), (0, 1), width - 2 * deep, unit),
        *_keys((right, y + deep), (0, 1), (-1, 0), height - 2 * deep, unit),
        *_keys((right - deep, bottom), (-1, 0), (0, -1), width - 2 * deep, unit),
        *_keys((x, bottom - deep), (0, -1), (1, 0), height - 2 * deep, unit),
    ]
    corners = [(left + unit, top + unit) for left in (x, right - deep) for top in (y, bottom - deep)]
    squares = [_rect(left, top, 2 * unit, 2 * unit) for left, top in corners]
    return _path([_rect(x, y, width, height), *sides, *squares], paint)


def _keys(start: Point, along: Point, up: Point, width: float, unit: float) -> list[str]:
    """Return the paths of keys on a base line that runs `along` from `start`, standing `up` from it."""
    # A key is 3 units wide, and 1 unit away from the next.
    count = _whole_count((width / unit + 1) / 4)
    step = width / (4 * count - 1)

    def point(right: float, high: float) -> Point:
        """Return a point of the strip, given in steps to the right and units up."""
        far, tall = right * step, high * unit
        return start[0] + along[0] * far + up[0] * tall, start[1] + along[1] * far + up[1] * tall

    keys = [f"M {_points(point(4 * key + right, high) for right, high in _KEY)}" for key in range(count)]
    return [f"M {_points([point(0, 0), point(4 * count - 1, 0)])}", *keys]


_KEY: tuple[Point, ...] = ((0, 0), (0, 4), (3, 4), (3, 1), (1, 1), (1, 3), (2, 3), (2, 2))
"""The line of one key from its base inwards, in units to the right and up."""


def laurel(
    r: float,
    x: float = 0,
    y: float = 0,
    *,
    leaves: int = 11,
    leaf: float | None = None,
    opening: float = 40,
    **paint: object,
) -> Markup:
    """A wreath of two branches that meet at the foot, with leaves inside and outside a circle; needs a fill."""
    _check_count(4 * leaves)
    length = 1.9 * math.radians(180 - opening / 2) * r / leaves if leaf is None else leaf
    # Each branch covers half the circle but for its part of the opening at the top.
    step = (180 - opening / 2) / leaves
    blades = [
        _leaf(_polar(x, y, r, 180 + hand * (index + 0.1) * step), length, 180 + hand * (index * step + 90 + lean))
        for hand in (1, -1)
        for index in range(leaves)
        for lean in (-16, 56)
    ]
    return _path(blades, paint)


def _leaf(foot: Point, length: float, heading: float) -> str:
    """Return the path of an almond shape from its foot to its tip; `heading` is in degrees clockwise from up."""
    tip = _polar(*foot, length, heading)
    sides = [_polar(*foot, 0.55 * length, heading + turn) for turn in (28, -28)]
    return f"M {_xy(*foot)} Q {_points([sides[0], tip])} Q {_points([sides[1], foot])} Z"


def mosaic(
    seed: str,
    width: float,
    height: float,
    size: float,
    colours: Sequence[str],
    x: float = 0,
    y: float = 0,
    *,
    joint: float = 0.12,
    **paint: object,
) -> Markup:
    """Uneven stones of about `size`, `joint` apart, one path for each colour; a seed always gives the same mosaic."""
    columns, rows = _whole_count(width / size), _whole_count(height / size)
    _check_count(columns * rows)
    chance = Random(str(seed))  # noqa: S311  ornament, not secrets
    corners = _corners(columns, rows, width / columns, height / rows, chance)
    stones: dict[str, list[str]] = {colour: [] for colour in colours}
    for column, row in ((column, row) for row in range(rows) for column in range(columns)):
        around = [corners[row + down][column + right] for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))]
        # Python promises equal numbers in all its versions for random() alone, not for choice().
        colour = colours[int(chance.random() * len(colours))]
        stones[colour].append(_stone([(x + px, y + py) for px, py in around], joint))
    return _group([_element(parts, {"fill": colour}) for colour, parts in stones.items() if parts], paint)


def _corners(columns: int, rows: int, wide: float, high: float, chance: Random) -> list[list[Point]]:
    """Return the corners of the stones: a grid moved at random by up to an eighth of a cell, straight at its edge."""

    def shift(index: int, last: int, cell: float) -> float:
        """Return a coordinate of a corner, moved at random unless it is on the edge."""
        shake = (chance.random() - 0.5) * cell / 4
        return index * cell + (shake if 0 < index < last else 0)

    return [
        [(shift(column, columns, wide), shift(row, rows, high)) for column in range(columns + 1)]
        for row in range(rows + 1)
    ]


def _stone(corners: Sequence[Point], joint: float) -> str:
    """Return the path of a stone within its corners, made smaller by half a joint."""
    cx, cy = (sum(part) / 4 for part in zip(*corners, strict=True))
    shrunk = []
    for px, py in corners:
        away = math.hypot(px - cx, py - cy)
        # Corners move along the diagonal, by half a joint in each direction.
        keep = max(0.0, 1 - joint * 0.7071 / away) if away else 0.0
        shrunk.append((cx + (px - cx) * keep, cy + (py - cy) * keep))
    return f"M {_points(shrunk)} Z"


def ruler(length: float, x: float = 0, y: float = 0, *, height: float = 4, **paint: object) -> Markup:
    """Ticks every millimetre along an upper edge, longer at each fifth and longest at each tenth; needs a stroke."""
    _check_count(int(length))
    ticks = [
        _line((x + tick, y), (x + tick, y + height * (1 if tick % 10 == 0 else 0.7 if tick % 5 == 0 else 0.45)))
        for tick in range(int(length) + 1)
    ]
    return _path([_line((x, y), (x + int(length), y)), *ticks], paint)


DRAWINGS: dict[str, Callable[..., Markup]] = {
    drawing.__name__: drawing
    for drawing in (
        grid, pattern, coins, rays, star, dashes, wave, guilloche, scales, fret, meander, laurel, mosaic, ruler,
    )
}  # fmt: skip
"""Every drawing by the name that templates use."""


def _check_count(count: float) -> None:
    """Raise ValueError for a drawing of no parts, or of too many."""
    if not 1 <= count <= MOST:
        raise ValueError(f"a drawing has 1 to {MOST:,} parts, not {decimal(count)}")


def _whole_count(count: float, wanted_count: int | None = None) -> int:
    """Return the number of whole parts nearest to `count`, at least one; `wanted_count` overrides it."""
    count = max(1.0, count if wanted_count is None else wanted_count)
    _check_count(count)
    return round(count)


def _polar(x: float, y: float, r: float, degrees: float) -> Point:
    """Return the point at a distance `r` from (x, y), in degrees clockwise from up."""
    angle = math.radians(degrees)
    return x + r * math.sin(angle), y - r * math.cos(angle)


def _xy(x: float, y: float) -> str:
    """Return two numbers as text of SVG."""
    return f"{decimal(x)} {decimal(y)}"


def _points(points: Iterable[Point]) -> str:
    """Return points as text of SVG."""
    return " ".join(_xy(*point) for point in points)


def _line(start: Point, end: Point) -> str:
    """Return the path of a straight line."""
    return f"M {_xy(*start)} L {_xy(*end)}"


def _rect(x: float, y: float, width: float, height: float) -> str:
    """Return the path of a rectangle."""
    return f"M {_points([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])} Z"


def _element(parts: Sequence[str], paint: dict[str, Any]) -> Any:
    """Return a path element of joined parts, with its paint."""
    return _painted(_SVG.path.Path(" ".join(parts), debug=False), paint)


def _path(parts: Sequence[str], paint: dict[str, Any]) -> Markup:
    """Return the markup of a path of joined parts, with its paint."""
    return Markup(_element(parts, paint).tostring())  # noqa: S704  svgwrite has escaped every attribute


def _group(parts: Iterable[Any], paint: dict[str, Any]) -> Markup:
    """Return the markup of a group of elements, with its paint."""
    group = _painted(_SVG.container.Group(debug=False), paint)
    for part in parts:
        group.add(part)
    return Markup(group.tostring())  # noqa: S704  svgwrite has escaped every attribute


def _painted(element: Any, paint: dict[str, Any]) -> Any:
    """Return an element with its paint as attributes. Raises ValueError for an unknown one."""
    for name, value in paint.items():
        if name not in PAINT:
            raise ValueError(f"unknown paint {name!r}{suggestion(name, PAINT)}")
        element.attribs[name.replace("_", "-")] = decimal(value) if isinstance(value, float) else str(value)
    return element
