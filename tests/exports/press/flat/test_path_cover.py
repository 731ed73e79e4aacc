import pytest

from generator.base.geometry import Rect
from generator.exports.press.flat.path_cover import covers

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
