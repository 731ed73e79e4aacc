"""Convert elliptical arcs to cubic curves (SVG 1.1, appendix F.6)."""

from __future__ import annotations

import math

Point = tuple[float, float]
Curve = tuple[float, float, float, float, float, float]
"""Two control points and the end of a cubic curve."""

_NO_LENGTH = 1e-9
"""Far below the decimals of a written path."""


def arc_curves(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> list[Curve]:
    """The cubic curves of one arc, each at most a quarter turn; `turn` is in degrees.

    Empty where the arc has no length. The radii must not be 0, for such an arc is a line.
    """
    if math.dist(start, end) < _NO_LENGTH:
        return []
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * half[0] + sin * half[1], cos * half[1] - sin * half[0]
    rx, ry = _scale_up(abs(radii[0]), abs(radii[1]), x, y)
    cx, cy = _centre(rx, ry, x, y, large is sweep)
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    angle = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    middle = cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2
    axes = rx * cos, rx * sin, -ry * sin, ry * cos
    found = _quarters(first, angle, axes, middle)
    return [*found[:-1], (*found[-1][:4], *end)]  # end exactly where the data says, without rounding


def _scale_up(rx: float, ry: float, x: float, y: float) -> Point:
    """The radii, scaled up where they are too small to reach from start to end."""
    lack = math.hypot(x / rx, y / ry)
    return (rx * lack, ry * lack) if lack > 1 else (rx, ry)


def _centre(rx: float, ry: float, x: float, y: float, left: bool) -> Point:
    reach = (x / rx) ** 2 + (y / ry) ** 2
    factor = math.sqrt(max(0.0, 1 / reach - 1)) * (-1 if left else 1)
    return factor * rx * y / ry, -factor * ry * x / rx


def _quarters(first: float, angle: float, axes: tuple[float, float, float, float], middle: Point) -> list[Curve]:
    count = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / count
    reach = 4 / 3 * math.tan(step / 4)
    a, b, c, d = axes

    def placed(u: float, v: float) -> Point:
        return a * u + c * v + middle[0], b * u + d * v + middle[1]

    found = []
    for index in range(count):
        one, two = first + index * step, first + (index + 1) * step
        cos1, sin1, cos2, sin2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
        away = placed(cos1 - reach * sin1, sin1 + reach * cos1)
        back = placed(cos2 + reach * sin2, sin2 - reach * cos2)
        found.append((*away, *back, *placed(cos2, sin2)))
    return found
