import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.geometry import IDENTITY, Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.press_sheets import impose
from generator.impose.printer_calibration import (
    WORDS,
    adjust_versos,
    calibration_sheets,
    fit_printer,
    graph_centres,
    printer_error,
)
from generator.model.paper import Printer

FLIPS = st.sampled_from(["long", "short"])
NAMES = st.sampled_from(["a4", "letter"])
PRINTERS = st.builds(
    Printer, st.just("inky"), st.floats(-9, 9), st.floats(-9, 9), st.floats(-0.8, 0.8), st.floats(0.985, 1.015)
)
SAYS = {word: f"{word} text" for word in WORDS} | {"steps": "print\nhold\nread"}

UPRIGHT, ON_ITS_SIDE = Size(60, 90), Size(90, 60)
PAGES = st.tuples(st.sampled_from([UPRIGHT, ON_ITS_SIDE]), st.sampled_from(["long", "short"]))
FAR_OFF_PRINTERS = st.builds(
    Printer, st.just("inky"), st.floats(-9, 9), st.floats(-9, 9), st.floats(-2, 2), st.floats(0.95, 1.05)
)


def read_off(paper, printed, flipping, flip):
    """What a user reads at A and B, when the verso's points are printed by `printed`: seen through from the front."""
    through = flipping(paper.size, flip)
    readings = []
    for middle in graph_centres(paper):
        seen = through.inverse().apply(*printed.apply(*through.apply(*middle)))
        readings += [(seen[0] - middle[0]) / MM, (seen[1] - middle[1]) / MM]
    return tuple(readings)


@given(PRINTERS, NAMES, FLIPS)
def test_fit_recovers_the_printers_error(paper, flipping, printer, name, flip):
    readings = read_off(paper(name), printer_error(printer, paper(name).size, flip), flipping, flip)

    found = fit_printer(readings, paper(name), flip, "inky")

    assert (found.dx, found.dy) == pytest.approx((printer.dx, printer.dy), abs=1e-6)
    assert (found.angle, found.scale) == pytest.approx((printer.angle, printer.scale), abs=1e-6)
    assert found.name == "inky"


@given(PRINTERS, NAMES, FLIPS)
def test_adjusted_sheet_reads_zero(paper, set_text, flipping, printer, name, flip):
    where = paper(name)
    wrong = printer_error(printer, where.size, flip)
    profile = fit_printer(read_off(where, wrong, flipping, flip), where, flip, "inky")
    _, verso = adjust_versos(calibration_sheets(where, SAYS, set_text, flip=flip), profile, flip=flip)

    assert read_off(where, wrong @ verso.adjust, flipping, flip) == pytest.approx((0, 0, 0, 0), abs=1e-6)


@pytest.mark.parametrize(("flip", "shift"), [("long", (-2, 1)), ("short", (-2, 1))])
def test_cross_seen_to_the_right_was_printed_to_the_left(paper, flip, shift):
    printer = fit_printer((2, 1, 2, 1), paper("a4"), flip, "inky")

    assert (printer.dx / MM, printer.dy / MM) == pytest.approx(shift)
    assert (printer.angle, printer.scale) == pytest.approx((0, 1))


def test_zeros_are_a_perfect_printer(paper):
    printer = fit_printer((0, 0, 0, 0), paper("letter"), "long", "inky")

    assert (printer.dx, printer.dy, printer.angle, printer.scale) == pytest.approx((0, 0, 0, 1))


def test_numbers_off_the_graph_are_all_named(paper):
    with pytest.raises(Faults) as caught:
        fit_printer((0, 12.5, float("nan"), -10), paper("a4"), "long", "inky")

    assert [str(fault) for fault in caught.value.faults] == [
        "calibration [A down]: 12.5 is off the graph; it is a number of mm from -10 to 10",
        "calibration [B right]: nan is off the graph; it is a number of mm from -10 to 10",
    ]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_crosses_lie_behind_the_graphs(paper, set_text, flipping, boxes, flip):
    where = paper("a4")
    _, verso = calibration_sheets(where, SAYS, set_text, flip=flip)

    through = flipping(where.size, flip)
    arms = [box.centre for box in boxes(verso.marks) if max(box.width, box.height) > 25 * MM]
    for middle in graph_centres(where):
        assert sum(centre == pytest.approx(through.apply(*middle), abs=1e-3) for centre in arms) == 2


def test_rulers_are_true(paper, set_text, boxes):
    recto, _ = calibration_sheets(paper("a4"), SAYS, set_text)

    lengths = {round(max(box.width, box.height) / MM, 2) for box in boxes(recto.marks)}
    assert {150, 240} <= lengths


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_all_of_it_can_be_printed(paper, set_text, boxes, name):
    where = paper(name)
    printable = Rect(0, 0, where.size.width, where.size.height).expand(-where.margin)

    for sheet in calibration_sheets(where, SAYS, set_text):
        assert all(printable.contains(box) for box in boxes(sheet.marks))
        assert sheet.placed == ()


def test_every_step_has_its_line(paper, set_text, texts):
    recto, verso = calibration_sheets(paper("a4"), SAYS, set_text)

    said = texts(recto)
    assert [text for text in said if text in {"print", "hold", "read"}] == ["print", "hold", "read"]
    assert {"A right text", "A down text", "B right text", "B down text"} <= set(said)
    assert "verso text" in texts(verso)


def test_long_lines_are_set_smaller(paper, set_text, boxes):
    words = SAYS | {"steps": "very long " * 30}
    recto, _ = calibration_sheets(paper("letter"), words, set_text)

    assert all(box.right <= paper("letter").size.width for box in boxes(recto.marks))


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


@given(FAR_OFF_PRINTERS, PAGES, st.floats(0, 90), st.floats(0, 90))
def test_error_takes_the_adjustment_back(sheets, printer, page, x, y):
    (size, flip), verso = page, sheets[1]
    (fixed,) = adjust_versos([type(verso)(size, "verso", 1, ())], printer, flip=flip)

    assert (printer_error(printer, size, flip) @ fixed.adjust).apply(x, y) == pytest.approx((x, y))
