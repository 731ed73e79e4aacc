"""The chart of a game's value."""

from types import SimpleNamespace

import pytest

from generator.web.explain import review_board
from generator.web.explain.review_board import HIGH, WIDE, ReviewBoard, value_chart


def test_values_and_moves_lie_within_the_chart():
    chart = value_chart({0: 20.0, 4: 31.5, 10: 25.0}, {0: 1, 5: 2}, 10, 4, [4])

    assert [mark.move for mark in chart.marks if mark.is_costly] == [4]
    assert all(0 < mark.x < WIDE and 0 < mark.y < HIGH for mark in chart.marks)
    assert [level for _, level in chart.levels] == [20, 25, 30, 35]
    assert [move for move, _, _ in chart.steps] == [*range(11)]
    assert chart.cursor == chart.marks[1].x
    higher, lower = chart.marks[1], chart.marks[2]
    assert higher.y < lower.y


@pytest.mark.parametrize("values", [{}, {0: 3.0}, {0: -12.5, 1: 200.0}])
def test_few_and_far_values_have_a_chart_too(values):
    chart = value_chart(values, {}, 1, 0, ())

    assert len(chart.levels) >= 2
    assert chart.path.count("L") == max(0, len(values) - 1)


@pytest.mark.parametrize(("points", "values"), [(None, {0: 20.0}), (SimpleNamespace(total=31), {0: 20.0, 1: 31.0})])
def test_chart_ends_at_the_score_of_a_finished_game(points, values, monkeypatch):
    monkeypatch.setattr(review_board, "value_chart", lambda *about: about[0])
    board = ReviewBoard.__new__(ReviewBoard)
    board._acts, board._places, board._costly = [(1,), (2,)], [0, 1], set()
    board._opinion = lambda number: SimpleNamespace(points=20.0) if number == 0 else None
    board._year = lambda _: 1
    board._session = SimpleNamespace(visible=SimpleNamespace(points=points))

    assert board._chart(0) == values
