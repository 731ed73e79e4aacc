"""What a game can have given at most: a reward of the campaign too, as a sheet does not say what game it is of."""

from collections import Counter
from types import SimpleNamespace

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.solo_reader import read_solo_rules
from generator.scoresheets.judge.game_limits import GameLimits
from generator.scoresheets.judge.legality import find_flaws
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


@pytest.mark.parametrize(
    ("strength", "fought", "given"),
    [
        ("o", 0, {}),
        ("x", 1, {"piety": 2}),
        ("xxx", 1, {"piety": 1}),
        ("xxx", 2, {"piety": 1, "renown": 1}),
        ("xxxxxx", 3, {"renown": 3}),
        ("xxxo", 1, {"renown": 2}),
        ("xo", 1, {"renown": 1}),
        ("xxxooo", 3, {"renown": 4}),
        ("xxo", 4, {"renown": 2}),
    ],
)
def test_battles_give_no_less_than_each_wound_allows(limits, strength, fought, given):
    """Circles are `o`, wounds `x`. Of more battles than wounds, which is a flaw of its own, nothing more is said."""
    red = {f"gladiator_red_{number:02}": "ox".index(mark) + 1 for number, mark in enumerate(strength, 1)}
    battles = {f"battles_red_{number:02}": number for number in range(1, fought + 1)}
    found = Counter()
    for each in limits.battle_rewards(limits.book.start() | red | battles):
        found[min(each.icons)] += each.number

    assert found == given


def test_prize_of_a_battle_that_is_not_marked_is_owed(limits):
    levels = {"performers": 4, "gladiator_red": 2, "discipline": 2, "ludus_building": 1, "renown": 1}
    state = {box.id: 1 for track, level in levels.items() for box in limits.book.track(track).boxes[:level]}
    flaws = find_flaws(limits.book, limits.book.start() | state | {"gladiator_red_01": 2, "battles_red_03": 3}, limits)

    assert ("owed", ("renown_02",)) in [(flaw.rule, flaw.boxes) for flaw in flaws]


@pytest.mark.parametrize(("start", "year", "most"), [(0, 1, 0), (0, 3, 4), (1, 1, 2), (1, 3, 6)])
def test_box_gives_its_yearly_icons_from_the_year_after_it_was_marked(start, year, most, monkeypatch):
    box = SimpleNamespace(id="a", start=start, yearly=("star", "star"), yearly_one_of=())
    limits = GameLimits.__new__(GameLimits)
    limits.book = SimpleNamespace(boxes={"a": box}, track=lambda _: SimpleNamespace(filled_by=("star",)))
    limits._solo = SimpleNamespace(attack=SimpleNamespace(disdain="disdain"))
    monkeypatch.setattr(GameLimits, "_fights", ())

    assert limits.most_beside_attacks(["sky"], {"a": 1}, year) == most
