import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.typeset.paths.hatching import hatching
from generator.typeset.paths.path_geometry import subpaths

SQUARE = "M 0 0 L 10 0 L 10 10 L 0 10 Z"
HOLE = "M 2 2 L 2 8 L 8 8 L 8 2 Z"


def lines(path):
    return [[point[-2:] for point in part] for part in subpaths(path)]


@given(st.floats(0.2, 2), st.floats(0, 180))
def test_lines_cover_the_area_at_their_distance(pitch, direction):
    drawn = lines(hatching(SQUARE, pitch, direction))

    assert sum(math.dist(*line) for line in drawn) * pitch == pytest.approx(100, rel=0.15)
    assert all(-0.01 <= value <= 10.01 for line in drawn for point in line for value in point)


def test_lines_rise_to_the_right():
    assert all((bx - ax) * (by - ay) < 0 for (ax, ay), (bx, by) in lines(hatching(SQUARE, 1, 45)))


def test_lines_of_two_areas_lie_on_one_grid():
    below = "M 0 10 L 10 10 L 10 20 L 0 20 Z"
    heights = {round(y % 0.7, 2) for path in (SQUARE, below) for line in lines(hatching(path, 0.7, 0)) for _, y in line}

    assert heights == {0.35}


@pytest.mark.parametrize("even_odd", [False, True])
def test_holes_stay_white(even_odd):
    middle = [line for line in lines(hatching(f"{SQUARE} {HOLE}", 1, 0, even_odd=even_odd)) if line[0][1] == 5.5]

    assert middle == [[(0, 5.5), (2, 5.5)], [(8, 5.5), (10, 5.5)]]


def test_areas_narrower_than_a_hair_have_no_lines():
    assert hatching("M 0 0 L .1 0 L .1 10 L 0 10 Z", 1, 0) == ""
    assert hatching("", 1, 0) == ""
