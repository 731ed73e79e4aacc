"""Numbers of actions and bytes of states, in games that chance plays."""

import random

import pytest

from generator.bots import state_encoding
from generator.bots.bot_game import BotGame
from generator.bots.state_encoding import ActionNumbers, StateEncoder


@pytest.fixture(scope="module")
def numbers(book):
    return ActionNumbers(book)


@pytest.fixture(scope="module")
def encoder(book):
    return StateEncoder(book)


def states(book, seed, difficulty="normal"):
    game, chance = BotGame(book, f"encoding/{seed}", {"difficulty": difficulty}), random.Random(seed)
    while not game.is_over:
        yield game
        busy = [action for action in game.legal if action.verb != "stop"]
        game.play(chance.choice(busy or game.legal))
    yield game


@pytest.mark.parametrize("seed", range(20))
def test_every_legal_action_has_a_number(book, numbers, seed):
    for game in states(book, seed):
        assert [numbers.actions[number] for number in numbers.numbers(game.legal)] == [*game.legal]


def test_numbers_are_the_same_whenever_they_are_made(book, numbers):
    assert ActionNumbers(book).actions == numbers.actions
    assert len(set(numbers.actions)) == len(numbers.actions)


def test_unknown_action_has_no_number(book, numbers):
    with pytest.raises(KeyError):
        numbers.number(book.decks[0].reveals[0])


@pytest.mark.parametrize("seed", range(5))
def test_rows_have_one_length_and_tell_states_apart(book, encoder, seed):
    seen = [(encoder.encode(game.state), game.legal) for game in states(book, seed, "hard")]

    assert {len(row) for row, _ in seen} == {encoder.length}
    assert len({row for row, _ in seen}) == len(seen)


def test_parts_say_where_things_stand(book, encoder):
    for game in states(book, 1):
        row, state = encoder.encode(game.state), game.state
        assert row[encoder.parts["boxes"]] == state.boxes
        assert [*row[encoder.parts["items"]]] == [*state.items]
        assert row[encoder.parts["year"]][0] == state.year
        assert sum(row[encoder.parts["unseen fate"]]) == state.unseen[0].bit_count()
        assert sum(row[encoder.parts["neutral"]][::3]) == len(state.neutral)


def test_parts_fill_the_row(encoder):
    places = [*encoder.parts.values()]

    assert [place.start for place in places] == [0, *(place.stop for place in places[:-1])]
    assert places[-1].stop == encoder.length


@pytest.mark.parametrize(("place", "row"), [(-1, b"\0\0\0"), (0, b"\1\0\0"), (2, b"\0\0\1")])
def test_place_is_a_one_among_zeros(place, row):
    assert state_encoding._one_hot(place, 3) == row
