"""The odds and hints of a session, told and as JSON, from nothing but what may be seen."""

import json
import re

import pytest

from generator.base.records import replace
from generator.play.adviser import hint_lines
from generator.play.rules.visible_state import Pile, VisibleAttack
from generator.play.text.odds_text import cohort_has_room, decimal, percent, session_odds
from generator.play.text.play_messages import play_messages
from generator.play.typed_line import run_line
from generator.solo.action import Action
from generator.solo.ai.move_adviser import Recommendation
from generator.solo.ai.paired_playouts import Margin
from generator.solo.odds import AttackCards, Defence, attack_odds


@pytest.fixture
def book(begun):
    return begun().rules.book


def year_of(table, number):
    """Play on, stopping every year, to the actions of a year."""
    while table.visible.year < number or table.visible.asks:
        list(run_line(table, "stop" if not table.visible.asks else "1"))
        assert not table.error
    return table.visible


def cards_of(book, names):
    deck = book.deck("fate")
    came = [book.direction_of[deck.index[name]] for name in names]
    return tuple(came.count(number) for number in range(3))


def test_first_attack_of_a_game(begun, book):
    table = begun()
    seen = year_of(table, 1)
    fate = next(pile for pile in seen.piles if pile.deck == "fate")

    assert session_odds(book, seen) == attack_odds(
        AttackCards(cards_of(book, fate.unseen), 1), Defence((0, 0, 0), (0, 0, 0)), 1
    )


def test_tokens_make_the_attack_longer(begun, book):
    seen = year_of(begun(), 1)
    longer = replace(seen, raid=replace(seen.raid, extra=3))

    assert len(session_odds(book, longer).coming[0]) == len(session_odds(book, seen).coming[0]) + 3


def test_favours_of_the_sheets_count(begun, book):
    seen = year_of(begun(), 1)
    seen = replace(seen, raid=VisibleAttack(3, 6, 0, (), (), (0, 0, 0), (0, 0, 0)))
    marks = {**seen.marks, "temple_favours_01": 1, "temple_favours_02": 2, "diplomat_2_favours_01": 1}
    found = session_odds(book, replace(seen, marks={**marks, "diplomat_2_serves": "center"}))

    assert found == session_odds(book, seen, ("0", "0", "0", "0", "1", "0", "1"))
    assert found != session_odds(book, seen)


def test_favour_without_a_direction_does_not_count_yet(begun, book):
    seen = year_of(begun(), 1)
    waiting = replace(seen, marks={**seen.marks, "diplomat_1": 1, "diplomat_1_favours_01": 1})

    assert session_odds(book, waiting) == session_odds(book, seen)


def test_cards_that_lie_open_are_certain(begun, book):
    seen = year_of(begun(), 1)
    fate = next(pile for pile in seen.piles if pile.deck == "fate")
    came = fate.unseen[:2]
    raid = VisibleAttack(2, 2, 0, came, cards_of(book, came), (0, 0, 0), (0, 0, 0))
    found = session_odds(book, replace(seen, raid=raid))

    assert [chances[-1] for chances in found.coming] == [1, 1, 1]


@pytest.mark.parametrize(("reshuffle", "cards"), [("discards", 3), ("all", 48)])
def test_empty_deck_is_shuffled_as_agreed(begun, book, reshuffle, cards):
    seen = year_of(begun(), 1)
    names = book.deck("fate").names
    settings = tuple((name, reshuffle if name == "reshuffle" else choice) for name, choice in seen.settings)
    piles = tuple(Pile("fate", (), names[:3]) if pile.deck == "fate" else pile for pile in seen.piles)
    raid = VisibleAttack(4, 3, 0, (), (), (0, 0, 0), (0, 0, 0))
    found = session_odds(book, replace(seen, settings=settings, piles=piles, raid=raid))

    again = cards_of(book, names[:cards])
    assert found == attack_odds(AttackCards((0, 0, 0), 3, again), Defence((0, 0, 0), (0, 0, 0)), 4)


def test_full_cohort_has_no_room(begun, book):
    seen = year_of(begun(), 1)
    full = {f"cohort_center_0{number}": 1 for number in range(1, 7)}

    assert cohort_has_room(book, replace(seen, marks={**seen.marks, **full})) == (True, False, True)


def test_odds_are_told_at_the_table(begun):
    table = begun()
    year_of(table, 1)
    told = list(run_line(table, "odds"))

    assert not table.error
    assert told[0] == "The chance that nothing gets through: 0%"
    assert len(told) == 7


def test_odds_beside_printed_sheets_are_typed(begun):
    table = begun("paper")
    list(run_line(table, "1"))

    assert "type what your cohorts stop" in next(iter(run_line(table, "odds")))
    assert next(iter(run_line(table, "odds 6 6 6"))) == "The chance that nothing gets through: 100%"
    assert "not 3 whole numbers" in next(iter(run_line(table, "odds 6 x 6")))


def test_odds_are_off_unless_asked_for(solo):
    plain = solo("new", "--seed", "one", "--name", "plain", typed="1\n")
    told = solo("new", "--seed", "one", "--name", "told", "--odds", typed="1\n")

    assert "chance" not in plain.out
    assert told.out.count("The chance that nothing gets through") == 2


def test_odds_command_is_exact(solo):
    solo("new", "--seed", "one", "--name", "game", typed="1\n")
    told = solo("odds", "game", "1", "1", "1", "--json")

    assert told.json["odds"]["holds"] == {"about": 1.0, "exactly": "1"}
    assert solo("odds", "game", "1").code == 4


@pytest.mark.usefixtures("short_hints")
def test_hint_is_legal_and_stays_the_same(begun):
    table = begun()
    year_of(table, 6)
    first, again = list(run_line(table, "hint")), list(run_line(table, "hint"))

    assert first == again
    assert any(f"(`{action}`) is " in first[0] for action in table.visible.legal)


def test_hint_needs_something_to_decide(begun):
    table = begun(typed=True)

    assert "nothing to decide" in next(iter(run_line(table, "hint")))


@pytest.mark.usefixtures("short_hints")
def test_hint_command_speaks_both_languages(begun, solo):
    table = begun()
    year_of(table, 5)

    english, japanese = (" ".join(solo("hint", table.play.name, "--lang", lang).lines) for lang in ("en", "ja"))
    found = json.loads(solo("hint", table.play.name, "--json").out)["hint"]

    assert re.match(rf"[A-Z][^`]+ \(`{found['action']}`\) ", english)
    assert re.match(rf"[^`A-Za-z]+（`{found['action']}`）", japanese)
    assert f"± {found['margin']['error']} points" in english
    assert f"± {found['margin']['error']}点" in japanese
    assert "on the same decks" in english
    # A line may end within the words.
    assert "同じデッキ" in japanese.replace(" ", "")


def hint_of(points, error, *, disagree=False, other="market", for_goals=False):
    pair = Action("mark", ("fort",)), other and Action("mark", (other,))
    return Recommendation(*pair, Margin(points, error, 40), disagree, (), 120, for_goals)


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        (
            hint_of(2.3, 0.9),
            "mark fort is better than mark market by +2.3 ± 0.9 points (40 games of each on the same decks).",
        ),
        (hint_of(0.9, 0.9), "mark fort and mark market are about equal: +0.9 ± 0.9 points"),
        (
            hint_of(0.2, 0.9, disagree=True),
            "In one half of these games the one was better, in the other half the other.",
        ),
        (hint_of(2.3, 0.9, disagree=True), "mark fort is better than mark market by +2.3 ± 0.9 points"),
        (hint_of(2.3, 0.9, for_goals=True), "Progress toward the goals of the fort counts as points too."),
        (hint_of(0.0, 0.0, other=None), "the other actions that were tried come to the same"),
    ],
)
def test_hint_says_no_more_than_it_knows(hint, told):
    lines = " ".join(hint_lines(hint, play_messages("en")))

    assert told in lines
    assert ("about equal" in lines) == (hint.other is not None and not hint.is_clear)


@pytest.mark.parametrize(("chance", "told"), [(0, "0%"), (0.001, "<1%"), (0.5, "50%"), (0.999, ">99%"), (1, "100%")])
def test_only_the_certain_is_told_as_certain(chance, told):
    assert percent(chance) == told


def test_means_have_two_places():
    assert decimal(1 / 3) == "0.33"
