from dataclasses import replace

import pytest

from generator.base.geometry import Size
from generator.impose.layout.oriented_paper import FOLD, corner_squares, folded_halves, orientations


def test_paper_lies_upright_and_on_its_side(paper):
    upright, landscape = orientations(paper("a4"))

    assert (upright.name, landscape.name) == ("a4", "a4-landscape")
    assert upright.size.transpose() == landscape.size
    assert upright.area == upright.printable == upright.bounds


def test_halves_keep_clear_of_the_fold_first(paper):
    grounds = list(folded_halves(paper("a4"), 9))

    assert len(grounds) == 8
    left, top = grounds[:2]
    assert left.area.right == pytest.approx(left.size.width / 2 - 9 - FOLD)
    assert top.area.bottom == pytest.approx(top.size.height / 2 - 9 - FOLD)
    assert grounds[4].area.right == pytest.approx(left.size.width / 2 - 9)


def test_halves_mirror_about_their_fold(paper):
    for ground in folded_halves(paper("a4"), 9):
        other = ground.fold.rect(ground.bounds)

        assert not ground.bounds.overlaps(other)
        assert ground.bounds.union(other) == ground.printable


def test_corners_are_squares_that_touch_two_edges_each():
    squares = corner_squares(Size(200, 300), 10)

    assert [(square.x, square.y) for square in squares] == [(0, 0), (190, 0), (190, 290), (0, 290)]
    assert {(square.width, square.height) for square in squares} == {(10, 10)}


def test_reserved_corners_go_with_the_paper_when_it_is_turned(paper):
    for ground in orientations(replace(paper("a4"), corners=20)):
        assert ground.reserved == corner_squares(ground.size, 20)
    assert not any(ground.reserved for ground in orientations(paper("a4")))
