"""Points, sizes, rectangles and affine matrices; y grows downwards, as on a page read from the top."""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.base.records import dataclass
from generator.base.units import to_mm

Point = tuple[float, float]

_QUARTERS: dict[float, tuple[float, float]] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
"""Cosine and sine of the quarter turns, in degrees."""


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in points."""

    width: float
    height: float

    @property
    def upright(self) -> Size:
        """The size with the shorter side as its width."""
        return self if self.width <= self.height else self.transpose()

    @property
    def in_mm(self) -> str:
        """Width and height in millimetres, for messages: `63.5 × 88.9 mm`."""
        return f"{to_mm(self.width):.4g} × {to_mm(self.height):.4g} mm"

    def transpose(self) -> Size:
        """Return the size turned by 90 degrees."""
        return Size(self.height, self.width)

    def difference(self, other: Size) -> float:
        """Return the difference of the shorter or of the longer sides of two sizes, the greater one, in points.

        >>> Size(180, 252).difference(Size(250, 180))
        2
        """
        ours, theirs = self.upright, other.upright
        return max(abs(ours.width - theirs.width), abs(ours.height - theirs.height))

    def expand(self, distance: float) -> Size:
        """Return the size with `distance` more on each of the four sides."""
        return Size(self.width + 2 * distance, self.height + 2 * distance)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in points; (x, y) is its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @classmethod
    def around(cls, points: Sequence[Point]) -> Rect:
        """Return the smallest rectangle around some points; raises ValueError if there are none."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        x_min, top = min(xs), min(ys)
        return cls(x_min, top, max(xs) - x_min, max(ys) - top)

    def expand(self, distance: float) -> Rect:
        """Return the rectangle with `distance` more on every side; a negative number shrinks it."""
        return Rect(self.x - distance, self.y - distance, self.width + 2 * distance, self.height + 2 * distance)

    def translate(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by distances to the right and down."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def contains(self, other: Rect, *, slack: float = 0.001) -> bool:
        """Whether `other` lies inside; it may stick out by `slack`, by default less than any printer can show."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Rect, *, slack: float = 0.001) -> bool:
        """Whether two rectangles share more than an edge; an overlap up to `slack` does not count."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def union(self, other: Rect) -> Rect:
        """Return the smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def intersection(self, other: Rect) -> Rect:
        """Return the part that lies in both rectangles; without width or height where they do not meet.

        >>> Rect(0, 0, 4, 4).intersection(Rect(3, 5, 4, 4))
        Rect(x=3, y=5, width=1, height=0.0)
        """
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, max(0.0, right - x), max(0.0, bottom - y))


def quadratic_controls(start: Point, control: Point, end: Point) -> tuple[Point, Point]:
    """Return the two control points of the cubic Bézier curve that is a quadratic one.

    >>> quadratic_controls((0, 0), (3, 6), (6, 0))
    ((2.0, 4.0), (4.0, 4.0))
    """
    (x, y), (u, v) = start, end
    a, b = control
    # Degree elevation: the cubic's controls lie two thirds of the way from its ends to the quadratic's control.
    return (x + 2 / 3 * (a - x), y + 2 / 3 * (b - y)), (u + 2 / 3 * (a - u), v + 2 / 3 * (b - v))


@dataclass(frozen=True, slots=True)
class Matrix:
    """An affine map, in the order of SVG: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @property
    def determinant(self) -> float:
        """The factor for areas, negative for a mirror image, 0 for a map onto a line."""
        return self.a * self.d - self.b * self.c

    @property
    def mean_scale(self) -> float:
        """The factor for lengths, the geometric mean of both directions."""
        return math.sqrt(abs(self.determinant))

    def __matmul__(self, inner: Matrix) -> Matrix:
        """Return the map that applies `inner` first and this one after it."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Return the point to which the map takes the point (x, y)."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def inverse(self) -> Matrix:
        """Return the inverse map.

        Raises ZeroDivisionError for a map with determinant 0.
        """
        det = self.determinant
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    def bounding_box(self, rect: Rect) -> Rect:
        """Return the smallest upright rectangle around the image of `rect`."""
        return Rect.around([self.apply(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)])

    @classmethod
    def translation(cls, dx: float, dy: float) -> Matrix:
        """Return a map that moves by distances to the right and down."""
        return cls(e=dx, f=dy)

    @classmethod
    def scaling(cls, sx: float, sy: float | None = None) -> Matrix:
        """Return a scaling about the origin; without `sy`, by `sx` both ways."""
        return cls(a=sx, d=sx if sy is None else sy)

    @classmethod
    def rotation(cls, degrees: float, about: tuple[float, float] = (0.0, 0.0)) -> Matrix:
        """Return a rotation about a point, clockwise on the page; quarter turns are exact."""
        # In floating point the cosine of 90 degrees would be 6e-17, and a page turned by it slightly slanted.
        quarter = _QUARTERS.get(degrees % 360)
        cos, sin = quarter or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
        x, y = about
        return cls(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


IDENTITY = Matrix()
