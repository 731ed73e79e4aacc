"""Fills with patterns: the tiles within a shape, and a plain ground that is drawn once, as it would show seams."""

import pytest

from generator.model.face import Group, Shape, Use

TILE = '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse" {}>{}</pattern><rect width="20" height="30" fill="url(#p)"/>'


@pytest.fixture
def filled(shapes):
    """The ink of a face that a pattern fills: the ground, if there is one, and the tiles."""

    def ink(content, attributes=""):
        (fill,) = shapes(TILE.format(attributes, content))
        assert isinstance(fill, Group)
        (inner,) = fill.ink
        return inner.ink

    return ink


@pytest.mark.parametrize(
    "ground", ['<rect width="4" height="4" fill="#eee"/>', '<rect x="-1" y="-1" width="9" height="9" fill="#eee"/>']
)
def test_plain_ground_is_one_rectangle_below_all_tiles(filled, ground):
    below, tiles = filled(f'{ground}<circle cx="2" cy="2" r="1"/>')

    assert isinstance(below, Shape)
    assert below.fill == "#eeeeee"
    assert isinstance(tiles, Use)


def test_ground_alone_needs_no_tiles(filled):
    (below,) = filled('<rect width="4" height="4" fill="#eee"/>')

    assert isinstance(below, Shape)


@pytest.mark.parametrize(
    "first",
    [
        '<rect width="3" height="4" fill="#eee"/>',
        '<rect width="4" height="4" fill="#eee" stroke="#000"/>',
        '<circle cx="2" cy="2" r="4" fill="#eee"/>',
        '<rect width="4" height="4" fill="url(#g)"/>',
        '<rect width="8" height="8" x="-2" y="-2" fill="#eee" transform="rotate(45 2 2)"/>',
    ],
)
def test_what_is_no_plain_ground_is_a_part_of_the_tile(filled, first):
    gradient = '<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1"/></linearGradient>'
    inks = filled(f'{gradient if "url" in first else ""}{first}<circle cx="2" cy="2" r="1"/>')

    assert [type(ink) for ink in inks] == [Use]
