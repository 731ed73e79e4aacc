"""How many cards an attack has, in words."""

from types import SimpleNamespace

import pytest

from generator.play.rules.visible_state import VisibleAttack
from generator.play.text.event_text import EventText
from generator.play.text.play_messages import play_messages


@pytest.fixture
def text():
    messages = play_messages("en")
    return EventText(SimpleNamespace(messages=messages, book=SimpleNamespace(solo=None)))


@pytest.mark.parametrize(
    ("cards", "extra", "key", "values"),
    [
        (1, 0, "year.card", {}),
        (2, 0, "year.cards", {"n": 2}),
        (0, 0, "year.cards", {"n": 0}),
        (3, 2, "year.extra", {"n": 5, "board": 3, "extra": 2}),
        (0, 1, "year.extra", {"n": 1, "board": 0, "extra": 1}),
    ],
)
def test_cards_that_neutral_ones_add_are_named_apart(text, cards, extra, key, values):
    assert text.cards(VisibleAttack(4, cards, extra)) == play_messages("en")(key, **values)
