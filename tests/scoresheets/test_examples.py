"""The worked examples of scoring, drawn on sheets and read back; their marks are not those of a whole game."""

import pytest

from generator.scoresheets.sheet_report import SheetReport


@pytest.fixture
def marks(book):
    """So many boxes of some tracks, in order, and single boxes with what they hold."""

    def of(levels, **single):
        state = {}
        for track, level in levels.items():
            state |= {box.id: 1 for box in book.track(track).boxes[:level]}
        return state | single

    return of


def paths(*cards):
    return {f"path_{year}": card for year, card in enumerate(cards, 1)}


def test_score_of_a_legate(reading, form, marks, book):
    levels = {"renown": 18, "piety": 12, "valour": 15, "discipline": 20, "landmarks": 2, "disdain": 5, "wall": 14}
    levels |= {"traders": 9, "performers": 9, "patricians": 9, "precincts": 3, "temples": 3}
    columns = {box.id: 1 for box in book.track("scout_map").boxes if box.number % 5}
    large = {"large_granary": 1, "large_hotel": 1, "large_road": 1}
    cards = paths("architect", "aristocrat", "defender", "engineer", "planner", "ranger")
    filled = reading(form(marks(levels, **columns, **large, **cards, disdain_01=2, disdain_02=2)))

    assert [points for _, points, _ in SheetReport(filled).scores()] == [18, 12, 15, 20, 10, 5, 70]
    assert SheetReport(filled).rank() == "Legatus legionis"
    assert filled.printed["total"] == "70"


def test_score_of_a_centurion(reading, form, marks):
    levels = {
        "renown": 25,
        "piety": 7,
        "valour": 9,
        "discipline": 16,
        "cohort_left": 6,
        "cohort_center": 6,
        "cohort_right": 6,
    }
    levels |= {"wall_guard": 12, "production": 9, "gladiator_red": 2, "gladiator_blue": 1, "goods": 6, "disdain": 10}
    cards = paths("fighter", "vanguard", "forager", "trainer", "merchant", "pontiff")
    filled = reading(form(marks(levels, **cards)))

    assert [points for _, points, _ in SheetReport(filled).scores()] == [25, 7, 9, 16, 10, 22, 45]
    assert SheetReport(filled).rank() == "Centurion"


@pytest.mark.parametrize(
    ("circled", "lost"),
    [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (6, 12), (7, 15), (8, 18), (9, 22), (10, 22), (15, 22)],
)
def test_disdain_is_lost_points(reading, form, marks, circled, lost):
    filled = reading(form(marks({"disdain": circled})))

    assert (filled.values["penalty"], filled.values["total"]) == (lost, -lost)
