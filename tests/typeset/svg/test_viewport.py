import re

import pytest

from generator.base.geometry import Rect
from generator.typeset.svg.viewport import aspect, view_box

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
