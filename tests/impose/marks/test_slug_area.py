import pytest

from generator.base.geometry import Rect, Size
from generator.impose.layout.mirror import Mirror
from generator.impose.marks.slug_area import SlugArea, SlugPlace

PAPER, PRINTABLE = Rect(0, 0, 200, 300), Rect(10, 10, 180, 280)


def waste(*taken, beyond=False):
    return SlugArea(PAPER, PRINTABLE, taken, beyond=beyond)


def test_foot_comes_first():
    assert waste().take(50, 6) == SlugPlace(Rect(10, 284, 50, 6), turned=False)


def test_last_place_is_at_the_far_end():
    assert waste().take(50, 6, last=True).rect == Rect(140, 284, 50, 6)


def test_places_do_not_overlap():
    edge = waste()

    rects = [edge.take(80, 6).rect for _ in range(8)]

    assert not any(a.overlaps(b) for a in rects for b in rects if a is not b)


def test_full_foot_and_head_leave_the_sides():
    place = waste(Rect(40, 10, 120, 280)).take(100, 6)

    assert place.turned
    assert place.rect == Rect(184, 190, 6, 100)


def test_marks_are_kept_clear_of():
    marks = [Rect(x, 284, 0, 6) for x in (60, 130)]

    place = waste(*marks).take(55, 6, ("foot",))

    assert place.rect.x > 60
    assert place.rect.right < 130


def test_no_room_is_no_place():
    assert waste(PRINTABLE).take(50, 6) is None


def test_unprintable_strip_is_the_last_resort():
    place = waste(PRINTABLE, beyond=True).take(50, 6)

    assert place.rect.y > PRINTABLE.bottom
    assert PAPER.contains(place.rect)
    assert waste(PRINTABLE, beyond=True).take(50, 12) is None


def test_places_given_back_are_free_again():
    edge = waste()
    first = edge.take(50, 6)
    edge.give_back(1)

    assert edge.take(50, 6) == first


def test_side_places_read_upwards():
    matrix = SlugPlace(Rect(20, 100, 6, 80), turned=True).matrix

    assert matrix.apply(0, 0) == (20, 180)
    assert matrix.apply(80, 0) == (20, 100)
    assert matrix.apply(0, 6) == (26, 180)


def test_places_behind_are_mirrored_and_read_alike():
    place = SlugPlace(Rect(20, 100, 6, 80), turned=True).mirrored(Mirror(Size(200, 300), vertical=True))

    assert place == SlugPlace(Rect(174, 100, 6, 80), turned=True)


@pytest.mark.parametrize("edge", ["foot", "head", "left", "right"])
def test_every_edge_lies_inside_the_printable_area(edge):
    rect = waste().take(50, 6, (edge,)).rect

    assert PRINTABLE.contains(rect)
