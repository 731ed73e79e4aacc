"""Crop marks in the registration colour: a mark is a line that lies where marks lie, however it is drawn."""

import pikepdf
import pytest

from generator.base.geometry import Rect
from generator.preflight.crop_marks import find_crop_marks
from tests.preflight.press_file import BLEED, draw, draw_in_registration, press_pdf

MM_OF_POINT = 25.4 / 72
CARD = (200, 300, 180, 252)
"""Left, bottom, width and height of a card on a sheet, in points."""


def marks_around(left, bottom, width, height, gap=6, length=15):
    """Yield the ends of the eight lines beside the corners of a card."""
    for x in (left, left + width):
        yield (x, bottom - gap), (x, bottom - gap - length)
        yield (x, bottom + height + gap), (x, bottom + height + gap + length)
    for y in (bottom, bottom + height):
        yield (left - gap, y), (left - gap - length, y)
        yield (left + width + gap, y), (left + width + gap + length, y)


def lines_of(marks):
    return [Rect.around(mark) for mark in marks]


def stroked(marks, paint=" "):
    return " ".join(f"{x} {y} m {u} {v} l{paint}" for (x, y), (u, v) in marks) + " S"


def filled(marks):
    boxes = [line.expand(0.125) for line in lines_of(marks)]
    return " ".join(f"{box.x} {box.y} {box.width} {box.height} re" for box in boxes) + " f"


def sheet(content):
    """A home sheet that is not cut itself, with a card and what is drawn beside it in the registration colour."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(595.28, 841.89))
    page.trimbox = page.mediabox
    draw(pdf, page, "0 0.3 0.8 0 k {} {} {} {} re f".format(*CARD))
    draw_in_registration(pdf, page, content)
    return pdf


def checks_of(report):
    return {flaw.check for flaw in report.flaws if flaw.level == "fault"}


MARKS = [*marks_around(*CARD)]
GRID = [*MARKS, *marks_around(CARD[0] - CARD[2], *CARD[1:])]
INSET = [*marks_around(206, 306, 168, 240, gap=10, length=16)]


@pytest.mark.parametrize(
    "content",
    [stroked(MARKS), stroked(MARKS, " S "), stroked(GRID), filled(MARKS), stroked(INSET)],
    ids=["one path", "a path each", "two cards", "filled", "marks that reach over the bleed"],
)
def test_crop_marks_of_a_sheet_are_no_fault(check, content):
    assert checks_of(check(sheet(content), None)) == set()


@pytest.mark.parametrize(
    "content",
    [
        "0 SCN " + stroked(GRID) + " 0 SCN 240 400 m 300 400 l S",
        stroked(MARKS) + " 30 30 m 38 30 46 38 46 46 c S 20 38 m 60 38 l S",
    ],
    ids=["no ink at all", "target outside of the marks"],
)
def test_what_is_not_printed_on_the_card_is_no_fault(check, content):
    assert checks_of(check(sheet(content), None)) == set()


def target(x, y, radius=6):
    """Return a circle with a cross, as programs for layout draw beside a page."""
    k, r = 0.5523 * radius, radius
    circle = (
        f"{x + r} {y} m {x + r} {y + k} {x + k} {y + r} {x} {y + r} c {x - k} {y + r} {x - r} {y + k} {x - r} {y} c "
    )
    circle += f"{x - r} {y - k} {x - k} {y - r} {x} {y - r} c {x + k} {y - r} {x + r} {y - k} {x + r} {y} c S "
    return circle + stroked([((x - 9, y), (x + 9, y)), ((x, y - 9), (x, y + 9))]) + " "


@pytest.mark.parametrize(
    "content", [target(290, 280), target(290, 280) + target(180, 400), "285 280 m 295 280 l 290 275 m 290 285 l S"]
)
def test_target_beside_the_card_is_no_fault(check, content):
    assert checks_of(check(sheet(content), None)) == set()


@pytest.mark.parametrize(
    "content",
    [
        target(290, 400),
        target(290, 305),
        target(290, 280) + target(290, 400),
        target(290, 200, 60),
        "284 274 12 12 re S",
    ],
    ids=["on the card", "across its edge", "one of two", "as large as art", "no cross"],
)
def test_target_that_is_none_is_a_fault(check, content):
    assert checks_of(check(sheet(content), None)) == {"registration-colour"}


def test_target_on_a_page_without_cards_is_a_fault(check):
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(595.28, 841.89))
    draw_in_registration(pdf, pdf.pages[0], target(290, 280))

    assert checks_of(check(pdf, None)) == {"registration-colour"}


@pytest.mark.parametrize(
    "content",
    [
        stroked(MARKS) + " 240 400 m 300 400 l S",
        "200 300 180 252 re S",
        "240 400 60 20 re f",
        stroked(MARKS[:1]),
        "240 400 m 260 400 l S",
        stroked(MARKS) + " q 240 400 60 20 re W n 0 0 595 841 re f Q",
    ],
    ids=["line on the card", "frame of the card", "filled shape", "one line", "short line", "clipped shape"],
)
def test_art_in_registration_colour_is_a_fault_on_a_sheet(check, content):
    assert checks_of(check(sheet(content), None)) == {"registration-colour"}


def test_place_is_that_of_the_line_and_not_of_its_path(check):
    report = check(sheet(stroked(MARKS) + " " + stroked([*MARKS, ((240, 400), (300, 400))])), None)
    place = next(flaw.place for flaw in report.flaws if flaw.check == "registration-colour")

    assert place == pytest.approx((240 * MM_OF_POINT, (841.89 - 400) * MM_OF_POINT, 60 * MM_OF_POINT, 0), abs=0.1)


def press_page(content):
    """Cards for a shop on larger paper, with the bleed in the middle of the page."""
    pdf = press_pdf()
    for page in pdf.pages:
        page.mediabox = [-40, -40, 238, 310]
        draw_in_registration(pdf, page, content)
    return pdf


TRIM = (BLEED, BLEED, 180, 252)


def test_marks_outside_of_the_trim_are_none_though_the_box_of_their_path_is_not(check):
    content = stroked(marks_around(*TRIM, gap=12)) + " " + stroked([((99, -20), (99, -35)), ((99, 290), (99, 305))])

    assert "registration-colour" not in checks_of(check(press_page(content)))


def test_marks_within_the_trim_are_faults(check):
    content = stroked(marks_around(60, 60, 60, 90))

    assert "registration-colour" in checks_of(check(press_page(content)))


def test_picture_in_registration_colour_is_a_fault(check):
    from tests.preflight.press_file import add_image, separation

    pdf = press_pdf()
    add_image(pdf, pdf.pages[0], "/A", 150, 150, (60, 184, 36, 36), data=b"\x80" * 22500, space=separation("All"))

    assert "registration-colour" in checks_of(check(pdf))


def test_frame_is_what_the_marks_cut():
    marks = find_crop_marks(lines_of(GRID))

    assert len(marks.lines) == len(set(lines_of(GRID)))
    assert (marks.frame.x, marks.frame.right) == (CARD[0] - CARD[2], CARD[0] + CARD[2])
    assert (marks.frame.y, marks.frame.bottom) == (CARD[1], CARD[1] + CARD[3])


@pytest.mark.parametrize(
    "marks",
    [[], MARKS[:4], MARKS[4:], [((0, 0), (200, 0))] * 2, [((0, at), (9, at)) for at in range(0, 90, 9)]],
    ids=["nothing", "upright ones only", "level ones only", "long lines", "a ladder"],
)
def test_lines_that_show_no_cut_are_no_marks(marks):
    assert find_crop_marks(lines_of(marks)) is None


@pytest.mark.parametrize(("length", "shown"), [(12, True), (13, False)])
def test_marks_are_no_longer_than_what_is_between_them(length, shown):
    marks = marks_around(200, 300, 10, 10, gap=1, length=length)

    assert bool(find_crop_marks(lines_of(marks))) == shown
