"""The beam search of a year, and the plans of the strong player."""

import pytest

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.load.weights_reader import read_weights
from generator.solo import hadrians_wall as rules
from generator.solo.action import STOPPED
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.strong_player import StrongPlayer
from generator.solo.ai.year_search import Found, YearSearch


@pytest.fixture
def search(book, learned):
    return YearSearch(book, learned)


def test_plan_is_legal_and_ends_the_year(book, table, search):
    state = table.at(items={"soldier": 2, "servant": 3, "builder": 3, "resource": 4}, year=2)

    plan = search.plan(state, width=3)

    for at, action in plan.steps:
        assert at == state
        state = rules.apply(book, state, action)
    assert plan.steps[-1][1] == STOPPED


def test_plan_is_worth_more_than_to_stop(learned, table, search):
    state = table.at(items={"soldier": 2, "servant": 3, "builder": 3, "resource": 4}, year=2)

    assert search.plan(state, width=3).value > learned.kept(state)


def test_wider_beam_finds_no_less(table, search):
    state = table.at(items={"soldier": 2, "servant": 3, "builder": 3, "civilian": 2, "resource": 4}, year=3)

    assert search.plan(state, width=12).value >= search.plan(state, width=1).value


def test_same_actions_in_another_order_are_tried_once(table, search):
    state, seen = table.at(items={"soldier": 1, "servant": 1}), set()

    first = list(search._children(Found(0, state, 0, None), seen))
    second = [child for node in first for child in search._children(node, seen)]

    assert len(second) == len({child.key for child in second})
    assert len(second) < len([child for node in first for child in search._children(node, set())])


def test_equal_boxes_are_tried_once(book, table, search):
    state = table.at(items={"servant": 1, "civilian": 1})

    forums = [action for action in search._actions(state) if action.words[0].startswith("forum")]

    assert len(forums) == 1
    assert sum(action.words[0].startswith("forum") for action in rules.legal(book, state) if action.words) == 4


def test_chance_goes_on_with_the_outcome_nearest_to_the_average(book, learned, table, search):
    boxes = {"market": 1, "goods_02": 1, "goods_03": 2, "goods_04": 3}
    state = table.do(table.at(items={"resource": 2}, levels={"traders": 9}, boxes=boxes), "mark goods_01")
    values = [learned.total(rules.apply(book, state, action)) for action in rules.legal(book, state)]
    average = sum(values) / len(values)

    found = learned.total(search.typical(state))

    assert len(set(values)) > 1
    assert abs(found - average) == min(abs(value - average) for value in values)


def test_game_without_tables_has_no_strong_player(book):
    weights = replace(read_weights(book.game, book.solo), learned=None)

    with pytest.raises(UsageError, match="hadrians-wall has no learned tables, which the strong player needs"):
        StrongPlayer(book, Evaluation(book, weights))
