import math

import pytest

from generator.typeset.placed_text.path_track import PathTrack

BEND = "M 0 0 L 10 0 L 10 20"
SQUARE = "M 0 0 L 10 0 L 10 10 L 0 10 Z"
QUARTER = "M 10 0 C 10 5.5228 5.5228 10 0 10"


@pytest.mark.parametrize(("distance", "place"), [(0, (0, 0, 0)), (4, (4, 0, 0)), (15, (10, 5, math.pi / 2))])
def test_distance_is_a_point_and_a_direction(distance, place):
    assert PathTrack.of(BEND).at(distance) == pytest.approx(place)


def test_closed_track_goes_round():
    track = PathTrack.of(SQUARE)

    assert (track.length, track.is_closed) == (40, True)
    assert track.at(42) == track.at(2)
    assert track.at(-5) == pytest.approx((0, 5, -math.pi / 2))


def test_curve_is_as_long_as_a_quarter_of_a_circle():
    assert PathTrack.of(QUARTER).length == pytest.approx(10 * math.pi / 2, rel=0.001)


@pytest.mark.parametrize("path", ["", "M 1 1 L 1 1"])
def test_path_needs_a_length(path):
    with pytest.raises(ValueError, match="the path has no length"):
        PathTrack.of(path)
