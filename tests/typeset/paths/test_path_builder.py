import cmath
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.typeset.paths.path_builder import PathBuilder, arc_curves


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


def point(curve, start, t):
    x1, y1, x2, y2, x, y = curve
    s = 1 - t
    weights = s**3, 3 * s * s * t, 3 * s * t * t, t**3
    xs, ys = (start[0], x1, x2, x), (start[1], y1, y2, y)
    return sum(w * v for w, v in zip(weights, xs, strict=True)), sum(w * v for w, v in zip(weights, ys, strict=True))


def along(start, found):
    for curve in found:
        yield from (point(curve, start, t / 8) for t in range(9))
        start = curve[4:]


def test_quarter_circle_is_one_curve():
    (curve,) = arc_curves((1, 0), (1, 1), 0, False, True, (0, 1))

    assert curve == pytest.approx((1, 0.552285, 0.552285, 1, 0, 1), abs=1e-6)


def test_large_arc_goes_the_long_way():
    assert [len(arc_curves((1, 0), (1, 1), 0, large, True, (0, 1))) for large in (False, True)] == [1, 3]


@given(st.floats(0.5, 50), st.booleans(), st.booleans(), st.floats(-50, 50), st.floats(-50, 50))
def test_circles_keep_their_distance(radius, large, sweep, x, y):
    start, end = (0.0, 0.0), (x, y)
    found = arc_curves(start, (radius, radius), 30, large, sweep, end)
    if not found:
        return
    grown = max(radius, abs(complex(x, y)) / 2)
    points = [complex(*p) for p in along(start, found)]
    across = complex(x, y) / 2
    lift = math.sqrt(max(0.0, grown**2 - abs(across) ** 2))
    sides = [across + cmath.rect(lift, cmath.phase(across) + turn * math.pi / 2) for turn in (1, -1)]
    off = min(max(abs(abs(p - centre) - grown) for p in points) for centre in sides)

    assert off < 0.001 * grown + 1e-6


def test_ellipse_stays_on_its_equation():
    found = arc_curves((10, 0), (10, 4), 0, True, True, (0, -4))

    assert [(x / 10) ** 2 + (y / 4) ** 2 for x, y in along((10, 0), found)] == pytest.approx([1] * 27, abs=2e-3)


def test_turned_ellipse_touches_both_ends():
    found = arc_curves((0, 0), (8, 3), 40, False, False, (5, 2))

    assert found[-1][4:] == (5, 2)


def test_radii_too_small_grow_to_reach():
    found = arc_curves((0, 0), (1, 1), 0, False, True, (10, 0))

    assert max(abs(y) for _, y in along((0, 0), found)) == pytest.approx(5, abs=0.01)


def test_no_length_is_no_curve():
    assert arc_curves((3, 4), (5, 5), 0, True, True, (3, 4)) == []


def test_smooth_curve_is_moved_with_its_control():
    pen = drawn(("M", 0, 0), ("C", 0, 0, 1, 1, 2, 0))
    pen.S(10, 20, 4, 4, 5, 5)

    assert pen.values[-6:] == [3, -1, 14, 24, 15, 25]
