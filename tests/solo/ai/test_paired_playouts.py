"""Games played to their end on common cards, and the margin between them."""

from math import sqrt
from statistics import fmean, stdev

import pytest

from generator.base.rng import Stream
from generator.solo import hadrians_wall as rules
from generator.solo.ai.paired_playouts import Margin, PlayoutCards
from generator.solo.ai.student_t import student_t


def shuffled(name, count):
    return Stream("decks", name).shuffled(range(count))


@pytest.fixture
def playouts(quick_playouts):
    return quick_playouts("decks")


def totals(playouts, states, name):
    cards = playouts.cards(name)
    return [playouts.total(state, cards) for state in states]


def drawn(book, state, name):
    """The cards of all attacks and incomes that come where nobody does anything but stop."""
    cards, found = PlayoutCards(book, shuffled, name), []
    while not rules.is_over(state):
        head = state.pending[0] if state.pending else None
        action = cards.action(state) if state.awaits else rules.legal(book, state)[-1]
        if head and head.kind == "reveal":
            found.append((state.year, head.reason, action.words))
        state = rules.apply(book, state, action)
    return found


def test_margin_is_students_interval():
    differences = [3, -1, 4, 1, -5, 9, 2, 6]
    margin = Margin.of(differences)
    exact = student_t(7) * stdev(differences) / sqrt(8)

    assert margin.points == pytest.approx(fmean(differences), abs=0.05)
    assert exact <= margin.error < exact + 0.1


def test_margin_is_never_without_error():
    assert Margin.of([2] * 10) == (2.0, 0.1, 10)
    assert not Margin.of([0] * 10).is_clear


def test_a_card_less_leaves_the_others_alone(book, table):
    plain = table.at(year=2)
    less = plain._replace(unseen=(plain.unseen[0] & ~1, *plain.unseen[1:]))
    one, other, fresh = (drawn(book, *each) for each in ((plain, "a"), (less, "a"), (plain, "b")))

    assert len(set(one) & set(other)) >= len(one) - 2
    assert len(set(one) & set(fresh)) < len(one) / 2


def test_games_on_the_same_cards_are_the_same_game(book, table, playouts):
    state = table.at(items={"soldier": 2, "builder": 2})

    assert totals(playouts, [state, state], "a") == totals(playouts, [state], "a") * 2
    assert len({totals(playouts, [state], str(number))[0] for number in range(6)}) > 1


def test_order_of_moves_does_not_matter(book, table, playouts):
    state = table.at(items={"soldier": 2, "civilian": 2})
    one = table.do(state, "fort soldier", "priests")
    other = table.do(state, "priests", "fort soldier")

    assert len(set(totals(playouts, [one, other], "a"))) == 1
    assert playouts.played == 2


def test_finished_game_has_its_points(book, table, playouts):
    state = table.at(year=6, levels={"fort": 5})._replace(phase="over")

    assert totals(playouts, [state], "a") == [rules.score(book, state).total]


def test_quick_player_is_decent(book, playouts):
    first = rules.setup(book, {"difficulty": "normal"})

    assert fmean(totals(playouts, [first], str(number))[0] for number in range(8)) > 35


@pytest.mark.parametrize(
    ("points", "error", "is_clear"), [(2.0, 0.6, True), (-2.0, 0.6, True), (0.6, 0.6, False), (-0.5, 0.6, False)]
)
def test_margin_is_clear_if_its_interval_has_no_0(points, error, is_clear):
    margin = Margin(points, error, 7)

    assert margin.is_clear == margin.turned().is_clear == is_clear
