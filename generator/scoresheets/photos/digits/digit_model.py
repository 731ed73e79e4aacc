"""Which digit a shape is, where that is sure: two models that were fitted to handwriting have to agree."""

from __future__ import annotations

from functools import cache

import numpy as np

from generator.base.records import dataclass
from generator.load.game_locations import templates_root
from generator.scoresheets.photos.plane_geometry import Array

FILE = "digits/model.npz"
"""The model below the templates; `tests/training/fit_digits.py` writes it."""
DIGITS = 10


@dataclass(frozen=True, slots=True)
class DigitModel:
    """Gaussians for the ten digits in a space of few dimensions, and a network with one layer between."""

    mean: Array
    basis: Array
    middles: Array
    """Middle of each digit in the space of `basis`."""
    roots: Array
    """Cholesky factor of the inverse covariance of each digit."""
    spreads: Array
    """Logarithm of the determinant of each covariance."""
    inner: Array
    inner_bias: Array
    outer: Array
    outer_bias: Array
    """The network's last class is ink that is no digit."""
    limits: Array
    """Least margin of the Gaussians, and largest distance from the middle."""
    leads: Array
    """Least margin of the network for each digit."""

    def measures(self, shapes: Array) -> tuple[Array, Array, Array, Array, Array]:
        """Return the digits by the Gaussians and by the network, margins, distances and leads, one for each row."""
        places = (shapes - self.mean) @ self.basis
        around = places[:, None] - self.middles[None]
        squares = (np.einsum("ncd,cde->nce", around, self.roots) ** 2).sum(2)
        costs = squares + self.spreads
        ranks = np.sort(costs, 1)
        nearest = costs.argmin(1)
        scores = np.maximum(shapes @ self.inner + self.inner_bias, 0) @ self.outer + self.outer_bias
        best = np.sort(scores, 1)
        distances = squares[np.arange(len(shapes)), nearest]
        return nearest, scores.argmax(1), ranks[:, 1] - ranks[:, 0], distances, best[:, -1] - best[:, -2]

    def sure_digits(self, shapes: Array) -> list[int | None]:
        """Return the digit of each row of features; None for one in doubt."""
        nearest, named, margins, distances, leads = self.measures(shapes)
        margin, distance = self.limits
        # Either model alone is sure of shapes that it was never fitted to; both seldom name the same digit for them.
        is_sure = (nearest == named) & (margins >= margin) & (distances <= distance) & (leads >= self.leads[nearest])
        return [int(digit) if sure else None for digit, sure in zip(nearest, is_sure, strict=True)]


@cache
def digit_model() -> DigitModel:
    """Return the model that is part of the program."""
    with np.load(templates_root() / FILE, allow_pickle=False) as stored:
        return DigitModel(**{name: stored[name].astype(np.float32) for name in stored.files})
