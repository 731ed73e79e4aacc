"""Cards with every set of boxes, with art in the bleed and without, as each shop judges them."""

import pytest

from generator.preflight.check_process import check_file
from generator.preflight.print_rules import PrintRules
from generator.preflight.shop_rules import rules_for
from tests.preflight.tiny_pdf import ART_TO_CUT, BLEED, HEIGHT, MEDIA, TRIM, WIDTH, save_tiny, tiny_pdf

PAPER = [-30, -30, WIDTH + 30, HEIGHT + 30]
"""A page with room for marks beyond the bleed."""
BOXES = {
    "trim box": {"BleedBox": None},
    "trim and bleed box": {},
    "trim and crop box": {"BleedBox": None, "CropBox": MEDIA, "media": PAPER},
    "art box": {"TrimBox": None, "BleedBox": None, "ArtBox": TRIM},
    "no box": {"TrimBox": None, "BleedBox": None},
    "crop box at the cut": {"TrimBox": None, "BleedBox": None, "CropBox": TRIM},
    "bleed box that viewers do not show": {"CropBox": TRIM},
    "trim box on a larger page": {"BleedBox": None, "media": PAPER},
}
SHOPS = ("drivethrucards", "mbprint", "japan", "house-1a", "netprint", None)
BLEED_CHECKS = {"art-in-bleed", "bleed", "marks", "page-boxes"}
WITHOUT_CUT = {"no box", "crop box at the cut"}
"""Files that say nothing of where they are cut; only a shop that wants bleed takes them for cards."""


@pytest.fixture
def flaws(tmp_path):
    """Check a tiny PDF for a shop; gives what is said of its bleed, by level."""

    def check(pdf, shop):
        rules = rules_for(shop) if shop else PrintRules()
        report = check_file(save_tiny(pdf, tmp_path / "card.pdf"), rules)
        return {(flaw.level, flaw.check) for flaw in report.flaws if flaw.check in BLEED_CHECKS}

    return check


@pytest.mark.parametrize("shop", SHOPS)
@pytest.mark.parametrize("boxes", BOXES)
def test_bleed_is_judged_by_any_boxes(boxes, shop, flaws):
    wants_bleed = shop not in {"netprint", None}
    due = (
        set() if boxes in WITHOUT_CUT and not wants_bleed else {("fault" if wants_bleed else "warning", "art-in-bleed")}
    )

    assert flaws(tiny_pdf(**BOXES[boxes]), shop) == set()
    assert flaws(tiny_pdf(art=ART_TO_CUT, **BOXES[boxes]), shop) == due


@pytest.mark.parametrize("shop", ["drivethrucards", "mbprint"])
@pytest.mark.parametrize("boxes", BOXES)
def test_art_that_ends_at_all_edges_is_told_of_each(boxes, shop, tmp_path):
    """A cut that lies half a point beside the art, as a shop takes a page without boxes, is among them."""
    pdf = tiny_pdf(art=ART_TO_CUT, **BOXES[boxes])
    flaws = check_file(save_tiny(pdf, tmp_path / "card.pdf"), rules_for(shop)).flaws
    edges = {flaw.message.split()[5] for flaw in flaws if flaw.check == "art-in-bleed"}

    assert edges == {"left", "upper", "right", "lower"}


@pytest.mark.parametrize("shop", ["drivethrucards", "mbprint", None])
def test_crop_box_at_the_cut_leaves_no_bleed(shop, flaws):
    """A bleed box that is left out is the crop box."""
    assert flaws(tiny_pdf(BleedBox=None, CropBox=TRIM), shop) == {("fault" if shop else "warning", "bleed")}


def test_page_of_the_size_of_the_card_has_no_bleed(flaws):
    pdf = tiny_pdf(TrimBox=None, BleedBox=None, media=TRIM)

    assert flaws(pdf, "drivethrucards") == {("fault", "bleed")}


def crop_marks(offset, length=15):
    """Return lines that go on from each edge of the cut, beyond both corners."""
    left, low, right, high = TRIM
    upright = [
        f"{x} {y} m {x} {y + by} l"
        for x in (left, right)
        for y, by in ((low - offset, -length), (high + offset, length))
    ]
    lying = [
        f"{x} {y} m {x + by} {y} l"
        for y in (low, high)
        for x, by in ((left - offset, -length), (right + offset, length))
    ]
    return f"0 0 0 1 K 0.25 w {' '.join(upright + lying)} S"


@pytest.mark.parametrize("offset", [9, 12])
@pytest.mark.parametrize("boxes", [{}, {"BleedBox": None}])
def test_crop_marks_are_told_where_a_shop_takes_none(boxes, offset, flaws):
    pdf = tiny_pdf(crop_marks(offset), media=PAPER, **boxes)

    assert flaws(pdf, "drivethrucards") == flaws(pdf, "mbprint") == {("fault", "marks")}
    assert flaws(pdf, "netprint") == flaws(pdf, None) == set()


@pytest.mark.parametrize(
    "art",
    [
        f"0.4 0.2 0.1 0 k -30 -30 {WIDTH + 60} {HEIGHT + 60} re f",
        f"0.4 0.2 0.1 0 k -30 -30 60 {HEIGHT + 60} re f {WIDTH / 2} -30 60 90 re f",
        f"0.4 0.2 0.1 0 k {2 * BLEED} {2 * BLEED} {WIDTH - 4 * BLEED} {HEIGHT - 4 * BLEED} re f",
    ],
)
def test_art_that_bleeds_further_is_no_mark(art, flaws):
    assert flaws(tiny_pdf(art=art, media=PAPER, BleedBox=None), "drivethrucards") == set()


@pytest.mark.parametrize("shop", ["drivethrucards", "mbprint"])
def test_art_beyond_a_bleed_box_that_is_too_small_is_no_mark(shop, flaws):
    left, low, right, high = TRIM
    small = [left - 3, low - 3, right + 3, high + 3]

    assert flaws(tiny_pdf(BleedBox=small), shop) == {("fault", "bleed")}
    assert ("fault", "marks") in flaws(tiny_pdf(crop_marks(12), BleedBox=small, media=PAPER), shop)
