import pytest

from generator.base.units import MM
from generator.typeset.placed_text.text_around import Obstacle

SHAPE = '<circle id="s" cx="20" cy="10" r="6" fill="#aaa"/>'
WORDS = "the tide turns and the lamp burns " * 3
TEXT = '<text pnp:rect="1 1 18 27" pnp:around="#s" pnp:fit="shrink 4pt" {} font-family="text" font-size="6pt">{}</text>'


def lines(face):
    """Left and right end of each line by its baseline, in millimetres."""
    found = {}
    for run in face.ink.unpack()[0]:
        if hasattr(run, "glyphs"):
            left, right = found.get(run.y, (1e9, 0))
            found[run.y] = min(left, run.x), max(right, run.x + run.width)
    return [(y / MM, left / MM, right / MM) for y, (left, right) in sorted(found.items())]


def test_obstacle_blocks_what_a_line_would_cross():
    square = Obstacle((((10, 10), (20, 10), (20, 20), (10, 20)),), gap=1)

    assert square.blocked(0, 8.5) is None
    assert square.blocked(0, 9.5) == (9, 21)
    assert square.blocked(12, 14) == (9, 21)


def test_slanted_edges_are_measured_where_the_line_is():
    triangle = Obstacle((((0, 0), (10, 0), (0, 10)),), gap=0)

    assert triangle.blocked(4, 6) == pytest.approx((0, 6))


def test_lines_end_before_the_shape(draw):
    for y, left, right in lines(draw(SHAPE + TEXT.format("", WORDS))):
        assert left == pytest.approx(1, abs=0.3)
        beside = 4 - 2 < y < 16 + 2
        assert right < (20 - 6 - 2 + 7 if not beside else 19)
        if 8 < y < 12:
            assert right < 20 - 6 - 2 + 0.3


def test_lines_are_as_long_as_before_below_the_shape(draw):
    ends = [right for y, _, right in lines(draw(SHAPE.replace('cy="10"', 'cy="3"') + TEXT.format("", WORDS))) if y > 14]

    assert max(ends) > 16


def test_transforms_of_groups_count(draw):
    moved = draw('<g transform="translate(0 100)">' + SHAPE + "</g>" + TEXT.format("", WORDS))
    free = draw(SHAPE.replace('cx="20"', 'cx="200"') + TEXT.format("", WORDS))

    assert lines(moved) == lines(free)


def test_text_that_does_not_fit_is_a_fault(wrong):
    (fault,) = wrong(SHAPE + TEXT.format("", WORDS * 9))

    assert "the text does not fit around the shape at 4 pt, its smallest size; shorten it" in fault


@pytest.mark.parametrize(
    ("shape", "more", "what"),
    [
        ('<circle id="t" r="1"/>', "", "pnp:around: there is no shape '#s'; it is one of '#t'"),
        (f"<defs>{SHAPE}</defs>", "", "pnp:around: '#s' is not drawn where it stands; name a shape outside <defs>"),
        ('<g id="s"/>', "", "pnp:around: <g> has no outline; name a shape or a picture with width and height"),
        (SHAPE, 'pnp:align="justify"', "pnp:around goes with lines from the top, neither justified nor hyphenated"),
        (SHAPE, 'pnp:gap="-1"', "pnp:around needs the ids of shapes, like '#portrait', and pnp:gap a length of at least 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_set_around_is_a_fault(wrong, shape, more, what):
    assert wrong(shape + TEXT.format(more, "a"))[0].endswith(f": {what}")
