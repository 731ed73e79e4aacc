"""Which digit a shape is, where that is sure: two models that were fitted to handwriting have to agree."""

from __future__ import annotations

from collections.abc import Collection
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

    def sure_digits(self, shapes: Array, allowed: Collection[int] = range(DIGITS)) -> list[int | None]:
        """Return the digit of each row of features; None for one in doubt, or not `allowed`.

        Digits that are not allowed put no other in doubt, unless a shape is most like one of them.
        """
        places = (shapes - self.mean) @ self.basis
        around = places[:, None] - self.middles[None]
        squares = (np.einsum("ncd,cde->nce", around, self.roots) ** 2).sum(2)
        costs = squares + self.spreads
        scores = np.maximum(shapes @ self.inner + self.inner_bias, 0) @ self.outer + self.outer_bias
        nearest, named = costs.argmin(1), scores.argmax(1)
        rows = np.arange(len(shapes))
        # The rules have answered what sets the best class apart from those that are not allowed.
        margins = _rivals(costs, nearest, np.inf, allowed).min(1) - costs[rows, nearest]
        leads = scores[rows, named] - _rivals(scores, named, -np.inf, (*allowed, DIGITS)).max(1)
        margin, distance = self.limits
        # Either model alone is sure of shapes that it was never fitted to; both seldom name the same digit for them.
        is_alike = (nearest == named) & (squares[rows, nearest] <= distance)
        is_sure = is_alike & (margins >= margin) & (leads >= self.leads[nearest])
        return [int(digit) if sure and digit in allowed else None for digit, sure in zip(nearest, is_sure, strict=True)]


def _rivals(measures: Array, best: Array, worst: float, allowed: Collection[int]) -> Array:
    """Return the measures of allowed classes but the best one of each row, and the `worst` measure for all others."""
    classes = np.arange(measures.shape[1])
    is_rival = np.isin(classes, [*allowed])[None] & (classes[None] != best[:, None])
    return np.where(is_rival, measures, worst)


@cache
def digit_model() -> DigitModel:
    """Return the model that is part of the program."""
    with np.load(templates_root() / FILE, allow_pickle=False) as stored:
        return DigitModel(**{name: stored[name].astype(np.float32) for name in stored.files})
