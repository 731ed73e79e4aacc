"""Points in a plane as arrays of shape (n, 2): hulls, quadrilaterals and homographies."""

from __future__ import annotations

from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
"""A numpy array."""

_MOST_VERTICES = 20
"""Vertices of a hull that are compared in fours: 4,845 quadrilaterals."""


def convex_hull(points: Array) -> Array:
    """Return the convex hull of points (Andrew's monotone chain), without collinear vertices."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    return np.array(_half_hull(ordered)[:-1] + _half_hull(ordered[::-1])[:-1])


def _half_hull(ordered: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the upper or lower half of the hull of points in order, both ends included."""
    chain: list[tuple[float, float]] = []
    for point in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(first: tuple[float, float], second: tuple[float, float], third: tuple[float, float]) -> float:
    """Return twice the signed area of a triangle, whose sign tells which way it turns."""
    across, down = second[0] - first[0], second[1] - first[1]
    return across * (third[1] - first[1]) - down * (third[0] - first[0])


def largest_quadrilateral(hull: Array) -> Array:
    """Return the four vertices of a convex hull that enclose the largest area, clockwise on the screen.

    A hull of many vertices loses those first that bound the smallest triangle.
    """
    while len(hull) > _MOST_VERTICES:
        before, after = np.roll(hull, 1, 0), np.roll(hull, -1, 0)
        corners = np.stack([before, hull, after], 1)
        hull = np.delete(hull, np.abs(signed_area(corners)).argmin(), 0)
    fours = hull[np.array(list(combinations(range(len(hull)), 4)))]
    areas = signed_area(fours)
    best = fours[np.abs(areas).argmax()]
    return best if signed_area(best) > 0 else best[::-1]


def signed_area(polygons: Array) -> Array:
    """Return the area of polygons of shape (…, n, 2); positive where they run clockwise with y downwards."""
    x, y = polygons[..., 0], polygons[..., 1]
    return (x * np.roll(y, -1, -1) - y * np.roll(x, -1, -1)).sum(-1) / 2


def fit_homography(source: Array, target: Array, weights: Array | None = None) -> Array:
    """Return the 3 × 3 matrix that maps source points to target points with the least weighted squares."""
    x, y = source.T
    u, v = target.T
    one, zero = np.ones(len(source)), np.zeros(len(source))
    # Two equations a point, with the last element of the matrix fixed at 1 (direct linear transform).
    across = np.stack([x, y, one, zero, zero, zero, -u * x, -u * y], 1)
    down = np.stack([zero, zero, zero, x, y, one, -v * x, -v * y], 1)
    scale = np.sqrt(one if weights is None else weights)
    matrix = np.concatenate([across * scale[:, None], down * scale[:, None]])
    right = np.concatenate([u * scale, v * scale])
    return np.append(np.linalg.lstsq(matrix, right, rcond=None)[0], 1.0).reshape(3, 3)


def project(homography: Array, points: Array) -> Array:
    """Return points mapped by a homography, a 3 × 3 matrix of perspective."""
    mapped = np.c_[points, np.ones(len(points))] @ homography.T
    return mapped[:, :2] / mapped[:, 2:]


def frame(width: float, height: float) -> Array:
    """Return the corners of a rectangle at the origin, clockwise from the top left."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
