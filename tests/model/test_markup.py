"""Guarding characters against being read as markup."""

from hypothesis import given
from hypothesis import strategies as st

from generator.model.markup import GUARDED, MARKUP, guard, unguard


@given(st.text(st.characters(exclude_characters=GUARDED)))
def test_guarding_can_be_undone(text):
    assert unguard(guard(text)) == text


@given(st.text(MARKUP + "ab"))
def test_nothing_guarded_reads_as_markup(text):
    assert not set(guard(text)) & set(MARKUP)


def test_plain_text_is_left_alone():
    text = "Pay 2 stone"

    assert guard(text) is text
    assert unguard(text) is text
