"""Shapes of handwritten digits: the ink of a box is divided into digits, each of which becomes a row of features."""

from __future__ import annotations

from functools import cache

import numpy as np
from PIL import Image

from generator.base.records import dataclass
from generator.scoresheets.photos.image_filters import label_areas
from generator.scoresheets.photos.plane_geometry import Array

_PALEST = 0.1
"""Darkness that counts as ink in pale pencil."""
_SHARE_OF_LINE = 0.4
"""Darkness of the edge of a line, as a share of the darkness of its middle."""
_SPECK = 0.06
"""Share of the ink of a digit that separate specks may have; more of it may be a part of the digit."""
_OVERLAP = 0.3
"""Share of the narrower part's width from which two parts stand over each other, and are one digit."""
_LEAST_HEIGHT = 9
"""Pixels of the lowest digit that is read."""
_LEAST_SHARE, _MOST_RATIO = 0.3, 1.8
"""Least height of a digit as a share of its box, and the largest ratio of the heights of two digits of a number."""
_WIDEST, _WIDEST_OF_SEVERAL = 1.15, 0.9
"""Width of the widest digit in heights, and of one among several digits: wider ink is two digits that touch."""
_INSIDE_BOX = 0.75
"""Share of the ink of a digit that lies in its box; one with less is a neighbour's."""
_STEEPEST = 0.45
"""Slant that is taken out of a digit at most, in widths a height."""

SIDE, _INSIDE = 32, 24
"""Sides, in pixels, of the square in which features are measured, and of the digit in it."""
_DIRECTIONS, _CELLS = 8, 5


@dataclass(frozen=True, slots=True)
class _Part:
    """Connected ink of a box."""

    labels: tuple[int, ...]
    start: int
    end: int
    """The column behind the last one."""


def digit_shapes(darkness: Array, *, is_several: bool = False) -> list[Array]:
    """Return the features of each digit of the ink in a box, from left to right; none for ink that is no number.

    `darkness` is the ink of the inner of the box, 0 to 1; `is_several` for a box that has room for several digits.
    """
    level = max(float(np.percentile(darkness, 99)), _PALEST)
    mask = darkness > max(_PALEST, _SHARE_OF_LINE * level)
    labels = label_areas(mask)
    digits = _digits(labels)
    shapes = [np.where(np.isin(labels, digit.labels), darkness / level, 0) for digit in digits]
    extents = [_extent(shape > 0) for shape in shapes]
    heights = [bottom - top for _, top, _, bottom in extents]
    if not heights or min(heights) < max(_LEAST_HEIGHT, _LEAST_SHARE * len(darkness)):
        return []
    high, wide = darkness.shape
    # Ink at the edge may go on there, or come from a neighbour.
    if any(0 in (start, top) or end == wide or bottom == high for start, top, end, bottom in extents):
        return []
    widest = _WIDEST_OF_SEVERAL if is_several else _WIDEST
    are_wide = any(end - start > widest * (bottom - top) for start, top, end, bottom in extents)
    if are_wide or max(heights) > _MOST_RATIO * min(heights):
        return []
    return [_features(*_normalized(np.minimum(shape, 1))) for shape in shapes]


def whole_digit(darkness: Array, edge: int) -> Array | None:
    """Return the features of the only digit in a box, which may run over its line; None for other ink.

    `darkness` is the ink of the inner of the box and of `edge` pixels around it. Ink beside the digit may be a part of
    it that the line of the box cuts off.
    """
    inner = np.s_[edge:-edge, edge:-edge]
    level = max(float(np.percentile(darkness[inner], 99)), _PALEST)
    labels = label_areas(darkness > max(_PALEST, _SHARE_OF_LINE * level))
    digits = _digits(labels)
    if len(digits) != 1:
        return None
    mask = np.isin(labels, digits[0].labels)
    start, top, end, bottom = _extent(mask)
    high, wide = darkness.shape
    is_cut = 0 in (start, top) or end == wide or bottom == high
    is_low = bottom - top < max(_LEAST_HEIGHT, _LEAST_SHARE * (high - 2 * edge))
    is_wide = end - start > _WIDEST * (bottom - top)
    if is_cut or is_low or is_wide or mask[inner].sum() < _INSIDE_BOX * mask.sum():
        return None
    return _features(*_normalized(np.where(mask, np.minimum(darkness / level, 1), 0)))


def _digits(labels: Array) -> list[_Part]:
    """Return the parts of ink that are digits: parts that stand over each other are one; none where specks are many."""
    numbers, counts = np.unique(labels[labels > 0], return_counts=True)
    if not len(numbers):
        return []
    # Noise leaves specks; a large one may be a stroke whose end the print hides.
    is_speck = counts < _SPECK * counts.max()
    if counts[is_speck].sum() > _SPECK * counts.sum():
        return []
    digits: list[_Part] = []
    for number in numbers[~is_speck]:
        columns = np.flatnonzero((labels == number).any(0))
        digits.append(_Part((int(number),), int(columns[0]), int(columns[-1]) + 1))
    digits.sort(key=lambda part: part.start)
    joined: list[_Part] = []
    for part in digits:
        if joined and _stand_over(joined[-1], part):
            last = joined.pop()
            joined.append(_Part(last.labels + part.labels, last.start, max(last.end, part.end)))
        else:
            joined.append(part)
    return joined


def _stand_over(first: _Part, second: _Part) -> bool:
    """Return whether two parts share so many columns that they are one digit."""
    shared = min(first.end, second.end) - second.start
    return shared > _OVERLAP * min(first.end - first.start, second.end - second.start)


def _extent(mask: Array) -> tuple[int, int, int, int]:
    """Return first column, first row, and the column and row behind the last, of a mask that is not empty."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _normalized(shape: Array) -> tuple[Array, Array]:
    """Return a digit upright, in the middle of a square and of one size, and its slant and proportions.

    Upright, a slash would be a 1.
    """
    rows, columns = np.indices(shape.shape)
    weight = shape.sum()
    middle_x, middle_y = (columns * shape).sum() / weight, (rows * shape).sum() / weight
    down = rows - middle_y
    lean = float(((columns - middle_x) * down * shape).sum() / max((down * down * shape).sum(), 1e-6))
    slant = min(max(lean, -_STEEPEST), _STEEPEST)
    # A wide border keeps the sheared digit inside.
    border = len(shape)
    picture = Image.fromarray((np.pad(shape, border) * 255).astype(np.uint8))
    shift = -slant * (middle_y + border)
    upright = picture.transform(
        picture.size, Image.Transform.AFFINE, (1, slant, shift, 0, 1, 0), Image.Resampling.BILINEAR
    )
    start, top, end, bottom = _extent(np.asarray(upright) > 96)
    scale = _INSIDE / max(end - start, bottom - top)
    size = SIDE / scale
    x, y = (start + end - size) / 2, (top + bottom - size) / 2
    fitted = upright.transform(
        (SIDE, SIDE), Image.Transform.EXTENT, (x, y, x + size, y + size), Image.Resampling.BICUBIC
    )
    proportions = np.array([np.tanh(lean), (end - start) / max(end - start, bottom - top)], np.float32)
    return np.asarray(fitted, np.float32) / 255, proportions


def _features(picture: Array, proportions: Array) -> Array:
    """Return how much of a digit's outline runs in each of eight directions in each part of its square, and more."""
    # Steps of single pixels would be outlines of their own.
    smooth = _smoothed(picture)
    down, across = np.gradient(smooth)
    angle = (np.arctan2(down, across) / (2 * np.pi) * _DIRECTIONS) % _DIRECTIONS
    length = np.hypot(across, down)
    lower = np.floor(angle).astype(int) % _DIRECTIONS
    share = angle - np.floor(angle)
    planes: Array = np.zeros((_DIRECTIONS, SIDE, SIDE), np.float32)
    rows, columns = np.indices((SIDE, SIDE))
    # Two neighbouring directions share each pixel, so that a small turn changes little.
    planes[lower, rows, columns] += length * (1 - share)
    planes[(lower + 1) % _DIRECTIONS, rows, columns] += length * share
    weights = _cell_weights()
    sums = np.einsum("ir,drc,jc->dij", weights, planes, weights).ravel()
    return np.concatenate([np.sqrt(sums / max(float(sums.sum()), 1e-6)), proportions]).astype(np.float32)


def _smoothed(picture: Array) -> Array:
    """Return a picture blurred by one pixel."""
    padded = np.pad(picture, 1)
    lines = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
    return (lines[:, :-2] + 2 * lines[:, 1:-1] + lines[:, 2:]) / 4


@cache
def _cell_weights() -> Array:
    """Return the weight of each row of pixels for each row of cells, which fade into their neighbours."""
    edge = (SIDE - _INSIDE) / 2
    middles = edge + (np.arange(_CELLS) + 0.5) * _INSIDE / _CELLS
    pixels = np.arange(SIDE) + 0.5
    width = _INSIDE / _CELLS / 1.6
    return np.exp(-(((pixels[None] - middles[:, None]) / width) ** 2) / 2).astype(np.float32)
