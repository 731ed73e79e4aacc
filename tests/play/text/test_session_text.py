"""What is told of a session of one deck."""

from types import SimpleNamespace

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.model.text import Text
from generator.play.rules.visible_state import LiveStep
from generator.play.text.play_messages import play_messages
from generator.play.text.session_text import DeckText
from generator.solo.action import Action


@pytest.mark.parametrize(("draw", "key"), [(None, "draw.shuffled"), (object(), "draw.shuffle")])
def test_shuffle_that_was_asked_for_is_told_in_other_words(draw, key):
    messages, orders = play_messages("en"), load(find_game("glory-to-rome")).component("orders")
    text = DeckText(orders, Text.of({"en": "Glory"}), messages, "en")
    after = SimpleNamespace(piles=[SimpleNamespace(unseen=("O01", "O02"))])

    (told,) = text.step(LiveStep(Action.parse("shuffle orders"), SimpleNamespace(draw=draw), after))

    assert told == messages(key, deck=orders.title["en"], n=2)
    assert messages("draw.shuffled", deck="a", n=2) != messages("draw.shuffle", deck="a", n=2)


@pytest.mark.parametrize(
    ("table", "words"),
    [((), None), (("O01",), "{0}"), (("O01", "O01"), "{0} ×2"), (("O02", "O01", "O02", "O02"), "{1} ×3, {0}")],
)
def test_cards_on_the_table_are_counted(table, words):
    messages, orders = play_messages("en"), load(find_game("glory-to-rome")).component("orders")
    text = DeckText(orders, Text.of({"en": "Glory"}), messages, "en")
    state = SimpleNamespace(draw=None, piles=[SimpleNamespace(table=table, unseen=("O03",), discards=())])
    names = [text._card(label) for label in ("O01", "O02")]

    *shown, question = text.question(state)

    assert shown == ([messages("did.table", cards=words.format(*names))] if words else [])
    assert question == messages("ask.deck", n=1, m=0)
