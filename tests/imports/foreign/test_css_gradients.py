"""Gradients of CSS in a box of 30 by 40 mm at (10, 20)."""

import pytest

from generator.imports.foreign.css_gradients import css_gradient
from generator.imports.foreign.web_colours import colour_and_alpha

AREA = (10.0, 20.0, 30.0, 40.0)


def gradient(text):
    return css_gradient(text, AREA, lambda words: (colour_and_alpha(words)[0], ""))


@pytest.mark.parametrize(
    ("form", "start", "end"),
    [
        ("", (25, 20), (25, 60)),
        ("to right,", (10, 40), (40, 40)),
        ("90deg,", (10, 40), (40, 40)),
        ("to top left,", (44.2, 54.4), (5.8, 25.6)),
        ("0.25turn,", (10, 40), (40, 40)),
    ],
)
def test_line_reaches_the_corners(form, start, end):
    made = gradient(f"linear-gradient({form} red, blue)")

    assert (made.start[:2], made.end[:2]) == (pytest.approx(start), pytest.approx(end))
    assert [colour for _, colour, _ in made.stops] == ["#ff0000", "#0000ff"]


def test_ellipse_reaches_the_corners():
    made = gradient("radial-gradient(ellipse at center, #fff, rgba(0, 0, 0, 0.4))")

    assert (made.end, made.stretch) == ((25, 40, pytest.approx(21.213, abs=1e-3)), pytest.approx(4 / 3))
    assert made.stops[1] == (1.0, "#000000", 0.4)
    assert gradient("radial-gradient(circle, red, blue)").end == (25, 40, 25)


def test_stops_without_a_place_are_spread():
    made = gradient("linear-gradient(red 10%, lime, yellow, blue 70%), #123")

    assert [offset for offset, _, _ in made.stops] == pytest.approx([0.1, 0.3, 0.5, 0.7])


@pytest.mark.parametrize(
    "text",
    [
        "conic-gradient(red, blue)",
        "linear-gradient(red)",
        "linear-gradient(red, nothing)",
        "linear-gradient(red, blue",
        "radial-gradient(circle at 10px 20px, red, blue)",
        "#123456",
    ],
)
def test_other_grounds_are_no_gradients(text):
    assert gradient(text) is None
