import pytest

from generator.impose.layout.oriented_paper import FOLD, folded_halves, orientations


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
