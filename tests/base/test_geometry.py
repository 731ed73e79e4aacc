import math

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.units import MM

RECT = Rect(10, 20, 30, 50)


def close(matrix):
    return pytest.approx(tuple(getattr(matrix, name) for name in "abcdef"))


def test_size_is_turned_upright_and_told_in_millimetres():
    assert Size(9, 5).upright == Size(5, 9).upright == Size(5, 9)
    assert Size(5, 9).transpose() == Size(9, 5)
    assert Size(5, 9).expand(2) == Size(9, 13)
    assert Size(63.5 * MM, 88.9 * MM).in_mm == "63.5 × 88.9 mm"


def test_sizes_differ_by_the_side_that_differs_most():
    assert Size(10, 20).difference(Size(21, 13)) == 3
    assert Size(10, 20).difference(Size(20, 16)) == 6
    assert Size(10, 20).difference(Size(20, 10)) == 0


def test_rect_has_edges_and_a_centre():
    assert (RECT.right, RECT.bottom, RECT.centre) == (40, 70, (25, 45))
    assert RECT.translate(3, -4) == Rect(13, 16, 30, 50)
    assert RECT.expand(2) == Rect(8, 18, 34, 54)
    assert RECT.expand(-5) == Rect(15, 25, 20, 40)
    assert Rect.around([(10, 70), (40, 20), (20, 30)]) == RECT


@pytest.mark.parametrize(
    ("other", "is_inside", "is_shared"),
    [
        (RECT, True, True),
        (Rect(11, 21, 28, 48), True, True),
        (RECT.expand(0.0005), True, True),
        (RECT.expand(0.1), False, True),
        (Rect(9, 20, 30, 50), False, True),
        (Rect(10, 19, 30, 50), False, True),
        (Rect(11, 20, 30, 50), False, True),
        (Rect(10, 21, 30, 50), False, True),
        (Rect(40, 20, 5, 5), False, False),
        (Rect(5, 20, 5, 5), False, False),
        (Rect(10, 70, 5, 5), False, False),
        (Rect(10, 15, 5, 5), False, False),
    ],
)
def test_rects_lie_in_each_other_or_share_more_than_an_edge(other, is_inside, is_shared):
    assert RECT.contains(other) == is_inside
    assert RECT.overlaps(other) == other.overlaps(RECT) == is_shared


def test_slack_is_what_may_stick_out():
    assert RECT.contains(RECT.expand(2), slack=2)
    assert not RECT.overlaps(Rect(38, 20, 5, 5), slack=2)


def test_union_and_intersection_are_of_both():
    other = Rect(5, 60, 10, 40)

    assert RECT.union(other) == other.union(RECT) == Rect(5, 20, 35, 80)
    assert RECT.intersection(other) == other.intersection(RECT) == Rect(10, 60, 5, 10)
    assert RECT.intersection(Rect(100, 30, 5, 5)) == Rect(100, 30, 0, 5)


def test_matrices_are_applied_from_the_inside():
    moved, grown = Matrix.translation(3, 4), Matrix.scaling(2, 5)

    assert (moved @ grown).apply(1, 1) == (5, 9)
    assert (grown @ moved).apply(1, 1) == (8, 25)
    assert Matrix.scaling(2).apply(3, 4) == (6, 8)
    assert grown.determinant == 10
    assert grown.mean_scale == math.sqrt(10)


def test_every_number_of_a_product_counts():
    one, other = Matrix(1, 2, 3, 4, 5, 6), Matrix(7, 8, 9, 10, 11, 12)

    assert one @ other == Matrix(31, 46, 39, 58, 52, 76)
    assert one.apply(7, 8) == (36, 52)
    assert (one @ other).apply(2, 3) == one.apply(*other.apply(2, 3))


def test_inverse_leads_back():
    matrix = Matrix(1, 2, 3, 5, 7, 11)

    assert close(matrix @ matrix.inverse()) == tuple(getattr(IDENTITY, name) for name in "abcdef")
    assert matrix.inverse().apply(*matrix.apply(13, 17)) == pytest.approx((13, 17))
    with pytest.raises(ZeroDivisionError):
        Matrix(1, 2, 2, 4).inverse()


@pytest.mark.parametrize(
    ("degrees", "to"), [(0, (2, 1)), (90, (-1, 2)), (180, (-2, -1)), (270, (1, -2)), (-90, (1, -2))]
)
def test_quarter_turns_are_exact_and_clockwise(degrees, to):
    assert Matrix.rotation(degrees).apply(2, 1) == to


def test_turn_about_a_point_leaves_the_point():
    turned = Matrix.rotation(30, (4, 6))

    assert turned.apply(4, 6) == pytest.approx((4, 6))
    assert turned.apply(5, 6) == pytest.approx((4 + math.cos(math.pi / 6), 6.5))


def test_box_of_what_is_turned_stands_upright():
    assert Matrix.rotation(90).bounding_box(RECT) == Rect(-70, 10, 50, 30)
