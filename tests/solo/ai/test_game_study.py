"""What games come to together, reckoned by hand."""

import random
from math import isclose, sqrt
from statistics import stdev

import pytest

from generator.solo import hadrians_wall as rules
from generator.solo.ai.game_study import GameOutcome, Mean, difference, play_game, summarise
from generator.solo.scoring import score


class Anyone:
    """Takes any action, and keeps what it saw."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.states = []

    def choose(self, state, actions):
        self.states.append(state)
        return self.chance.choice(actions)


@pytest.fixture
def game_of(book):
    def run(seed):
        chance, player = random.Random(seed), Anyone(seed)
        outcome = play_game(
            book, rules.setup(book), player, lambda state: chance.choice(rules.legal(book, state)), str(seed)
        )
        return outcome, player.states

    return run


def made(book, total, lost=(0,) * 6, shuffles=(0, 0, 0), levels=None):
    rows = sum(len(sheet.scores) for sheet in book.boxes.book.sheets)
    return GameOutcome("x", total, (0,) * rows, lost, shuffles, levels or (0,) * len(book.boxes.tracks), 1)


@pytest.mark.parametrize("seed", range(5))
def test_outcome_agrees_with_the_sheets(book, game_of, seed):
    outcome, states = game_of(seed)

    assert len(outcome.lost) == 6
    assert sum(outcome.lost) == outcome.levels[book.disdain]
    assert outcome.total == outcome.rows[-1]
    assert outcome.decisions == sum(len(rules.legal(book, state)) > 1 for state in states)


def test_outcome_has_the_score_of_its_last_state(book):
    state, last = rules.setup(book), None

    def deal(state):
        return rules.legal(book, state)[0]

    class First:
        def choose(self, state, actions):
            nonlocal last
            last = state, actions[0]
            return actions[0]

    outcome = play_game(book, state, First(), deal)
    state = rules.apply(book, *last)
    while not rules.is_over(state):
        state = rules.apply(book, state, deal(state))

    assert outcome.total == score(book, state).total


def test_mean_knows_how_sure_it_is():
    values = [3, 5, 7, 9, 30]
    found = Mean.of(values)
    half = 1.959964 * stdev(values) / sqrt(5)

    assert found.mean == 10.8
    assert isclose(found.high - found.mean, half, rel_tol=1e-6)
    assert isclose(found.mean - found.low, half, rel_tol=1e-6)


def test_single_game_is_its_own_mean():
    assert Mean.of([4]) == (4, 4, 4)


def test_summary_of_four_games(book):
    lost = ((1, 0, 0, 0, 0, 4), (0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), (1, 2, 0, 0, 0, 0))
    games = [made(book, total, each) for total, each in zip((39, 40, 71, 40), lost, strict=True)]
    found = summarise(book, games)

    assert found.counts == ((39, 1), (40, 2), (71, 1))
    assert found.quantiles == (39, 39, 39, 40, 40, 40, 71)
    assert found.ranks == (0.25, 0.5, 0.0, 0.0, 0.25)
    assert found.lost == (0.75, 0.5, 0, 0, 0, 1.0)
    assert found.held == (0.25, 0.75, 1, 1, 1, 0.75)


def test_decks_that_ran_out_are_counted(book):
    found = summarise(book, [made(book, 1, shuffles=(1, 0, 0)), made(book, 1, shuffles=(2, 0, 0)), made(book, 1)])

    assert [round(share, 3) for _, share in found.exhausted] == [0.667, 0, 0]


def test_tracks_tell_how_they_are_used(book):
    lengths = book.boxes.lengths
    number = book.boxes.track_index["fort"]
    some = [tuple(level if each == number else 0 for each in range(len(lengths))) for level in (0, 21, 6)]
    found = summarise(book, [made(book, 1, levels=levels) for levels in some]).uses[number]

    assert (found.track, found.mean, round(found.unused, 3), round(found.full, 3)) == ("fort", 9, 0.333, 0.333)


def test_players_are_compared_game_by_game(book):
    these, those = [made(book, total) for total in (10, 20, 30)], [made(book, total) for total in (8, 18, 28)]

    assert difference(these, those) == (2, 2, 2)
