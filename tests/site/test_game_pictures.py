"""README's pictures of games are made of faces that the games have."""

import tomllib
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
LARGEST = 400_000
"""Bytes of a picture: the front page shall open at once."""


def test_every_picture_of_a_layout_is_shown_and_small(script):
    pictures = script("game_pictures")
    names = tomllib.loads(pictures.LAYOUT.read_text("utf-8"))
    readme = (ROOT / "README.md").read_text("utf-8")

    for name in names:
        file = ROOT / f"output/pictures/{name}.png"
        assert f"(output/pictures/{name}.png)" in readme
        assert file.stat().st_size < LARGEST
        with Image.open(file) as image:
            assert image.width == pictures.WIDTH


def test_faces_stand_side_by_side_as_wide_as_the_picture(script):
    pictures = script("game_pictures")
    layout = {"ground": "#ffffff", "rows": [["raid:scouts", "raid:scouts back"], ["watch:watch"]], "heights": [0, 50]}
    first, second = (
        pictures.row_picture([pictures.cut_face(words, "picket") for words in row], height)
        for row, height in zip(layout["rows"], layout["heights"], strict=True)
    )
    image = pictures.picture("picket", layout)

    assert abs(first.width - (pictures.WIDTH - 2 * pictures.MARGIN)) <= 1
    assert second.height == 50
    assert image.size == (pictures.WIDTH, 2 * pictures.MARGIN + first.height + 50 + pictures.GAP)
    assert first.getpixel((0, 0))[3] == 0, "corners are round"
