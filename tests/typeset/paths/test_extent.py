import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import GlyphRun, Group, Image, Part, Shape, Stroke, Use
from generator.typeset.paths.extent import extent

SQUARE = Shape("M 0 0 L 10 0 L 10 10 L 0 10 Z")


def test_shapes_reach_around_their_paths():
    assert extent([SQUARE, Shape("M 20 5 L 30 5")], IDENTITY, {}) == Rect(0, 0, 30, 10)


def test_groups_carry_their_matrix():
    assert extent([Group((SQUARE,), Matrix.translation(5, 0))], Matrix.scaling(2), {}) == Rect(10, 0, 20, 20)


def test_turned_shapes_are_measured_turned():
    circle = Shape("M 5 0 C 5 2.76 2.76 5 0 5 C -2.76 5 -5 2.76 -5 0 C -5 -2.76 -2.76 -5 0 -5 C 2.76 -5 5 -2.76 5 0 Z")

    assert extent([circle], Matrix.rotation(45), {}).width == pytest.approx(10, abs=0.01)


def test_strokes_count_when_asked():
    stroked = Shape(SQUARE.path, stroke=Stroke("#000000", 2, join="round"))
    slim, wide = extent([stroked], IDENTITY, {}), extent([stroked], IDENTITY, {}, strokes=True)

    assert slim.width == 10
    assert wide.width >= 12


def test_parts_count_by_their_ink():
    part = Part("p", Rect(-99, -99, 999, 999), (SQUARE,))

    assert extent([Use("p", Matrix.translation(1, 2))], IDENTITY, {"p": part}) == Rect(1, 2, 10, 10)


def test_letters_and_pictures_have_boxes():
    run = GlyphRun("f", 10, 5, 20, (1,), (0,), ("a",), 6)

    assert extent([run], IDENTITY, {}) == Rect(5, 12.5, 6, 10)
    assert extent([Image("r", Rect(1, 2, 3, 4))], IDENTITY, {}) == Rect(1, 2, 3, 4)


def test_no_ink_reaches_nowhere():
    assert extent([Shape("")], IDENTITY, {}) is None
