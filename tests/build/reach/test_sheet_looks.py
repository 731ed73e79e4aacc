"""Sheets that look the same, however they were computed."""

import pytest

from generator.base.geometry import IDENTITY, Rect, Size
from generator.build.reach.sheet_looks import look_alike
from generator.model.face import Drawing, Face, Shape
from generator.model.press_sheet import PlacedFace, PressSheet

FACE = Face("a", Size(10, 20), 0, Drawing.of(()))


def sheet(x=0.0, number=1, face=FACE, path="M 0 0 L 5 0"):
    placed = PlacedFace("deck/a#1", face, IDENTITY, Rect(x, 0, 10, 20), Rect(x, 0, 10, 20))
    return PressSheet(Size(595, 842), "recto", number, (placed,), (Shape(path),))


@pytest.mark.parametrize(
    ("other", "is_alike"),
    [
        (sheet(), True),
        (sheet(x=0.0001), True),
        (sheet(path="M 0 0 L 5.0001 0"), True),
        (sheet(x=0.1), False),
        (sheet(number=2), False),
        (sheet(face=Face("b", Size(10, 20), 0, Drawing.of(()))), False),
        (sheet(path="M 0 0 L 6 0"), False),
        (sheet(path="M 0 0 C 5 0"), False),
        (sheet(path="M 0 0"), False),
        (None, False),
    ],
    ids=range(10),
)
def test_rounding_is_no_difference(other, is_alike):
    assert look_alike(sheet(), other) == is_alike


def test_one_sheet_more_is_a_difference():
    assert not look_alike((sheet(),), (sheet(), sheet(number=2)))
