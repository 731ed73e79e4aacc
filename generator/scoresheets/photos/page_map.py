"""The way from points of a page to pixels of its photo, and the photo laid flat by it."""

from __future__ import annotations

import numpy as np
from PIL import Image

from generator.scoresheets.photos.plane_geometry import Array, project

_CELL, _LARGE_CELL = 24, 40
"""Sides, in pixels, of the squares that are mapped by their corners; within them the map is bilinear.

The large ones serve at full size, where curl that moves paper by 14 pixels is off by 0.03 in them.
"""
_DEGREE = 4
"""Degree of the polynomials for the curl of paper: a wave over the whole page needs 3, two bends 4."""
_REACH = 50.0
"""Distance, in pixels of the page, over which measured shifts are averaged."""


class PageMap:
    """Homography of a page whose points were moved first by a polynomial, then by nearby measured shifts."""

    def __init__(self, homography: Array, size: tuple[int, int]) -> None:
        """Begin with a homography alone; `size` is the size of the page in pixels."""
        self.homography, self.size = homography, size
        self._coefficients = np.zeros((self.basis(np.zeros((1, 2))).shape[1], 2))
        self._shifts: tuple[Array, Array, Array] | None = None

    def __call__(self, points: Array) -> Array:
        """Return points of the page as pixels of the photo."""
        moved = points + self.basis(points) @ self._coefficients
        return project(self.homography, moved + self._nearby_shift(points))

    def basis(self, points: Array) -> Array:
        """Return the terms x^i · y^j of the polynomial at points, whose coordinates are scaled to -1 to 1."""
        x, y = (2 * points[:, axis] / self.size[axis] - 1 for axis in (0, 1))
        return np.stack([x**i * y**j for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)], 1)

    def bend(self, coefficients: Array) -> None:
        """Add a displacement of all points, given as coefficients of the polynomial for x and for y."""
        self._coefficients = self._coefficients + coefficients

    def shift_locally(self, points: Array, shifts: Array, weights: Array) -> None:
        """Set shifts that were measured at points; they count less the farther a place is from the point."""
        self._shifts = points, shifts, weights

    def _nearby_shift(self, points: Array) -> Array:
        """Return the mean of the shifts measured around each point, nearer ones with more weight."""
        if self._shifts is None:
            return np.zeros(points.shape)
        places, shifts, weights = self._shifts
        squares = ((points[:, None] - places[None]) ** 2).sum(2)
        shares = np.exp(-squares / (2 * _REACH**2)) * weights
        # The constant draws the mean towards no shift where nothing was measured.
        return (shares @ shifts) / (shares.sum(1)[:, None] + 0.3)


def flatten_photo(photo: Image.Image, page_map: PageMap, scale: float) -> Image.Image:
    """Return the page as the photo shows it, `scale` times the size of the page."""
    width, height = (max(1, round(scale * side)) for side in page_map.size)
    cell = max(_CELL, _LARGE_CELL * scale)
    columns, rows = (
        np.round(np.linspace(0, side, max(1, round(side / cell)) + 1)).astype(int) for side in (width, height)
    )
    nodes: Array = np.stack(np.meshgrid(columns, rows), 2)
    corners = page_map(nodes.reshape(-1, 2) / scale).reshape(nodes.shape)
    # Pillow names the corners of a cell counter-clockwise from the top left.
    quads = np.concatenate([corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:]], 2)
    cells = [
        ((int(columns[i]), int(rows[j]), int(columns[i + 1]), int(rows[j + 1])), tuple(quads[j, i].tolist()))
        for j in range(len(rows) - 1)
        for i in range(len(columns) - 1)
    ]
    return photo.transform((width, height), Image.Transform.MESH, cells, Image.Resampling.BILINEAR)
