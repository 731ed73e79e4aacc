import sys

import pytest

from generator.base.geometry import Rect
from generator.exports.press.flat import path_cover
from generator.exports.press.flat.path_cover import covers, lies_within
from generator.model.face import Clip
from tests.write.conftest import square

DISC = "M 100 50 C 100 77.6 77.6 100 50 100 C 22.4 100 0 77.6 0 50 C 0 22.4 22.4 0 50 0 C 77.6 0 100 22.4 100 50 Z"


@pytest.mark.parametrize(
    ("path", "rect", "expected"),
    [
        (DISC, Rect(30, 30, 40, 40), True),
        (DISC, Rect(5, 5, 20, 20), False),
        (DISC, Rect(-10, -10, 120, 120), False),
        (DISC, Rect(200, 200, 5, 5), False),
        ("M 0 0 L 100 0 L 100 100 L 60 100 L 60 40 L 40 40 L 40 100 L 0 100 Z", Rect(10, 10, 80, 80), False),
        ("M 0 0 L 9 0 L 9 9 L 0 9 Z M 2 2 L 3 2 L 3 3 Z", Rect(1, 1, 7, 7), False),
        ("M 0 0 L 9 0", Rect(1, 1, 7, 7), False),
    ],
)
def test_paths_cover_what_lies_inside(path, rect, expected):
    assert covers(path, rect) is expected


# The crescent along the right edge of the disc, which the rectangle around it leaves.
CRESCENT = Clip("M 50 0 C 77.6 0 100 22.4 100 50 C 100 77.6 77.6 100 50 100 C 80 80 80 20 50 0 Z")


@pytest.mark.parametrize(
    ("inner", "outer", "expected"),
    [
        (CRESCENT, [Clip(DISC)], True),
        (Clip(square(40, 40, 59)), [Clip(DISC)], False),
        (Clip(square(40, 40, 59)), [Clip(DISC), Clip(square(60, 60, 40))], True),
        (Clip(square(2, 2, 5)), [Clip(f"{square(0, 0, 9)} {square(1, 1, 7)}", even_odd=True)], False),
        (CRESCENT, [Clip(DISC + " M 500 500 L 501 501" * 300)], False),
    ],
)
def test_outline_lies_within_others_together(inner, outer, expected):
    assert lies_within(inner, outer) is expected


def test_outlines_are_not_compared_without_skia(monkeypatch):
    monkeypatch.setitem(sys.modules, "pathops", None)
    path_cover._outline.cache_clear()

    assert not lies_within(CRESCENT, [Clip(DISC)])
    path_cover._outline.cache_clear()
