"""Undo, redo, corrections and verification at a table."""

import random
import re

import pytest

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.play import game_data
from generator.play.game_data import load_game_data
from generator.play.session_checks import CheckedRules
from generator.play.session_library import SessionRequest, live_session, open_play, start_solo
from generator.play.typed_line import run_line
from generator.session.verification import verify
from generator.solo.action import Action
from generator.solo.attack import AttackOutcome, AttackReport


def said(table, *lines):
    """What is wrong with the last of some lines; nothing where all is right."""
    for line in lines:
        list(run_line(table, line))
    return table.error


def test_undo_and_redo_are_exactly_nothing(begun, play_on):
    table, chance = begun("full"), random.Random(4)
    for _ in play_on(table, lines=60):
        before = table.digest()
        if table.play.undoable is not None and chance.random() < 0.5:
            assert said(table, "undo", "redo") == ""
        assert table.digest() == before


def test_strict_game_keeps_what_was_turned_up(begun, play_on):
    table = begun("full")

    assert "revealed something hidden, and a strict game keeps that" in said(table, "1", "undo")


def test_relaxed_game_goes_back_and_says_so(begun):
    table = begun("full", relaxed=True)
    path = table.visible.legal[1].words[0]
    first = table.visible.others
    said(table, "1", "undo", path)

    assert (table.error, table.visible.peeked > 0, table.visible.paths) == ("", True, (path,))
    assert first == ()


def test_relaxed_undo_deals_the_same_cards(begun):
    table = begun("full", relaxed=True)
    said(table, "1")
    others = table.visible.others
    said(table, "undo", "2")

    assert table.visible.others == others


def test_dealt_card_is_not_corrected(begun):
    assert "what was dealt is not corrected" in said(begun("paper"), "fix F01")


def test_typed_card_is_corrected(begun):
    table = begun("paper", typed=True)

    assert said(table, "f01", "fix f02") == ""
    assert table.play.actions == ("reveal F02",)
    assert table.visible.corrected == 1


def test_correction_that_breaks_the_game_is_refused(begun):
    table = begun("paper", typed=True)
    said(table, "f01", "engineer", "merchant", "path engineer")

    assert (
        said(table, "fix 2 ranger")
        == "action 4 would not be legal any more: path engineer: it is not one of the choices; legal now: path ranger, path merchant"
    )
    assert table.play.corrected == 0


@pytest.mark.parametrize("line", ["fix", "fix 99 F01", "redo", "undo", "help xyzzy", "99", "x" * 500])
def test_wrong_line_is_one_line_and_nothing_happens(begun, line):
    table = begun("full")
    before = table.play.last

    assert list(run_line(table, line)) == [table.error] != [""]
    assert table.play.last == before


def test_two_windows_take_turns_and_the_stale_one_is_told(begun, sessions, closing):
    first = begun("full", name="first")
    second = live_session(closing.enter_context(open_play("first", sessions, writing=True)))
    here, there = said(first, "1"), said(second, "1")
    events = first.play.last

    assert here == ""
    assert there.startswith("the game has gone on in another window: nothing was done")
    assert (second.visible, second.play.last) == (first.visible, events)
    assert said(second, "1") == ""
    assert said(first, "undo").startswith("the game has gone on in another window")


def test_line_is_done_only_for_the_event_it_was_meant_for(begun):
    table = begun("full")
    known = table.play.last
    path = str(table.visible.legal[0])
    told = [list(run_line(table, path, known)), list(run_line(table, "1", known))]

    assert told[0] != [table.error]
    assert table.error.startswith("the game has gone on in another window")
    assert table.play.actions.count(path) == 1


def test_two_windows_deal_no_card_twice(begun, sessions, closing):
    first = begun("full", name="first")
    plays = [closing.enter_context(open_play("first", sessions, writing=True)) for _ in range(3)]
    others = [live_session(play) for play in plays]
    said(first, "1")
    for each in others:
        list(each.start())

    assert {each.play.last for each in others} == {first.play.last}


def test_undo_goes_back_to_an_action_of_the_log(begun, play_on):
    table = begun("full", relaxed=True)
    list(play_on(table, lines=12))
    steps = table.play.steps
    digest, seen = table.digest(), table.visible
    goal = steps[len(steps) // 2].number

    assert said(table, f"undo {goal}") == ""
    assert table.play.steps[-1].number <= steps[-1].number
    assert steps[: len(steps) // 2 + 1] == table.play.steps[: len(steps) // 2 + 1]
    while table.play.redoable is not None:
        assert said(table, "redo") == ""
    assert (table.digest(), table.visible.items) == (digest, seen.items)


def test_undo_of_a_strict_game_stops_at_what_was_revealed(begun):
    table = begun("full")
    first = table.play.steps[0].number

    assert "strict game keeps that" in said(table, "1", f"undo {first}")
    assert (
        said(table, "undo 9999") == "the game has not stood after action 9999 on its way here; `log` lists those it has"
    )
    assert "is not 1 whole numbers" in said(table, "undo now")


def test_last_thing_done_is_told_with_the_chance_that_followed(begun):
    table = begun("full")
    said(table, "1")
    actions = [str(step.action) for step in table.last_turn()]

    assert actions[0].startswith("path ")
    assert all(action.startswith("reveal ") for action in actions[1:])
    assert len(actions) == 3


@pytest.mark.parametrize(("kind", "typed"), [("full", False), ("full", True), ("paper", False), ("deck", True)])
def test_session_verifies(begun, play_on, kind, typed):
    table = begun(kind, typed=typed)
    list(play_on(table, lines=60))
    play = table.play
    play.close()
    source = load_game_data(play.header)
    verdict = verify(play.store.path, CheckedRules(source.rules, play.header), rules=source.digest)

    assert (verdict.is_good, verdict.actions) == (True, len(play.actions))
    assert verdict.digest == table.digest()


def test_card_that_was_not_dealt_is_found(begun):
    table = begun("paper")
    play = table.play
    source = load_game_data(play.header)
    play.close()
    other = replace(play.header, seed="another seed")
    verdict = verify(play.store.path, CheckedRules(source.rules, other, source.text("en").describe_error))

    assert verdict.wrong.event == 1
    assert "was not dealt; the seed deals" in verdict.wrong.fault


def test_other_rules_are_not_gone_on_with(begun, sessions, monkeypatch):
    begun("full", name="first").play.close()
    book, _ = game_data.load_rulebook("hadrians-wall")
    monkeypatch.setattr(game_data, "load_rulebook", lambda _: (book, "0" * 32))
    with (
        open_play("first", sessions, writing=True) as play,
        pytest.raises(UsageError, match="other data of hadrians-wall"),
    ):
        live_session(play)


@pytest.mark.parametrize(
    ("wish", "what"),
    [
        (SessionRequest("full", settings={"difficulty": "brutal"}), "no difficulty called 'brutal'"),
        (SessionRequest("full", settings={"weather": "rain"}), "no setting called 'weather'"),
        (SessionRequest("full", seed="a\nb"), "cannot be a seed"),
        (SessionRequest("full", seed="\ud800"), "cannot be a seed"),
        (
            SessionRequest("full", seed="x", challenge="2026-11"),
            "a challenge deals from a seed of its own; leave out --seed",
        ),
        (SessionRequest("full", typed=True, challenge="2026-11"), "a challenge deals .* leave out --typed"),
        (SessionRequest("full", challenge="november"), "'november' is no day and no month"),
        (SessionRequest("full", name="../x"), "a session cannot be called '../x'"),
    ],
)
def test_wrong_wishes_are_told(sessions, wish, what):
    with pytest.raises(UsageError, match=what):
        start_solo(None, wish, sessions)
    assert not list(sessions.glob("*.jsonl"))


def test_challenge_deals_everybody_the_same(sessions, closing):
    wish = SessionRequest("full", challenge="2026-11")
    tables = [live_session(closing.enter_context(start_solo(None, wish, sessions))) for _ in range(2)]
    for table in tables:
        list(table.start())

    assert tables[0].visible.hand == tables[1].visible.hand
    assert [table.visible.session for table in tables] == ["hadrians-wall-2026-11", "hadrians-wall-2026-11-2"]


def at_result(table):
    """The result of a paper year, its cohorts mistyped."""
    for line in ("1", "stop", "0 0 0"):
        list(run_line(table, line))
    if table.visible.phase == "favours":
        list(run_line(table, "0 0 0"))


def test_mistyped_counts_can_be_corrected(begun):
    table = begun("paper")
    at_result(table)
    assert (table.visible.year, table.visible.phase, table.visible.results[-1].loss) == (1, "result", 1)
    said(table, "undo", "undo")
    assert table.visible.phase == "cohorts"

    assert said(table, "6 6 6", "next") == ""
    assert (table.visible.year, table.visible.results[0].loss) == (2, 0)


def test_fix_without_a_number_takes_the_last_own_action(begun):
    table = begun("full")

    assert said(table, "1", "fort builder", "fix fort soldier") == ""
    assert table.play.actions[-1] == "mark fort_01 soldier"


def test_fix_without_a_number_passes_over_dealt_cards(begun):
    table = begun("paper")
    list(run_line(table, "1"))
    first, second = (f"scout {other.card}" for other in table.visible.others)

    assert said(table, first, f"fix {second}") == ""
    assert table.play.actions[-1] == second


def test_fix_takes_the_last_card_of_its_deck(begun):
    table = begun("paper", typed=True)

    assert said(table, "f01", "engineer", "fix f02") == ""
    assert table.play.actions == ("reveal F02", "reveal engineer")


def test_undo_says_what_was_taken_back(begun):
    table = begun("paper", typed=True)
    said(table, "f01", "engineer", "fix merchant")

    assert next(run_line(table, "undo")) == "Taken back: fix 2 (reveal engineer → reveal merchant)."
    assert next(run_line(table, "redo")) == "Done again: fix 2 (reveal engineer → reveal merchant)."


@pytest.mark.parametrize(("line", "verb"), [("end", "stop"), ("done", "stop"), ("legal", "moves")])
def test_words_of_other_programs_are_answered(begun, line, verb):
    assert said(begun("full"), line) == f"'{line}' is not known here; type `{verb}`"


def test_help_for_a_beginning_lists_what_it_can_be(begun):
    assert "'show'" in said(begun("full"), "help s")
    assert said(begun("full"), "help s").startswith("'s' can be 'stop', ")


def test_card_that_has_come_or_is_of_another_deck_is_named(begun):
    table = begun("full", typed=True)

    assert said(table, "f01", "engineer", "engineer").startswith("reveal engineer: that card has come already; ")
    assert said(table, "F02").startswith("reveal F02: it is of another deck; turn up a card of: Your deck; ")


def test_own_shuffle_is_taken_back_alone(begun):
    table = begun("deck")
    said(table, "draw", "discard all", "shuffle")

    assert next(run_line(table, "undo")) == "Taken back: shuffle orders."
    assert table.play.actions[-1] == "discard all"
    assert said(table, "redo") == ""


def test_corrected_draw_is_dealt_to_its_end(begun):
    table = begun("deck", relaxed=True)
    said(table, "draw", "fix draw 3")

    assert (table.visible.draw, len(table.visible.piles[0].table)) == (None, 3)


def to_favours(begun):
    """A paper game in which cards get through, and favours are asked for."""
    table = begun("paper", settings={"difficulty": "hard"})
    for line in ("1", "scout " + table.visible.others[0].card if table.visible.others else "1", "stop", "0 0 0"):
        list(run_line(table, line))
    assert table.visible.asks == ("favours",)
    return table


@pytest.mark.parametrize("line", ["stop", "none", "0", "", "favours none", "favours 0", "0 0 0"])
def test_no_favours_can_be_said_in_many_ways(begun, line):
    table = to_favours(begun)
    list(run_line(table, line))

    assert (table.error, table.play.actions[-1]) == ("", "favours 0 0 0")


def test_favours_are_not_asked_for_where_none_can_be_left(begun):
    table = to_favours(begun)
    rules, state = table.rules, table.state
    reports = tuple(state.attacks) + tuple(
        AttackReport(year, (), (), (), (3, 0, 0), AttackOutcome(0, 0, 0)) for year in range(3)
    )

    assert rules.only_answer(state) is None
    assert str(rules.only_answer(state._replace(attacks=reports))) == "favours 0 0 0"


def test_answer_that_was_not_asked_for_is_taken_back_with_the_last_one(begun, monkeypatch):
    table = to_favours(begun)
    list(run_line(table, "undo"))
    monkeypatch.setattr(type(table.rules), "only_answer", only_no_favours)
    told = list(run_line(table, "0 0 0"))

    assert table.play.actions[-2:] == ("cohorts 0 0 0", "favours 0 0 0")
    assert any("to mark on your sheet" in line for line in told)
    list(run_line(table, "undo"))
    assert table.play.actions[-1].startswith("reveal")
    list(run_line(table, "redo"))
    assert table.play.actions[-1] == "favours 0 0 0"


def only_no_favours(_, state):
    return Action("favours", ("0", "0", "0")) if state.pending and state.pending[0].kind == "favours" else None


def test_income_on_paper_is_announced(begun):
    table = begun("paper")
    told = list(run_line(table, "1"))

    assert [line for line in told if line.startswith("Income: ")] == [
        "Income: take what your sheets give each year. Look at: Resource production, Hotel, Workshop, Road."
    ]
    assert not any(line.startswith("Income: ") for line in run_line(table, "goods fate"))


def test_scout_alone_says_what_is_missing(begun):
    table = begun("paper")
    list(run_line(table, "1"))
    cards = ", ".join(repr(f"scout {other.card}") for other in table.visible.others)

    assert said(table, "scout") == f"name the neutral card whose pattern you use: {cards}"


@pytest.mark.parametrize("line", ["f01 engineer merchant", "F01, engineer, merchant", "reveal f01 engineer merchant"])
def test_several_cards_are_typed_in_a_line(begun, line):
    table = begun("full", typed=True)

    assert said(table, line) == ""
    assert table.play.actions == ("reveal F01", "reveal engineer", "reveal merchant")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("f01 engineer engineer", "has come already|means nothing|is not|one of"),
        ("f01 engineer merchant ranger", "a card more than is asked for"),
        ("f01 nobody", "nobody"),
    ],
)
@pytest.mark.parametrize("kind", ["full", "paper"])
def test_one_wrong_card_of_several_does_nothing(begun, line, what, kind):
    table = begun(kind, typed=True)

    assert re.search(what, said(table, line))
    assert table.play.actions == ()


def test_action_is_worked_out_once(begun, monkeypatch):
    table = begun("full")
    applied, apply = [], table.rules.apply
    monkeypatch.setattr(table.rules, "apply", lambda state, action: applied.append(str(action)) or apply(state, action))
    list(run_line(table, "1"))
    list(run_line(table, "show wall"))

    assert len(applied) == len(set(applied)) > 1
