import math

import pytest

from generator.base.geometry import Rect
from generator.typeset.paths.path_geometry import path_box
from generator.typeset.paths.shape_paths import lengths, rect_path, shape_path
from generator.typeset.svg.attribute_values import PICTURE_UNITS, TEMPLATE_UNITS
from generator.typeset.svg.profile import SVG, TEMPLATE
from generator.typeset.svg.svg_tree import Element


def element(name, **attributes):
    flat = tuple(text for pair in attributes.items() for text in pair)
    return Element(TEMPLATE.form(f"{SVG}}}{name}", flat), flat, 1)


def path_of(name, **attributes):
    return shape_path(element(name, **attributes), TEMPLATE_UNITS)


def test_lengths_are_in_the_units_of_the_file():
    rect = element("rect", x="1in", y="2")

    assert lengths(rect, TEMPLATE_UNITS, x=0, y=0, width=7) == [25.4, 2, 7]
    assert lengths(rect, PICTURE_UNITS, x=0) == [96]


def test_wrong_lengths_are_told_together():
    with pytest.raises(ValueError, match="x") as caught:
        lengths(element("rect", x="a", width="-1"), TEMPLATE_UNITS, x=0, y=0, width=0)

    assert caught.value.args == ("x: 'a' is not a number", "width: '-1' is below 0")


@pytest.mark.parametrize(
    ("shape", "path"),
    [
        (element("path", d="M0 0h1"), "M 0 0 L 1 0"),
        (element("rect", width="1", height="1"), "M 0 0 L 1 0 L 1 1 L 0 1 Z"),
        (element("line", x2="1"), "M 0 0 L 1 0"),
        (element("polygon", points="0 0 1 0"), "M 0 0 L 1 0 Z"),
        (element("circle"), ""),
        (element("path"), ""),
    ],
)
def test_outlines_of_shapes(shape, path):
    assert shape_path(shape, TEMPLATE_UNITS) == path


def test_decimals_are_those_of_the_drawing():
    assert shape_path(element("line", x2="0.12345"), TEMPLATE_UNITS, 5) == "M 0 0 L 0.12345 0"


def test_rect_goes_round_clockwise():
    assert rect_path(Rect(1, 2, 10, 5)) == "M 1 2 L 11 2 L 11 7 L 1 7 Z"


def test_rounded_rect_keeps_its_box():
    path = rect_path(Rect(1, 2, 10, 6), 2, 1)

    assert path_box(path) == Rect(1, 2, 10, 6)
    assert path.count("C") == 4


def test_radii_end_at_half_a_side():
    assert rect_path(Rect(0, 0, 10, 4), 99, 99) == rect_path(Rect(0, 0, 10, 4), 5, 2)


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0)])
def test_rect_without_area_is_nothing(width, height):
    assert rect_path(Rect(0, 0, width, height)) == ""


def test_circle_is_round_to_three_parts_in_ten_thousand():
    words = path_of("circle", r="100").split()
    x1, y1, x2, y2, x, y = map(float, words[4:10])
    middle = (100 + 3 * x1 + 3 * x2 + x) / 8, (3 * y1 + 3 * y2 + y) / 8

    assert math.hypot(*middle) == pytest.approx(100, rel=3e-4)


def test_ellipse_fills_its_box():
    assert path_box(path_of("ellipse", cx="5", cy="6", rx="3", ry="2")) == Rect(2, 4, 6, 4)


def test_ellipse_without_radius_is_nothing():
    assert path_of("ellipse", cx="5", cy="6", rx="0", ry="2") == ""


def test_line_has_two_ends():
    assert path_of("line", x1="1", y1="2", x2="3", y2="4") == "M 1 2 L 3 4"


def test_polygon_closes_and_polyline_does_not():
    assert path_of("polygon", points="0 0 1 0 1 1") == "M 0 0 L 1 0 L 1 1 Z"
    assert path_of("polyline", points="0 0 1 0") == "M 0 0 L 1 0"


def test_one_point_is_nothing():
    assert path_of("polygon", points="1 1") == ""


def test_point_without_y_is_a_fault():
    with pytest.raises(ValueError, match="points has 3 numbers; each point takes two"):
        path_of("polygon", points="1 1 2")
