"""What all marks cost against the luckiest cards: the last item that can have been there, and the first that cannot."""

import shutil

import pytest

from generator.load.game_loader import load
from generator.load.solo_reader import read_solo_rules
from generator.scoresheets.judge.game_limits import GameLimits
from generator.scoresheets.judge.spending import overspending
from generator.solo.compiled.rulebook import Rulebook


@pytest.fixture
def sheet(book):
    """A sheet with so many boxes of some tracks, and what stands in others."""

    def of(levels=None, **single):
        levels = levels or {}
        state = {box.id: 1 for track, level in levels.items() for box in book.track(track).boxes[:level]}
        return book.start() | state | single

    return of


def paths(*cards):
    return {f"path_{year}": card for year, card in enumerate(cards, 1)}


def told(state, limits):
    return [(*flaw.facts["items"], flaw.facts["count"], flaw.facts["most"]) for flaw in overspending(state, limits)]


def test_soldiers_of_a_year_are_those_of_its_cards(sheet, limits):
    assert told(sheet({"wall_guard": 3}, **paths("pontiff")), limits) == []
    assert told(sheet({"wall_guard": 4}, **paths("pontiff")), limits) == [("soldier", 4, 3)]


def test_kept_paths_are_no_prospects(sheet, limits):
    others = ("pontiff", "planner", "trainer", "engineer")

    assert told(sheet({"wall_guard": 14}, **paths(*others, "defender", "merchant")), limits) == []
    (flaw,) = told(sheet({"wall_guard": 14}, **paths(*others, "ranger", "fighter")), limits)
    assert flaw == ("soldier", 14, 12)


def test_sword_saves_a_soldier(sheet, limits):
    assert told(sheet({"wall_guard": 4}, training_grounds_01=1, **paths("pontiff")), limits) == []


def test_what_takes_either_counts_for_both_together(sheet, limits):
    """A fort box takes a builder or a soldier: at most 5 on a card and 1 of a prospect."""
    assert told(sheet({"fort": 6}, **paths("pontiff")), limits) == []
    assert told(sheet({"fort": 7}, **paths("pontiff")), limits) == [("soldier", "builder", 7, 6)]


def test_rewards_can_be_spent(sheet, limits):
    state = sheet({"valour": 3, "wall_guard": 4}, **paths("pontiff"))

    assert told(state, limits) == []


def test_forum_gives_what_was_not_paid(sheet, limits):
    assert told(sheet({"mining": 6}, **paths("fighter")), limits) == [("servant", 6, 5)]
    assert told(sheet({"mining": 6}, forum_01=1, **paths("fighter")), limits) == []


def test_income_begins_in_the_year_after(sheet, limits):
    marks = {"wall": 7, "cippi": 3}

    assert told(sheet({"cippi": 6}, production_02=1, **paths("pontiff")), limits) == [("resource", 6, 5)]
    assert told(sheet(marks, **paths("pontiff", "trainer")), limits) == [("resource", 10, 9)]
    assert told(sheet(marks, production_02=1, **paths("pontiff", "trainer")), limits) == []


def test_marks_of_a_year_are_paid_by_it(sheet, limits):
    """A bribe in year 1 needs baths and three apparitores by then, however much came later."""
    state = sheet({"apparitores": 6, "baths_building": 1}, bribes_04=1, **paths("pontiff", "ranger", "fighter"))
    (flaw,) = overspending(state, limits)

    assert (flaw.boxes, flaw.facts["year"]) == (("bribes_04",), 1)


def test_neighbours_may_have_paid(sheet, rulebook):
    state = sheet({"wall_guard": 9}, **paths("pontiff"))

    assert [told(state, GameLimits(rulebook, players)) for players in (1, 2, 3, 6)] == [
        [("soldier", 9, 3)],
        [("soldier", 9, 8)],
        [],
        [],
    ]


def test_sheet_without_paths_may_be_of_any_year(sheet, limits):
    assert told(sheet({"wall_guard": 14}), limits) == []


def test_last_boxes_of_the_dearest_tracks_are_named(sheet, limits):
    (flaw,) = overspending(sheet({"wall_guard": 6, "scouts": 1}, **paths("pontiff")), limits)

    assert flaw.boxes == ("wall_guard_06", "scouts_01")


def test_battles_of_later_years_may_stand_first(sheet, game, tmp_path):
    """Battles are fought in any free box: that of year 1 needs no box before it, which was paid in year 2."""
    shutil.copytree(game.folder, tmp_path / "game")
    right = tmp_path / "game" / "sheets" / "right.toml"
    text = right.read_text("utf-8")
    assert text.count('pay = ["free"]\nboxes = 6') == 1
    right.write_text(text.replace('pay = ["free"]\nboxes = 6', 'pay = ["3 soldier"]\nboxes = 6'), "utf-8")
    dear = load(tmp_path / "game")
    limits = GameLimits(Rulebook(dear, read_solo_rules(dear)))
    cards = paths("pontiff", "trainer")

    assert told(sheet(battles_red_01=2, battles_red_02=1, **cards), limits) == []
    assert told(sheet(battles_red_01=1, battles_red_02=1, **cards), limits) == [("soldier", 6, 3)]
