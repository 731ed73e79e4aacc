"""The picture of boxes in doubt: their places, and words that fit above them."""

import io

import pytest
from PIL import Image

from generator.scoresheets.photos.question_sheet import question_sheet


def picture(width, height):
    """A PNG of one colour."""
    written = io.BytesIO()
    Image.new("RGB", (width, height), "#3060c0").save(written, "PNG")
    return written.getvalue()


def words_of(sheet, column):
    """The columns of pixels in a place of the first line that have words above the box."""
    head = sheet.convert("L").crop((300 * column, 0, 300 * column + 300, 38)).point(lambda level: 255 * (level < 128))
    return head.getbbox()


@pytest.mark.parametrize("id_", ["wall_01", "training_grounds_01", "a" * 34])
def test_words_above_a_box_stay_in_its_place(id_):
    sheet = Image.open(io.BytesIO(question_sheet([(id_, picture(90, 90))] * 2)))

    for column in range(2):
        left, _, right, _ = words_of(sheet, column)
        assert 0 < left < right < 300


def test_row_takes_a_line():
    sheet = Image.open(io.BytesIO(question_sheet([("one", picture(90, 90)), ("row", picture(900, 90))])))

    assert sheet.height == 2 * 260
