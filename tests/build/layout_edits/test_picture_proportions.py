"""Boxes of pictures are as wide and as high as the pictures."""

import io

import pytest
from PIL import Image

from generator.build.layout_edits.picture_proportions import picture_proportions


def png(width, height):
    data = io.BytesIO()
    Image.new("1", (width, height)).save(data, "PNG")
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "proportions"),
    [
        (png(40, 20), 2),
        (png(20, 40), 0.5),
        (png(400, 2), 10),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69,23">', 3),
        (b'<svg viewBox="0 0 1.2.3 4">', 1),
        (b'<svg viewBox="0 0 0 0">', 1),
        (b"<svg>", 1),
        (b"\x89PNG\r\n\x1a\n", 1),
        (b"", 1),
    ],
)
def test_proportions_are_those_of_the_file(data, proportions):
    assert picture_proportions(data) == proportions
