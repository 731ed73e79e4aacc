import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.model.face import Raster
from generator.typeset.pdf_page import pdf_page

PLACE = 'width="20" height="30"'
MM = 72 / 25.4


def pdf(*sizes, password=None):
    """A PDF with a page of each size in millimetres, with a red field in its upper half."""
    packed = io.BytesIO()
    canvas = Canvas(packed, encrypt=password)
    for width, height in sizes:
        canvas.setPageSize((width * MM, height * MM))
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, height * MM / 2, width * MM, height * MM / 2, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("art/fox.pdf", ("art/fox.pdf", 1)),
        ("FOX.PDF#12", ("FOX.PDF", 12)),
        ("fox.pdf#0", None),
        ("fox.svg#2", None),
        ("fox.png", None),
    ],
)
def test_names_of_pages(name, page):
    assert pdf_page(name) == page


@pytest.mark.parametrize(("href", "size"), [("a.pdf", (472, 709)), ("a.pdf#2", (709, 472))])
def test_page_is_drawn_as_a_picture(draw, href, size):
    face = draw(f'<image href="{href}" {PLACE}/>', {"a.pdf": pdf((20, 30), (30, 20))})
    (raster,) = (part for part in face.ink.unpack()[1] if isinstance(part, Raster))

    assert (raster.width, raster.height) == pytest.approx(size, abs=1)
    assert face.warnings == ()


def test_page_is_fitted_into_its_place(draw):
    face = draw(f'<image href="a.pdf" {PLACE}/>', {"a.pdf": pdf((30, 20))})
    ((group,), _) = face.ink.unpack()
    (image,) = group.ink

    assert image.rect.height / image.rect.width == pytest.approx(2 / 3, rel=0.01)


@pytest.mark.parametrize(
    ("href", "content", "reason"),
    [
        ("a.pdf#3", pdf((20, 30), (20, 30)), "a.pdf: has no page 3; it has 2 pages"),
        ("a.pdf", pdf((20, 30), password="x"), "a.pdf: needs a password; save it without one"),
        ("a.pdf", pdf((3000, 30)), "a.pdf: has a page of 3000 × 30 mm; the limit is 2000 mm a side"),
        ("a.pdf", b"%PDF-1.7 nothing", "a.pdf: cannot be read as a PDF; save it anew, or as PNG"),
        ("a.pdf", b"", "a.pdf: cannot be read as a PDF; save it anew, or as PNG"),
    ],
)
def test_pages_that_cannot_be_used_are_one_line(wrong, href, content, reason):
    assert wrong(f'<image href="{href}" {PLACE}/>', {"a.pdf": content}) == [reason]


def test_missing_file_names_the_nearest(wrong):
    (said,) = wrong(f'<image href="fix.pdf#2" {PLACE}/>', {"fox.pdf": pdf((20, 30))})

    assert "there is no picture 'fix.pdf#2'; did you mean 'fox.pdf'?" in said
