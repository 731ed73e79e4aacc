import pytest

from generator.base.geometry import Rect
from generator.render.drawings.drawing_page import FacePage, page_place

CARD = FacePage(63.0, 88.0, 3.0)
TRIM, FULL = Rect(0, 0, 63, 88), Rect(-3, -3, 69, 94)


@pytest.mark.parametrize(
    ("page", "rect"),
    [
        ({"width": "63mm", "height": "88mm", "viewBox": "0 0 63 88"}, TRIM),
        ({"width": "69mm", "height": "94mm", "viewBox": "0 0 69 94"}, FULL),
        ({"width": "744", "height": "1039", "viewBox": "0 0 744 1039"}, TRIM),
        ({"width": "100%", "height": "100%", "viewBox": "0 0 815 1110"}, FULL),
        ({"viewBox": "0 0 178.58 249.45"}, TRIM),
        ({"width": "2.5in", "height": "3.5in", "viewBox": "0 0 180 252"}, TRIM),
    ],
)
def test_a_page_lies_on_the_trim_or_on_the_bleed(page, rect):
    assert page_place(page, CARD).rect == rect


def test_of_equal_proportions_the_size_decides():
    square = FacePage(50.0, 50.0, 3.0)

    assert page_place({"viewBox": "0 0 590.55 590.55"}, square).rect == Rect(0, 0, 50, 50)
    assert page_place({"width": "56mm", "height": "56mm", "viewBox": "0 0 56 56"}, square).rect == square.rect


def test_a_size_in_pixels_is_a_viewbox():
    assert page_place({"width": "744px", "height": "1039px"}, CARD).view == "0 0 744 1039"


def test_a_page_of_another_shape_says_which_would_do():
    said = page_place({"width": "60mm", "height": "60mm", "viewBox": "0 0 60 60"}, CARD)
    assert said == "the page is 60 × 60 mm; draw it as large as the card, 63 × 88 mm, or with its bleed 69 × 94 mm"
    assert page_place({}, CARD) == "the drawing says no size; save it with a page, or a viewBox"
