"""What years must have left on a sheet: their paths, bribes after the disdain they fill, and whole patterns."""

import pytest

from generator.scoresheets.judge.course_of_years import early_removals, unbegun_years, untiled_map


@pytest.fixture
def sheet(book):
    def of(years, levels=None, **single):
        cards = ("engineer", "merchant", "ranger", "forager", "pontiff", "trainer")
        marks = {f"path_{year}": card for year, card in enumerate(cards[:years], 1)}
        marks |= {box.id: 1 for track, level in (levels or {}).items() for box in book.track(track).boxes[:level]}
        return book.start() | marks | single

    return of


def test_year_needs_its_path(sheet, limits):
    flaws = list(unbegun_years(sheet(3, training_grounds_01=3, forum_02=5), limits))

    assert [(flaw.boxes, flaw.facts["other"]) for flaw in flaws] == [(("forum_02",), "path_5")]


def test_paths_kept_as_cards_are_no_flaw(sheet, limits):
    assert not list(unbegun_years(sheet(0, training_grounds_01=3, forum_02=5), limits))


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
