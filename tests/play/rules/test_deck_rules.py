"""One deck of any game."""

import random

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.model.text import Text
from generator.play.rules.deck_rules import DeckRules, DeckState
from generator.play.rules.rules_protocol import PlayError
from generator.play.text.play_messages import play_messages
from generator.play.text.session_text import DeckText
from generator.solo.action import Action


@pytest.fixture
def said(orders):
    """What was wrong, in English."""
    return DeckText(orders.component, Text.of({"en": "Orders"}), play_messages("en"), "en").describe_error


def after(rules, state, action):
    """The state after an action, given as text."""
    return rules.apply(state, Action.parse(action))


@pytest.fixture(scope="module")
def orders():
    return DeckRules(load(find_game("glory-to-rome")).component("orders"))


def test_cards_are_conserved(orders):
    chance, state = random.Random(3), orders.start()
    for _ in range(400):
        state = orders.apply(state, chance.choice(orders.legal(state)))

        counts = [sum(each) for each in zip(state.unseen, state.table, state.discards, strict=True)]
        assert counts == list(orders.start().unseen)


def test_shuffle_brings_the_discards_back(orders):
    state = orders.start()
    for action in ("draw 2", "reveal O01", "reveal O02", "discard O01", "shuffle orders"):
        state = after(orders, state, action)

    assert (sum(state.unseen), sum(state.table), sum(state.discards), state.turn) == (143, 1, 0, 2)


def test_empty_deck_is_shuffled_before_a_card_comes(orders):
    state = DeckState(unseen=(0,) * 40, table=(0,) * 40, discards=orders.start().unseen, to_draw=1)

    assert tuple(map(str, orders.legal(state))) == ("shuffle orders",)
    assert orders.draw(state).unseen == ()


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("draw", "draw 1"),
        ("dr 3", "draw 3"),
        ("disc o01", "discard O01"),
        ("discard", "discard all"),
        ("sh", "shuffle orders"),
    ],
)
def test_actions_are_read_by_their_beginnings(orders, typed, action):
    state = after(orders, after(orders, orders.start(), "draw 1"), "reveal O01")

    assert str(orders.read(state, typed)) == action


@pytest.mark.parametrize(
    ("typed", "action"), [("o07", "reveal O07"), ("REVEAL o07", "reveal O07"), ("wall", "reveal O16")]
)
def test_card_is_read_by_label_or_id(orders, typed, action):
    assert str(orders.read(after(orders, orders.start(), "draw 1"), typed)) == action


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("draw x", "'x' is not 1 whole numbers; type it like: draw 3"),
        ("d", "'d' can be 'draw', 'discard'; type more of it"),
        ("dance", "no action 'dance'"),
        ("discard O01", "no card on the table 'O01'; it is one of 'all'"),
    ],
)
def test_wrong_words_say_what_would_do(said, orders, typed, what):
    with pytest.raises(PlayError) as error:
        orders.read(orders.start(), typed)
    assert what in said(error.value)


@pytest.mark.parametrize("action", ["draw 0", "draw 51", "reveal O01", "discard O01", "shuffle orders", "fly", "draw"])
def test_illegal_actions_are_refused(orders, action):
    with pytest.raises(PlayError):
        after(orders, orders.start(), action)
