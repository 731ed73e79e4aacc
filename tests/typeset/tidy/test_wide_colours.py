"""Colours of CSS in other spaces than sRGB: Chromium shows the same."""

import pytest

from generator.typeset.tidy.plain_values import plain_colour
from generator.typeset.tidy.tidy import tidy_drawing


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("oklch(60% .2 140)", "#279a00"),
        ("oklab(60% .1 .1)", "#c3602e"),
        ("lab(50% 20 30)", "#a16945"),
        ("lch(50% 20 30)", "#976c67"),
        ("color(display-p3 0.8 0.3 0.2)", "#dd4025"),
        ("color(display-p3 0.851 0.851 0.851)", "#d9d9d9"),
        ("color(srgb-linear 1 .5 0)", "#ffbc00"),
        ("color(xyz .3 .4 .2)", "#8bb66b"),
        ("color(a98-rgb .8 .2 .3)", "#ed304c"),
        ("color(srgb 1 .5 0)", "#ff8000"),
        ("rgb(none 0 255)", "#0000ff"),
    ],
)
def test_colour_is_the_nearest_of_srgb(text, expected):
    assert plain_colour(text) == (expected, 1.0)


def test_space_that_is_not_read_is_left_out_with_a_warning():
    tidied = tidy_drawing(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="color(prophoto-rgb 1 0 0)"/></svg>'
    )

    assert tidied.warnings == ("line 1: fill='color(prophoto-rgb 1 0 0)' on <rect> is not understood and left out",)


def test_colour_for_wide_screens_stands_beside_the_one_for_all():
    figma = '<rect fill="#D9D9D9" style="fill:#D9D9D9;fill:color(display-p3 0.85 0.85 0.86);fill-opacity:1"/>'
    tidied = tidy_drawing(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{figma}</svg>'.encode())

    assert (tidied.root[0].get("fill"), tidied.warnings) == ("#d9d9d9", ())
