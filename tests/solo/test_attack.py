"""The sum of an attack."""

import pytest

from generator.solo.attack import AttackOutcome, cancellable, favours_matter, gaps, outcome


@pytest.mark.parametrize(
    ("attack", "cohorts", "cancelled", "expected"),
    [
        ((3, 0, 0), (1, 0, 0), (0, 0, 0), (2, 0, 0)),
        ((1, 1, 1), (6, 0, 1), (0, 1, 0), (0, 0, 0)),
        ((0, 2, 0), (0, 3, 0), (0, 0, 0), (0, 0, 0)),
    ],
)
def test_gaps(attack, cohorts, cancelled, expected):
    assert gaps(attack, cohorts, cancelled) == expected


@pytest.mark.parametrize(("let_through", "disdain", "valour"), [(0, 0, 3), (2, 2, 1), (3, 3, 0), (9, 3, 0)])
def test_outcome(let_through, disdain, valour):
    assert outcome((let_through, 0, 0), 3) == AttackOutcome(let_through, disdain, valour)


def test_tied_favours_cancel_their_side_alone():
    assert cancellable((2, 1, 0), (1, 0, 2), 0) == 1
    assert cancellable((2, 1, 0), (1, 0, 2), 5) == 3


def test_favours_matter_only_below_the_flag():
    assert not favours_matter((0, 0, 0), (1, 1, 1), 3, 2)
    assert not favours_matter((5, 0, 0), (0, 0, 0), 2, 3)
    assert favours_matter((5, 0, 0), (0, 0, 0), 3, 3)
    assert favours_matter((1, 0, 0), (1, 0, 0), 0, 4)
