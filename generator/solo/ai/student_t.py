"""Quantiles of Student's t distribution, for confidence intervals of means of few values."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt
from statistics import NormalDist

_LARGE = 400
"""Degrees of freedom from which an expansion around the normal distribution is exact to eleven digits."""


@lru_cache(maxsize=512)
def student_t(freedom: int, sure: float = 0.95) -> float:
    """Half the width of a two-sided confidence interval, in standard errors; `freedom` is one less than the values.

    >>> [round(student_t(freedom), 4) for freedom in (1, 2, 9, 199)]
    [12.7062, 4.3027, 2.2622, 1.972]
    """
    if freedom < 1:
        raise ValueError("an interval needs at least two values")
    if freedom >= _LARGE:
        return _expanded(freedom, NormalDist().inv_cdf((1 + sure) / 2))
    low, high = 0.0, pi / 2  # the angle whose tangent is t / sqrt(freedom)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < sure else (low, middle)
    return sqrt(freedom) * sin(low) / cos(low)


def interval_half(deviation: float, values: int, sure: float = 0.95) -> float:
    """Half the width of the confidence interval of a mean, given the standard deviation of so many values, at least 2.

    >>> round(interval_half(9.9, 20), 2)
    4.63
    """
    return student_t(values - 1, sure) * deviation / sqrt(values)


def _within(angle: float, freedom: int) -> float:
    """Return the chance that Student's t lies within the bounds of an angle, for whole degrees of freedom.

    The angle is that whose tangent is t / sqrt(freedom). The finite sums are 26.7.3 and 26.7.4 of Abramowitz and
    Stegun.
    """
    sine, cosine = sin(angle), cos(angle)
    is_odd = freedom % 2
    term = cosine if is_odd else 1.0
    total = 0.0
    for factor in range(2 if is_odd else 1, freedom, 2):
        total += term
        term *= cosine * cosine * factor / (factor + 1)
    return (angle + sine * total) * 2 / pi if is_odd else sine * total


def _expanded(freedom: int, normal: float) -> float:
    """Return a quantile of Student's t from the normal quantile, for many degrees of freedom.

    The expansion is 26.7.5 of Abramowitz and Stegun.
    """
    square = normal * normal
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
    )
    return normal * (1 + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1)))
