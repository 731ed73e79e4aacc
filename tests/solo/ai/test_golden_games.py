"""The players decide the same on every Python: `.ci/run` has others replay the games that this one replays here."""

import importlib.util
from fractions import Fraction
from pathlib import Path

import pytest

from generator.load.solo_reader import read_solo_rules
from generator.load.weights_reader import read_weights
from generator.solo.ai.evaluation import Evaluation, exact_value
from generator.solo.ai.players import PLAYERS


@pytest.fixture(scope="module")
def golden_games():
    spec = importlib.util.spec_from_file_location("golden_games", Path(__file__).with_name("golden_games.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_games_are_played_as_before(golden_games, request):
    if request.config.getoption("--golden"):
        golden_games.FILE.write_text("\n".join(golden_games.lines()) + "\n", encoding="utf-8")

    assert golden_games.differences() == []


def test_every_player_has_golden_games(golden_games):
    assert set(golden_games.GAMES) == set(PLAYERS)


@pytest.mark.parametrize("seed", range(3))
def test_values_of_states_are_exact(game, book, played, seed):
    evaluation = Evaluation(book, read_weights(game, read_solo_rules(game)))
    for state, *_ in played(seed):
        value = Fraction(evaluation.state_value(state) + evaluation.goals_value(state))

        assert (value * 2**26).denominator == 1  # later attacks have a half, a fourth, … of their value


def test_exact_values_are_near(book):
    assert abs(exact_value(0.1) - 0.1) < 1e-6
    assert exact_value(-2.5) == -2.5
