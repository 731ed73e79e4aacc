"""Lines and thin shapes that are printed too thin, whatever a matrix and the unit of the page make of them."""

import pytest

from generator.base.geometry import Matrix, Rect
from generator.preflight.checks.line_checks import check_line
from generator.preflight.content.paint_state import PaintState
from generator.preflight.content.painted import PATH, TEXT, Painted
from generator.preflight.page_boxes import PageBoxes
from generator.preflight.page_check import FileFacts, PageCheck
from generator.preflight.print_flaw import FlawList
from generator.preflight.print_rules import PrintRules

PAGE = Rect(0, 0, 200, 300)


@pytest.fixture
def found():
    """Check one painted thing on a page of some unit; gives the level and the message of each flaw."""

    def check(painted, unit=1.0):
        flaws = []
        boxes = PageBoxes(PAGE, PAGE, None, None, None, unit=unit)
        check_line(painted, PageCheck(boxes, PrintRules(), FlawList(flaws.append), FileFacts(), area=None))
        return [(flaw.level, flaw.message) for flaw in flaws]

    return check


def line(width, matrix=Matrix(), what=PATH, bounds=Rect(60, 100, 30, 1)):  # noqa: B008  never changed
    return Painted(what, bounds, PaintState(matrix, PAGE, line_width=width), is_filled=False, is_stroked=True)


def filled(width, height):
    return Painted(PATH, Rect(60, 100, width, height), PaintState(Matrix(), PAGE))


THIN = "line of {} points; make it 0.25 points or more"


@pytest.mark.parametrize("what", [PATH, TEXT])
@pytest.mark.parametrize(
    ("width", "matrix", "unit", "told"),
    [
        (0.25, Matrix(), 1, None),
        (0.1, Matrix(), 1, "0.10"),
        (0.1, Matrix.scaling(3), 1, None),
        (1, Matrix.scaling(0.2), 1, "0.20"),
        (1, Matrix(5, 0, 0, 0.1, 0, 0), 1, "0.10"),
        (1, Matrix(0, 5, 0.1, 0, 0, 0), 1, "0.10"),
        (0.1, Matrix(), 3, None),
        (0.4, Matrix(), 0.5, "0.20"),
    ],
)
def test_line_is_measured_where_it_is_thinnest(found, what, width, matrix, unit, told):
    assert found(line(width, matrix, what), unit) == ([("warning", THIN.format(told))] if told else [])


def test_line_of_no_width_is_a_fault(found):
    message = "line of no width, drawn as thin as the printer can; make it 0.25 points or more"

    assert found(line(0)) == [("fault", message)]


def test_line_beside_the_page_is_not_printed(found):
    assert found(line(0, bounds=Rect(300, 100, 30, 1))) == []


@pytest.mark.parametrize(
    ("size", "unit", "told"),
    [
        ((30, 0.3), 1, None),
        ((30, 0.1), 1, "0.10"),
        ((0.1, 30), 1, "0.10"),
        ((30, 0.1), 3, None),
        ((30, 0.4), 0.5, "0.20"),
        ((2, 0.1), 1, None),
        ((30, 0), 1, None),
    ],
)
def test_filled_shape_is_as_thick_as_a_line(found, size, unit, told):
    message = f"filled shape {told} points thick; make it 0.25 points or more"

    assert found(filled(*size), unit) == ([("warning", message)] if told else [])
