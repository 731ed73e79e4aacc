from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import Group, Shape
from generator.typeset.ink.canvas import Canvas

A, B, C = (Shape(f"M 0 0 L {n} 0") for n in (1, 2, 3))
LARGE = Matrix.scaling(2)


def drawn(*strokes):
    canvas = Canvas()
    for matrix, ink in strokes:
        canvas.add(matrix, ink)
    return canvas.ink()


def test_neighbours_share_a_group():
    assert drawn((LARGE, A), (Matrix.scaling(2), B)) == (Group((A, B), LARGE),)


def test_order_is_kept():
    assert drawn((LARGE, A), (IDENTITY, B), (LARGE, C)) == (Group((A,), LARGE), B, Group((C,), LARGE))


def test_points_need_no_group():
    assert drawn((IDENTITY, A), (IDENTITY, B)) == (A, B)


def test_nothing_drawn_is_no_ink():
    assert drawn() == ()
