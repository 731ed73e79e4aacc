"""Both dealers of a seed deal the same cards."""

import random

import pytest

from generator.bots.dealer import Dealer, StateDealer, draw_request
from generator.solo import hadrians_wall as rules


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_states_are_dealt_the_cards_of_sessions(book, difficulty):
    state, chance = rules.setup(book, {"difficulty": difficulty}), random.Random(difficulty)
    session, dealer, dealt = Dealer("any seed"), StateDealer(book, "any seed"), 0
    while not rules.is_over(state):
        action = dealer.action(state)
        draw = draw_request(book, state)
        assert action == (session.action(draw) if draw else None)
        dealt += action is not None
        state = rules.apply(book, state, action or chance.choice(rules.legal(book, state)))

    assert dealt > 50


def test_state_with_an_exhausted_deck_is_dealt_a_shuffle(book):
    state = rules.setup(book)
    deck = state.awaits.deck
    unseen = list(state.unseen)
    unseen[book.deck_index[deck]] = 0

    assert str(StateDealer(book, "any").action(state._replace(unseen=tuple(unseen)))) == f"shuffle {deck}"


def test_later_draw_does_not_depend_on_earlier_ones(book):
    state, dealer = rules.setup(book), StateDealer(book, "any seed")
    first = dealer.action(state)
    dealer.action(rules.apply(book, state, first))

    assert dealer.action(state) == first == StateDealer(book, "any seed").action(state)
