import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.mixed_sizes import stack_rows

AREA = Rect(10, 10, 100, 100)
CARD, CHIP = PieceKind(30, 40, 0, 0), PieceKind(20, 20, 2, 0)
kinds = st.builds(PieceKind, st.floats(5, 50), st.floats(5, 50), st.floats(0, 3), st.sampled_from([0.0, 2.0, 6.0]))


def lines(sheet):
    """A line for each row: the pieces' letters."""
    rows = {}
    for trim, item in zip(sheet.layout.trims, sheet.items, strict=True):
        rows.setdefault(trim.y, []).append(item.front.key if item else ".")
    return ["".join(rows[y]) for y in sorted(rows)]


def test_equal_sizes_share_rows_in_order(printed):
    (sheet,) = stack_rows([(CARD, printed("abc")), (CHIP, printed("xyz"))], AREA)

    assert lines(sheet) == ["abc", "xyz"]


def test_full_sheet_passes_on_the_next_row(printed):
    first, second = stack_rows([(CARD, printed("abcd")), (CHIP, printed("vwxyz"))], AREA)

    assert lines(first) == ["abc", "d"]
    assert lines(second) == ["vwxyz"]


def test_last_row_keeps_the_columns_above_it(printed):
    (sheet,) = stack_rows([(CARD, printed("abcd"))], AREA)

    trims = dict(zip("abcd", sheet.layout.trims, strict=True))
    assert trims["d"].x == trims["a"].x
    assert trims["d"].y == trims["a"].bottom


def test_rows_stand_in_the_middle(printed):
    (sheet,) = stack_rows([(CARD, printed("ab")), (CHIP, printed("x"))], AREA)

    a, b, x = sheet.layout.trims
    assert a.x - AREA.x == pytest.approx(AREA.right - b.right)
    assert x.centre[0] == pytest.approx(AREA.centre[0])
    assert a.y - AREA.y == pytest.approx(AREA.bottom - x.bottom)


def test_skipped_slots_come_first(printed):
    (sheet,) = stack_rows([(CARD, [None, *printed("ab")])], AREA)

    assert lines(sheet) == [".ab"]


def test_sheets_alike_share_their_layout(printed):
    first, second = stack_rows([(CARD, printed("abcdefghijkl"))], AREA)

    assert first.layout is second.layout


@given(st.lists(st.tuples(kinds, st.integers(1, 12)), min_size=1, max_size=4, unique_by=lambda pair: pair[0]))
def test_every_row_is_one_straight_cut(printed, groups):
    (piece,) = printed("a")
    sheets = stack_rows([(kind, [piece] * count) for kind, count in groups], AREA)

    assert sum(len(sheet.items) for sheet in sheets) == sum(count for _, count in groups)
    for sheet in sheets:
        tops = sorted({trim.y for trim in sheet.layout.trims})
        ends = [max(trim.bottom for trim in sheet.layout.trims if trim.y == top) for top in tops]
        assert all(AREA.contains(trim) for trim in sheet.layout.trims)
        assert all(end <= top + 0.001 for end, top in zip(ends, tops[1:], strict=False))
