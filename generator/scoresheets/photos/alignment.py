"""Lay a photographed page exactly over the blank one: perspective first, then the curl of the paper."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from PIL import Image

from generator.base.records import dataclass, replace
from generator.scoresheets.photos.image_filters import grey_pixels, local_detail
from generator.scoresheets.photos.page_finder import FoundPage
from generator.scoresheets.photos.page_map import PageMap, flatten_photo
from generator.scoresheets.photos.plane_geometry import Array, fit_homography, project

_RADIUS = 8
"""Radius, in pixels, of the surroundings that even out light before tiles are compared."""
_LIKE = 0.35
"""Correlation from which the shift of a tile counts."""
_FEWEST = 12
"""Tiles that must have been place: fewer do not hold a homography against errors."""


@dataclass(frozen=True, slots=True)
class _Pass:
    """One measurement of the whole page; lengths are pixels at `scale`."""

    scale: float
    step: int
    half: int
    """Half the side of a tile."""
    reach: int
    """Largest shift that is looked for."""
    bends: bool
    """Whether the paper may bend; else only its perspective changes."""


_PASSES = (
    _Pass(0.25, 28, 24, 14, bends=False),
    _Pass(0.25, 24, 18, 9, bends=True),
    _Pass(0.5, 36, 26, 10, bends=True),
    _Pass(0.5, 36, 24, 6, bends=True),
)
_USUAL = 1684
"""Longer side of a page of A4 in pixels, for which the scales of the measurements are chosen."""
_LAST = _Pass(1.0, 64, 36, 6, bends=False)
"""The last measurement, whose shifts are used where they were measured."""


def align(photo: Image.Image, place: FoundPage) -> PageMap | None:
    """Return the map from the page to the photo; None if too little of the page is photographed."""
    page_map = PageMap(place.homography, place.page.size)
    grey, drawn = photo.convert("L"), place.page.image.convert("L")
    details: dict[float, Array] = {}
    # A small pad has too few tiles at a quarter of its size.
    larger = max(1, round(_USUAL / max(place.page.size)))
    for usual in (*_PASSES, _LAST):
        measurement = replace(usual, scale=min(1.0, larger * usual.scale))
        photographed = _details(flatten_photo(grey, page_map, measurement.scale))
        if measurement.scale not in details:
            size = photographed.shape[::-1]
            details[measurement.scale] = _details(drawn.resize(size, Image.Resampling.BOX))
        shifts = _tile_shifts(photographed, details[measurement.scale], measurement)
        if len(shifts) < _FEWEST:
            return None
        if usual is _LAST:
            _shift_locally(page_map, shifts)
        elif measurement.bends:
            _bend(page_map, shifts, measurement.scale)
        else:
            _tilt(page_map, shifts, measurement.scale)
    return page_map


def _details(image: Image.Image) -> Array:
    """Return the details of an image, so that tiles are recognized in any light."""
    return local_detail(grey_pixels(image), _RADIUS)


def _tile_shifts(photographed: Array, drawn: Array, measurement: _Pass) -> Array:
    """Return rows of x, y, shift across, shift down (pixels of the page) and correlation, one for each tile.

    Tiles that are blank or not recognized have none.
    """
    scale, edge = measurement.scale, measurement.half + measurement.reach
    height, width = drawn.shape
    columns = np.arange(edge, width - edge + 1, measurement.step)
    energies = _energies(photographed, 2 * measurement.half)
    # A row of tiles at a time stays in the cache of the processor.
    shifts = [
        (x, y, *shift)
        for y in (range(edge, height - edge + 1, measurement.step) if len(columns) else ())
        for x, shift in zip(columns, _row_shifts((photographed, drawn, energies), y, columns, measurement), strict=True)
        if shift
    ]
    return np.array(shifts or np.zeros((0, 5))) / np.array([scale, scale, scale, scale, 1.0])


def _row_shifts(
    images: tuple[Array, Array, Array], y: int, columns: Array, measurement: _Pass
) -> Iterator[tuple[float, float, float] | None]:
    """Yield how far tiles of one row, given by their middles, are shifted, and their correlation.

    `images` are the photo, the page, and the energies of the photo. A tile that is blank or not recognized gives None.
    """
    half, reach = measurement.half, measurement.reach
    photographed, drawn, energies = images
    side, edge, span = 2 * half, half + reach, 2 * reach + 1
    window = _window(half)
    tiles = _squares(drawn, y - half, columns - half, side)
    tiles = (tiles - tiles.mean((1, 2), keepdims=True)) * window
    energy = (tiles * tiles).sum((1, 2))
    areas = _squares(photographed, y - edge, columns - edge, 2 * edge)
    below = _squares(energies, y - edge, columns - edge, span)
    # The window takes some 0.6 of a tile's energy away.
    match = _correlations(areas, tiles, span) / np.sqrt(0.6 * energy[:, None, None] * below + 1e-6)
    # A tile of blank paper fits everywhere.
    is_printed = energy >= 0.02 * side * side
    for index in range(len(columns)):
        yield _shift(match[index]) if is_printed[index] else None


def _squares(pixels: Array, top: int, columns: Array, side: int) -> Array:
    """Return squares of an image from one row and some columns on, as an array of images."""
    return sliding_window_view(pixels[top : top + side], (side, side))[0, columns]


def _correlations(areas: Array, tiles: Array, span: int) -> Array:
    """Return the product of each tile with its area, at the `span` × `span` places from the upper left."""
    shape = areas.shape[1:]
    spectra = np.fft.rfft2(areas) * np.conj(np.fft.rfft2(tiles, shape))
    return np.fft.irfft(np.fft.ifft(spectra, axis=1)[:, :span], shape[1], axis=2)[:, :, :span]


def _shift(match: Array) -> tuple[float, float, float] | None:
    """Return the shift across and down with the largest correlation; None if that is small, or at the edge."""
    span = len(match)
    row, column = divmod(int(match.argmax()), span)
    is_inside = 0 < row < span - 1 and 0 < column < span - 1
    if not is_inside or match[row, column] < _LIKE:
        return None
    across = column - span // 2 + _peak(*match[row, column - 1 : column + 2])
    down = row - span // 2 + _peak(*match[row - 1 : row + 2, column])
    return across, down, float(match[row, column])


def _window(half: int) -> Array:
    """Return weights of a tile that fade to its edges, so that they do not match by themselves."""
    side = np.hanning(2 * half + 2)[1:-1]
    return np.sqrt(np.outer(side, side)).astype(np.float32)


def _energies(pixels: Array, side: int) -> Array:
    """Return the sum of squares below a tile at each place of an image (summed-area table)."""
    sums = np.pad(pixels * pixels, ((1, 0), (1, 0))).astype(np.float64).cumsum(0).cumsum(1)
    return sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]


def _peak(before: float, top: float, after: float) -> float:
    """Return the place of the vertex of a parabola through three values, from -0.5 to 0.5."""
    bow = before - 2 * top + after
    return 0.5 * (before - after) / bow if bow else 0.0


def _tilt(page_map: PageMap, shifts: Array, scale: float) -> None:
    """Fit the homography to shifts; tiles that contradict the others lose weight (Cauchy's)."""
    points, moved = shifts[:, :2], shifts[:, :2] + shifts[:, 2:4]
    targets = project(page_map.homography, moved)
    weights = shifts[:, 4] ** 2
    homography = page_map.homography
    for _ in range(8):
        homography = fit_homography(points, targets, weights)
        back = project(np.linalg.inv(page_map.homography), project(homography, points))
        errors = np.hypot(*(back - moved).T)
        weights = shifts[:, 4] ** 2 / (1 + (errors * scale / 2) ** 2)
    page_map.homography = homography


def _bend(page_map: PageMap, shifts: Array, scale: float) -> None:
    """Fit the polynomial to shifts; tiles that contradict the others lose weight."""
    basis, moves = page_map.basis(shifts[:, :2]), shifts[:, 2:4]
    weights = shifts[:, 4] ** 2
    # A little of no displacement holds corners in which no tile was place.
    ridge = 0.05 * np.eye(basis.shape[1])
    coefficients = np.zeros((basis.shape[1], 2))
    for _ in range(8):
        root = np.sqrt(weights)[:, None]
        equations = np.concatenate([basis * root, ridge])
        targets = np.concatenate([moves * root, np.zeros((len(ridge), 2))])
        coefficients = np.linalg.lstsq(equations, targets, rcond=None)[0]
        errors = np.hypot(*(basis @ coefficients - moves).T)
        weights = shifts[:, 4] ** 2 / (1 + (errors * scale / 1.5) ** 2)
    page_map.bend(coefficients)


def _shift_locally(page_map: PageMap, shifts: Array) -> None:
    """Move the page by the measured shifts themselves; those far from the median lose weight."""
    moves = shifts[:, 2:4]
    errors = np.hypot(*(moves - np.median(moves, 0)).T)
    page_map.shift_locally(shifts[:, :2], moves, shifts[:, 4] ** 2 / (1 + (errors / 2) ** 2))
