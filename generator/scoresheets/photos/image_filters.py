"""Filters of grey images, which are arrays of shape (height, width) with 0 for black and 255 for white."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from generator.scoresheets.photos.plane_geometry import Array

_QUIET = 6.0
"""Contrast, in levels of grey, that counts as noise: it is added to the local contrast that divides."""


def grey_pixels(image: Image.Image) -> Array:
    """Return an image as an array of its levels of grey, from 0 for black to 255."""
    return np.asarray(image.convert("L"), np.float32)


def box_blur(pixels: Array, radius: int) -> Array:
    """Return the mean of the square of 2 · radius + 1 pixels around each pixel; edges are repeated."""
    for axis in (0, 1):
        pixels = _mean_along(pixels, radius, axis)
    return pixels


def _mean_along(pixels: Array, radius: int, axis: int) -> Array:
    """Return the mean of 2 · radius + 1 pixels along one axis around each pixel."""
    padded = np.pad(pixels, [(radius, radius) if axis == side else (0, 0) for side in (0, 1)], mode="edge")
    width, length = 2 * radius + 1, pixels.shape[axis]
    total, done = np.zeros_like(pixels), 0
    reach = 1
    # Sums of 1, 2, 4, 8 … pixels: those that the binary digits of the width name add up to it.
    while True:
        if width & reach:
            part = padded[done : done + length] if axis == 0 else padded[:, done : done + length]
            total += part
            done += reach
        if 2 * reach > width:
            return total / width
        before, after = (np.s_[:-reach], np.s_[reach:]) if axis == 0 else (np.s_[:, :-reach], np.s_[:, reach:])
        padded = padded[before] + padded[after]
        reach *= 2


def local_detail(pixels: Array, radius: int) -> Array:
    """Return the deviation of each pixel from its surroundings in units of their contrast: light and shadow vanish."""
    deviation = pixels - box_blur(pixels, radius)
    return deviation / (np.sqrt(box_blur(deviation * deviation, radius)) + _QUIET)


def dilate(pixels: Array, radius: int = 1) -> Array:
    """Return the largest value in the square of 2 · radius + 1 pixels around each pixel."""
    return _extremes(pixels, radius, np.maximum)


def erode(pixels: Array, radius: int = 1) -> Array:
    """Return the least value in the square of 2 · radius + 1 pixels around each pixel."""
    return _extremes(pixels, radius, np.minimum)


def _extremes(pixels: Array, radius: int, larger: Any) -> Array:
    """Return the largest values of squares around each pixel, or the least with `np.minimum`."""
    padded, width = np.pad(pixels, radius, mode="edge"), 2 * radius + 1
    for axis in (0, 1):
        reach = 1
        # Windows of 1, 2, 4, 8 … pixels: each is the larger of two halves that may overlap.
        while reach < width:
            step = min(reach, width - reach)
            before, after = (np.s_[:-step], np.s_[step:]) if axis == 0 else (np.s_[:, :-step], np.s_[:, step:])
            padded = larger(padded[before], padded[after])
            reach += step
    return padded


def thin_darkness(pixels: Array, radius: int) -> Array:
    """Return how much darker each pixel is than its surroundings, for lines up to 2 · radius wide (black top-hat).

    The edge of a shadow, which is dark on one side only, gives 0.
    """
    return close(pixels, radius) - pixels


def close(pixels: Array, radius: int) -> Array:
    """Return pixels without dark areas up to 2 · radius wide (morphological closing)."""
    return erode(dilate(pixels, radius), radius)


def otsu_threshold(pixels: Array) -> float:
    """Return the level that divides an image into two classes of the greatest variance between them (Otsu, 1979)."""
    counts, _ = np.histogram(pixels, 256, (0, 256))
    share = np.cumsum(counts) / counts.sum()
    moment = np.cumsum(counts * np.arange(256)) / counts.sum()
    spread = share * (1 - share)
    # At both ends of the scale one class is empty.
    variance = np.where(spread > 0, (moment[-1] * share - moment) ** 2 / np.maximum(spread, 1e-9), 0)
    return float(variance.argmax())


def label_areas(mask: Array) -> Array:
    """Return a number for each connected area of a mask, in the shape of the mask; 0 outside.

    Runs of pixels in neighbouring rows that share a column are one area (union-find).
    """
    padded = np.zeros((mask.shape[0], mask.shape[1] + 2), np.int8)
    padded[:, 1:-1] = mask
    changes = np.diff(padded, axis=1)
    rows, starts = (places.tolist() for places in np.nonzero(changes == 1))
    ends = np.nonzero(changes == -1)[1].tolist()
    roots = [*range(len(rows))]
    above = 0
    for run, row in enumerate(rows):
        while rows[above] < row - 1 or (rows[above] < row and ends[above] <= starts[run]):
            above += 1
        beside = above
        while rows[beside] < row and starts[beside] < ends[run]:
            roots[_root(roots, beside)] = _root(roots, run)
            beside += 1
    labels = np.zeros(mask.shape, int)
    for run, row in enumerate(rows):
        labels[row, starts[run] : ends[run]] = _root(roots, run) + 1
    return labels


def _root(roots: list[int], run: int) -> int:
    """Return the run that stands for the area of a run; the way to it is shortened."""
    while roots[run] != run:
        roots[run] = run = roots[roots[run]]
    return run
