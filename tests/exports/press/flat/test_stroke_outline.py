import sys

import pytest

from generator.base.errors import UsageError
from generator.base.system.install_command import install_extra
from generator.exports.press.flat.stroke_outline import stroke_outline
from generator.model.face import Stroke
from generator.typeset.paths.path_geometry import path_box


def box(path):
    found = path_box(path)
    return [round(value, 2) for value in (found.x, found.y, found.right, found.bottom)]


@pytest.mark.parametrize(
    ("path", "stroke", "expected"),
    [
        ("M 0 0 L 10 0", Stroke("#000000", 2), [0, -1, 10, 1]),
        ("M 0 0 L 10 0", Stroke("#000000", 2, "square"), [-1, -1, 11, 1]),
        ("M 0 0 L 10 0", Stroke("#000000", 2, "round"), [-1, -1, 11, 1]),
        ("M 0 0 L 10 0 L 10 10 L 0 10 Z", Stroke("#000000", 2), [-1, -1, 11, 11]),
        ("M 0 0 L 100 0", Stroke("#000000", 2, dash=(10.0,), offset=5.0), [0, -1, 100, 1]),
        ("M 0 0 C 0 10 10 10 10 0", Stroke("#000000", 1), [-0.5, 0, 10.5, 8]),
    ],
)
def test_outline_is_where_the_line_is_drawn(path, stroke, expected):
    assert box(stroke_outline(path, stroke)) == expected


def test_dashes_are_parts_of_their_own():
    assert stroke_outline("M 0 0 L 100 0", Stroke("#000000", 2, dash=(10.0, 10.0))).count("M") == 5


def test_missing_library_names_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pathops", None)
    stroke_outline.cache_clear()

    with pytest.raises(UsageError) as caught:
        stroke_outline("M 0 0 L 10 0", Stroke("#000000", 2))
    assert str(caught.value).endswith(f"; install it with: {install_extra('press')}")
