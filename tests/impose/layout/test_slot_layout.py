import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind
from generator.impose.layout.slot_layout import (
    SlotLayout,
    centred_starts,
    count_across,
    fill_sheets,
    fit_grid,
    lay_rows,
    stack_rows,
    turned_layout,
)
from generator.impose.sheet_plan import plan_sheets

KIND = PieceKind(10, 10, 0, 0)
SLOTS = tuple(Rect(10 * at, 0, 10, 10) for at in range(4))

TABLE = """
63x88        9  9  9  8  8  6  8  6
63.5x88.9    9  9  8  8  8  6  6  6
57.15x88.9  10  9  9  8  9  8  8  8
70x120       4  4  4  4  4  4  4  4
44x68       16 18 16 12 12 12 10 10
41x63       21 20 18 18 16 12 16 12
59x92        9  8  9  8  8  8  4  6
56x87       10  9  9  8  9  8  8  8
70x70        8  6  6  6  6  6  6  6
63.5x63.5   12 12  8 12  8  6  6  6
44.45x63.5  18 18 16 16 12 12 10 10
31.75x44.45 36 36 32 32 25 28 25 25
"""
COLUMNS = [(gap, margin, name) for gap in (0, 6) for margin in (5, 10) for name in ("a4", "letter")]
CASES = [
    (size, gap, margin, name, int(count))
    for size, *counts in map(str.split, TABLE.strip().splitlines())
    for (gap, margin, name), count in zip(COLUMNS, counts, strict=True)
]

AREA = Rect(10, 10, 100, 100)
CARD, CHIP = PieceKind(30, 40, 0, 0), PieceKind(20, 20, 2, 0)
kinds = st.builds(PieceKind, st.floats(5, 50), st.floats(5, 50), st.floats(0, 3), st.sampled_from([0.0, 2.0, 6.0]))


def test_sheets_fill_from_the_first_slot(printed):
    pieces = printed("abcdef")

    first, last = fill_sheets([None, *pieces], SlotLayout(SLOTS, (KIND,) * 4))

    assert [item and item.front.key for item in first.items] == [None, "a", "b", "c"]
    assert [item and item.front.key for item in last.items] == ["d", "e", "f"]
    assert first.layout is last.layout


@pytest.mark.parametrize(("size", "gap", "margin", "name", "count"), CASES)
def test_cards_per_page_are_as_published(size, gap, margin, name, count, printed, paper):
    width, height = map(float, size.split("x"))
    (plan,) = plan_sheets(
        printed("a", width, height), paper(name, margin), ImpositionOptions(gap=gap * MM), folded=False
    )

    assert len(plan.sheets[0].layout.trims) == count


@pytest.mark.parametrize(("size", "gap", "margin", "name", "count"), CASES)
def test_three_dozen_of_each_lie_on_the_paper(size, gap, margin, name, count, printed, paper):
    width, height = map(float, size.split("x"))
    (plan,) = plan_sheets(
        printed("a" * 36, width, height), paper(name, margin), ImpositionOptions(gap=gap * MM), folded=False
    )

    assert len(plan.sheets) <= -(-36 // count)


def test_poker_cards_lie_alike_on_a4_and_letter(printed, paper):
    def about_the_middle(name):
        (plan,) = plan_sheets(printed("a"), paper(name), ImpositionOptions(), folded=False)
        size = plan.paper.size
        return [(trim.x - size.width / 2, trim.y - size.height / 2) for trim in plan.sheets[0].layout.trims]

    assert len(about_the_middle("a4")) == 9
    assert about_the_middle("a4") == [pytest.approx(corner) for corner in about_the_middle("letter")]


def test_slots_run_row_by_row_about_the_middle():
    grid = fit_grid(PieceKind(30, 20, 0, 0), Rect(10, 10, 100, 50))

    assert (grid.columns, grid.rows, grid.capacity) == (3, 2, 6)
    assert [(slot.x, slot.y) for slot in grid.slots] == [(15, 15), (45, 15), (75, 15), (15, 35), (45, 35), (75, 35)]


def test_gap_lies_between_slots_only():
    grid = fit_grid(PieceKind(30, 20, 0, 8), Rect(0, 0, 106, 50))

    assert [slot.x for slot in grid.slots[:3]] == [0, 38, 76]


@pytest.mark.parametrize(("room", "count"), [(29.9, 0), (30, 1), (59.9, 1), (60, 2)])
def test_exact_fit_is_a_fit(room, count):
    assert count_across(room, 30, PieceKind(30, 30, 3, 0)) == count


@pytest.mark.parametrize(("bleed", "room"), [(3, 76), (2, 74), (0, 70), (9, 80)])
def test_outer_bleed_counts_up_to_half_the_gap(bleed, room):
    kind = PieceKind(30, 30, bleed, 10)

    assert count_across(room, 30, kind) == 2
    assert count_across(room - 0.1, 30, kind) == 1


def test_larger_than_its_area_holds_none():
    assert fit_grid(PieceKind(30, 20, 0, 0), Rect(0, 0, 20, 100)).capacity == 0
    assert fit_grid(PieceKind(30, 20, 0, 0), Rect(0, 0, -5, 100)).capacity == 0


def test_lengths_stand_centred():
    assert centred_starts(10, 100, 2, 30, 20) == (20, 70)


def lines(sheet):
    """A line for each row: the pieces' letters."""
    rows = {}
    for trim, item in zip(sheet.layout.trims, sheet.items, strict=True):
        rows.setdefault(trim.y, []).append(item.front.key if item else ".")
    return ["".join(rows[y]) for y in sorted(rows)]


def test_equal_sizes_share_rows_in_order(printed):
    (sheet,) = lay_rows(stack_rows([(CARD, printed("abc")), (CHIP, printed("xyz"))], AREA), AREA)

    assert lines(sheet) == ["abc", "xyz"]


def test_full_sheet_passes_on_the_next_row(printed):
    first, second = lay_rows(stack_rows([(CARD, printed("abcd")), (CHIP, printed("vwxyz"))], AREA), AREA)

    assert lines(first) == ["abc", "d"]
    assert lines(second) == ["vwxyz"]


def test_last_row_keeps_the_columns_above_it(printed):
    (sheet,) = lay_rows(stack_rows([(CARD, printed("abcd"))], AREA), AREA)

    trims = dict(zip("abcd", sheet.layout.trims, strict=True))
    assert trims["d"].x == trims["a"].x
    assert trims["d"].y == trims["a"].bottom


def test_rows_stand_in_the_middle(printed):
    (sheet,) = lay_rows(stack_rows([(CARD, printed("ab")), (CHIP, printed("x"))], AREA), AREA)

    a, b, x = sheet.layout.trims
    assert a.x - AREA.x == pytest.approx(AREA.right - b.right)
    assert x.centre[0] == pytest.approx(AREA.centre[0])
    assert a.y - AREA.y == pytest.approx(AREA.bottom - x.bottom)


@pytest.mark.parametrize(
    ("above", "below", "space"),
    [
        (PieceKind(30, 40, 3, 0), PieceKind(20, 20, 2, 0), 5 + 4 * MM),
        (PieceKind(30, 40, 0, 6), PieceKind(20, 20, 0, 2), 4 * MM),
        (PieceKind(30, 40, 0, 20), PieceKind(20, 20, 0, 2), 20),
        (PieceKind(30, 40, 0, 2), PieceKind(20, 20, 0, 20), 20),
        (PieceKind(30, 40, 3, 6), PieceKind(30, 40, 3, 6), 6),
    ],
)
def test_rows_of_different_kinds_leave_space_for_the_crop_marks_of_both(printed, above, below, space):
    (sheet,) = lay_rows(stack_rows([(above, printed("a")), (below, printed("x"))], AREA), AREA)

    first, second = sheet.layout.trims
    assert second.y - first.bottom == pytest.approx(space)


def test_turned_rows_keep_the_gap_of_their_kind():
    kind = PieceKind(59, 92, 3, 2)
    layout, _ = turned_layout(kind, Rect(0, 0, 215, 275))

    foot = max(trim.bottom for trim in layout.trims if trim.width == 59)
    assert min(trim.y for trim in layout.trims if trim.width == 92) - foot == pytest.approx(2)


def test_skipped_slots_come_first(printed):
    (sheet,) = lay_rows(stack_rows([(CARD, [None, *printed("ab")])], AREA), AREA)

    assert lines(sheet) == [".ab"]


def test_sheets_alike_share_their_layout(printed):
    first, second = lay_rows(stack_rows([(CARD, printed("abcdefghijkl"))], AREA), AREA)

    assert first.layout is second.layout


@given(st.lists(st.tuples(kinds, st.integers(1, 12)), min_size=1, max_size=4, unique_by=lambda pair: pair[0]))
def test_every_row_is_one_straight_cut(printed, groups):
    (piece,) = printed("a")
    sheets = lay_rows(stack_rows([(kind, [piece] * count) for kind, count in groups], AREA), AREA)

    assert sum(len(sheet.items) for sheet in sheets) == sum(count for _, count in groups)
    for sheet in sheets:
        tops = sorted({trim.y for trim in sheet.layout.trims})
        ends = [max(trim.bottom for trim in sheet.layout.trims if trim.y == top) for top in tops]
        assert all(AREA.contains(trim) for trim in sheet.layout.trims)
        assert all(end <= top + 0.001 for end, top in zip(ends, tops[1:], strict=False))


def test_small_pieces_fill_the_free_places_of_a_last_row(printed):
    groups, area = [(CARD, printed("abcd")), (CHIP, printed("wxyz"))], Rect(10, 10, 110, 110)

    (sheet,) = lay_rows(stack_rows(groups, area, fill=True), area)

    assert [item.front.key for item in sheet.items] == list("abcdwxyz")
    card, chips = sheet.layout.trims[3], sheet.layout.trims[4:]
    assert all(chip.x > card.right and chip.right <= area.right for chip in chips)
    assert min(chip.y for chip in chips) > sheet.layout.trims[2].bottom


@given(st.lists(st.tuples(kinds, st.integers(1, 12)), min_size=1, max_size=5))
def test_filled_rows_keep_apart_and_inside(printed, groups):
    (piece,) = printed("a")
    groups = {kind: [piece] * count for kind, count in groups}

    sheets = lay_rows(stack_rows(groups.items(), AREA, fill=True), AREA)

    assert sum(len(sheet.items) for sheet in sheets) == sum(map(len, groups.values()))
    for sheet in sheets:
        trims = sheet.layout.trims
        assert all(AREA.contains(trim, slack=0.01) for trim in trims)
        assert not any(one.overlaps(other, slack=0.01) for at, one in enumerate(trims) for other in trims[:at])


def test_turned_rows_stand_below_upright_ones():
    layout, name = turned_layout(PieceKind(59, 92, 3, 0), Rect(0, 0, 205.9, 269.4))

    assert name == "3x1+2x3"
    assert [kind.turned for kind in layout.kinds] == [False] * 3 + [True] * 6
    assert {(trim.width, trim.height) for trim in layout.trims[3:]} == {(92, 59)}
