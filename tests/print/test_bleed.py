"""How far the art of each card reaches beyond its cut, with a gap between the cards and without."""

from itertools import combinations

import pytest

EXACT = 0.01
"""Millimetres."""
FULL = {"6mm": {"a4": 8, "letter": 6}, "4mm": {"a4": 8, "letter": 8}, "0mm": {"a4": 9, "letter": 9}}
"""Cards of 63 x 88 mm to a sheet whose outer 5 mm cannot be printed: the arithmetic of either way round."""


def cards(prints, gap):
    return prints("glory-to-rome", "--only", "orders", "--flip", "long", "--gap", gap)


@pytest.mark.parametrize(("gap", "bleed"), [("6mm", 3), ("4mm", 2)])
def test_cards_apart_bleed_to_half_the_gap_on_every_side(prints, gap, bleed):
    for file in cards(prints, gap):
        for page in file.pages:
            for spot in page.spots:
                over = [reach(spot, side) for side in range(4)]

                assert min(over) == pytest.approx(bleed, abs=EXACT)
                assert max(over) <= 3 + EXACT


def reach(spot, side):
    """How far the clip goes beyond the trim: left, bottom, right, top."""
    return (spot.clip[side] - spot.placed[side]) * (1 if side > 1 else -1)


@pytest.mark.parametrize("gap", ["6mm", "4mm", "0mm"])
def test_sheets_hold_as_many_cards_as_fit(prints, gap):
    for file in cards(prints, gap):
        assert len(file.pages[0].spots) == FULL[gap][file.paper]


@pytest.mark.parametrize("gap", ["6mm", "4mm", "0mm"])
def test_no_card_inks_another(prints, gap):
    for file in cards(prints, gap):
        for page in file.pages:
            for one, other in combinations(page.spots, 2):
                assert apart(one.clip, other.placed)
                assert apart(one.clip, other.clip)


def apart(one, other):
    beside = one.right <= other.left + EXACT or other.right <= one.left + EXACT
    return beside or one.top <= other.bottom + EXACT or other.top <= one.bottom + EXACT


def test_touching_cards_share_their_cuts(prints):
    for file in cards(prints, "0mm"):
        for page in file.pages[:-2]:
            for axis in (0, 1):
                cuts = sorted({round(spot.placed[side], 2) for spot in page.spots for side in (axis, axis + 2)})
                marks = {round(start[axis], 2) for start, end in page.marks if start[axis] == end[axis]}

                assert len(cuts) == 4
                assert marks == set(cuts)


def test_touching_cards_bleed_at_the_outer_edge_only(prints):
    for file in cards(prints, "0mm"):
        for page in file.pages[:-2]:
            for spot in page.spots:
                for side in range(4):
                    outer = spot.placed[side] == pytest.approx(page.trim_box[side], abs=EXACT)
                    over = reach(spot, side)

                    assert over >= (1 if outer else -EXACT)
                    assert over <= (3 if outer else 0) + EXACT


def test_full_bleed_reaches_all_round_where_the_paper_has_room(prints):
    for file in cards(prints, "0mm"):
        if file.paper == "a4":
            for page in file.pages[:-2]:
                assert page.bleed_box == pytest.approx(page.trim_box.expand(3), abs=EXACT)


def test_round_pieces_keep_their_bleed_without_a_gap(prints):
    for file in prints("glory-to-rome", "--only", "chips"):
        for spot in file.spots:
            assert spot.clip == pytest.approx(spot.placed.expand(2), abs=EXACT)
