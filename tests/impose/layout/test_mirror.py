import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect, Size
from generator.impose.layout.mirror import Mirror, verso_mirror

UPRIGHT, ON_ITS_SIDE = Size(60, 90), Size(90, 60)
EDGES = [(size, flip) for size in (UPRIGHT, ON_ITS_SIDE) for flip in ("long", "short")]
spots = st.floats(0, 90)


@pytest.mark.parametrize(("size", "flip"), EDGES)
@given(spots, spots)
def test_points_meet_through_the_paper(flipping, size, flip, x, y):
    assert verso_mirror(size, flip).point(x, y) == pytest.approx(flipping(size, flip).apply(x, y))


@pytest.mark.parametrize(("size", "flip"), EDGES)
@given(spots, spots)
def test_backs_stand_upright_behind_their_fronts(flipping, size, flip, x, y):
    mirror, front = verso_mirror(size, flip), Rect(x, y, 20, 30)
    trim = mirror.rect(front)
    back = mirror.back_matrix(trim)

    assert trim.contains(back.bounding_box(Rect(0, 0, 20, 30)))
    head = flipping(size, flip).apply(x + 10, y)
    left = flipping(size, flip).apply(x, y + 15)
    assert back.apply(10, 0) == pytest.approx(head)
    assert back.apply(20, 15) == pytest.approx(left)


@pytest.mark.parametrize(
    ("size", "flip", "upright"),
    [(UPRIGHT, "long", True), (UPRIGHT, "short", False), (ON_ITS_SIDE, "long", False), (ON_ITS_SIDE, "short", True)],
)
def test_long_edge_of_a_landscape_page_is_its_head(size, flip, upright):
    assert verso_mirror(size, flip).vertical is upright


def test_twice_is_nothing():
    for upright in (True, False):
        mirror = Mirror(UPRIGHT, upright)
        rect = Rect(5, 7, 20, 30)

        assert mirror.rect(mirror.rect(rect)) == rect
        assert mirror.segment(mirror.segment((1, 2, 3, 4))) == (1, 2, 3, 4)
