"""Whatever is typed: it is done, or one line says what would do, and nothing has happened."""

import random
import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.play.text import prompts
from generator.play.typed_line import _help_text, run_line
from generator.play.verbs import VERBS, match_verb
from generator.solo.action import STOPPED, Action
from generator.solo.state import UseFavours

WORDS = st.sampled_from(
    [*(verb.name for verb in VERBS), "fort", "wall_03", "builder", "F17", "engineer", "1", "99", "-1", "all"]
)
LINES = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=5).map(" ".join))


@pytest.mark.parametrize("kind", ["full", "paper", "deck"])
@pytest.mark.parametrize("typed", [False, True])
def test_any_line_is_answered(begun, play_on, kind, typed):
    table = begun(kind, typed=typed)
    list(play_on(table, lines=random.Random().randrange(30)))

    @given(line=LINES.filter(lambda line: not {"hint", "do", "d"} & {*line.split()}))
    def answered(line):
        before = table.play.last
        told = list(run_line(table, line))

        assert all("\n" not in each for each in told)
        if table.error:
            assert told[0] == table.error
            assert told[1:] == (list(table.question(whole=True)) if "no longer true" in table.error else [])
            assert table.play.last == before
        table.is_left = False

    answered()


def test_number_picks_a_line_of_the_list(begun):
    table = begun("full")
    path = str(table.visible.legal[1])
    list(run_line(table, "2"))

    assert table.play.actions[3] == path


def test_number_of_an_earlier_list_is_refused_and_the_list_shown_again(begun, monkeypatch):
    monkeypatch.setattr(prompts, "SHOWN", 0)
    table = begun("full")
    list(run_line(table, "1"))
    stop = len(table.listed[1])
    list(run_line(table, "fort b"))
    done = table.play.actions
    told = list(run_line(table, f"{stop}"))

    assert told[0] == f"{stop} is the number of a list that is no longer true: nothing was done; this is the list now"
    assert table.play.actions == done
    assert told[-1].split()[1] == "stop"
    list(run_line(table, told[-1].split()[0].rstrip(".")))
    assert table.play.actions[len(done)] == "stop"


def test_number_that_the_last_list_left_out_is_refused(begun):
    table = begun("full")
    list(run_line(table, "1"))
    shown = list(run_line(table, "moves wall"))

    assert next(run_line(table, "1")).startswith("there is no line 1 in the list that was shown last")
    assert next(run_line(table, shown[0].split()[0].rstrip("."))).startswith("Filled: Wall guard 1")


def test_number_picks_nothing_where_no_list_was_shown(begun):
    table = begun("full")
    again = table.with_text(table.text)

    assert "no longer true" in next(run_line(again, "1"))
    assert not again.play.actions[3:]


def test_equal_boxes_are_one_line(begun):
    table = begun("full")
    list(run_line(table, "1"))
    told = list(run_line(table, "moves forum"))

    assert all("forum_01" in line for line in told)
    assert next(run_line(table, "forum builder servant")) == "Filled: Forum 1."


@pytest.mark.parametrize("again", ["stop", "sto", "yes", "Y"])
def test_year_with_items_in_hand_ends_when_it_is_said_twice(begun, again):
    table = begun("full")
    table.asks_again = True
    list(run_line(table, "1"))
    before = table.play.last

    assert next(run_line(table, "stop")).startswith("You still have 2 × Soldier, ")
    assert (table.play.last, table.error) == (before, "")
    list(run_line(table, again))
    assert table.play.last > before


def test_another_line_between_two_stops_asks_again(begun):
    table = begun("full")
    table.asks_again = True
    before = [list(run_line(table, line)) for line in ("1", "stop", "raid", "stop")]

    assert before[1] == before[3]
    assert "stop" not in table.play.actions
    assert list(run_line(table, "raid"))
    assert "means nothing here" in next(run_line(table, "yes"))


def test_year_with_nothing_in_hand_ends_at_once(begun):
    table = begun("full")
    table.asks_again = True
    state = table.visible
    list(run_line(table, "1"))

    assert table.text.confirmation(state, STOPPED) == ""


def test_pipe_is_not_asked_again(begun):
    table = begun("full")
    for line in ("1", "stop"):
        list(run_line(table, line))

    assert "stop" in table.play.actions


def test_battle_beside_paper_is_asked_about(begun):
    table = begun("paper")
    table.asks_again = True
    list(run_line(table, "1"))
    before = table.play.last

    assert list(run_line(table, "battle")) == [
        "This turns up a card of the Fate deck. Type `battle` once more to do it."
    ]
    assert table.play.last == before
    assert "damage" in next(run_line(table, "battle"))


@pytest.mark.parametrize(("word", "verb"), [("?", "help"), ("q", "quit"), ("und", "undo"), ("MOVES", "moves")])
def test_beginning_of_a_verb_will_do(begun, word, verb):
    assert match_verb(word, begun("full").verbs).name == verb


def test_action_comes_before_a_verb_it_begins_like(begun):
    table = begun("deck")
    list(run_line(table, "draw 2"))
    list(run_line(table, "disc all"))

    assert table.error == ""
    assert table.visible.piles[0].discards != ()


def test_empty_line_asks_again(begun):
    table = begun("paper")

    assert list(run_line(table, "  ")) == list(table.question())


def test_favour_in_vain_is_refused_with_the_reason(begun):
    from generator.play.game_data import load_rulebook
    from generator.solo.action import Action
    from generator.solo.hadrians_wall import setup
    from generator.solo.reasons import why_not

    book = load_rulebook("hadrians-wall")[0]
    state = setup(book)._replace(pending=(UseFavours(),))

    assert why_not(book, state, Action("favour", ("left", "temple_favours"))).key == "needless"


def test_raid_that_nobody_has_seen_says_so(begun):
    table = begun("full")

    assert list(run_line(table, "raid"))[1:] == ["Not turned up yet.", "Your cohorts stop: Left 0, Centre 0, Right 0."]


def test_box_that_opens_a_section_says_so(begun):
    table = begun("full")
    told = " ".join(" ".join(run_line(table, "show granaries")).split())

    assert "opens Centre: Mining & foresting, Wall guard, Fort" in told


def test_legal_moves_are_counted_in_one_way(begun):
    """What an error names and leaves out is as much as a list has lines, and as a question says."""
    table = begun("full")
    list(run_line(table, "1"))
    listed = [line for line in run_line(table, "moves") if re.match(r" *\d+\.", line)]
    list(run_line(table, "mark wall_09"))
    named, _, more = table.error.partition("legal now: ")[2].rpartition(" and ")

    assert named.count(",") + 1 + int(more.split()[0]) == len(listed)


@pytest.mark.parametrize(
    ("verb", "typed", "key"),
    [("fix", True, "verb.fix"), ("fix", False, "verb_dealt.fix"), ("undo", False, "verb.undo")],
)
def test_help_tells_what_can_be_corrected(verb, typed, key):
    session = SimpleNamespace(messages=lambda key: key, typed=typed)

    assert _help_text(session, SimpleNamespace(name=verb)) == key


def test_hint_is_done_by_a_letter(begun):
    table = begun("full")
    told = list(run_line(table, "d"))
    action = table.play.actions[3]

    assert re.fullmatch(rf"The hint: [A-Z]\w+ \(`{action}`\)\.", told[0])
    assert action.startswith("path ")


def test_hint_is_not_done_after_another_window_has_gone_on(begun, monkeypatch):
    table = begun("full")
    list(run_line(table, "1"))
    other = table.with_text(table.text)

    def finder(_):
        def find():
            list(run_line(other, "fort builder"))
            return SimpleNamespace(action=Action.parse("mark fort_01 soldier"))

        return find

    monkeypatch.setattr("generator.play.adviser.hint_finder", finder)
    list(run_line(table, "d"))

    assert table.error.startswith("the game has gone on in another window")
    assert "mark fort_01 soldier" not in table.play.actions
