import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import GlyphRun, Group, Image, Part, Shape, Stroke, Use
from generator.typeset.paths.path_geometry import (
    crosses_itself,
    extent,
    orient,
    path_box,
    subpaths,
    transform_path,
    upright_rect,
)

SQUARE = "M 0 0 L 10 0 L 10 10 L 0 10 Z"
BACKWARDS = "M 0 10 L 10 10 L 10 0 L 0 0 Z"
HOLE = "M 2 2 L 2 8 L 8 8 L 8 2 Z"


def area(path):
    total = 0.0
    for part in subpaths(path):
        points = [point[-2:] for point in part]
        pairs = zip(points, points[1:] + points[:1], strict=True)
        total += sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2
    return total


def test_box_of_lines():
    assert path_box("M 1 2 L 5 -3 L 4 9") == Rect(1, -3, 4, 12)


def test_box_of_a_curve_is_exact():
    assert path_box("M 0 0 C 0 10 10 10 10 0") == Rect(0, 0, 10, 7.5)


def test_box_is_measured_once_for_lines_of_several_hues():
    first, *others = (path_box("".join(["M 0 1", " L 7 2"])) for _ in range(3))

    assert all(each is first for each in others)


def test_no_path_has_no_box():
    assert path_box("") is None


POINT = st.tuples(st.floats(-100, 100), st.floats(-100, 100))


@example((0, 33), [((0, 0), (0, 3.328185643359831e-13), (0, 33))])
@given(POINT, st.lists(st.tuples(POINT, POINT, POINT), min_size=1, max_size=3))
def test_curves_stay_in_their_box(start, curves):
    words = [f"C {x1} {y1} {x2} {y2} {x} {y}" for (x1, y1), (x2, y2), (x, y) in curves]
    found = path_box(f"M {start[0]} {start[1]} {' '.join(words)}")
    for one, two, end in curves:
        for step in range(21):
            t = step / 20
            weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x, y = (sum(w * p[axis] for w, p in zip(weights, (start, one, two, end), strict=True)) for axis in (0, 1))

            assert found.contains(Rect(x, y, 0, 0), slack=1e-6)
        start = end


def test_moved_takes_every_point():
    path = "M 1 0 L 2 0 C 0 1 0 2 0 3 Z"

    assert transform_path(path, Matrix.rotation(90)) == "M 0 1 L 0 2 C -1 0 -2 0 -3 0 Z"


def test_forward_keeps_what_runs_clockwise():
    assert orient(SQUARE) == SQUARE


def test_forward_turns_what_runs_backwards():
    assert area(BACKWARDS) == -100
    assert area(orient(BACKWARDS)) == 100


def test_holes_turn_with_what_they_are_cut_from():
    assert area(f"{BACKWARDS} M 2 2 L 8 2 L 8 8 L 2 8 Z") == -64
    assert area(orient(f"{BACKWARDS} M 2 2 L 8 2 L 8 8 L 2 8 Z")) == 64
    assert area(orient(f"{SQUARE} {HOLE}")) == 64


def test_neighbours_are_turned_one_by_one():
    apart = "M 20 10 L 30 10 L 30 0 L 20 0 Z"

    assert area(orient(f"{SQUARE} {apart}")) == 200


def test_curves_turn_with_their_control_points():
    half = "M 0 0 C 0 5 5 10 10 10 L 10 0 Z"
    turned = orient(half)

    assert turned == "M 10 0 L 10 10 C 5 10 0 5 0 0 Z"
    assert path_box(turned) == path_box(half)


@pytest.mark.parametrize(("path", "count"), [("", 0), ("M 1 1", 0), (SQUARE, 1), (f"{SQUARE} {HOLE}", 2)])
def test_subpaths_are_what_is_between_moves(path, count):
    assert len(list(subpaths(path))) == count


@pytest.mark.parametrize(
    ("path", "crosses"),
    [
        (SQUARE, False),
        (f"{SQUARE} {HOLE}", False),
        ("M 0 0 L 10 10 L 10 0 L 0 10 Z", True),
        (f"{SQUARE} M 5 5 L 15 5 L 15 6 L 5 6 Z", True),
        ("M 0 0 C 20 10 -10 10 10 0 Z", True),
        ("M 10 5 C 10 7.8 7.8 10 5 10 C 2.2 10 0 7.8 0 5 C 0 2.2 2.2 0 5 0 C 7.8 0 10 2.2 10 5 Z", False),
    ],
)
def test_which_outlines_cross_themselves(path, crosses):
    assert crosses_itself(path) == crosses


SQUARE_INK = Shape("M 0 0 L 10 0 L 10 10 L 0 10 Z")


def test_shapes_reach_around_their_paths():
    assert extent([SQUARE_INK, Shape("M 20 5 L 30 5")], IDENTITY, {}) == Rect(0, 0, 30, 10)


def test_groups_carry_their_matrix():
    assert extent([Group((SQUARE_INK,), Matrix.translation(5, 0))], Matrix.scaling(2), {}) == Rect(10, 0, 20, 20)


def test_turned_shapes_are_measured_turned():
    circle = Shape("M 5 0 C 5 2.76 2.76 5 0 5 C -2.76 5 -5 2.76 -5 0 C -5 -2.76 -2.76 -5 0 -5 C 2.76 -5 5 -2.76 5 0 Z")

    assert extent([circle], Matrix.rotation(45), {}).width == pytest.approx(10, abs=0.01)


def test_strokes_count_when_asked():
    stroked = Shape(SQUARE_INK.path, stroke=Stroke("#000000", 2, join="round"))
    slim, wide = extent([stroked], IDENTITY, {}), extent([stroked], IDENTITY, {}, strokes=True)

    assert slim.width == 10
    assert wide.width >= 12


def test_parts_count_by_their_ink():
    part = Part("p", Rect(-99, -99, 999, 999), (SQUARE_INK,))

    assert extent([Use("p", Matrix.translation(1, 2))], IDENTITY, {"p": part}) == Rect(1, 2, 10, 10)


def test_letters_and_pictures_have_boxes():
    run = GlyphRun("f", 10, 5, 20, (1,), (0,), ("a",), 6)

    assert extent([run], IDENTITY, {}) == Rect(5, 12.5, 6, 10)
    assert extent([Image("r", Rect(1, 2, 3, 4))], IDENTITY, {}) == Rect(1, 2, 3, 4)


def test_no_ink_reaches_nowhere():
    assert extent([Shape("")], IDENTITY, {}) is None


@pytest.mark.parametrize(
    ("path", "rect"),
    [
        ("M 0 0 L 4 0 L 4 2 L 0 2 Z", Rect(0, 0, 4, 2)),
        ("M 4 2 L 4 0 L 0 0 L 0 2 L 4 2 Z", Rect(0, 0, 4, 2)),
        ("M 0 0 L 4 0 L 4 0 L 0 0 Z", None),
        ("M 0 0 L 0 2 L 0 2 L 0 0 Z", None),
        ("M 0 0 L 4 0 L 4 2 L 0 3 Z", None),
        ("M 0 0 L 4 2 L 4 0 L 0 2 Z", None),
        ("M 0 0 L 4 0 L 5 2 L 0 2 Z", None),
        ("M 0 0 L 4 0 L 4 2 L 0 2", None),
        ("M 0 0 L 4 0 L 4 2 L 0 2 Z M 1 1 L 2 2 Z", None),
    ],
)
def test_path_is_an_upright_rectangle_or_none(path, rect):
    assert upright_rect(path) == rect
