from types import SimpleNamespace

import pytest

from generator.model.solo.campaign import Campaign, Goal
from generator.model.text import Text


def test_challenge_is_rewarded_at_the_next_fort():
    forts = tuple(SimpleNamespace(number=number, reward=reward) for number, reward in ((1, "a"), (2, "b"), (3, "c")))
    campaign = SimpleNamespace(forts=forts)

    assert [Campaign.reward_at(campaign, fort) for fort in forts] == [(), "a", "b"]


@pytest.mark.parametrize(("is_most", "met"), [(True, [True, True, False]), (False, [False, True, True])])
def test_goal_is_met_by_its_number_itself(is_most, met):
    goal = Goal("disdain", 3, is_most, Text.of({"en": "Disdain"}))

    assert [goal.is_met(reached) for reached in (2, 3, 4)] == met
