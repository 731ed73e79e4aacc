import math

import pytest

from generator.base.geometry import Rect
from generator.typeset.paths.basic_shapes import ellipse, line, polygon, rect
from generator.typeset.paths.contour import path_box


def test_rect_goes_round_clockwise():
    assert rect(1, 2, 10, 5, 0, 0) == "M 1 2 L 11 2 L 11 7 L 1 7 Z"


def test_rounded_rect_keeps_its_box():
    path = rect(1, 2, 10, 6, 2, 1)

    assert path_box(path) == Rect(1, 2, 10, 6)
    assert path.count("C") == 4


def test_radii_end_at_half_a_side():
    assert rect(0, 0, 10, 4, 99, 99) == rect(0, 0, 10, 4, 5, 2)


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0)])
def test_rect_without_area_is_nothing(width, height):
    assert rect(0, 0, width, height, 0, 0) == ""


def test_circle_is_round_to_three_parts_in_ten_thousand():
    words = ellipse(0, 0, 100, 100).split()
    x1, y1, x2, y2, x, y = map(float, words[4:10])
    middle = (100 + 3 * x1 + 3 * x2 + x) / 8, (3 * y1 + 3 * y2 + y) / 8

    assert math.hypot(*middle) == pytest.approx(100, rel=3e-4)


def test_ellipse_fills_its_box():
    assert path_box(ellipse(5, 6, 3, 2)) == Rect(2, 4, 6, 4)


def test_ellipse_without_radius_is_nothing():
    assert ellipse(5, 6, 0, 2) == ""


def test_line_has_two_ends():
    assert line(1, 2, 3, 4) == "M 1 2 L 3 4"


def test_polygon_closes_and_polyline_does_not():
    assert polygon([0, 0, 1, 0, 1, 1], closed=True) == "M 0 0 L 1 0 L 1 1 Z"
    assert polygon([0, 0, 1, 0], closed=False) == "M 0 0 L 1 0"


def test_one_point_is_nothing():
    assert polygon([1, 1], closed=True) == ""


def test_point_without_y_is_a_fault():
    with pytest.raises(ValueError, match="points has 3 numbers; each point takes two"):
        polygon([1, 1, 2], closed=True)
