"""Marks of sheets on photos: found where the paper has no outline, and missed by nobody who has none."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from generator.base.records import replace
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.mark_finder import find_marks, printed_marks
from generator.scoresheets.photos.photo_reading import read_photo_here
from tests.scoresheets.photos import photographer

WHITE = (250, 250, 248)


def without_marks(pages):
    """Return pages as prints without marks have them."""
    blank = []
    for page in pages:
        image = page.image.copy()
        for x, y in printed_marks(page.image):
            ImageDraw.Draw(image).rectangle((x - 13, y - 13, x + 13, y + 13), fill="white")
        blank.append(replace(page, image=image))
    return blank


def test_marks_of_a_blank_page_are_its_corners(pages):
    for page in pages:
        corners = printed_marks(page.image)

        width, height = page.size
        expected = [[39, 39], [width - 39, 39], [width - 39, height - 39], [39, height - 39]]
        assert np.abs(corners - expected).max() < 2


def test_page_without_marks_has_none(pages):
    assert [printed_marks(page.image) for page in without_marks(pages)] == [None, None]


@pytest.mark.parametrize("angle", [0, 20, 45])
def test_turned_mark_is_found(angle):
    mark = Image.new("L", (80, 80), "white")
    draw = ImageDraw.Draw(mark)
    for inset, colour in ((0, "black"), (4, "white"), (8, "black")):
        draw.rectangle((26 + inset, 26 + inset, 53 - inset, 53 - inset), fill=colour)
    photo = Image.new("L", (400, 300), 230)
    photo.paste(mark.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255), (200, 100))

    (found,) = find_marks(photo)

    assert found[:2] == pytest.approx([240, 140], abs=2)


def test_sheet_on_a_white_table_is_read_by_its_marks(taken, pages, book, monkeypatch):
    monkeypatch.setattr(photographer, "TABLES", (WHITE,))
    photo, state, _ = taken("middle", 0)

    reading = read_photo_here(photo, pages, book)

    assert {id_ for id_, value in state.items() if reading.states.get(id_, value) != value} == set()
    with pytest.raises(UnreadableFormError, match="shows no sheet of this game"):
        read_photo_here(photo, without_marks(pages), book)


@pytest.mark.parametrize("drawn_with_marks", [True, False])
def test_print_without_marks_is_read_by_its_edge(taken, pages, book, drawn_with_marks):
    bare = without_marks(pages)
    pages[:], with_marks = bare, [*pages]
    try:
        photo, state, _ = taken("middle", 1)
    finally:
        pages[:] = with_marks

    reading = read_photo_here(photo, pages if drawn_with_marks else bare, book)

    assert {id_ for id_, value in state.items() if reading.states.get(id_, value) != value} == set()
