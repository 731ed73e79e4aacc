import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import IDENTITY, Size
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.press_sheets import impose
from generator.impose.printer_adjustment import adjust_versos, printer_error
from generator.model.paper import Printer

UPRIGHT, ON_ITS_SIDE = Size(60, 90), Size(90, 60)
PAGES = st.tuples(st.sampled_from([UPRIGHT, ON_ITS_SIDE]), st.sampled_from(["long", "short"]))
PRINTERS = st.builds(
    Printer, st.just("inky"), st.floats(-9, 9), st.floats(-9, 9), st.floats(-2, 2), st.floats(0.95, 1.05)
)


@pytest.fixture(scope="session")
def sheets(printed, paper, slug, set_text):
    return impose(printed("abc"), paper("a4"), ImpositionOptions(), slug, set_text).sheets


def test_backs_move_by_exactly_the_numbers(sheets):
    recto, verso = adjust_versos(sheets, Printer("inky", dx=3.0, dy=-2.0), flip="long")

    assert recto.adjust == IDENTITY
    assert verso.adjust.apply(100, 100) == (97, 102)
    assert verso.placed == sheets[1].placed


def test_perfect_printer_changes_nothing(sheets):
    _, verso = adjust_versos(sheets, Printer("perfect"), flip="long")

    assert verso.adjust.apply(12, 34) == pytest.approx((12, 34))


def test_error_is_about_the_middle_of_the_sheet():
    wrong = printer_error(Printer("inky", angle=90, scale=2), UPRIGHT, "long")

    assert wrong.apply(30, 45) == pytest.approx((30, 45))
    assert wrong.apply(40, 45) == pytest.approx((30, 65))


@pytest.mark.parametrize(
    ("size", "flip", "moved"),
    [
        (UPRIGHT, "long", (3, 1)),
        (UPRIGHT, "short", (-3, -1)),
        # Printed a quarter turn anticlockwise: the paper's right is the page's foot, its foot the page's left.
        (ON_ITS_SIDE, "long", (-1, 3)),
        (ON_ITS_SIDE, "short", (1, -3)),
    ],
)
def test_paper_shifts_in_one_direction_whatever_the_page(size, flip, moved):
    x, y = printer_error(Printer("inky", dx=3, dy=1), size, flip).apply(20, 20)

    assert (x - 20, y - 20) == pytest.approx(moved)


@given(PRINTERS, PAGES, st.floats(0, 90), st.floats(0, 90))
def test_error_takes_the_adjustment_back(sheets, printer, page, x, y):
    (size, flip), verso = page, sheets[1]
    (fixed,) = adjust_versos([type(verso)(size, "verso", 1, ())], printer, flip=flip)

    assert (printer_error(printer, size, flip) @ fixed.adjust).apply(x, y) == pytest.approx((x, y))
