import pytest

from generator.base.geometry import Rect, Size
from generator.exports.virtual_tables.die_picture import DIE_SIDE, die_dpi
from generator.exports.virtual_tables.simulator.piece_pictures import (
    DIE_PLACES,
    cut_to_outline,
    die_faces,
    outline_shape,
    panel_of,
)
from generator.model import nets
from generator.model.face import Drawing, Face
from generator.typeset.paths.shape_paths import hexagon_path, rect_path
from generator.write.png import plain_page

SQUARE = Rect(0, 0, 72, 72)


def face(cut):
    return Face("key", Size(72, 72), 0, Drawing.of(()), cut)


@pytest.mark.parametrize(
    ("cut", "shape"),
    [
        ("", "rect"),
        ("M 0 0 L 72 0 L 72 72 L 0 72 Z", "rect"),
        (rect_path(SQUARE, 36, 36), "round"),
        (rect_path(SQUARE, 10, 10), "other"),
        (hexagon_path(SQUARE), "other"),
        ("M 36 0 L 72 36 L 36 72 L 0 36 Z", "other"),
    ],
)
def test_shapes_of_outlines(cut, shape):
    assert outline_shape(face(cut)) == shape


def opened(data):
    from io import BytesIO

    from PIL import Image

    return Image.open(BytesIO(data))


def test_token_is_transparent_outside_its_outline():
    picture = opened(cut_to_outline(face(hexagon_path(SQUARE)), 72)(iter([plain_page(72, 72, (200, 0, 0))])))

    assert picture.mode == "RGBA"
    assert [picture.getpixel(at)[3] for at in ((1, 1), (36, 36))] == [0, 255]


def net_page(net, dpi, colours):
    """A net whose panels have colours, with a white upper half where they are upright."""
    scale = dpi / 72
    page = plain_page(round(net.size.width * scale), round(net.size.height * scale), (0, 0, 0))
    for name, colour in colours.items():
        rect = net[name].rect
        side = plain_page(round(rect.width * scale), round(rect.height * scale), colour)
        page.paste(side, round(rect.x * scale), round(rect.y * scale))
    return page


@pytest.mark.parametrize("net", [nets.die(45.36), nets.stickers(45.36)])
def test_each_face_of_a_die_is_in_its_place(net):
    colours = {name: (30 * number, 0, 0) for number, name in enumerate(nets.FACES, 1)}
    picture = opened(die_faces(net)(iter([net_page(net, die_dpi(net), colours)])))

    for number, (column, row, _) in DIE_PLACES.items():
        middle = (column + 0.5) * DIE_SIDE, (row + 0.5) * DIE_SIDE
        assert picture.getpixel(tuple(map(int, middle))) == (30 * number, 0, 0)


def test_back_of_a_standee_is_upright():
    net = nets.standee(72, 144)
    back = net["back"].rect
    page = net_page(net, 72, {"front": (9, 9, 9), "back": (50, 0, 0)})
    foot_of_sheet = plain_page(round(back.width), 20, (0, 0, 99))  # the head of the back, which is printed upside down
    page.paste(foot_of_sheet, round(back.x), round(back.bottom) - 20)

    picture = opened(panel_of(net, "back", 72)(iter([page])))

    assert picture.size == (72, 144)
    assert [picture.getpixel((36, y)) for y in (5, 130)] == [(0, 0, 99), (50, 0, 0)]
