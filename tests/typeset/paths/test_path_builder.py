import pytest

from generator.typeset.paths.path_builder import PathBuilder


def drawn(*steps):
    pen = PathBuilder()
    for name, *numbers in steps:
        getattr(pen, name)(0, 0, *numbers)
    return pen


def test_words_and_numbers_go_side_by_side():
    pen = drawn(("M", 1, 2), ("L", 3, 4), ("Z",))

    assert pen.form == ["M # #", "L # #", "Z"]
    assert pen.values == [1, 2, 3, 4]


def test_offsets_move_every_point():
    pen = drawn(("M", 1, 1))
    pen.C(10, 20, 1, 1, 2, 2, 3, 3)

    assert pen.values[2:] == [11, 21, 12, 22, 13, 23]
    assert (pen.x, pen.y) == (13, 23)


def test_smooth_curves_reflect_only_their_own_kind():
    after_curve = drawn(("M", 0, 0), ("C", 0, 0, 1, 1, 2, 0), ("S", 4, 4, 5, 5))
    after_line = drawn(("M", 0, 0), ("L", 2, 0), ("S", 4, 4, 5, 5))
    after_quadratic = drawn(("M", 0, 0), ("Q", 1, 1, 2, 0), ("S", 4, 4, 5, 5))

    assert after_curve.values[-6:-4] == [3, -1]
    assert after_line.values[-6:-4] == after_quadratic.values[-6:-4] == [2, 0]


def test_closing_goes_back_to_the_start():
    pen = drawn(("M", 1, 2), ("L", 5, 5), ("Z",), ("C", 1, 1, 2, 2, 3, 3))

    assert pen.form == ["M # #", "L # #", "Z", "M # #", "C # # # # # #"]
    assert pen.values[4:6] == [1, 2]


def test_quadratics_reach_two_thirds_to_their_point():
    assert drawn(("M", 0, 0), ("Q", 3, 6, 6, 0)).values[2:] == pytest.approx([2, 4, 4, 4, 6, 0])
