"""Patterns turned, mirrored and moved, drawn in letters."""

import pytest

from generator.solo.compiled.scouting import cells_of, placements, shapes


def drawn(shape):
    """A shape as rows of # and dots."""
    high, wide = max(row for row, _ in shape), max(column for _, column in shape)
    return "/".join("".join(".#"[(row, column) in shape] for column in range(wide + 1)) for row in range(high + 1))


SHAPES = {
    "0,0 0,1 1,0 1,1": {"##/##"},
    "0,0 0,1 0,2 0,3": {"####", "#/#/#/#"},
    "0,1 1,0 1,1 1,2": {".#./###", "#./##/#.", "###/.#.", ".#/##/.#"},
    "0,1 0,2 1,0 1,1": {".##/##.", "#./##/.#", "##./.##", ".#/##/#."},
    "0,2 1,0 1,1 1,2": {"..#/###", "#./#./##", "###/#..", "##/.#/.#", "#../###", "##/#./#.", "###/..#", ".#/.#/##"},
}


@pytest.mark.parametrize("text", SHAPES)
def test_shapes(text):
    found = shapes(cells_of(text))

    assert {drawn(shape) for shape in found} == SHAPES[text]
    assert len(found) == len(SHAPES[text])


@pytest.mark.parametrize(("text", "places"), [*zip(SHAPES, (12, 13, 34, 34, 68), strict=True)])
def test_places_on_the_map(text, places):
    found = placements(cells_of(text), 4, 5)

    assert len(found) == places
    assert all(placement.mask.bit_count() == 4 for placement in found)


def test_words_are_numbers_of_boxes():
    assert placements(cells_of("0,0 0,1 1,0 1,1"), 4, 5)[0].words == ("01", "02", "06", "07")
