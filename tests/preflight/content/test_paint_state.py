"""Widths of lines under a matrix."""

import pytest

from generator.base.geometry import Matrix, Rect
from generator.preflight.content.paint_state import PaintState


@pytest.mark.parametrize(
    ("matrix", "mean", "least"),
    [
        (Matrix(), 2, 2),
        (Matrix(3, 0, 0, 3), 6, 6),
        (Matrix(4, 0, 0, 1), 4, 2),
        (Matrix(0, 4, -1, 0), 4, 2),
        (Matrix(1, 1, -1, 1), 2 * 2**0.5, 2 * 2**0.5),
        (Matrix(1, 0, 0, 0), 0, 0),
        (Matrix(0, 0, 0, 0), 0, 0),
    ],
)
def test_width_of_a_line_on_the_page(matrix, mean, least):
    state = PaintState(matrix, Rect(0, 0, 9, 9), line_width=2)

    assert state.stroke_width == pytest.approx(mean)
    assert state.least_stroke_width == pytest.approx(least)


def test_copy_does_not_follow():
    state = PaintState(Matrix(), Rect(0, 0, 9, 9))
    copy = state.copy()
    state.line_width = 9

    assert copy.line_width == 1
