"""A sheet filled in by real clicks and keys, saved, and read back."""

import io
import json
import time

import pikepdf
import pytest

pytestmark = pytest.mark.browser
LEFT = [
    "wall_01",
    "wall_02",
    "fort_01",
    "renown_01",
    "renown_02",
    "piety_01",
    "disdain_01",
    "disdain_02",
    "disdain_02_filled",
    "disdain_03",
]
RIGHT = ["traders_01", "traders_02", "temple_favours_01", "temple_favours_01_filled", "scout_map_07"]
NAMES = """JSON.stringify(Object.fromEntries([...document.querySelectorAll('.annotationLayer section')].map(section => {
    const field = section.querySelector('input, select, textarea');
    return [field.name, section.getAttribute('aria-label') ?? field.getAttribute('aria-label')] })))"""
"""What a screen reader is told of every field."""


@pytest.fixture(scope="module")
def saved(browser, sheets):
    """The sheets, filled in and saved."""
    browser.open(sheets)
    for name in LEFT:
        browser.click(name)
    browser.type("name", "Iulia")
    browser.type("training_grounds_01", "3")
    browser.click("valour_01")
    browser.page(1)
    for name in RIGHT:
        browser.click(name)
    browser.type("goods_01", "5")
    browser.click("traders_03")
    time.sleep(0.5)
    return browser.saved()


def test_every_mark_comes_back(saved, held):
    marked = {name for name, value in held(saved).items() if value == "/ "}

    assert marked == {*LEFT, *RIGHT, "valour_01", "traders_03"}


def test_what_was_typed_comes_back(saved, held):
    found = held(saved)

    assert (found["name"], found["training_grounds_01"], found["goods_01"]) == ("Iulia", "3", "5")


def test_the_sheet_has_added_itself_up(saved, held):
    found = held(saved)

    values = ("renown", "piety", "valour", "discipline", "path_points", "penalty", "total")
    assert [found[name] for name in values] == ["2", "1", "1", "0", "0", "3", "1"]
    assert [name for name, value in found.items() if value == "X"] == ["rank_1"]


def test_letters_do_not_go_where_numbers_do(browser, sheets, held):
    browser.open(sheets)
    browser.type("forum_01", "a")
    browser.click("wall_01")
    time.sleep(0.5)

    found = held(browser.saved())

    assert "forum_01" not in found
    assert found["total"] == "0"


def test_letters_that_the_font_lacks_do_not_go_in(firefox, sheets, held):
    firefox.open(sheets)
    firefox.type("name", "A日n本n")
    firefox.click("wall_01")
    time.sleep(0.5)
    data = firefox.saved()

    assert held(data)["name"] == "Ann"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not pdf.Root.AcroForm.get("/NeedAppearances", False)


def test_firefox_adds_up_at_every_click(firefox, sheets):
    firefox.open(sheets)

    for at in range(1, 6):
        firefox.click(f"piety_{at:02}")
        assert firefox.shows({"total": str(at)}) == {"total": str(at)}


def test_firefox_tells_every_field_by_name(firefox, sheets):
    with pikepdf.open(sheets) as pdf:
        expected = {str(field.T): str(field.TU) for field in pdf.Root.AcroForm.Fields}

    firefox.open(sheets)
    firefox.page(1)
    firefox.settled(len(expected))

    assert json.loads(firefox.run(NAMES)) == expected


def test_choices_count(firefox, sheets, until):
    firefox.open(sheets)
    firefox.click("production_02")
    for name in [f"production_{at:02}" for at in range(3, 10)]:
        firefox.click(name)
    firefox.choose("path_1", "forager")
    until(lambda: firefox.value("path_points").isdigit() and int(firefox.value("path_points")) > 0, "the points")

    until(lambda: firefox.value("total") == firefox.value("path_points"), "the sum")


def boxes(**levels):
    """The first boxes of tracks."""
    return [f"{track}_{at:02}" for track, level in levels.items() for at in range(1, level + 1)]


LARGE = ["large_granary", "large_hotel", "large_workshop", "large_road", "large_temple"]
COLUMNS = [f"scout_map_{at:02}" for at in range(1, 21) if at % 5]
EXAMPLES = {
    "a sheet with six different paths": (
        [*boxes(renown=18, piety=12, valour=15, discipline=20, wall=14, traders=9, performers=9, priests=9, disdain=5),
         "disdain_01_filled", "disdain_02_filled", "archway", "monolith", *LARGE, *COLUMNS],
        ["architect", "aristocrat", "defender", "engineer", "planner", "ranger"],
        {"path_points": "10", "penalty": "5", "total": "70", "rank_5": "X", "rank_4": ""},
    ),
    "a sheet with the greatest penalty": (
        [*boxes(renown=25, piety=7, valour=9, discipline=16, cohort_left=6, cohort_center=6, cohort_right=6, wall_guard=12,
                gladiator_red=3, disdain=10), *boxes(production=9)[1:]],
        ["fighter", "vanguard", "forager", "trainer", "merchant", "pontiff"],
        {"path_points": "10", "penalty": "22", "total": "45", "rank_2": "X", "rank_3": ""},
    ),
}  # fmt: skip
"""Boxes marked, the paths of six years and what they come to: examples worked by hand; the second has six goods too."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_worked_examples_come_out_right(firefox, sheets, example):
    marked, paths, expected = EXAMPLES[example]
    firefox.open(sheets)
    firefox.page(1)
    if "merchant" in paths:
        for good in range(1, 7):
            firefox.type(f"goods_{good:02}", str(good))
    for year, path in enumerate(paths, 1):
        firefox.choose(f"path_{year}", path)
    firefox.run(f"for (const name of {json.dumps(marked)}) document.querySelector(`[name=${{name}}]`).click()")

    assert firefox.shows(expected) == expected
