"""Solo rules as their file says them, and everything wrong with it."""

from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.records import replace
from generator.load.game_loader import load
from generator.load.solo_reader import read_solo_rules
from generator.model.solo.solo_rules import Case

FOLDER = Path(__file__).parents[2] / "data/hadrians-wall"


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture
def faults(game, tmp_path):
    """What is wrong with the file once something in it is other."""

    def find(old, new):
        text = (FOLDER / "solo.toml").read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "solo.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(Faults) as error:
            read_solo_rules(replace(game, folder=tmp_path))
        return [(fault.key, fault.what) for fault in error.value.faults]

    return find


def test_reads_settings_with_their_defaults(game):
    found = {setting.id: setting.default for setting in read_solo_rules(game).settings}

    assert found == {"difficulty": "easy", "reshuffle": "discards", "battle": "any_time", "sword": "refused"}


def test_reads_rules_that_depend_on_a_setting(game):
    assert read_solo_rules(game).must_fill == (("sword", Case("sword", "lost")),)


def test_choices_can_be_rows_of_a_table(game):
    assert [choice.id for choice in read_solo_rules(game).settings[0].choices] == ["easy", "normal", "hard"]


def test_game_without_solo_rules(game, tmp_path):
    with pytest.raises(Faults, match=r"hadrians-wall has no solo rules; games that have hold them in solo\.toml"):
        read_solo_rules(replace(game, folder=tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        (
            'map = "scout_map"',
            'map = "scout_mop"',
            "scouting.map",
            "no track called 'scout_mop'; did you mean 'scout_map'?",
        ),
        (
            'default = "easy"',
            'default = "eazy"',
            "settings.difficulty.default",
            "no default called 'eazy'; did you mean 'easy'?",
        ),
        (
            '"reshuffle all"',
            '"reshuffle al"',
            "decks.fate.all_again",
            "'reshuffle al' is no setting and choice; did you mean 'reshuffle all'?",
        ),
        ('column = "damage"', 'column = "name"', "fights.column", None),
        ('left = "cohort_left"', 'left = "cohort"', "attack.cohorts.left", None),
        ("cards = 2", "cards = 3", "hand.cards", "3 is out of range; it is 2 to 2"),
        ('gains = "valour"', 'gains = "value"', "attack.gains", None),
        (
            'tracks = ["forum"]',
            'tracks = ["forums"]',
            "exchange.tracks",
            "no track called 'forums'; did you mean 'forum'?",
        ),
        ('potential = "potential"', 'potential = "power"', "potential", None),
        ('counts = "count_"', 'counts = "counts_"', "hand.counts", "no value called 'counts_"),
        ('paths = "paths"', 'paths = "goods"', "hand.paths", "its boxes have no option "),
        ('pattern = "pattern"', 'pattern = "name"', "scouting.pattern", "card "),
        ('cells = "cells"', 'cells = "letter"', "scouting.cells", "pattern "),
        ('phases = "phases"', 'phases = "items"', "phases", "no phase called "),
        ('sword = "sword lost"', 'spear = "sword lost"', "must_fill.spear", "no icon called 'spear' fills a track"),
        ("remove_disdain =", "remove =", "removes.remove", "'remove' means nothing here"),
        ("gladiator_red =", "gladiator =", "fights.gladiators.gladiator", "'gladiator' means nothing here"),
        ('left = "cohort_left"', "", "attack.cohorts", "no cohort for 'left', which stands on cards"),
        ('dies = "dies"', 'dies = "dies"\nmore = 1', "fights.more", "unknown key 'more'"),
        ("[attack.cohorts]", "[attack.cohort]", None, None),
        ('cards = "fate"', 'cards = "fat"', "decks.fate.cards", "no component called 'fat'; did you mean 'fate'?"),
    ],
)
def test_everything_wrong_has_its_place(faults, old, new, key, what):
    found = dict(faults(old, new))

    assert found
    assert key is None or key in found
    assert what is None or found[key].startswith(what)


def test_choice_of_the_difficulty_that_the_rounds_do_not_have_is_told(faults):
    found = faults('difficulty = "difficulty"', 'difficulty = "reshuffle"')

    assert ("difficulty", "table 'rounds' has no column 'discards'") in found
