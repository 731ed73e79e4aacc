"""What games come to together, reckoned by hand."""

from math import inf, isclose, sqrt
from statistics import stdev

import pytest

from generator.solo.ai.game_study import GameOutcome
from generator.solo.ai.study_summary import Mean, compare, summarise


def made(book, total, lost=(0,) * 6, shuffles=(0, 0, 0), levels=None, **more):
    rows = sum(len(sheet.scores) for sheet in book.boxes.book.sheets)
    years, items = len(book.years), len(book.items)
    rest = {"paths": (0,) * years, "path_points": (0,) * years, "income": (0,) * years * items, "marks": (0,) * years}
    levels = levels or (0,) * len(book.boxes.tracks)
    return GameOutcome("x", total, (total,) * rows, lost, shuffles, levels, 1, **rest | more)


def test_mean_knows_how_sure_it_is():
    values = [3, 5, 7, 9, 30]
    found = Mean.of(values)
    half = 2.776445 * stdev(values) / sqrt(5)  # Student's t of 4

    assert found.mean == 10.8
    assert isclose(found.high - found.mean, half, rel_tol=1e-6)
    assert isclose(found.mean - found.low, half, rel_tol=1e-6)


def test_single_game_has_no_interval():
    assert Mean.of([4]) == (4, inf)


def test_summary_of_four_games(book):
    lost = ((1, 0, 0, 0, 0, 4), (0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), (1, 2, 0, 0, 0, 0))
    games = [made(book, total, each) for total, each in zip((39, 40, 71, 40), lost, strict=True)]
    found = summarise(book, games)

    assert found.counts == ((39, 1), (40, 2), (71, 1))
    assert found.quantiles == (39, 39, 39, 40, 40, 40, 71)
    assert found.ranks == (0.25, 0.5, 0.0, 0.0, 0.25)
    assert [year.lost for year in found.years] == [0.75, 0.5, 0, 0, 0, 1.0]
    assert [year.held_share for year in found.years] == [0.25, 0.75, 1, 1, 1, 0.75]


def test_decks_that_ran_out_are_counted(book):
    found = summarise(book, [made(book, 1, shuffles=(1, 0, 0)), made(book, 1, shuffles=(2, 0, 0)), made(book, 1)])

    assert [round(share, 3) for _, share in found.exhausted] == [0.667, 0, 0]


def test_tracks_tell_how_they_are_used(book):
    lengths = book.boxes.lengths
    number = book.boxes.track_index["fort"]
    some = [tuple(level if each == number else 0 for each in range(len(lengths))) for level in (0, 21, 6)]
    found = summarise(book, [made(book, 1, levels=levels) for levels in some]).uses[number]

    assert (found.track, found.mean, round(found.unused, 3), round(found.full, 3)) == ("fort", 9, 0.333, 0.333)


def test_path_cards_tell_how_often_they_were_kept(book):
    ids = [row.id for row in book.deck(book.solo.hand.deck).rows]
    games = [made(book, 1, paths=(0, 2), path_points=(3, 0)), made(book, 1, paths=(0, 3), path_points=(5, 1))]
    found = summarise(book, games).paths

    assert [use.card for use in found] == ids
    assert [use.kept_share for use in found[:4]] == [1.0, 0.0, 0.5, 0.5]
    assert [use.points and use.points.mean for use in found[:4]] == [4, None, 0, 1]


def test_years_tell_income_and_boxes(book):
    items = len(book.items)
    games = [made(book, 1, income=tuple(range(6 * items)), marks=(9, 0, 0, 0, 0, 2)), made(book, 1, marks=(4,) * 6)]
    found = summarise(book, games).years

    assert found[1].income == tuple((items + number) / 2 for number in range(items))
    assert [year.marks for year in found] == [6.5, 2, 2, 2, 2, 3]


def test_players_are_compared_game_by_game(book):
    these, those = [made(book, total) for total in (10, 20, 30)], [made(book, total) for total in (8, 18, 28)]
    found = compare(these, those)

    assert (found.lead, found.ahead, found.level) == ((2, 0), 1, 0)
    assert found.is_sure
    assert found.rows == ((2, 0),) * len(these[0].rows)


def test_small_leads_are_not_sure(book):
    found = compare([made(book, total) for total in (5, 5, 3)], [made(book, total) for total in (4, 5, 5)])

    assert found.lead.mean == pytest.approx(-1 / 3)
    assert (round(found.ahead, 3), round(found.level, 3)) == (0.333, 0.333)
    assert not found.is_sure
    assert not compare([made(book, 9)], [made(book, 1)]).is_sure
