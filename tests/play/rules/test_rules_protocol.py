"""The words of an error that a player has made."""

import pytest

from generator.play.rules.rules_protocol import PlayError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PlayError("the whole message"), "the whole message"),
        (PlayError("the whole message", key="no_card"), "the whole message"),
        (PlayError(key="no_card", card="'x'", deck="fate"), "no_card card='x' deck=fate"),
        (PlayError(key="over"), "over"),
        (PlayError(), ""),
    ],
)
def test_error_without_a_message_names_its_key_and_values(error, words):
    assert str(error) == words
