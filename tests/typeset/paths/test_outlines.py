import math

import pytest

from generator.base.geometry import Rect
from generator.typeset.paths.outlines import outlines
from generator.typeset.paths.shape_paths import hexagon_path, rect_path

SQUARE = "M 0 0 L 10 0 L 10 10 L 0 10 Z"
NOTCHED = "M 0 0 L 10 0 L 10 10 L 6 10 L 5 4 L 4 10 L 0 10 Z"


@pytest.mark.parametrize(
    ("path", "point", "inside"),
    [
        (SQUARE, (5, 5), True),
        (SQUARE, (11, 5), False),
        (SQUARE, (5, -1), False),
        (NOTCHED, (5, 3), True),
        (NOTCHED, (5, 8), False),
        (NOTCHED, (2, 8), True),
        (hexagon_path(Rect(0, 0, 20, 10)), (1, 1), False),
        (hexagon_path(Rect(0, 0, 20, 10)), (10, 0.5), True),
    ],
)
def test_points_lie_inside_or_not(path, point, inside):
    (outline,) = outlines(path)

    assert outline.holds(point) is inside


def test_distance_is_that_to_the_nearest_side():
    (outline,) = outlines(SQUARE)

    assert outline.excess([(5, 5), (12, 5)]) == pytest.approx(2)
    assert outline.excess([(13, 14)]) == pytest.approx(5)
    assert outline.excess([(1, 1), (9, 9)]) == 0
    assert outline.excess([]) == 0


def test_curves_are_followed():
    (circle,) = outlines(rect_path(Rect(0, 0, 20, 20), 10, 10))

    assert circle.area == pytest.approx(math.pi * 100, rel=0.01)
    assert circle.excess([(20 - 1.5, 1.5)]) == pytest.approx(8.5 * math.sqrt(2) - 10, abs=0.1)


@pytest.mark.parametrize(
    ("rect", "inside"),
    [((1, 1, 2, 3), True), ((1, 1, 8, 2), True), ((1, 1, 8, 4), False), ((-2, 1, 3, 3), False), ((12, 1, 3, 3), False)],
)
def test_rectangle_far_from_all_sides_is_inside(rect, inside):
    (outline,) = outlines(NOTCHED)

    assert outline.surrounds(Rect(*rect)) is inside


def test_lines_and_slits_enclose_nothing():
    assert len(outlines(f"{SQUARE} M 2 2 L 8 2 M 1 1 L 1 1")) == 1
    assert outlines("") == ()
