"""Places of cards on the published templates of silhouette-card-maker, in millimetres from the left and upper edge."""

import pytest

from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.build.papers import find_paper
from generator.exports.cutters.cutting_templates import read_cutter
from generator.impose.cutting.cutter_grid import cutter_grid
from generator.load.game_locations import data_root

PLACES = {
    "letter-standard-v6": ("279.4x215.9", [11.85, 76.12, 140.38, 204.64], [19.30, 108.54], 8.04),
    "letter-standard-borderless-v2": ("215.9x279.4", [12.19, 76.45, 140.72], [6.43, 95.67, 184.91], 7.45),
    "a4-standard-v5": ("297x210", [20.66, 84.92, 149.18, 213.44], [16.43, 105.66], 9.40),
    "a4-standard-borderless-v2": ("210x297", [9.23, 73.49, 137.75], [15.24, 104.48, 193.72], 10.50),
    "a3-standard-v5": (
        "420x297",
        [17.86, 82.13, 146.39, 210.65, 274.91, 339.17],
        [15.24, 104.48, 193.72],
        6.60,
    ),
    "tabloid-standard-v5": ("279.4x431.8", [11.85, 76.12, 140.38, 204.64], [38.10, 127.34, 216.58, 305.82], 20.0),
}
COUNTS = {  # across, down, length of the arms; longer ones are 20 mm
    "a4-japanese-v4": (3, 3, 6.94),
    "a4-mini-borderless-v2": (6, 3, 7.28),
    "legal-business-v1": (2, 6, 10.92),
    "letter-1in_circle-v1": (7, 9, 9.06),
    "letter-credit-borderless-v2": (3, 3, 20.0),
    "tabloid-micro-v2": (7, 9, 13.46),
    "a3-70mm_square-v2": (5, 3, 20.0),
}
A3_BORDERLESS = {  # across, down, length of the arms
    "70mm_square": (5, 4, 20.0),
    "american_mini": (9, 4, 16.43),
    "bridge": (7, 3, 9.65),
    "bridge_square": (6, 5, 20.0),
    "business": (3, 7, 20.0),
    "catan": (5, 5, 6.69),
    "credit": (3, 7, 14.48),
    "domino": (9, 3, 9.65),
    "domino_square": (9, 6, 7.79),
    "euro_business": (3, 7, 15.49),
    "euro_mini": (8, 4, 20.0),
    "japanese": (6, 3, 20.0),
    "jumbo": (4, 2, 20.0),
    "micro": (12, 6, 8.3),
    "mini": (9, 4, 15.41),
    "poker": (6, 3, 12.11),
    "standard": (6, 3, 13.63),
    "standard_double": (3, 3, 15.58),
    "tarot": (4, 3, 20.0),
}
COUNTS |= {f"a3-{card}-borderless-v2": layout for card, layout in A3_BORDERLESS.items()}
CUTTER = read_cutter(data_root(), "data", "cutters/silhouette.toml")


def grid_of(name):
    template = CUTTER.templates[name]
    upright = find_paper(template.paper).size
    page = upright if template.portrait else upright.transpose()
    marks = CUTTER.marks_of(template)
    return cutter_grid(page, template.card, marks, CUTTER.gap, CUTTER.dpi, corner=template.corner)


@pytest.mark.parametrize("name", PLACES)
def test_cards_lie_where_the_template_cuts(name):
    grid = grid_of(name)

    page, xs, ys, arm = PLACES[name]
    assert f"{to_mm(grid.page.width):.5g}x{to_mm(grid.page.height):.5g}" == page
    assert sorted({to_mm(rect.x) for rect in grid.cells.rects}) == pytest.approx(xs, abs=0.01)
    assert sorted({to_mm(rect.y) for rect in grid.cells.rects}) == pytest.approx(ys, abs=0.01)
    assert to_mm(grid.arm) == pytest.approx(arm, abs=0.01)


@pytest.mark.parametrize("name", COUNTS)
def test_other_cards_have_the_published_rows_and_arms(name):
    grid = grid_of(name)

    across, down, arm = COUNTS[name]
    assert (grid.cells.across, grid.cells.down) == (across, down)
    assert to_mm(grid.arm) == pytest.approx(arm, abs=0.01)


def test_every_template_takes_cards_that_stay_clear_of_its_marks():
    for name, template in CUTTER.templates.items():
        grid, marks = grid_of(name), CUTTER.marks_of(template)
        first, last = grid.cells.rects[0], grid.cells.rects[-1]
        zone = marks.inset + marks.corner - 0.1 * MM

        assert first.x > zone or first.y > zone, name
        assert (last.right, last.bottom) < (grid.page.width, grid.page.height), name


def test_card_larger_than_the_paper_has_no_grid():
    assert cutter_grid(Size(300, 300), Size(400, 100), CUTTER.marks, CUTTER.gap, CUTTER.dpi) is None
