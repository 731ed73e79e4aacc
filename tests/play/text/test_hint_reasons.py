"""The reason of a hint in words, in both languages: names of the game in place of ids, and one sentence."""

import re

import pytest

from generator.play.text.action_names import ActionNames
from generator.play.text.hint_reasons import HintReasons
from generator.play.typed_line import run_line
from generator.solo.action import Action
from generator.solo.explain import advantage as kinds
from generator.solo.explain.advantage import Advantage, PlanSummary

REASONS = [
    Advantage(kinds.OPENS, boxes=("wall_01", "wall_02")),
    Advantage(kinds.YEARLY, amounts=((("piety", "valour"), 1), (("resource",), 2)), number=3),
    Advantage(kinds.STOPS, levels=(("cohort_left", 2, 1),)),
    Advantage(kinds.SIDES, levels=(("cohort_left", 2, 1),)),
    Advantage(kinds.POINTS, levels=(("renown", 4, 2),), number=2),
    Advantage(kinds.PATH, levels=(("planner", 3, 2),)),
    Advantage(kinds.GOAL, levels=(("planner", 4, 2), ("ranger", 0, 0))),
    Advantage(kinds.PAYS, boxes=("large_temple",), amounts=((("builder",), 1),)),
    Advantage(kinds.FEWER, number=1),
    Advantage(kinds.TRACKS, levels=(("fort", 6, 5),)),
    Advantage(kinds.GIVES, amounts=((("servant",), 1), (("resource",), 1))),
    Advantage(kinds.ITEMS, amounts=((("soldier",), 2),)),
    Advantage(kinds.FORGOES, levels=(("fort", 5, 6),)),
    Advantage(kinds.SAME),
]


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.key)
def test_reason_is_one_sentence_without_ids(begun, reason):
    english, japanese = (
        HintReasons(begun("full", language=language, name=f"in-{language}").text.names).reason(reason, "stop")
        for language in ("en", "ja")
    )

    assert "_" not in english + japanese
    assert english.endswith(".")
    assert english.count(". ") == 0
    assert japanese.endswith("。")
    assert "large" not in japanese
    assert "planner" not in english + japanese


def test_summary_names_what_a_plan_changes(begun):
    text = HintReasons(begun("full").text.names)
    lines = [
        *text.summary(PlanSummary((("fort", 2, 4),), 3, (("soldier", 1),), ends_year=False)),
        *text.summary(PlanSummary((("fort", 2, 4),), 0, (), ends_year=True)),
        *text.summary(PlanSummary((), 0, (("soldier", 1),), ends_year=True)),
    ]

    assert lines == [
        "By the next card: Fort 2 → 4; points +3. In hand then: 1 × Soldier.",
        "By the end of the year: Fort 2 → 4.",
    ]


def test_hint_is_followed_by_its_reason(begun):
    table = begun("full")
    list(run_line(table, "1"))
    lines = list(run_line(table, "hint"))

    assert re.match(r"[A-Z][^`]* \(`mark \w+.*?`\) is ", lines[0])
    assert any(line.startswith(("By the next card: ", "By the end of the year: ")) for line in lines)
    assert len(lines) == 4


def test_hint_has_printed_names_and_each_line_to_type_once(begun):
    table = begun("full", language="ja")
    list(run_line(table, "1"))
    lines = "\n".join(run_line(table, "hint"))
    commands = re.findall(r"`(.*?)`", lines)

    assert "mark " in " ".join(commands)
    assert len(commands) == len(set(commands))
    assert re.findall(r"[A-Za-z_]{3,}", re.sub(r"`.*?`", "", lines)) == []


def test_names_of_one_box_with_two_prices_keep_their_lines(begun):
    table = begun("full")
    list(run_line(table, "1"))
    name = ActionNames(table.solo_text.prompts, table.visible)
    actions = [Action.parse(line) for line in ("mark fort_01 builder", "mark fort_01 soldier", "mark fort_01 builder")]

    assert [name(action) for action in actions] == [f"Fort 1 (`{action}`)" for action in actions]
