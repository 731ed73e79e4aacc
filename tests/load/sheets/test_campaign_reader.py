"""The campaign of a game: what it holds, and what is wrong with a bad one."""

import re
from dataclasses import replace

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.sheets.campaign_reader import NAME, read_campaign
from generator.load.solo_reader import read_solo_rules


@pytest.fixture(scope="module")
def game():
    return load(find_game("hadrians-wall"))


@pytest.fixture(scope="module")
def solo(game):
    return read_solo_rules(game)


def test_sixteen_forts_in_a_line(game, solo):
    campaign = read_campaign(game, solo)
    goals = [goal for fort in campaign.forts for goal in fort.goals]
    challenges = [goal for fort in campaign.forts for goal in fort.challenge]

    assert (campaign.forts[0].id, campaign.forts[-1].id, len(campaign.forts)) == ("segedunum", "maia", 16)
    assert (len(goals), len(challenges)) == (30, 17)
    assert sum(len(fort.changes) for fort in campaign.forts) == 16
    assert [sum(count for _, count in fort.reward) for fort in campaign.forts] == [2] * 15 + [0]
    assert dict(campaign.settings) == {"difficulty": "normal"}


def test_sentences_stand_in_both_languages_with_their_numbers(game, solo):
    goals = [goal for fort in read_campaign(game, solo).forts for goal in (*fort.goals, *fort.challenge)]

    assert all(goal.text[language] and "{n}" not in goal.text[language] for goal in goals for language in ("en", "ja"))


def test_game_without_a_campaign_says_so(game, solo, tmp_path):
    with pytest.raises(Faults, match=f"{NAME}: hadrians-wall has no solo campaign"):
        read_campaign(replace(game, folder=tmp_path), solo)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('closed = ["theatre", "ludus"]', 'closed = ["theater"]', "no track, box or value called 'theater'"),
        ('reward = "2 resource"', 'reward = "2 gold"', "no item called 'gold'"),
        ("goals = { points = 65 }", "goals = { point = 65 }", "no value of [values] called 'point'"),
        ('changes = ["no_games"]', 'changes = ["no_game"]', "no change of the rules called 'no_game'"),
        ('income_needs = "2 soldier"', 'income_needs = "9 soldier"', "no card of fate shows that much"),
        ("attack_cards = 1", "attack_card = 1", "it changes nothing"),
        ('settings = { difficulty = "normal" }', 'settings = { difficulty = "mild" }', "no difficulty called 'mild'"),
        ("from_year = 3", "from_year = 9", "9 is out of range"),
        ('boxes = ["mining"]', 'boxes = ["renown"]', "'renown_01' has no price"),
    ],
)
def test_bad_campaign_says_where(game, solo, tmp_path, old, new, fault):
    text = (game.folder / NAME).read_text("utf-8")
    assert old in text
    (tmp_path / NAME).write_text(text.replace(old, new, 1), encoding="utf-8")

    with pytest.raises(Faults, match=re.escape(fault)):
        read_campaign(replace(game, folder=tmp_path), solo)
