"""Pictures of the program's own as PNG, such as the icon of the pages."""

import io

import pytest
from PIL import Image

from generator.base.errors import Faults
from generator.build.outputs.picture_png import picture_png
from generator.load.game_locations import templates_root

ICON = templates_root() / "web" / "static" / "app_icon.svg"


def test_icon_is_drawn_from_its_file():
    picture = Image.open(io.BytesIO(picture_png(ICON, 192)))
    corner, wall, gate = (picture.getpixel(at) for at in ((0, 0), (60, 100), (96, 128)))

    assert (corner, wall, gate) == ((0x8C, 0x2F, 0x1B), (0xF6, 0xF1, 0xE7), (0x8C, 0x2F, 0x1B))
    assert picture_png(ICON, 192) is picture_png(ICON, 192)


def test_file_that_is_no_picture_is_told(tmp_path):
    (tmp_path / "x.svg").write_text("<svg")

    with pytest.raises(Faults):
        picture_png(tmp_path / "x.svg", 16)
