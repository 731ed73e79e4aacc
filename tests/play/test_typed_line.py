"""Whatever is typed: it is done, or one line says what would do, and nothing has happened."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.play.typed_line import run_line
from generator.play.verbs import VERBS, match_verb
from generator.solo.state import UseFavours

WORDS = st.sampled_from(
    [*(verb.name for verb in VERBS), "fort", "wall_03", "builder", "F17", "engineer", "1", "99", "-1", "all"]
)
LINES = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=5).map(" ".join))
NO_FIXTURES = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.parametrize("kind", ["full", "paper", "deck"])
@pytest.mark.parametrize("typed", [False, True])
def test_any_line_is_answered(begun, play_on, kind, typed):
    table = begun(kind, typed=typed)
    list(play_on(table, lines=random.Random().randrange(30)))

    @settings(max_examples=60, deadline=None, suppress_health_check=NO_FIXTURES)
    @given(line=LINES.filter(lambda line: "hint" not in line))
    def answered(line):
        before = table.play.last
        told = list(run_line(table, line))

        assert all("\n" not in each for each in told)
        if table.error:
            assert told == [table.error]
            assert table.play.last == before
        table.is_left = False

    answered()


def test_number_picks_a_line_of_the_list(begun):
    table = begun("full")
    path = str(table.visible.legal[1])
    list(run_line(table, "2"))

    assert table.play.actions[3] == path


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
