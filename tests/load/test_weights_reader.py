"""What things are worth to our players, as the file says it, and everything wrong with it."""

from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.records import replace
from generator.load.game_loader import load
from generator.load.solo_reader import read_solo_rules
from generator.load.weights_reader import read_weights

FOLDER = Path(__file__).parents[2] / "data/hadrians-wall"


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture
def read(game, tmp_path):
    """What a file says."""

    def of(text):
        (tmp_path / "worth.toml").write_text(text, encoding="utf-8")
        return read_weights(replace(game, folder=tmp_path), read_solo_rules(game))

    return of


@pytest.mark.parametrize(
    ("given", "course"),
    [
        ("2", (2, 2, 2, 2, 2, 2)),
        ("[3]", (3, 3, 3, 3, 3, 3)),
        ("[0, 10]", (0, 2, 4, 6, 8, 10)),
        ("[0, 1, 2, 3, 4, -5.5]", (0, 1, 2, 3, 4, -5.5)),
    ],
)
def test_numbers_are_spread_over_the_years(read, given, course):
    assert read(f"[tracks]\nfort = {given}\n").tracks == {"fort": course}


def test_what_is_not_named_is_worth_nothing(read):
    found = read("[tracks]\n")

    assert not any((found.items, found.tracks, found.waiting, found.paths, found.counts))


def test_game_without_players(game, tmp_path):
    with pytest.raises(
        Faults,
        match=r"worth\.toml: hadrians-wall has no weights for its players; games that have hold them in worth\.toml",
    ):
        read_weights(replace(game, folder=tmp_path), read_solo_rules(game))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[tracks]\nford = 1\n", "tracks has no 'ford'; did you mean 'fort'?"),
        ("[items]\nsoldiers = 1\n", "items has no 'soldiers'; did you mean 'soldier'?"),
        ("[paths]\nplaner = 1\n", "paths has no 'planer'; did you mean 'planner'?"),
        ("[waiting]\ngood = 1\n", "waiting has no 'good'; did you mean 'goods'?"),
        (
            "[tracks]\nfort = 'two'\n",
            "must be a number, or a list of numbers from the first year to the last, not 'two'",
        ),
        ("[tracks]\nfort = []\n", "must be a number, or a list of numbers from the first year to the last, not []"),
        ("[tracks]\nfort = true\n", "must be a number, or a list of numbers from the first year to the last, not True"),
        ("[item]\nsoldier = 1\n", "unknown key 'item'; did you mean 'items'?"),
    ],
)
def test_wrong_worth_says_what_would_do(read, text, what):
    with pytest.raises(Faults) as error:
        read(text)

    assert [fault.what for fault in error.value.faults] == [what]
