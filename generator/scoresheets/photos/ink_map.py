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
_PRINTED = 0.15
"""Darkness from which a line of the print has to be on the photo too."""
_PALEST = 0.06
"""Darkness of the palest lines of the print, which a copy may make dark."""
_ASIDE = 2
"""Pixels by which a line of the print may lie beside its place."""


@dataclass(frozen=True, slots=True)
class InkMap:
    """Darkness beyond the print, and how far each pixel can be trusted."""

    darkness: Array
    """Difference from the print, 0 to 1."""
    strokes: Array
    """Difference from the surroundings, 0 to 1: lines of a pen, and no edges of shadows."""
    trust: Array
    """Weight of each pixel, 0 to 1: small at edges of the print."""
    printed: Array
    """Darkness of the lines of the print, 0 to 1; 0 elsewhere."""
    absent: Array
    """The part of it that the photo lacks."""
    is_near_line: Array
    """Whether a line of the print, even a pale one, is at a pixel or beside it."""


def measure_ink(photo: Image.Image, blank: Image.Image) -> InkMap:
    """Return the ink on a page: `photo` lies flat over `blank`, pixel for pixel."""
    red, green, blue = map(np.asarray, blank.split())
    is_white = np.minimum(np.minimum(red, green), blue) > _WHITE
    white = _divide_by_paper(photo, is_white)
    soft = _as_soft(blank, white[1])
    darkness: Array = np.zeros(is_white.shape, np.float32)
    largest: Array = np.full(is_white.shape, -1, np.float32)
    for channel, drawn in zip(white, map(np.asarray, soft.split()), strict=True):
        missing = _expected(channel, drawn) - channel
        darkness += missing / 6
        np.maximum(largest, missing, out=largest)
    # Blue ink hardly shows in the blue channel, and red in the red: half the mean, half the strongest channel.
    grey = np.asarray(soft.convert("L"), np.float32) / 255
    down, across = np.gradient(grey)
    darkness += largest / 2
    strokes = np.minimum(thin_darkness(-darkness, _STROKE), _thin_shares(photo))
    trust = 1 / (1 + (dilate(np.hypot(across, down)) / _EDGE) ** 2)
    return InkMap(darkness, strokes, trust, *_absent_lines(sum(white) / 3, grey))


def _absent_lines(photo: Array, drawn: Array) -> tuple[Array, Array, Array]:
    """Return how dark the lines of the print are, by how much less so on the photo, and where they are near.

    Both images are grey, in shares of white. Ink only adds to the lines.
    """
    printed, photographed = (thin_darkness(grey, _STROKE) for grey in (drawn, photo))
    is_near = dilate(printed > _PALEST, _ASIDE)
    printed[printed < _PRINTED] = 0
    return printed, np.maximum(printed - dilate(photographed, _ASIDE), 0), is_near


def _thin_shares(photo: Image.Image) -> Array:
    """Return by how much of the light around it each pixel is darker, for lines of a pen.

    Paper is measured in blocks: beside the hard edge of a shadow it is off by a stripe as broad as a felt pen's line,
    which the photo itself does not show.
    """
    thin: Array = np.zeros(photo.size[::-1], np.float32)
    for channel in map(np.asarray, photo.split()):
        around = close(channel, _STROKE)
        np.maximum(thin, (around - channel) / np.maximum(around, np.float32(8)), out=thin)
    return thin


def _divide_by_paper(photo: Image.Image, is_white: Array) -> list[Array]:
    """Return the channels of a photo in shares of the white of the paper around each pixel.

    That evens out light and its colour.
    """
    height, width = is_white.shape
    rows, columns = math.ceil(height / _BLOCK), math.ceil(width / _BLOCK)
    block = (np.arange(height) // _BLOCK * columns)[:, None] + np.arange(width) // _BLOCK
    first = 256 * block[is_white]
    channels = []
    for channel in map(np.asarray, photo.split()):
        counts = np.bincount(first + channel[is_white], minlength=rows * columns * 256)
        levels = _brightness(counts.reshape(rows, columns, 256))
        # Blocks that are filled in whole look like dark paper: brighter ones around them close over them.
        paper = close(_filled(levels), _LARGEST_FILL)
        light = _median_of_nine(paper).astype(np.float32)
        large = Image.fromarray(light).resize((columns * _BLOCK, rows * _BLOCK), Image.Resampling.BILINEAR)
        channels.append(channel / np.maximum(np.asarray(large)[:height, :width], 8))
    return channels


def _brightness(counts: Array) -> Array:
    """Return the level of the paper of each block from its histogram; NaN for one with too little white.

    The 80th percentile is paper even where half of a block is covered with ink.
    """
    sums = counts.cumsum(2)
    place = 0.8 * (sums[..., -1] - 1)
    rank = np.floor(place)
    lower, upper = ((sums <= rank[..., None] + next_).sum(2) for next_ in (0, 1))
    return np.where(sums[..., -1] > _FEWEST, lower + (place - rank) * (upper - lower), np.nan)


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
    """Return the print blurred as the photo is, judged by every third pixel of the green channel."""
    photo, green = white[::3, ::3], blank.getchannel("G")

    def difference(radius: float) -> float:
        """Return how much the print, blurred with a radius, differs from the photo."""
        drawn = np.asarray(_blurred(green, radius))[::3, ::3] / np.float32(255)
        # Ink is darker by more than 0.3, and must not choose the blur.
        return float(np.minimum(np.abs(photo - drawn), 0.3).mean())

    return _blurred(blank, min(_BLURS, key=difference))


def _blurred(image: Image.Image, radius: float) -> Image.Image:
    """Return an image blurred with a radius in pixels, which may be 0."""
    return image.filter(ImageFilter.BoxBlur(radius)) if radius else image


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
