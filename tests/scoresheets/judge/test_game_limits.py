"""What a game can have given at most: a reward of the campaign too, as a sheet does not say what game it is of."""

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.solo_reader import read_solo_rules
from generator.scoresheets.judge.game_limits import GameLimits
from generator.solo.compiled.rulebook import Rulebook


def test_reward_of_a_campaign_is_no_spending_too_much():
    game = load(find_game("hadrians-wall"))
    rulebook = Rulebook(game, read_solo_rules(game))
    plain = GameLimits(rulebook)
    rewarded = GameLimits(rulebook, rewards=[{"civilian": 2}, {"soldier": 1, "resource": 1}])
    state = plain.book.start()
    more = [most - before for most, before in zip(rewarded.supply(state, 1), plain.supply(state, 1), strict=True)]

    assert min(more) >= 0
    assert max(more) == 2
