import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.mixed_sizes import stack_rows

AREA = Rect(10, 10, 100, 100)
CARD, CHIP = PieceKind(30, 40, 0, 0), PieceKind(20, 20, 2, 0)
kinds = st.builds(PieceKind, st.floats(5, 50), st.floats(5, 50), st.floats(0, 3), st.sampled_from([0.0, 2.0, 6.0]))


def lines(leaf):
    """A line for each shelf: the pieces' letters."""
    rows = {}
    for trim, item in zip(leaf.frame.trims, leaf.items, strict=True):
        rows.setdefault(trim.y, []).append(item.front.key if item else ".")
    return ["".join(rows[y]) for y in sorted(rows)]


def test_equal_sizes_share_shelves_in_order(printed):
    (leaf,) = stack_rows([(CARD, printed("abc")), (CHIP, printed("xyz"))], AREA)

    assert lines(leaf) == ["abc", "xyz"]


def test_full_sheet_passes_on_the_next_shelf(printed):
    first, second = stack_rows([(CARD, printed("abcd")), (CHIP, printed("vwxyz"))], AREA)

    assert lines(first) == ["abc", "d"]
    assert lines(second) == ["vwxyz"]


def test_last_shelf_keeps_the_columns_above_it(printed):
    (leaf,) = stack_rows([(CARD, printed("abcd"))], AREA)

    trims = dict(zip("abcd", leaf.frame.trims, strict=True))
    assert trims["d"].x == trims["a"].x
    assert trims["d"].y == trims["a"].bottom


def test_shelves_stand_in_the_middle(printed):
    (leaf,) = stack_rows([(CARD, printed("ab")), (CHIP, printed("x"))], AREA)

    a, b, x = leaf.frame.trims
    assert a.x - AREA.x == pytest.approx(AREA.right - b.right)
    assert x.centre[0] == pytest.approx(AREA.centre[0])
    assert a.y - AREA.y == pytest.approx(AREA.bottom - x.bottom)


def test_skipped_slots_come_first(printed):
    (leaf,) = stack_rows([(CARD, [None, *printed("ab")])], AREA)

    assert lines(leaf) == [".ab"]


def test_sheets_alike_share_their_frame(printed):
    first, second = stack_rows([(CARD, printed("abcdefghijkl"))], AREA)

    assert first.frame is second.frame


@given(st.lists(st.tuples(kinds, st.integers(1, 12)), min_size=1, max_size=4, unique_by=lambda pair: pair[0]))
def test_every_shelf_is_one_straight_cut(printed, groups):
    (piece,) = printed("a")
    leaves = stack_rows([(kind, [piece] * count) for kind, count in groups], AREA)

    assert sum(len(leaf.items) for leaf in leaves) == sum(count for _, count in groups)
    for leaf in leaves:
        tops = sorted({trim.y for trim in leaf.frame.trims})
        ends = [max(trim.bottom for trim in leaf.frame.trims if trim.y == top) for top in tops]
        assert all(AREA.contains(trim) for trim in leaf.frame.trims)
        assert all(end <= top + 0.001 for end, top in zip(ends, tops[1:], strict=False))
