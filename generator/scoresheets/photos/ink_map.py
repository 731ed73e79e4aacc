"""Ink on a flattened photo: how much darker each pixel is than the print below it."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageFilter

from generator.base.records import dataclass
from generator.scoresheets.photos.image_filters import close, dilate, thin_darkness
from generator.scoresheets.photos.plane_geometry import Array

_BLOCK = 28
"""Side, in pixels, of the blocks whose white is measured. Half a centimetre: less than lamps change light over."""
_WHITE = 225
"""Level from which the print counts as white paper."""
_LARGEST_FILL = 2
"""Half the width, in blocks, of the largest area of ink: two rows of circles, all filled in."""
_FEWEST = 40
"""White pixels that a block needs; others take the white of their neighbours."""
_BLURS = (0.0, 0.8, 1.4, 2.2, 3.0)
"""Radii, in pixels, of which the one is taken that makes the print as soft as the photo."""
_STROKE = 7
"""Half the width, in pixels, of the broadest line of a pen: 7 points, twice a felt pen's."""
_EDGE = 0.035
"""Difference between neighbouring pixels of the print at which a pixel counts half: edges are never laid exactly."""


@dataclass(frozen=True, slots=True)
class InkMap:
    """Darkness beyond the print, and how far each pixel can be trusted."""

    darkness: Array
    """Difference from the print, 0 to 1."""
    strokes: Array
    """Difference from the surroundings, 0 to 1: lines of a pen, and no edges of shadows."""
    trust: Array
    """Weight of each pixel, 0 to 1: small at edges of the print."""


def measure_ink(photo: Image.Image, blank: Image.Image) -> InkMap:
    """Return the ink on a page: `photo` lies flat over `blank`, pixel for pixel."""
    drawn = np.asarray(blank)
    white = _divide_by_paper(np.asarray(photo), drawn)
    soft = np.asarray(_as_soft(blank, white))
    darkness: Array = np.zeros(white.shape[:2], np.float32)
    largest: Array = np.full(white.shape[:2], -1, np.float32)
    for channel in range(3):
        missing = _expected(white[..., channel], soft[..., channel]) - white[..., channel]
        darkness += missing / 6
        np.maximum(largest, missing, out=largest)
    # Blue ink hardly shows in the blue channel, and red in the red: half the mean, half the strongest channel.
    grey = np.asarray(Image.fromarray(soft).convert("L"), np.float32) / 255
    down, across = np.gradient(grey)
    darkness += largest / 2
    return InkMap(darkness, thin_darkness(-darkness, _STROKE), 1 / (1 + (dilate(np.hypot(across, down)) / _EDGE) ** 2))


def _divide_by_paper(photo: Array, drawn: Array) -> Array:
    """Return the photo in shares of the white of the paper around each pixel, which evens out light and its colour."""
    height, width, _ = photo.shape
    rows, columns = math.ceil(height / _BLOCK), math.ceil(width / _BLOCK)
    is_white = drawn.min(2) > _WHITE
    even = np.empty(photo.shape, np.float32)
    levels = np.full((rows, columns, 3), np.nan)
    for row in range(rows):
        for column in range(columns):
            block = np.s_[row * _BLOCK : (row + 1) * _BLOCK, column * _BLOCK : (column + 1) * _BLOCK]
            if np.count_nonzero(is_white[block]) > _FEWEST:
                # The 80th percentile is paper even where half of a block is covered with ink.
                levels[row, column] = np.percentile(photo[block][is_white[block]], 80, axis=0)
    for channel in range(3):
        # Blocks that are filled in whole look like dark paper: brighter ones around them close over them.
        paper = close(_filled(levels[..., channel]), _LARGEST_FILL)
        light = _median_of_nine(paper).astype(np.float32)
        large = Image.fromarray(light).resize((columns * _BLOCK, rows * _BLOCK), Image.Resampling.BILINEAR)
        even[..., channel] = photo[..., channel] / np.maximum(np.asarray(large)[:height, :width], 8)
    return even


def _filled(levels: Array) -> Array:
    """Return a grid whose gaps hold the mean of their neighbours."""
    while np.isnan(levels).any():
        around = _neighbours(levels)
        counts = (~np.isnan(around)).sum(0)
        if not counts.any():
            return np.full(levels.shape, 255.0)
        means = np.nansum(around, 0) / np.maximum(counts, 1)
        levels = np.where(np.isnan(levels) & (counts > 0), means, levels)
    return levels


def _median_of_nine(levels: Array) -> Array:
    """Return the median of each value of a grid and its eight neighbours."""
    return np.median(_neighbours(np.pad(levels, 1, mode="edge"))[:, 1:-1, 1:-1], 0)


def _neighbours(levels: Array) -> Array:
    """Return nine shifted copies of a grid; NaN where they reach beyond it."""
    padded = np.pad(levels, 1, constant_values=np.nan)
    rows, columns = levels.shape
    return np.stack([padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)])


def _as_soft(blank: Image.Image, white: Array) -> Image.Image:
    """Return the print blurred as the photo is, judged by every third pixel."""
    photo = white[::3, ::3, 1]

    def difference(image: Image.Image) -> float:
        """Return how much a blurred print differs from the photo."""
        drawn = np.asarray(image)[::3, ::3, 1] / np.float32(255)
        # Ink is darker by more than 0.3, and must not choose the blur.
        return float(np.minimum(np.abs(photo - drawn), 0.3).mean())

    soft = (blank.filter(ImageFilter.BoxBlur(radius)) if radius else blank for radius in _BLURS)
    return min(soft, key=difference)


def _expected(white: Array, soft: Array) -> Array:
    """Return the photo as the print alone would give it: the median of all pixels that are printed alike."""
    levels = np.clip(white[::2, ::2] * 200, 0, 255).astype(np.int64)
    bins = soft[::2, ::2].astype(np.int64) // 8
    counts = np.bincount((bins * 256 + levels).ravel(), minlength=32 * 256).reshape(32, 256)
    totals = counts.sum(1)
    medians = (np.cumsum(counts, 1) * 2 < totals[:, None]).sum(1) / 200
    is_common = totals > 100
    tone = np.interp(np.arange(256), np.flatnonzero(is_common) * 8 + 4, medians[is_common])
    return tone.astype(np.float32)[soft]
