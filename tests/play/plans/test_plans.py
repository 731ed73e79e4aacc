"""Plans of a year: nothing of them is played, no true card is seen in them, and what is kept is what was planned."""

import pytest

from generator.play.plans.plan_facts import PlanFacts
from generator.play.plans.planned_session import open_plan
from generator.play.rules.rules_protocol import PlayError
from generator.play.typed_line import run_line
from generator.solo.action import Action


@pytest.fixture
def session(begun):
    """A game in its first year, with items in hand."""
    table = begun("full", seed="plans/1")
    told(table, "1")
    return table


def told(table, *lines):
    said = []
    for line in lines:
        said = list(run_line(table, line))
        assert not table.error, table.error
    return said


def refused(table, line):
    list(run_line(table, line))
    return table.error


def test_lines_for_a_plan_change_no_byte_of_the_session(session):
    file = session.play.store.path
    before = file.read_bytes(), session.digest()
    told(session, "plan", "fort builder", "plan 2", "mark traders_01", "undo", "plan leave")

    assert (file.read_bytes(), session.digest()) == before
    assert [len(plan.own_steps) for plan in session.plans.values()] == [1, 0]


def test_plan_that_is_kept_is_played_and_verified(session, solo):
    told(session, "plan", "fort builder", "fort soldier", "plan keep")

    assert session.play.actions[-2:] == ("mark fort_01 builder", "mark fort_02 soldier")
    assert session.plan is None
    assert not session.plans
    assert solo("verify", session.play.name).code == 0


def test_plan_without_an_action_is_not_kept(session):
    before = session.digest()
    told(session, "plan 2")

    assert refused(session, "plan keep") == "plan 2 has no action yet, so there is nothing to play"
    assert session.digest() == before
    assert told(session, "fort builder")
    assert session.digest() == before


def test_plan_that_is_dropped_leaves_the_game_and_the_other_plan(session):
    told(session, "plan 2", "fort soldier", "plan 1", "fort builder", "plan drop")

    assert list(session.plans) == [2]
    assert "fort_01" not in " ".join(session.play.actions)
    assert told(session, "fort builder")


def test_plan_is_dropped_by_its_number_while_lines_are_for_the_other(session):
    told(session, "plan 1", "fort soldier", "plan 2", "fort builder", "plan drop 1")

    assert list(session.plans) == [2]
    assert session.plan.own_actions
    assert refused(session, "plan keep 1") == "there is no plan 1; `plan 1` begins it"
    told(session, "plan drop 2")
    assert session.plan is None


@pytest.mark.parametrize(("language", "said"), [("en", "turns up no card until"), ("ja", "カードもめくらない")])
def test_help_of_plan_says_that_it_turns_up_no_card(begun, language, said):
    (line,) = told(begun("full", language=language), "help plan")

    assert said in line


def test_year_does_not_end_in_a_plan(session):
    told(session, "plan")

    assert "plan keep" in refused(session, "stop")
    assert all(action.verb != "stop" for action in session.plan.visible.legal)


def test_card_of_a_plan_does_not_come_from_the_seed(begun):
    """The same state with other seeds has the same assumed card, so that no plan shows what comes."""
    assumed = set()
    for number in range(4):
        table = begun("full", seed=f"plans/cards/{number}")
        start = table.state
        told(table, "plan", "1")
        neutral = [action for action in table.plan.own_actions if action.is_chance]
        truth = table.dealer.action(table.rules.draw(table.rules.apply(start, table.plan.own_actions[0])))
        assumed.add(neutral[0] != truth)
        table.play.close()

    assert True in assumed


def test_game_that_goes_on_takes_its_actions_out_of_the_plan(session):
    told(session, "plan", "fort builder", "fort builder", "wall_guard_01", "plan leave")
    told(session, "fort builder")
    plan = open_plan(session, 1)

    assert list(map(str, plan.own_actions)) == ["mark fort_02 builder", "mark wall_guard_01"]


def test_action_that_is_no_longer_legal_leaves_the_plan(session):
    told(session, "plan", "fort builder", "plan leave", "fort soldier")

    assert not open_plan(session, 1).own_actions


def test_rest_of_a_plan_waits_where_another_card_comes(begun):
    """A path is kept and its neutral card is another than assumed: what follows stays in the plan."""
    for number in range(6):
        table = begun("full", seed=f"plans/rest/{number}")
        said = told(table, "plan", "1", "fort builder", "plan keep")
        if table.plans:
            assert any("plan 1" in line for line in said)
            assert str(open_plan(table, 1).own_actions[-1]) == "mark fort_01 builder"
            assert not any(action.startswith("mark") for action in table.play.actions)
            return
        assert table.play.actions[-1] == "mark fort_01 builder"
    raise AssertionError("no neutral card was another than assumed")


def test_plans_end_with_the_year(session):
    told(session, "plan", "fort builder", "plan leave", "stop")
    while session.state.phase == "attack":
        told(session, "stop")
    told(session, "plan")

    assert not session.plan.own_actions


def test_plan_of_an_ended_game_is_refused(begun, play_on):
    table = begun("full")
    list(play_on(table))

    with pytest.raises(PlayError, match="no_plan_now"):
        open_plan(table, 1)


def test_printed_sheets_have_no_plan(begun):
    table = begun("paper")

    assert all(verb.name != "plan" for verb in table.verbs)


def test_rows_are_what_the_engine_gives(session):
    told(session, "plan", "fort builder", "plan 2", "wall_guard_01", "choose cohort_center")
    plans = [open_plan(session, number) for number in (1, 2)]
    rows = {row.title: row.cells for row in PlanFacts(plans).rows()}

    assert rows["Fort"] == ("0", "1", "0")
    assert rows["Centre cohort"] == ("0", "0", "1")
    builders, soldiers = (dict(session.visible.items)[item] for item in ("builder", "soldier"))
    assert rows["In hand: Builder"] == (str(builders), str(builders - 1), str(builders))
    assert rows["In hand: Soldier"] == (str(soldiers), str(soldiers), str(soldiers - 1))
    loss = next(cells for title, cells in rows.items() if title.endswith("on average"))
    assert float(loss[2]) < float(loss[0]) == float(loss[1])


def test_what_is_missed_can_be_filled_and_what_is_short_lacks_one_item(session):
    told(session, "plan")
    plan = open_plan(session, 1)
    while not (short := PlanFacts([plan])._one_short(plan)):
        list(plan.do(str(plan.visible.legal[0])))
    facts = PlanFacts([plan])
    legal = {action.words[0] for action in plan.visible.legal if action.words}

    assert set(facts._boxes_now(plan)) <= legal
    assert short
    assert not legal & set(short)
    richer = plan.state._replace(items=tuple(count + 1 for count in plan.state.items))
    assert set(short) <= {action.words[0] for action in plan.rules.legal(richer) if action.words}


def test_plan_can_be_undone_to_its_beginning_only(session):
    told(session, "plan", "fort builder", "undo")

    assert refused(session, "undo") == "there is nothing to undo; go on from here"
    assert session.plan.planned.own_steps == ()
    assert Action.parse(session.play.actions[-1]).is_chance
