import pytest

from generator.base.geometry import Size
from generator.base.units import MM, to_mm
from generator.impose.cutting.registration_marks import FOUR, THREE, registration_marks
from generator.impose.marks.cut_marks import BLACK
from generator.model.cutting.cutter import RegistrationMarks
from tests.impose.conftest import boxes_of

MARKS = RegistrationMarks(10 * MM, 1 * MM, 5 * MM, 5 * MM, 20 * MM, 1.5 * MM)
A4 = Size(297 * MM, 210 * MM)


def boxes(count):
    found = boxes_of(registration_marks(A4, MARKS, 9.4 * MM, count))
    return sorted(tuple(round(to_mm(value), 2) for value in (box.x, box.y, box.right, box.bottom)) for box in found)


def test_three_marks_are_a_square_of_6_mm_and_two_angles_centred_on_the_inset():
    square, angles = registration_marks(A4, MARKS, 9.4 * MM, THREE)

    assert boxes(THREE) == [(10, 10, 15, 15), (10, 190.6, 19.4, 200), (277.6, 10, 287, 19.4)]
    assert [to_mm(shape.stroke.width) for shape in (square, angles)] == pytest.approx([1, 1])
    assert (square.fill, angles.fill) == (BLACK, None)


def test_four_marks_are_angles_at_all_corners():
    assert [box[:2] for box in boxes(FOUR)] == [(10, 10), (10, 190.6), (277.6, 10), (277.6, 190.6)]


def test_angle_is_one_line_with_a_sharp_corner():
    *_, angles = registration_marks(A4, MARKS, 9.4 * MM, THREE)

    assert angles.path.count("M") == 2
    assert (angles.stroke.cap, angles.stroke.join) == ("butt", "miter")
