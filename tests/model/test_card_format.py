import pytest

from generator.base.geometry import Size
from generator.base.units import MM
from generator.load.card_format_reader import read_card_formats
from generator.load.files.folder import Folder
from generator.load.game_locations import data_root
from generator.model.card_format import fitting_sleeve

FORMATS = read_card_formats(Folder(data_root(), "data"))


@pytest.mark.parametrize(
    ("width", "height", "sleeve"),
    [
        (63, 88, "standard"),
        (63.5, 88.9, "standard"),
        (88, 63, "standard"),
        (59, 92, "euro"),
        (44, 68, "mini-euro"),
        (41, 63, "mini-us"),
        (56, 87, "us"),
        (70, 70, "square"),
        (70, 120, "tarot"),
        (120, 200, None),
    ],
)
def test_sleeve_that_fits(width, height, sleeve):
    found = fitting_sleeve(Size(width * MM, height * MM), FORMATS.sleeves.values())

    assert (found.id if found else None) == sleeve


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("poker", 63.5, 88.9), ("mini", 44, 68), ("meishi", 55, 91), ("tarot", 70, 120), ("bridge", 57.15, 88.9)],
)
def test_sizes_are_those_of_the_shops(name, width, height):
    size = FORMATS.sizes[name].size

    assert (size.width / MM, size.height / MM) == pytest.approx((width, height))
