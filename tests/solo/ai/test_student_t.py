"""Student's t against printed tables, and its two ways to reckon against each other."""

from math import atan, isclose, sqrt
from statistics import NormalDist

import pytest

from generator.solo.ai.student_t import _expanded, _within, interval_half, student_t

TABLE = {1: 12.706205, 2: 4.302653, 3: 3.182446, 4: 2.776445, 5: 2.570582, 10: 2.228139, 29: 2.045230, 30: 2.042272}
TABLE |= {60: 2.000298, 120: 1.979930, 1000: 1.962339}


@pytest.mark.parametrize(("freedom", "expected"), TABLE.items())
def test_agrees_with_printed_tables(freedom, expected):
    assert student_t(freedom) == pytest.approx(expected, abs=5e-6)


def test_other_levels():
    assert student_t(7, 0.99) == pytest.approx(3.499483, abs=5e-6)
    assert student_t(7, 0.90) == pytest.approx(1.894579, abs=5e-6)


def test_expansion_continues_the_exact_sum():
    normal = NormalDist().inv_cdf(0.975)

    assert isclose(_expanded(399, normal), student_t(399), rel_tol=1e-10)
    assert student_t(10**9) == pytest.approx(normal, abs=1e-8)


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 99])
def test_quantile_and_chance_are_inverse(freedom):
    assert _within(atan(student_t(freedom, 0.8) / sqrt(freedom)), freedom) == pytest.approx(0.8, abs=1e-12)
    assert _within(0.0, freedom) == 0


def test_interval_of_a_mean():
    assert interval_half(2.0, 4) == pytest.approx(3.182446, abs=5e-6)


def test_one_value_has_no_interval():
    with pytest.raises(ValueError, match="at least two"):
        student_t(0)
