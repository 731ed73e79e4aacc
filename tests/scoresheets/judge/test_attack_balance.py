"""Attacks are judged exactly: their disdain and their valour are the sum of the potentials, after all years or but one."""

import json
import random
from pathlib import Path

import pytest

from generator.scoresheets.judge.attack_balance import AttackTotals, attack_totals, fitting_attacks, unbalanced_attacks
from generator.scoresheets.judge.legality import find_flaws
from generator.scoresheets.judge.sheet_notes import find_notes

SHEETS = Path(__file__).with_name("sheets")
PATHS = ("engineer", "merchant", "ranger", "forager", "pontiff", "trainer")


@pytest.fixture
def sheet(book):
    def of(years, levels=None, **single):
        marks = {f"path_{year}": card for year, card in enumerate(PATHS[:years], 1)}
        marks |= {box.id: 1 for track, level in (levels or {}).items() for box in book.track(track).boxes[:level]}
        return book.start() | marks | single

    return of


def attacks(state, limits, **final):
    return [(flaw.rule, flaw.facts.get("count")) for flaw in unbalanced_attacks(state, limits, **final)]


def unheld(state, limits):
    return [(flaw.facts["count"], flaw.facts["least"]) for flaw in unbalanced_attacks(state, limits)]


def test_six_paths_leave_eleven_or_fifteen(sheet, limits):
    held = {"cohort_left": 4, "cohort_center": 2, "discipline": 1}

    for total, flaws in ((10, [("attack", "10")]), (11, []), (12, [("attack", "12")]), (14, [("attack", "14")])):
        assert attacks(sheet(6, held | {"valour": total}), limits) == flaws
    assert attacks(sheet(6, held | {"valour": 10, "disdain": 5}), limits) == []
    assert attacks(sheet(6, held | {"valour": 6, "disdain": 5}), limits) == []


def test_final_sheet_has_the_attack_of_the_last_year(sheet, limits):
    held = {"cohort_left": 4, "cohort_center": 2, "discipline": 1}
    before, after = (sheet(6, held | {"valour": total, "disdain": 3}) for total in (8, 12))

    assert (fitting_attacks(before, limits), fitting_attacks(after, limits)) == ((5,), (6,))
    (flaw,) = unbalanced_attacks(before, limits, is_final=True)
    assert (flaw.rule, flaw.facts) == ("unfinished", {"year": 6})
    assert attacks(after, limits, is_final=True) == []


def test_flaw_says_what_would_be_right_and_names_the_boxes(sheet, limits):
    (flaw,) = unbalanced_attacks(sheet(4, {"valour": 3, "disdain": 3, "cohort_left": 2}), limits)

    assert flaw.facts == {"tracks": ("disdain", "valour"), "count": "6", "year": 3, "least": 5, "last": 4, "most": 8}
    assert flaw.boxes == ("disdain_04", "valour_04")


def test_first_year_leaves_nothing_before_its_attack(sheet, limits):
    assert attacks(sheet(1), limits) == []
    assert attacks(sheet(0), limits) == []


def test_full_valour_loses_more(sheet, limits):
    assert attack_totals(sheet(6, {"valour": 25}), limits, 6).most is None
    assert attacks(sheet(6, {"valour": 25, "cohort_left": 6}), limits) == []


def test_road_gives_attributes_that_no_box_shows(sheet, limits):
    road = {"road": 1, "cohort_left": 4, "cohort_center": 2, "discipline": 1, "piety": 1}

    assert attack_totals(sheet(6, road | {"valour": 16}), limits, 6) == AttackTotals(11, 16)
    assert attacks(sheet(6, road | {"valour": 16}), limits) == []
    assert attacks(sheet(6, road | {"valour": 10}), limits) == [("attack", "5–10")]


def test_what_the_road_gave_elsewhere_is_no_valour(sheet, limits):
    """A small road pays five times; four times it gave discipline, which no box of the sheet did."""
    road = {"road": 1, "cohort_left": 4, "cohort_center": 2, "discipline": 6}

    assert attack_totals(sheet(6, road | {"valour": 16}), limits, 6) == AttackTotals(15, 16)


def test_paths_kept_as_cards_leave_the_year_open(sheet, limits):
    assert fitting_attacks(sheet(0, {"valour": 8}), limits) == (4,)
    assert attacks(sheet(0, {"valour": 9}), limits) == [("attack", "9")]
    late = sheet(0, {"valour": 1, "disdain": 7, "cohort_left": 2}, training_grounds_01=6)
    assert attacks(late, limits) == [("attack", "8")]


def test_attacks_without_cohorts_get_through(sheet, limits):
    """At easy one card comes in year 1 and two in year 2, up to a potential of 1 and 2."""
    assert unheld(sheet(3, {"valour": 3}), limits) == [(0, 3)]
    assert unheld(sheet(3, {"valour": 3, "cohort_left": 2}), limits) == []
    assert unheld(sheet(3, {"valour": 3, "cohort_left": 1}), limits) == [(0, 1)]


def test_favours_are_used_where_they_help_most(sheet, limits):
    cohort = {"valour": 11, "cohort_left": 4, "discipline": 1}

    assert unheld(sheet(6, cohort), limits) == [(0, 2)]
    assert unheld(sheet(6, cohort | {"temple_favours": 2}), limits) == [(0, 2)]
    assert unheld(sheet(6, cohort, temple_favours_01=2, temple_favours_02=2), limits) == []


def test_marks_that_are_miscounted_themselves_are_no_flaw_of_attacks(sheet, limits):
    held = {"cohort_left": 4, "cohort_center": 2}

    assert attacks(sheet(6, held | {"valour": 17, "discipline": 1}), limits) == []
    assert attacks(sheet(6, held | {"valour": 14}), limits) == []


def test_published_sheet_with_one_valour_too_few(book, limits):
    state = book.start() | json.loads((SHEETS / "valour_one_short.json").read_text("utf-8"))

    assert [(flaw.rule, flaw.facts["count"]) for flaw in find_flaws(book, state, limits)] == [("attack", "14")]


def test_erased_disdain_is_found(book, limits, legal, long):
    """Without a road, which may have given the valour instead."""
    counted = 0
    for seed in range(400 if long else 12):
        state, chance = legal(seed), random.Random(seed)
        circled = [box.id for box in limits.disdain.boxes if state[box.id] == 1]
        for number in range(1, min(3, len(circled)) + 1):
            erased = state | dict.fromkeys(chance.sample(circled, number), 0)
            counted += not state["small_road"]
            assert state["small_road"] or find_flaws(book, erased, limits), f"seed {seed}, {number} circles"
    assert counted >= (731 if long else 20)


def test_erased_disdain_is_found_beside_a_road_unless_it_paid_valour_instead(book, limits, played, long):
    """A road that paid valour so often may as well have been built later, and attacks have given that valour."""
    counted = 0
    for seed in range(400) if long else (0, 4, 6):
        paid, chance = [], random.Random(seed)
        *_, last = played(seed, paid=paid)
        state = last()
        circled = [box.id for box in limits.disdain.boxes if state["small_road"] and state[box.id] == 1]
        for number in range(1, min(3, len(circled)) + 1):
            erased = state | dict.fromkeys(chance.sample(circled, number), 0)
            is_wrong, counted = number > paid.count("valour"), counted + 1
            assert bool(find_flaws(book, erased, limits, is_final=True)) == is_wrong, f"seed {seed}, {number} circles"
            assert bool([*find_flaws(book, erased, limits), *find_notes(erased, limits)]) == is_wrong
    assert counted > (300 if long else 7)
