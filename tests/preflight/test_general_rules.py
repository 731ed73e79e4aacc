"""Without a shop, what a home printer prints well is no fault, and what any printer prints wrongly is one."""

import pikepdf
import pytest

from tests.preflight.press_file import FAULTS, press_pdf


def levels(report, check):
    return {flaw.level for flaw in report.flaws if flaw.check == check}


@pytest.mark.parametrize(
    ("name", "check_name", "level"),
    [
        ("transfer function", "transfer-function", "fault"),
        ("picture in JBIG2", "image-compression", "fault"),
        ("trim box and art box", "page-boxes", "fault"),
        ("registration colour", "registration-colour", "fault"),
    ],
)
def test_level_without_a_shop(check, name, check_name, level):
    pdf = press_pdf()
    FAULTS[name].plant(pdf, pdf.pages[2])

    assert levels(check(pdf, None), check_name) == {level}


def test_art_box_beyond_the_trim_is_a_fault(check):
    pdf = press_pdf()
    pdf.pages[2].obj.ArtBox = [0, 0, 190, 262]

    assert levels(check(pdf, None), "page-boxes") == {"fault"}


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([(595, 842), (595.28, 841.89)], set()),
        ([(595, 842), (842, 595)], set()),
        ([(595, 842), (612, 792)], {"fault"}),
        ([(595, 842), (595, 842), (595, 421)], {"fault"}),
    ],
)
def test_papers_that_differ_are_a_fault(check, sizes, expected):
    pdf = pikepdf.new()
    for size in sizes:
        pdf.add_blank_page(page_size=size)

    assert levels(check(pdf, None), "page-sizes") == expected


def test_tiles_that_differ_on_one_paper_are_told_of(check):
    """Boards are printed at home in parts of several sizes."""
    pdf = pikepdf.new()
    for width in (500, 400):
        pdf.add_blank_page(page_size=(595, 842)).trimbox = [9, 9, 9 + width, 800]

    assert levels(check(pdf, None), "page-sizes") == {"warning"}
