"""Undo, redo, corrections and verification at a table."""

import random

import pytest

from generator.companion.library import Wish, opened, sit, source_of, start_solo
from generator.companion.sitting import Referee
from generator.errors import InUseError, UsageError
from generator.session.verify import verify


def said(table, *lines):
    """What is wrong with the last of some lines; nothing where all is right."""
    for line in lines:
        list(table.line(line))
    return table.wrong


def test_undo_and_redo_are_exactly_nothing(begun, play_on):
    table, chance = begun("full"), random.Random(4)
    for _ in play_on(table, lines=60):
        before = table.sitting.digest()
        if table.sitting.play.undoable is not None and chance.random() < 0.5:
            assert said(table, "undo", "redo") == ""
        assert table.sitting.digest() == before


def test_strict_game_keeps_what_was_turned_up(begun, play_on):
    table = begun("full")

    assert "revealed something hidden, and a strict game keeps that" in said(table, "1", "undo")


def test_relaxed_game_goes_back_and_says_so(begun):
    table = begun("full", relaxed=True)
    path = table.seen.legal[1].split()[1]
    first = table.seen.others
    said(table, "1", "undo", path)

    assert (table.wrong, table.seen.peeked > 0, table.seen.paths) == ("", True, (path,))
    assert first == ()


def test_relaxed_undo_deals_the_same_cards(begun):
    table = begun("full", relaxed=True)
    said(table, "1")
    others = table.seen.others
    said(table, "undo", "2")

    assert table.seen.others == others


def test_dealt_card_is_not_corrected(begun):
    assert "what was dealt is not corrected" in said(begun("paper"), "fix F01")


def test_typed_card_is_corrected(begun):
    table = begun("paper", typed=True)

    assert said(table, "f01", "fix f02") == ""
    assert table.sitting.play.actions == ("reveal F02",)
    assert table.seen.corrected == 1


def test_correction_that_breaks_the_game_is_refused(begun):
    table = begun("paper", typed=True)
    said(table, "f01", "engineer", "merchant", "path engineer")

    assert (
        said(table, "fix 2 ranger")
        == "action 4 would not be legal any more: 'path engineer' cannot be done now; these would do: path ranger, path merchant"
    )
    assert table.sitting.play.corrected == 0


@pytest.mark.parametrize("line", ["fix", "fix 99 F01", "redo", "undo", "help nothing", "99", "x" * 500])
def test_wrong_line_is_one_line_and_nothing_happens(begun, line):
    table = begun("full")
    before = table.sitting.play.last

    assert list(table.line(line)) == [table.wrong] != [""]
    assert table.sitting.play.last == before


def test_second_window_is_told(begun, sessions):
    table = begun("full", name="first")

    with pytest.raises(InUseError):
        opened("first", sessions, writing=True)
    with opened("first", sessions, writing=False) as play:
        assert sit(play).seen.year == table.seen.year


@pytest.mark.parametrize(("kind", "typed"), [("full", False), ("full", True), ("paper", False), ("deck", True)])
def test_session_verifies(begun, play_on, kind, typed):
    table = begun(kind, typed=typed)
    list(play_on(table, lines=60))
    play = table.sitting.play
    play.close()
    source = source_of(play.header)
    verdict = verify(play.store.path, Referee(source.rules, None if typed else play.header.seed), rules=source.digest)

    assert (verdict.is_good, verdict.actions) == (True, len(play.actions))
    assert verdict.digest == table.sitting.digest()


def test_card_that_was_not_dealt_is_found(begun):
    table = begun("paper")
    play = table.sitting.play
    source = source_of(play.header)
    play.close()
    verdict = verify(play.store.path, Referee(source.rules, "another seed"))

    assert verdict.wrong.event == 1
    assert "was not dealt; the seed deals" in verdict.wrong.what


def test_other_rules_are_not_gone_on_with(begun, sessions, monkeypatch):
    begun("full", name="first").sitting.play.close()
    monkeypatch.setattr("generator.companion.library.of_rules", lambda *_: "0" * 32)
    from generator.companion import library

    library.book_of.cache_clear()
    with (
        opened("first", sessions, writing=True) as play,
        pytest.raises(UsageError, match="other data of hadrians-wall"),
    ):
        sit(play)
    library.book_of.cache_clear()


@pytest.mark.parametrize(
    ("wish", "what"),
    [
        (Wish("full", settings={"difficulty": "brutal"}), "no difficulty called 'brutal'"),
        (Wish("full", settings={"weather": "rain"}), "no setting called 'weather'"),
        (Wish("full", seed="a\nb"), "cannot be a seed"),
        (Wish("full", seed="\ud800"), "cannot be a seed"),
        (Wish("full", seed="x", challenge="2026-11"), "a challenge has a seed of its own"),
        (Wish("full", challenge="november"), "'november' is no month"),
        (Wish("full", name="../x"), "a session cannot be called '../x'"),
    ],
)
def test_wrong_wishes_are_told(sessions, wish, what):
    with pytest.raises(UsageError, match=what):
        start_solo(None, wish, sessions)
    assert not list(sessions.glob("*.jsonl"))


def test_challenge_deals_everybody_the_same(sessions):
    tables = [sit(start_solo(None, Wish("full", challenge="2026-11"), sessions)) for _ in range(2)]
    for table in tables:
        list(table.sit_down())

    assert tables[0].seen.hand == tables[1].seen.hand
    assert [table.seen.session for table in tables] == ["hadrians-wall-2026-11", "hadrians-wall-2026-11-2"]
