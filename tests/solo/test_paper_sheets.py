"""The numbers that a player with sheets on paper tells: as many as there are directions, none above its limit."""

import pytest

from generator.solo.action import COHORTS, FAVOURS, Action
from generator.solo.paper_sheets import _numbers


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("0", "2", "1"), (0, 2, 1)),
        (("1", "2", "3"), (1, 2, 3)),
        (("1", "3", "0"), None),
        (("2", "0", "0"), None),
        (("1", "2"), None),
        (("1", "2", "3", "0"), None),
        (("1", "two", "3"), None),
        (("-1", "0", "0"), None),
        ((), None),
    ],
)
def test_numbers_are_within_their_limits(words, numbers):
    assert _numbers(Action(COHORTS, words), COHORTS, (1, 2, 3)) == numbers


def test_numbers_of_another_question_are_no_answer():
    assert _numbers(Action(FAVOURS, ("0", "0", "0")), COHORTS, (1, 2, 3)) is None
