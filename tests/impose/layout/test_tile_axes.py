from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.units import MM
from generator.impose.layout.tile_axes import TileAxis, plan_axis


def seams(trim, space, *allowed, overlap=8, bleed=3, strip=False):
    ranges = [tuple(end * MM for end in (each if isinstance(each, tuple) else (each, each))) for each in allowed]
    axis = plan_axis(TileAxis(trim * MM, bleed * MM, overlap * MM, ()), space * MM, ranges, strip=strip)
    return axis.keeps_seams, [round(seam / MM, 3) for seam in axis.seams]


def test_seams_lie_where_they_are_allowed():
    assert seams(560, 200, 183.5, 278, 369) == (True, [183.5, 369])
    assert seams(400, 287, 249, strip=True) == (True, [249])


def test_of_a_range_the_place_is_taken_that_is_nearest_to_equal_tiles():
    assert seams(400, 287, (180, 220)) == (True, [200])
    assert seams(400, 287, (210, 240), 120) == (True, [210])


def test_an_earlier_seam_gives_way_to_a_later_one():
    assert seams(560, 200, (150, 188), 376) == (True, [187, 376])
    assert seams(560, 200, (150, 186), 376) == (False, [185, 371])


def test_where_the_paper_allows_no_such_seams_tiles_are_equal():
    assert seams(560, 200, 100, 300) == seams(560, 200) == (False, [185, 371])


def test_bleed_gives_way_to_a_seam():
    axis = plan_axis(TileAxis(560 * MM, 3 * MM, 8 * MM, ()), 287 * MM, [(278 * MM, 278 * MM)], strip=False)

    assert (axis.keeps_seams, axis.seams) == (True, (278 * MM,))
    assert axis.bleed == pytest.approx(1 * MM)


@given(
    st.floats(200, 3000),
    st.floats(150, 900),
    st.lists(st.tuples(st.floats(1, 3000), st.floats(0, 60)).map(lambda at: (at[0], at[0] + at[1])), max_size=30),
    st.booleans(),
)
def test_tiles_fit_their_space_however_seams_lie(trim, space, allowed, strip):
    plain = plan_axis(TileAxis(trim, 8.0, 20.0, ()), space, (), strip=strip)
    axis = plan_axis(TileAxis(trim, 8.0, 20.0, ()), space, allowed, strip=strip)

    assert axis.count == plain.count
    assert axis.length < space
    assert 0 <= axis.bleed <= 8.0
    assert all(b - a > 20.0 for a, b in pairwise([0.0, *axis.seams, trim]))
    assert not axis.keeps_seams or all(any(low - 0.01 <= seam <= high for low, high in allowed) for seam in axis.seams)


@pytest.mark.parametrize(("overlap", "fits"), [(60, True), (70, False), (190, False)])
def test_overlap_takes_a_third_of_a_tile_at_most(overlap, fits):
    axis = TileAxis(560 * MM, 0.0, overlap * MM, ())

    assert (plan_axis(axis, 200 * MM, (), strip=False) is not None) == fits
