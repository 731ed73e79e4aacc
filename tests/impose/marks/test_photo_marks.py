import pytest

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.layout.oriented_paper import orientations
from generator.impose.marks.photo_marks import MODULE, SIDE, draw_photo_marks, photo_mark_places
from generator.model.paper import Paper

A4 = next(iter(orientations(Paper("a4", Size(210 * MM, 297 * MM), 5 * MM))))


def test_marks_stand_in_the_corners_of_the_printable_area():
    places = photo_mark_places(A4, [Rect(5 * MM, 11 * MM, 200 * MM, 275 * MM)])

    assert len(places) == 4
    assert all(A4.printable.contains(place) for place in places)
    union = places[0].union(places[3])
    assert (union.x, union.bottom) == pytest.approx((A4.printable.x, A4.printable.bottom))


@pytest.mark.parametrize("corner", [(0, 0), (190, 0), (0, 290), (190, 290)])
def test_piece_in_a_corner_takes_all_marks_away(corner):
    x, y = corner

    assert photo_mark_places(A4, [Rect(x * MM, y * MM, 20 * MM, 8 * MM)]) == ()


def test_mark_is_a_square_in_a_frame():
    (ink,) = draw_photo_marks([Rect(0, 0, SIDE, SIDE)])

    widths = [float(part.split()[3]) - float(part.split()[0]) for part in ink.path.split("M ")[1:]]
    assert widths == pytest.approx([7 * MODULE, 5 * MODULE, 3 * MODULE], abs=0.01)
    assert ink.even_odd
    assert draw_photo_marks([]) == ()
