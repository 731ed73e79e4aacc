"""Outlines of drawings as points."""

import pytest

from generator.render.pictures.outline_points import outline_lines


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("M 1 1 L 3 1", [(1, 1), (3, 1)]),
        ("m1 1l2 0 0 2", [(1, 1), (3, 1), (3, 3)]),
        ("M1 1H3V4", [(1, 1), (3, 1), (3, 4)]),
        ("M1 1h2v3z", [(1, 1), (3, 1), (3, 4), (1, 1)]),
        ("M1-1.5.5.25", [(1, -1.5), (0.5, 0.25)]),
    ],
)
def test_commands_become_points(path, points):
    assert outline_lines(path) == [points]


def test_what_follows_a_closed_line_begins_at_its_start():
    assert outline_lines("M1 1h2v3zl-1 0")[1] == [(1, 1), (0, 1)]


def test_curve_passes_its_middle():
    (line,) = outline_lines("M0 0C0 4 8 4 8 0")

    assert (4, 3) in [(round(x, 6), round(y, 6)) for x, y in line]


@pytest.mark.parametrize(("sweep", "side"), [(1, -1), (0, 1)])
def test_half_circle_goes_round_the_side_it_says(sweep, side):
    (line,) = outline_lines(f"M 0 0 A 5 5 0 0 {sweep} 10 0")

    assert all(((x - 5) ** 2 + y**2) ** 0.5 == pytest.approx(5) for x, y in line)
    assert max(abs(y) for _, y in line) == pytest.approx(5)
    assert all(y * side >= -1e-9 for _, y in line)


def test_too_small_an_arc_is_enlarged():
    (line,) = outline_lines("M 0 0 A 1 1 0 0 1 10 0")

    assert min(y for _, y in line) == pytest.approx(-5)


@pytest.mark.parametrize("text", ["", "no path", "M 1", "L 3 3", "M 1 1 A 0 0 0 0 1 1 1"])
def test_text_that_draws_nothing_has_no_far_points(text):
    assert all(-10 < x < 10 for line in outline_lines(text) for x, _ in line)
