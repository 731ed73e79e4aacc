import re

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.typeset.svg.coordinate_systems import aspect, focused, transform, view_box


def near(matrix):
    return pytest.approx((matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f))


def parts(text):
    found = transform(text)
    return found.a, found.b, found.c, found.d, found.e, found.f


@pytest.mark.parametrize(
    ("text", "matrix"),
    [
        ("", IDENTITY),
        ("translate(3 4)", Matrix(e=3, f=4)),
        ("translate(3)", Matrix(e=3)),
        ("scale(2)", Matrix(a=2, d=2)),
        ("scale(2,-3)", Matrix(a=2, d=-3)),
        ("rotate(90)", Matrix(0, 1, -1, 0)),
        ("rotate(90 1 1)", Matrix(0, 1, -1, 0, 2, 0)),
        ("skewX(45)", Matrix(c=1)),
        ("skewY(45)", Matrix(b=1)),
        ("matrix(1 2 3 4 5 6)", Matrix(1, 2, 3, 4, 5, 6)),
        ("translate(10 0) , scale(2)", Matrix(a=2, d=2, e=10)),
        ("scale(2)translate(10 0)", Matrix(a=2, d=2, e=20)),
    ],
)
def test_steps_and_their_order(text, matrix):
    assert parts(text) == near(matrix)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("rotat(30)", "transform 'rotat' is unknown; did you mean 'rotate'?"),
        ("rotate(1 2)", "transform 'rotate(1 2)' takes 1 or 3 numbers"),
        ("skewX()", "transform 'skewX()' takes 1 number"),
        ("scale(2", "transform cannot be read at 'scale(2'; write it like 'translate(3 4) rotate(45)'"),
        ("scale(2px)", "'2px' is not a list of numbers"),
        ("scale(0)", "transform 'scale(0)' flattens what it draws"),
    ],
)
def test_broken_steps_are_named(text, what):
    with pytest.raises(ValueError, match=re.escape(what)):
        transform(text)


VIEW, INTO = Rect(0, 0, 10, 20), Rect(100, 0, 40, 40)


@pytest.mark.parametrize(
    ("text", "image"),
    [
        (None, Rect(110, 0, 20, 40)),
        ("xMidYMid meet", Rect(110, 0, 20, 40)),
        ("xMinYMin", Rect(100, 0, 20, 40)),
        ("xMaxYMid", Rect(120, 0, 20, 40)),
        ("xMidYMin slice", Rect(100, 0, 40, 80)),
        ("xMidYMax slice", Rect(100, -40, 40, 80)),
        ("none", Rect(100, 0, 40, 40)),
    ],
)
def test_where_the_viewbox_comes_to_lie(text, image):
    assert aspect(text).fit(VIEW, INTO).bounding_box(VIEW) == image


def test_origin_of_the_viewbox_counts():
    view = Rect(-5, 5, 10, 10)

    assert aspect(None).fit(view, Rect(0, 0, 20, 20)).bounding_box(view) == Rect(0, 0, 20, 20)


@pytest.mark.parametrize(
    ("text", "image"),
    [
        ("50 50", Rect(100, -20, 40, 80)),
        ("50 25", Rect(100, 0, 40, 80)),
        ("0 0 2", Rect(100, 0, 80, 160)),
        ("50 50 2", Rect(80, -60, 80, 160)),
        ("100 100 2", Rect(60, -120, 80, 160)),
    ],
)
def test_a_focus_comes_to_the_middle_and_the_frame_stays_filled(text, image):
    assert focused(aspect(None), text).fit(VIEW, INTO).bounding_box(VIEW) == image


@pytest.mark.parametrize("text", ["50", "50 101", "-1 50", "50 50 0.9", "1 2 3 4"])
def test_a_focus_outside_of_its_picture_is_a_fault(text):
    with pytest.raises(ValueError, match=re.escape(f"pnp:focus '{text}' is not a place in percent")):
        focused(aspect(None), text)


def test_unknown_aspect_is_a_fault():
    with pytest.raises(
        ValueError, match="preserveAspectRatio 'xMidYMid meat' is unknown; did you mean 'xMidYMid meet'"
    ):
        aspect("xMidYMid meat")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("0 0 24", "viewBox '0 0 24' needs four numbers: x y width height"),
        ("0 0 0 24", "viewBox '0 0 0 24' has no area; its width and height have to be above 0"),
        ("a b c d", "'a b c d' is not a list of numbers"),
    ],
)
def test_broken_viewbox_is_a_fault(text, what):
    with pytest.raises(ValueError, match=re.escape(what)):
        view_box(text)
