"""Where the lines and shapes of a path lie."""

import pytest

from generator.base.geometry import Rect


def boxes(rects):
    return [(rect.x, rect.y, rect.width, rect.height) for rect in rects]


SQUARE = [(20, 30, 0, 50), (20, 30, 40, 0), (60, 30, 0, 50), (20, 80, 40, 0)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("20 30 m 60 30 l S", [(20, 30, 40, 0)]),
        ("20 30 m 60 30 l 90 90 m 90 99 l S", [(20, 30, 40, 0), (90, 90, 0, 9)]),
        ("20 30 m 60 30 l 60 80 l s", [(20, 30, 40, 0), (60, 30, 0, 50), (20, 30, 40, 50)]),
        ("20 30 m 60 30 l h 60 80 l S", [(20, 30, 40, 0), (20, 30, 40, 0), (20, 30, 40, 50)]),
        ("20 30 m 20 80 60 80 60 30 c S", [(20, 30, 40, 50)]),
        ("20 30 m h S", []),
    ],
)
def test_lines_lie_between_their_ends(stroke_or_nothing, content, expected):
    assert boxes(stroke_or_nothing(content)) == expected


def test_line_goes_on_from_the_corner_where_a_rectangle_began(stroke):
    lines = boxes(stroke("90 90 m 20 30 40 50 re 10 10 l S").path.lines())

    assert lines[-1] == (10, 10, 10, 20)


def test_rectangle_has_four_lines(stroke):
    assert sorted(boxes(stroke("20 30 40 50 re S").path.lines())) == sorted(SQUARE)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("20 30 40 50 re f", [(20, 30, 40, 50)]),
        ("20 30 40 50 re 0 0 9 9 re f", [(20, 30, 40, 50), (0, 0, 9, 9)]),
        ("20 30 m 60 30 l 60 80 l 0 0 m 9 9 l 0 9 l f", [(20, 30, 40, 50), (0, 0, 9, 9)]),
    ],
)
def test_shapes_are_told_apart(stroke, content, expected):
    assert boxes(stroke(content).path.areas()) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("20 30 m 60 30 l 1 w S", [(20, 30, 40, 0)]),
        ("0 0 40 270 re W n 20 30 m 60 30 l 1 w S", [(20, 30, 20, 0)]),
        ("0 0 40 270 re W n 20 30 m 60 30 l 50 90 m 60 90 l 1 w S", [(20, 30, 20, 0)]),
        ("20 30 40 50 re B", [(20, 30, 40, 50)]),
    ],
)
def test_places_are_what_the_clip_leaves_of_lines_and_shapes(stroke, content, expected):
    assert boxes(stroke(content).places()) == expected


@pytest.mark.parametrize(("content", "expected"), [("20 30 40 5 re f", 5), ("0 0 30 99 re W n 20 30 40 50 re f", 40)])
def test_thickness_is_that_of_the_whole_path(stroke, content, expected):
    assert stroke(content).thickness == expected


def test_bounds_reach_as_far_as_the_line_and_the_clip(stroke):
    path = stroke("20 30 40 50 re S").path

    assert boxes([path.clipped_bounds(2, Rect(0, 0, 50, 99))]) == [(18, 28, 32, 54)]
    assert path.clipped_bounds(0, Rect(90, 90, 5, 5)).width == 0


@pytest.fixture
def stroke_or_nothing(paint):
    return lambda content: [line for thing in paint(content) for line in thing.path.lines()]
