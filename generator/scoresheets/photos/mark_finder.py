"""Find the marks in the corners of a sheet: a dark square in a frame, with widths of 1, 1, 3, 1 and 1 across."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from PIL import Image

from generator.scoresheets.photos.image_filters import dilate, erode, grey_pixels
from generator.scoresheets.photos.plane_geometry import Array, convex_hull, signed_area

_COARSE = 4
"""How many times smaller the image is in which light and dark are looked for."""
_NEAR = 3
"""Radius, in pixels of that image, of the surroundings that a pixel is compared with: a mark and its white border."""
_CONTRAST = 25
"""Difference between light and dark, in levels of grey, that a mark has even in the shade."""
_WIDTHS = np.array([1, 1, 3, 1, 1])
_DEVIATION = 0.65
"""Difference from those widths that blur and a slant leave, in modules; for the middle the double."""
_LEAST_SIDE, _MOST_SIDE = 9, 90
"""Pixels across a mark, from photos that are too small to be read to those that show nothing else."""
_MOST = 12
"""Marks of a photo among which four are looked for: 495 fours."""
_LARGEST_FOURS = 3
_SKEW = 2.0
"""Pixels by which the middles of the marks of a blank page may be off."""
_LEAST_SHARE = 0.7
"""Share of a page that lies between its marks."""
_ALIKE = 1.7
"""Largest ratio of the sides of two marks of one sheet, of which one is farther away."""


def mark_outlines(photo: Image.Image) -> list[Array]:
    """Return quadrilaterals whose corners may be the marks of a sheet, the clearest first and then the largest."""
    hulls = [convex_hull(four[:, :2]) for four in _alike_fours(find_marks(photo))]
    outlines = [hull for hull in hulls if len(hull) == 4]
    return outlines[:1] + sorted(outlines, key=lambda outline: -float(signed_area(outline)))[:_LARGEST_FOURS]


def printed_marks(page: Image.Image) -> Array | None:
    """Return the middles of the marks of a blank page, clockwise from the top left; None for a page without marks."""
    width, height = page.size
    for outline in mark_outlines(page):
        corners = np.roll(outline, -int(outline.sum(1).argmin()), 0)
        x0, y0 = corners.min(0)
        x1, y1 = corners.max(0)
        is_upright = np.abs(corners - [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]).max() < _SKEW
        # Marks stand near the corners of the page, nothing else that is found does.
        if is_upright and (x1 - x0) * (y1 - y0) > _LEAST_SHARE * width * height:
            return corners
    return None


def _alike_fours(marks: Array) -> Iterator[Array]:
    """Yield sets of four marks of about one size."""
    for four in combinations(marks, 4):
        sides = [mark[2] for mark in four]
        if max(sides) < _ALIKE * min(sides):
            yield np.array(four)


def find_marks(photo: Image.Image) -> Array:
    """Return rows of x, y and side in pixels, one for each mark; the ones with the most lines through them first."""
    grey = photo.convert("L")
    dark = _is_dark(grey)
    lines = _middles(dark)
    columns = _middles(dark.T)[:, [1, 0, 2]]
    clusters: list[tuple[float, float, float, int]] = []
    while len(lines):
        x, y, side = np.median(lines[_beside(lines, lines[len(lines) // 2])], 0)
        is_here = _beside(lines, (x, y, side)) | _beside(lines, lines[len(lines) // 2])
        across = columns[_beside(columns, (x, y, side))]
        # A mark is one along its columns too; letters and icons are not.
        if len(across):
            clusters.append((float(np.median(across[:, 0])), y, side, int(is_here.sum()) + len(across)))
        lines = lines[~is_here]
    clusters.sort(key=lambda mark: -mark[3] / mark[2])
    return np.array([mark[:3] for mark in clusters[:_MOST]]).reshape(-1, 3)


def _is_dark(grey: Image.Image) -> Array:
    """Return which pixels are darker than the middle of the lightest and darkest around them."""
    # Blur makes the white within a mark grey, and the paper does not: a mean of the paper would be no limit.
    size = max(1, grey.width // _COARSE), max(1, grey.height // _COARSE)
    pixels = grey_pixels(grey.resize(size, Image.Resampling.BOX))
    light, shade = dilate(pixels, _NEAR), erode(pixels, _NEAR)
    limit = Image.fromarray(np.where(light - shade > _CONTRAST, (light + shade) / 2, 0).astype(np.uint8))
    return np.asarray(grey) < np.asarray(limit.resize(grey.size, Image.Resampling.BILINEAR))


def _middles(dark: Array) -> Array:
    """Return rows of x, y and length, one for each stretch of a line of pixels that runs through a mark."""
    height, width = dark.shape
    # A light column at each end keeps runs of neighbouring lines apart.
    padded = np.zeros((height, width + 2), bool)
    padded[:, 1:-1] = dark
    flat = padded.ravel()
    changes: Array = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    if len(changes) < 7:
        return np.zeros((0, 3))
    runs = np.diff(changes)
    # Runs begin with a dark one, so that every second one is.
    five = np.stack([runs[index : len(runs) - 4 + index : 2] for index in range(5)], 1)
    starts = changes[: len(five) * 2 : 2]
    length = five.sum(1)
    modules = length / 7
    errors = np.abs(five / np.maximum(modules, 1)[:, None] - _WIDTHS)
    is_mark = (errors <= _DEVIATION * np.array([1, 1, 2, 1, 1])).all(1)
    is_mark &= (length >= _LEAST_SIDE) & (length <= _MOST_SIDE)
    middle = starts[is_mark] + length[is_mark] / 2
    line = starts[is_mark] // (width + 2)
    return np.stack([middle - line * (width + 2) - 1, line + 0.5, length[is_mark]], 1)


def _beside(lines: Array, place: tuple[float, float, float]) -> Array:
    """Return which stretches have their middle in the inner square of a mark."""
    x, y, side = place
    return np.maximum(np.abs(lines[:, 0] - x), np.abs(lines[:, 1] - y)) < side / 3
