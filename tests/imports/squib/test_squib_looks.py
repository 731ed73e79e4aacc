import math

import pytest

from generator.imports.squib.squib_layout import DeckSize
from generator.imports.squib.squib_looks import SquibLooks


@pytest.fixture
def looks():
    """Looks on cards of 254 by 508 mm, of which a pixel is 0.254 mm, with 10 pixels of bleed."""
    return SquibLooks(DeckSize(1000, 2000, 100), 10, 1.0, "Arial 20", {"blood": "#8a0303"})


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"x": 10, "y": "0.5in", "width": 100, "height": "1in"}, (0, 10.16, 25.4, 25.4)),
        ({"x": 110, "y": 10}, (25.4, 0, 254 - 2 * 2.54 - 25.4 + 0, 508 - 2 * 2.54)),
        ({"x": "middle", "y": 10, "width": 0, "height": 10}, (124.46, 0, 124.46, 2.54)),
    ],
)
def test_places_count_from_the_trimmed_corner(looks, options, place):
    assert looks.box_place(options) == pytest.approx(place)


@pytest.mark.parametrize(
    ("options", "size"),
    [({}, (50, 25)), ({"width": 100, "height": "scale"}, (100, 50)), ({"width": "scale", "height": 50}, (100, 50))],
)
def test_picture_has_its_own_size_or_keeps_its_shape(looks, options, size):
    assert looks.box_place(options, (50, 25))[2:] == pytest.approx([side * 0.254 for side in size])


def test_place_that_is_unknown_is_none(looks):
    assert looks.box_place({"x": "somewhere"}) is None
    assert looks.is_outside({"x": 990, "y": 0})


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("#ABC", "#aabbcc"),
        ("00ff00", "#00ff00"),
        ("#00ff0000", ""),
        (":white", "white"),
        ("blood", "#8a0303"),
        ("dark_red", "darkred"),
        ("no colour", ""),
    ],
)
def test_colours_are_those_of_svg_or_of_the_project(looks, value, colour):
    assert looks.colour(value) == colour


def test_linear_gradient_lies_on_the_card(looks):
    gradient = looks.gradient("(10, 10)(10, 110) #ccc@0.0 #f000@1.0")

    assert (gradient.start[:2], gradient.end[:2]) == (pytest.approx((0, 0)), pytest.approx((0, 25.4)))
    assert gradient.stops == ((0.0, "#cccccc", 1.0), (1.0, "#000000", 0.0))
    assert not gradient.is_radial


def test_radial_gradient_has_two_circles(looks):
    gradient = looks.gradient("(60,60,5)(60,60,100)#fffc@0.0 #111@1.0")

    assert (gradient.start, gradient.end) == (pytest.approx((12.7, 12.7, 1.27)), pytest.approx((12.7, 12.7, 25.4)))
    assert gradient.stops[0] == (0.0, "#ffffff", 0.8)
    assert gradient.is_radial


@pytest.mark.parametrize("value", [None, "red", "(0,0) red@0", "(0,0)(9,9)", "(0,0)(9,9) red"])
def test_other_words_are_no_gradient(looks, value):
    assert looks.gradient(value) is None


def test_gradient_is_not_lost(looks):
    assert not looks.is_lost_colour("(0,0)(9,9) red@0 blue@1")
    assert looks.is_lost_colour("no colour")
    assert not looks.is_lost_colour("#0000")


def test_picture_is_mirrored_turned_blended_and_tinted(looks):
    options = {"flip_vertical": True, "angle": "90deg", "blend": "color_burn", "mask": "red", "alpha": 0.5}
    look = looks.picture_look(options)

    assert (look.mirrored, look.turn, look.tint, look.opacity) == ((True, False), 90, "red", 0.5)
    assert look.blend == ""
    assert looks.picture_look({"blend": ":hard_light", "angle": math.pi}).blend == "hard-light"


def test_crop_counts_in_pixels_of_the_picture(looks):
    options = {"crop_x": 50, "crop_width": 25, "crop_height": 100, "crop_corner_x_radius": 5}

    place, look = looks.part(options, (100, 200), (1.0, 2.0, 10.0, 20.0))

    assert place == pytest.approx((1, 2, 2.5, 10))
    assert look.part == pytest.approx((0.5, 0, 0.25, 0.5))
    assert look.radius == pytest.approx(0.5)


def test_width_and_height_of_a_cropped_drawing_are_on_the_card(looks):
    place, look = looks.part({"crop_width": 10}, (100, 200), (1.0, 2.0, 10.16, 20.0), is_drawing=True)

    assert (place, look.part) == (pytest.approx((1, 2, 2.54, 20)), pytest.approx((0, 0, 0.25, 1)))


@pytest.mark.parametrize(("options", "size"), [({}, (9, 9)), ({"crop_x": 1}, (0, 0)), ({"crop_x": 0}, (9, 9))])
def test_whole_picture_has_no_part(looks, options, size):
    assert looks.part(options, size, (0, 0, 9, 9)) is None


def test_shape_has_a_line_and_a_dash(looks):
    look = looks.shape_look({"fill_color": "red", "stroke_width": 10, "dash": "10 20", "x_radius": 100})

    assert (look.fill, look.stroke, look.stroke_width, look.radius) == ("red", "black", 2.54, 25.4)
    assert look.dash == "2.54 5.08"


def test_text_takes_size_and_weight_from_its_font(looks):
    look = looks.text_look({"font": "Sans bold italic 32", "align": ":center", "valign": "middle"})

    assert (look.size, look.bold, look.italic, look.align, look.valign) == (32, True, True, "center", "middle")
    assert looks.text_look({}).size == 20


@pytest.mark.parametrize(
    ("angle", "degrees"),
    [
        (0, 0),
        (math.pi / 2, 90),
        ("1.5707963267948966", 90),
        ("45deg", 45),
        (" -45 deg ", -45),
        ("1e1deg", 10),
        ("deg", 0),
        ("", 0),
        (".", 0),
        ("-", 0),
        ("askew", 0),
        ("12345678", 0),
    ],
)
def test_angle_is_in_radians_or_says_degrees(looks, angle, degrees):
    assert looks.picture_look({"angle": angle}).turn == pytest.approx(degrees)
