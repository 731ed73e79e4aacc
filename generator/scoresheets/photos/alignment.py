"""Lay a photographed page exactly over the blank one: perspective first, then the curl of the paper."""

from __future__ import annotations

import numpy as np
from PIL import Image

from generator.base.records import dataclass
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
_LAST = _Pass(1.0, 64, 36, 6, bends=False)
"""The last measurement, whose shifts are used where they were measured."""


def align(photo: Image.Image, place: FoundPage) -> PageMap | None:
    """Return the map from the page to the photo; None if too little of the page is photographed."""
    page_map = PageMap(place.homography, place.page.size)
    grey = photo.convert("L")
    for measurement in (*_PASSES, _LAST):
        shifts = _measure(grey, place, page_map, measurement)
        if len(shifts) < _FEWEST:
            return None
        if measurement is _LAST:
            _shift_locally(page_map, shifts)
        elif measurement.bends:
            _bend(page_map, shifts, measurement.scale)
        else:
            _tilt(page_map, shifts, measurement.scale)
    return page_map


def _measure(photo: Image.Image, place: FoundPage, page_map: PageMap, measurement: _Pass) -> Array:
    """Return rows of x, y, shift across, shift down (pixels of the page) and correlation, one for each tile."""
    scale = measurement.scale
    photographed = local_detail(grey_pixels(flatten_photo(photo, page_map, scale)), _RADIUS)
    size = photographed.shape[::-1]
    drawn = local_detail(grey_pixels(place.page.image.resize(size, Image.Resampling.BOX)), _RADIUS)
    edge = measurement.half + measurement.reach
    centres = [
        (x, y)
        for y in range(edge, drawn.shape[0] - edge + 1, measurement.step)
        for x in range(edge, drawn.shape[1] - edge + 1, measurement.step)
    ]
    shifts = [shift for centre in centres if (shift := _tile_shift(photographed, drawn, centre, measurement))]
    return np.array(shifts or np.zeros((0, 5))) / np.array([scale, scale, scale, scale, 1.0])


def _tile_shift(
    photographed: Array, drawn: Array, centre: tuple[int, int], measurement: _Pass
) -> tuple[float, float, float, float, float] | None:
    """Return where a tile of the page lies on the photo; None if it is blank or not recognized."""
    (x, y), half, reach = centre, measurement.half, measurement.reach
    window = _window(half)
    tile = drawn[y - half : y + half, x - half : x + half]
    tile = (tile - tile.mean()) * window
    energy = float((tile * tile).sum())
    # A tile of blank paper fits everywhere.
    if energy < 0.02 * tile.size:
        return None
    edge = half + reach
    area = photographed[y - edge : y + edge, x - edge : x + edge]
    products = np.fft.irfft2(np.fft.rfft2(area) * np.conj(np.fft.rfft2(tile, area.shape)), area.shape)
    span = 2 * reach + 1
    # The window takes some 0.6 of a tile's energy away.
    match = products[:span, :span] / np.sqrt(0.6 * energy * _energies(area, 2 * half)[:span, :span] + 1e-6)
    row, column = map(int, np.unravel_index(match.argmax(), match.shape))
    is_inside = 0 < row < span - 1 and 0 < column < span - 1
    if not is_inside or match[row, column] < _LIKE:
        return None
    across = column - reach + _peak(*match[row, column - 1 : column + 2])
    down = row - reach + _peak(*match[row - 1 : row + 2, column])
    return x, y, across, down, float(match[row, column])


def _window(half: int) -> Array:
    """Return weights of a tile that fade to its edges, so that they do not match by themselves."""
    side = np.hanning(2 * half + 2)[1:-1]
    return np.sqrt(np.outer(side, side)).astype(np.float32)


def _energies(area: Array, side: int) -> Array:
    """Return the sum of squares below a tile at each place of an area (summed-area table)."""
    sums = np.cumsum(np.cumsum(np.pad(area * area, ((1, 0), (1, 0))), 0), 1)
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
