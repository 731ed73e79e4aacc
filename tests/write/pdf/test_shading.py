import re

import pytest

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import LinearGradient, RadialGradient
from generator.write.pdf.shading import has_varying_opacity, opacity_pattern, shading_pattern, simplify

RED, BLUE = "#ff0000", "#0000ff"


def linear(*stops, matrix=IDENTITY, to=10.0):
    return LinearGradient(0, 0, to, 0, stops, matrix)


def test_two_stops_are_one_ramp():
    text = shading_pattern(linear((0, RED, 1), (1, BLUE, 1)), IDENTITY)

    assert "/ShadingType 2/Coords[0 0 10 0]/ColorSpace/DeviceRGB/Extend[true true]" in text
    assert "/Function<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>" in text


def test_three_stops_are_stitched():
    text = shading_pattern(linear((0, RED, 1), (0.25, BLUE, 1), (1, RED, 1)), IDENTITY)

    assert "/Bounds[0.25]/Encode[0 1 0 1 ]" in text


def test_stops_inside_reach_the_ends():
    text = shading_pattern(linear((0.25, RED, 1), (0.75, BLUE, 1)), IDENTITY)

    assert "/Bounds[0.25 0.75]" in text
    assert "/C0[1 0 0]/C1[1 0 0]" in text
    assert "/C0[0 0 1]/C1[0 0 1]" in text


def test_hard_edge_has_strictly_rising_bounds():
    text = shading_pattern(linear((0, RED, 1), (0.5, RED, 1), (0.5, BLUE, 1), (1, BLUE, 1)), IDENTITY)

    assert re.findall(r"Bounds\[(.*?)\]", text) == ["0.5"]
    assert re.findall(r"C0\[(.*?)\]", text) == ["1 0 0", "0 0 1"]


def test_stops_never_go_back():
    text = shading_pattern(linear((0.5, RED, 1), (0.2, BLUE, 1), (1, BLUE, 1)), IDENTITY)

    assert "/Bounds[0.5]" in text


def test_matrix_is_placed_in_the_form():
    text = shading_pattern(linear((0, RED, 1), (1, BLUE, 1), matrix=Matrix.scaling(2)), Matrix.translation(5, 6))

    assert "/Matrix[2 0 0 2 5 6]" in text


def test_veil_is_grey():
    text = opacity_pattern(linear((0, RED, 1), (1, BLUE, 0.25)))

    assert "/DeviceGray" in text
    assert "/C0[1]/C1[0.25]" in text


def test_focal_circle_is_drawn_where_it_lies():
    gradient = RadialGradient(0, 0, 10, 30, 0, ((0, RED, 1), (1, BLUE, 1)), IDENTITY, 2)

    assert "/Coords[30 0 2 0 0 10]" in shading_pattern(gradient, IDENTITY)


@pytest.mark.parametrize(
    "paint",
    [
        linear((0, RED, 1), (1, BLUE, 0.5), to=0),
        linear((0.3, BLUE, 0.5)),
        linear((0, RED, 1), (1, BLUE, 0.5), matrix=Matrix(0, 0, 0, 0)),
        RadialGradient(0, 0, 0, 0, 0, ((0, RED, 1), (1, BLUE, 0.5)), IDENTITY),
    ],
    ids=["no length", "one stop", "flat", "no radius"],
)
def test_gradient_without_extent_is_its_last_colour(paint):
    assert simplify(paint, 0.5) == (BLUE, 0.25)


def test_even_opacity_needs_no_veil():
    paint = linear((0, RED, 0.5), (1, BLUE, 0.5))

    assert not has_varying_opacity(paint)
    assert simplify(paint, 0.5) == (paint, 0.25)
