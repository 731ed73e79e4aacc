"""A finished game judged again: the points of each year, path choices, and moves that cost points."""

from types import SimpleNamespace

import pytest

from generator.base.rng import Stream
from generator.base.workers import WorkerPool
from generator.solo import hadrians_wall as rules
from generator.solo.action import STOPPED
from generator.solo.ai import game_review
from generator.solo.ai.game_review import GameReviewer, PlayedAction, points_by_year
from generator.solo.ai.move_adviser import MoveAdviser
from generator.solo.ai.paired_playouts import QuickPlayer
from generator.solo.ai.strong_player import StrongPlayer


@pytest.fixture(autouse=True)
def _few_games(monkeypatch):
    for name, games in (("_SHORTLISTED", 6), ("_JUDGED", 10)):
        monkeypatch.setattr(game_review, name, games)


@pytest.fixture
def review(book, evaluation, quick_playouts):
    def run(played, last, notes=None, spread=map, expert=None):
        games, planner = quick_playouts("review"), StrongPlayer(book, evaluation, strength=1)
        progress = (notes if notes is not None else []).append
        adviser = MoveAdviser(book, evaluation, games, planner)
        return GameReviewer(book, adviser, games, progress, spread, expert=expert).review(played, last)

    return run


@pytest.fixture
def last_year(book, evaluation, table):
    """A last year from its path choice on: the quick player's, or that of somebody who stops at once."""

    def play(seed="one", *, idles=False):
        state, before, after = table.at(year=5, levels={"fort": 8}), Stream("same", "deal"), Stream(seed, "deal")
        quick, played = QuickPlayer(book, evaluation), []
        while not rules.is_over(state):
            actions = rules.legal(book, state)
            if state.awaits:
                action = actions[(after if played else before).below(len(actions))]
            else:
                action = STOPPED if idles and STOPPED in actions else quick.choose(state, actions)
            if played or actions[0].verb == "path":
                played.append(PlayedAction(state, action))
            state = rules.apply(book, state, action)
        return played, state

    return play


def test_review_is_the_same_by_several_processes(review, last_year):
    played, last = last_year(idles=True)
    by_two = review(played, last, spread=lambda work, numbers: WorkerPool(work, numbers, 2, largest=1).results())

    assert by_two == review(played, last)
    assert by_two.playouts > 50


def test_points_of_the_years_add_up(book, played):
    steps = list(played("years"))
    last = steps[-1][0]
    years = list(points_by_year(book, [PlayedAction(state, action) for state, _, action in steps[:-1]], last))
    sums = {row: sum(dict(each.rows)[row] for each in years) for row, _ in rules.score(book, last).rows}

    assert [each.year for each in years] == [1, 2, 3, 4, 5, 6]
    assert sums == dict(rules.score(book, last).rows)


def test_stopping_with_items_in_hand_is_costly(last_year, review):
    found = review(*last_year(idles=True))
    worst = found.costly[0]

    assert STOPPED in [move.action for move in found.costly]
    assert worst.margin.points < -worst.margin.error
    assert [move.margin.points for move in found.costly] == sorted(move.margin.points for move in found.costly)


def test_expert_states_the_margin(last_year, review, quick_playouts):
    found = review(*last_year(idles=True), expert=lambda: quick_playouts("expert"))

    assert STOPPED in [move.action for move in found.costly]
    assert {move.margin.games for move in found.costly} == {game_review._CONFIRMED}


def test_what_costs_an_expert_nothing_is_no_mistake(last_year, review):
    expert = SimpleNamespace(cards=lambda name: name, total=lambda state, cards: 60)

    assert review(*last_year(idles=True), expert=lambda: expert).costly == ()


def test_what_was_done_a_little_later_is_no_mistake(last_year, review):
    played, last = last_year()
    found = review(played, last)

    for move in found.costly:
        later = [each for each in played[move.place :] if not each.state.awaits]
        assert move.other not in [each.action for each in later]


def test_every_compared_decision_has_an_opinion(last_year, review):
    played, last = last_year(idles=True)
    found = review(played, last)
    worst = found.costly[0]
    of_worst = next(each for each in found.opinions if each.place == worst.place)

    assert len(found.opinions) == found.decisions
    assert [each.place for each in found.opinions] == sorted(each.place for each in found.opinions)
    assert of_worst.other_points > of_worst.points


def test_review_knows_no_cards_to_come(last_year, review):
    games = [last_year("one"), last_year("two")]
    (one,), (two,) = (review(*game).paths for game in games)

    assert games[0][0][0] == games[1][0][0]
    assert games[0][1] != games[1][1]
    assert one == two


def test_path_choice_is_judged_with_its_error(last_year, review):
    notes = []
    found = review(*last_year(), notes)

    (path,) = found.paths
    assert path.year == 6
    assert path.action.verb == path.other.verb == "path"
    assert path.margin.games == 10
    assert path.margin.error > 0
    assert notes == sorted(set(notes))
    assert notes[-1] <= 100
