from types import SimpleNamespace

from generator.model.solo.campaign import Campaign


def test_challenge_is_rewarded_at_the_next_fort():
    forts = tuple(SimpleNamespace(number=number, reward=reward) for number, reward in ((1, "a"), (2, "b"), (3, "c")))
    campaign = SimpleNamespace(forts=forts)

    assert [Campaign.reward_at(campaign, fort) for fort in forts] == [(), "a", "b"]
