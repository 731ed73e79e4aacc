"""What years must have left on a sheet: attacks, by their smallest number of cards, and bribes after them."""

import pytest

from generator.scoresheets.judge.course_of_years import early_removals, unbegun_years, unheld_attacks, untiled_map


@pytest.fixture
def sheet(book):
    def of(years, levels=None, **single):
        cards = ("engineer", "merchant", "ranger", "forager", "pontiff", "trainer")
        marks = {f"path_{year}": card for year, card in enumerate(cards[:years], 1)}
        marks |= {box.id: 1 for track, level in (levels or {}).items() for box in book.track(track).boxes[:level]}
        return book.start() | marks | single

    return of


def attacks(state, limits):
    return [(*flaw.facts["tracks"], flaw.facts["count"], flaw.facts["least"]) for flaw in unheld_attacks(state, limits)]


def test_six_paths_leave_eleven_of_valour_and_disdain(sheet, limits):
    held = {"cohort_left": 4, "cohort_center": 2}

    assert attacks(sheet(6, held | {"valour": 11}), limits) == []
    assert attacks(sheet(6, held | {"valour": 6, "disdain": 5}), limits) == []
    assert attacks(sheet(6, held | {"valour": 10}), limits) == [("valour", 10, 11)]


def test_first_year_leaves_nothing_before_its_attack(sheet, limits):
    assert attacks(sheet(1), limits) == []
    assert attacks(sheet(0), limits) == []


def test_full_valour_loses_more(sheet, limits):
    assert attacks(sheet(6, {"valour": 25, "cohort_left": 6}), limits) == []


def test_attacks_without_cohorts_get_through(sheet, limits):
    """At easy one card comes in year 1 and two in year 2, up to a potential of 1 and 2."""
    assert attacks(sheet(3, {"valour": 3}), limits) == [("disdain", 0, 3)]
    assert attacks(sheet(3, {"valour": 3, "cohort_left": 2}), limits) == []
    assert attacks(sheet(3, {"valour": 3, "cohort_left": 1}), limits) == [("disdain", 0, 1)]


def test_favours_are_used_where_they_help_most(sheet, limits):
    cohort = {"valour": 11, "cohort_left": 4}

    assert attacks(sheet(6, cohort), limits) == [("disdain", 0, 2)]
    assert attacks(sheet(6, cohort | {"temple_favours": 2}), limits) == [("disdain", 0, 2)]
    assert attacks(sheet(6, cohort, temple_favours_01=2, temple_favours_02=2), limits) == []


def test_free_boxes_of_both_tracks_are_named(sheet, limits):
    (flaw,) = unheld_attacks(sheet(2, {"cohort_left": 1}), limits)

    assert flaw.boxes == ("valour_01", "disdain_01")


def test_year_needs_its_path(sheet, limits):
    flaws = list(unbegun_years(sheet(3, training_grounds_01=3, forum_02=5), limits))

    assert [(flaw.boxes, flaw.facts["other"]) for flaw in flaws] == [(("forum_02",), "path_5")]


def test_bribes_come_after_the_disdain_they_fill(sheet, limits):
    def early(**bribes):
        return [flaw.boxes for flaw in early_removals(sheet(6, **bribes), limits)]

    assert early(bribes_01=2, bribes_02=3, bribes_03=3) == []
    assert early(bribes_01=1) == [("bribes_01",)]
    assert early(bribes_01=2, bribes_03=2) == [("bribes_03",)]


def test_cells_that_no_pattern_fills_are_named(sheet, limits):
    """A square, and a row of three beside a single cell."""
    cells = (1, 2, 6, 7, 13, 14, 15, 20)
    good = {f"scout_map_{cell:02}": 1 for cell in cells}
    broken = good | {"scout_map_20": 0, "scout_map_16": 1}

    assert not list(untiled_map(sheet(1, **good), limits))
    (flaw,) = untiled_map(sheet(1, **broken), limits)
    assert "scout_map_16" in flaw.boxes
