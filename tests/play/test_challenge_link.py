"""Links to challenges: what is written is read again, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import UsageError
from generator.play.challenge_link import LONGEST, ChallengeLink, is_link, parse_link

WORDS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=40)


@given(
    seed=WORDS,
    settings=st.dictionaries(WORDS, WORDS, max_size=4),
    kind=st.sampled_from(["full", "paper"]),
    undo=st.sampled_from(["strict", "relaxed"]),
)
def test_links_are_read_as_they_were_written(seed, settings, kind, undo):
    link = ChallengeLink("my-game_2", seed=seed, kind=kind, undo=undo, settings=settings, rules="0a1b2c3d")

    assert parse_link(f"http://127.0.0.1:8475/challenge?{link.query}") == link


@pytest.mark.parametrize(("length", "is_read"), [(LONGEST, True), (LONGEST + 1, False)])
def test_longer_link_is_refused(length, is_read):
    link = "?game=x&seed=a"
    text = "h" * (length - len(link)) + link

    if is_read:
        assert parse_link(text).seed == "a"
        return
    with pytest.raises(UsageError, match="is no link to a challenge"):
        parse_link(text)


def test_session_is_what_the_link_says():
    link = parse_link("?game=hadrians-wall&challenge=2026-11&kind=paper&undo=relaxed&set-difficulty=hard")
    wish = link.request("ja")

    assert (wish.kind, wish.relaxed, wish.challenge, wish.seed, wish.language) == ("paper", True, "2026-11", "", "ja")
    assert wish.settings == {"difficulty": "hard"}


@pytest.mark.parametrize(("word", "expected"), [("2026-11", False), ("november", False), ("/challenge?game=x", True)])
def test_link_is_told_from_a_month(word, expected):
    assert is_link(word) is expected


@pytest.mark.parametrize("text", ["", "?", "?game", "game=x", "?game=x&seed=a&challenge=2026-11", "?game=a/b&seed=x"])
def test_what_is_no_link_is_told(text):
    with pytest.raises(UsageError, match="is no link to a challenge; copy the whole link"):
        parse_link(text)
