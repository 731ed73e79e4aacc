"""Build a path of absolute moves, lines and cubic curves from the commands of SVG path data (SVG 1.1, 8.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, islice

from generator.base.geometry import quadratic_controls


class PathBuilder:
    """One method for each path command; (dx, dy) is added to its numbers: the current point, or 0 if absolute."""

    __slots__ = ("_control", "_last", "_start", "form", "values", "x", "y")

    def __init__(self) -> None:
        """Begin with an empty path at the origin."""
        self.form: list[str] = []
        """The path so far, with `#` for each of `values`."""
        self.values: list[float] = []
        self.x = self.y = 0.0
        self._start = (0.0, 0.0)
        self._last = ""
        self._control = (0.0, 0.0)
        """The last control point of the command `_last`, which S and T reflect."""

    def M(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802  named like the command
        """Move to a point, where a new subpath begins (command M)."""
        self.x, self.y = self._start = x + dx, y + dy
        self._last = ""
        self.form.append("M # #")
        self.values += self._start

    def L(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802
        """Draw a straight line from the current point to another (command L)."""
        if self._last == "Z":
            self._reopen()
        self.x, self.y = x + dx, y + dy
        self._last = ""
        self.form.append("L # #")
        self.values += (self.x, self.y)

    def lines(self, points: Sequence[float], *, relative: bool) -> None:
        """Draw several lines at once, to points given as x and y in turn: most of a map are such."""
        if self._last == "Z":
            self._reopen()
        self._last = ""
        self.form += ["L # #"] * (len(points) // 2)
        if relative:
            xs, ys = accumulate(points[::2], initial=self.x), accumulate(points[1::2], initial=self.y)
            points = [value for point in islice(zip(xs, ys, strict=True), 1, None) for value in point]
        self.values += points
        self.x, self.y = points[-2:]

    def H(self, dx: float, _: float, x: float) -> None:  # noqa: N802
        """Draw a horizontal line from the current point to an x (command H)."""
        self.L(0, 0, x + dx, self.y)

    def V(self, _: float, dy: float, y: float) -> None:  # noqa: N802
        """Draw a vertical line from the current point to a y (command V)."""
        self.L(0, 0, self.x, y + dy)

    def Z(self, *_: float) -> None:  # noqa: N802
        """Close the subpath by a line to its start (command Z)."""
        self.x, self.y = self._start
        self._last = "Z"
        self.form.append("Z")

    def C(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        """Draw a cubic curve, given two control points and the end (command C)."""
        if self._last == "Z":
            self._reopen()
        x1, y1, x2, y2, x, y = points
        self._last, self._control = "C", (x2 + dx, y2 + dy)
        self.x, self.y = x + dx, y + dy
        self.form.append("C # # # # # #")
        self.values += (x1 + dx, y1 + dy, *self._control, self.x, self.y)

    def S(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        """Draw a cubic curve that goes on smoothly from the last one: the second control point and the end."""
        x2, y2, x, y = points
        self.C(0, 0, *self._reflected("C"), x2 + dx, y2 + dy, x + dx, y + dy)

    def Q(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        """Draw a quadratic curve, given its control point and the end (command Q)."""
        x1, y1, x, y = points
        self._quadratic(x1 + dx, y1 + dy, x + dx, y + dy)

    def T(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802
        """Draw a quadratic curve that goes on smoothly from the last one to a point."""
        self._quadratic(*self._reflected("Q"), x + dx, y + dy)

    def A(self, dx: float, dy: float, *values: float) -> None:  # noqa: N802
        """Draw an arc of an ellipse: radii, rotation in degrees, large-arc and sweep flags, and the end."""
        rx, ry, turn, large, sweep, x, y = values
        # An arc without a radius is a straight line (SVG 1.1, F.6.2).
        if not rx or not ry:
            self.L(dx, dy, x, y)
            return
        end = (x + dx, y + dy)
        curves = arc_curves((self.x, self.y), (rx, ry), turn, bool(large), bool(sweep), end)
        for curve in curves:
            self.C(0, 0, *curve)
        if not curves:
            self.L(0, 0, *end)
        self._last = ""  # the curves of an arc are not reflected by S

    def _quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        """Draw a quadratic curve to absolute coordinates, as the cubic curve that is the same."""
        one, two = quadratic_controls((self.x, self.y), (x1, y1), (x, y))
        self.C(0, 0, *one, *two, x, y)
        self._last, self._control = "Q", (x1, y1)

    def _reflected(self, command: str) -> tuple[float, float]:
        """Return the last control point reflected at the current point.

        After a command other than `command` it is the current point itself.
        """
        if self._last != command:
            return self.x, self.y
        # A smooth curve begins as the last one ended (SVG 1.1, 8.3.6).
        return 2 * self.x - self._control[0], 2 * self.y - self._control[1]

    def _reopen(self) -> None:
        """Begin a new subpath at the start of the closed one, as SVG does without a move."""
        self.form.append("M # #")
        self.values += self._start


Point = tuple[float, float]
Curve = tuple[float, float, float, float, float, float]
"""Two control points and the end of a cubic curve."""

_NO_LENGTH = 1e-9
"""Far below the decimals of a written path."""


def arc_curves(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> list[Curve]:
    """Return the cubic curves of one elliptic arc, each at most a quarter turn; `turn` is in degrees.

    `large` and `sweep` are the flags of SVG. Empty where the arc has no length. The radii must not be 0, for such an
    arc is a line.
    """
    if math.dist(start, end) < _NO_LENGTH:
        return []
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * half[0] + sin * half[1], cos * half[1] - sin * half[0]
    rx, ry = abs(radii[0]), abs(radii[1])
    if (lack := math.hypot(x / rx, y / ry)) > 1:  # too small to reach from start to end
        rx, ry = rx * lack, ry * lack
    cx, cy = _centre(rx, ry, x, y, large is sweep)
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    angle = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    middle = cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2
    axes = rx * cos, rx * sin, -ry * sin, ry * cos
    curves = _quarters(first, angle, axes, middle)
    return [*curves[:-1], (*curves[-1][:4], *end)]  # end exactly where the data says, without rounding


def _centre(rx: float, ry: float, x: float, y: float, is_left: bool) -> Point:
    """Return the centre of the ellipse of an arc, in coordinates along its axes (SVG 1.1, F.6.5)."""
    reach = (x / rx) ** 2 + (y / ry) ** 2
    factor = math.sqrt(max(0.0, 1 / reach - 1)) * (-1 if is_left else 1)
    return factor * rx * y / ry, -factor * ry * x / rx


def _quarters(first: float, angle: float, axes: tuple[float, float, float, float], middle: Point) -> list[Curve]:
    """Return the cubic curves of an arc from an angle `first` over an `angle` in radians, each at most a quarter turn.

    `axes` has the two half axes of the ellipse as vectors, `middle` its centre.
    """
    # At most a quarter turn each: a single curve is then exact to 0.03 % of the radius.
    count = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / count
    # The length of handles with which a cubic curve comes nearest to an arc.
    reach = 4 / 3 * math.tan(step / 4)
    a, b, c, d = axes
    x, y = middle
    cos1, sin1 = math.cos(first), math.sin(first)
    curves = []
    for index in range(1, count + 1):
        cos2, sin2 = math.cos(first + index * step), math.sin(first + index * step)
        # The handles of a quarter of the unit circle, which are then placed on the ellipse as its end is.
        u1, v1 = cos1 - reach * sin1, sin1 + reach * cos1
        u2, v2 = cos2 + reach * sin2, sin2 - reach * cos2
        handles = a * u1 + c * v1 + x, b * u1 + d * v1 + y, a * u2 + c * v2 + x, b * u2 + d * v2 + y
        curves.append((*handles, a * cos2 + c * sin2 + x, b * cos2 + d * sin2 + y))
        cos1, sin1 = cos2, sin2
    return curves
