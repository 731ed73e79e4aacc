from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults, UsageError
from generator.base.geometry import Rect
from generator.base.records import replace
from generator.base.units import MM
from generator.impose.cutting.cut_lengths import knife_work
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint
from generator.impose.press_sheets import impose
from generator.impose.sheet_plan import full_size_paper, plan_sheets
from generator.model.paper import FULL


def plan(pieces, paper, *, folded=False, **options):
    return plan_sheets(pieces, paper, ImpositionOptions(**options), folded=folded)


@pytest.mark.parametrize(
    ("width", "height", "gap", "folded", "grid"),
    [
        (63, 88, 0, False, "a4-63x88-3x3"),
        (63, 88, 6, False, "a4-landscape-63x88-4x2-gap6"),
        (63.5, 88.9, 0, False, "a4-63.5x88.9-3x3"),
        (57.15, 88.9, 0, False, "a4-landscape-57.15x88.9-5x2"),
        (63, 88, 0, True, "a4-landscape-63x88-2x2-leftfold"),
        (95, 65, 0, True, "a4-95x65-2x2-topfold"),
        (200, 287, 0, False, "a4-200x287-1x1"),
    ],
)
def test_layouts_are_called_by_what_they_are(printed, paper, width, height, gap, folded, grid):
    (found,) = plan(printed("a", width, height), paper("a4"), gap=gap * MM, folded=folded)

    assert found.grid == grid


@pytest.mark.parametrize(
    ("size", "count", "paper_name", "grid"),
    [
        ((63, 88), 9, "a4", "a4-63x88-3x3-gap2.7"),
        ((63, 88), 8, "a4", "a4-landscape-63x88-4x2-gap6"),
        ((63, 88), 9, "letter", "letter-63x88-3x3-gap1.3"),
        ((44, 68), 18, "letter", "letter-landscape-44x68-6x3-gap0.6"),
        ((63.5, 95.6), 9, "a4", "a4-63.5x95.6-3x3"),
        ((190, 270), 2, "a4", "a4-190x270-1x1"),
    ],
)
def test_gap_is_the_widest_that_costs_no_sheet(printed, paper, size, count, paper_name, grid):
    (found,) = plan(printed("a" * count, *size), paper(paper_name), gap=None)

    assert found.grid == grid


@given(
    size=st.tuples(st.floats(12, 130), st.floats(12, 130)),
    more=st.tuples(st.floats(12, 60), st.floats(12, 60)),
    counts=st.tuples(st.integers(1, 60), st.integers(0, 12)),
    folded=st.booleans(),
)
def test_gap_never_costs_a_sheet(printed, paper, size, more, counts, folded):
    pieces = printed("a" * counts[0], *size) + printed("b" * counts[1], *more)

    touching, apart = (plan(pieces, paper("a4"), folded=folded, gap=gap) for gap in (0, None))

    assert sum(len(each.sheets) for each in apart) <= sum(len(each.sheets) for each in touching)
    assert sum(len(sheet.items) for each in apart for sheet in each.sheets) == sum(counts)
    assert all(kind.gap <= 6 * MM for each in apart for sheet in each.sheets for kind in sheet.layout.kinds)


def test_round_pieces_give_up_bleed_before_they_take_a_sheet(printed, paper):
    coins = printed("a" * 117, 18, 18, bleed=2.0, cut="M 0 0 Z")

    (letter,), (a4,) = (plan(coins, paper(name), gap=None) for name in ("letter", "a4"))

    assert (letter.grid, a4.grid) == ("letter-18x18-9x13-gap2.7", "a4-18x18-9x13-gap4")


def squares(printed, colours):
    coins = printed("".join(colours), 18, 18, bleed=2.0, cut="M 0 0 Z")
    return [replace(coin, edge=f"#{letter}/") for coin, letter in zip(coins, colours, strict=True)]


def test_squares_of_one_colour_share_cuts_and_other_colours_keep_their_bleed(printed, paper):
    (sheets,) = plan(squares(printed, "ab" * 20), paper("a4"), gap=None)

    (sheet,) = sheets.sheets
    assert [item.edge for item in sheet.items] == ["#a/"] * 20 + ["#b/"] * 20
    rows = {round(trim.y / MM, 3) for trim in sheet.layout.trims}
    steps = [round(low - high, 2) for high, low in pairwise(sorted(rows))]
    assert steps == [18, 22, 18]
    assert len({round(trim.x, 3) for trim in sheet.layout.trims}) == 10


def test_colours_lie_side_by_side_where_rows_of_their_own_cost_a_sheet(printed, paper):
    (closer,) = plan(squares(printed, "abcdefghijklmn" * 11), paper("a4"), gap=None)

    assert [len(sheet.items) for sheet in closer.sheets] == [154]
    assert {item.edge for item in closer.sheets[0].items} == {"#a/"}


def test_squares_are_placed_without_their_outlines(printed, paper, slug, set_text):
    pieces = squares(printed, "aabb")
    imposed = impose(pieces, paper("a4"), ImpositionOptions(backs="none"), slug, set_text)

    assert all(placed.is_square for placed in imposed.sheets[0].placed)
    assert knife_work(imposed.sheets).curved == 0


@pytest.mark.parametrize(("width", "bleed"), [(196.0, 2.0), (199.0, 0.5), (200.0, 0.0)])
def test_piece_whose_trim_fits_bleeds_as_far_as_the_paper_goes(printed, paper, width, bleed):
    nets = printed("a", 218, width, bleed=3.0, cut="M 0 0 Z")

    for gap in (None, 6 * MM):
        (whole,) = plan(nets, paper("a4"), gap=gap)
        (kind,) = whole.sheets[0].layout.kinds

        assert whole.grid.startswith(f"a4-landscape-218x{width:g}-1x1")
        assert kind.guaranteed_bleed == pytest.approx(bleed * MM, abs=0.01)


def test_equal_counts_leave_the_paper_upright(printed, paper):
    (found,) = plan(printed("a", 70, 70), paper("letter"))

    assert found.grid == "letter-70x70-2x3"


def test_landscape_boards_get_sheets_of_their_own(printed, paper):
    boards = printed("ab", 190, 270) + printed("c", 270, 190)

    upright, landscape = plan(boards, paper("a4"))

    assert (upright.grid, len(upright.sheets)) == ("a4-190x270-1x1", 2)
    assert (landscape.grid, len(landscape.sheets)) == ("a4-landscape-270x190-1x1", 1)


def test_sizes_together_are_mixed(printed, paper):
    (found,) = plan(printed("ab") + printed("cd", 30, 30), paper("a4"))

    assert found.grid == "a4-mixed"
    assert len(found.sheets) == 1


def test_every_size_too_large_is_named(printed, paper):
    with pytest.raises(Faults) as caught:
        plan(printed("ab", 500, 10) + printed("c") + printed("d", 210, 297), paper("a4"))

    assert [str(fault) for fault in caught.value.faults] == [
        "deck/a: '500x10' mm is too large for 'a4'; choose a larger paper",
        "deck/d: '210x297' mm is too large for 'a4'; choose a larger paper",
    ]


def test_too_large_for_half_a_sheet_says_so(printed, paper):
    with pytest.raises(Faults, match="too large for half a sheet of 'a4'"):
        plan(printed("a", 190, 270), paper("a4"), folded=True)


@pytest.mark.parametrize("skip", [9, 20])
def test_skip_may_not_empty_a_sheet(printed, paper, skip):
    with pytest.raises(UsageError, match=f"a skip of {skip} leaves nothing of a sheet of 9; skip at most 8"):
        plan(printed("abc"), paper("a4"), skip=skip)


def test_skipped_slots_are_skipped_once(printed, paper):
    (found,) = plan(printed("ab") + printed("cd", 30, 30), paper("a4"), skip=2)

    (sheet,) = found.sheets
    assert [item and item.front.key for item in sheet.items] == [None, None, "a", "b", "c", "d"]


def test_fold_is_kept_clear_where_there_is_room(printed, paper):
    (found,) = plan(printed("a"), paper("a4"), folded=True)

    inner = max(trim.right for trim in found.sheets[0].layout.trims)
    assert found.paper.size.width / 2 - inner >= 8 * MM


def test_fold_is_crowded_for_the_sake_of_more_pieces(printed, paper):
    (found,) = plan(printed("a", 95, 130), paper("a4"), folded=True)

    assert len(found.sheets[0].layout.trims) == 2


@pytest.fixture(scope="session")
def plotted(face, slug, set_text):
    """Sheets of boards given by their sizes."""

    def press(*sizes, **options):
        boards = [PieceToPrint(f"boards/b{at}#1", face(f"b{at}", *size)) for at, size in enumerate(sizes)]
        return impose(boards, FULL, ImpositionOptions(**options), slug, set_text)

    return press


@pytest.mark.parametrize("size", [(684, 480), (480, 684), (300, 300), (120, 90)])
def test_page_is_the_board_and_a_strip_around_it(plotted, size):
    (sheet,) = plotted(size).sheets

    (placed,) = sheet.placed
    strip = (sheet.size.width - placed.trim.width) / 2
    assert (placed.trim.width / MM, placed.trim.height / MM) == pytest.approx(size)
    assert sheet.size.height - placed.trim.height == pytest.approx(2 * strip)
    assert 10 * MM < strip < 15 * MM
    assert placed.trim.x - placed.clip.x == pytest.approx(3 * MM)
    assert placed.clip.bottom - placed.trim.bottom == pytest.approx(3 * MM)


def test_every_board_has_a_page_of_its_own(plotted):
    imposed = plotted((684, 480), (560, 400), (684, 480))

    assert [sheet.number for sheet in imposed.sheets] == [1, 2, 3]
    assert [len(sheet.placed) for sheet in imposed.sheets] == [1, 1, 1]
    assert imposed.grids == ("full-684x480-1x1", "full-560x400-1x1")


def test_slug_bar_and_marks_find_room(plotted, boxes, texts):
    imposed = plotted((684, 480))
    (sheet,) = imposed.sheets

    assert imposed.warnings == ()
    assert "Picket · Raid cards · version 1.0 · sheet 1 of 1 · full-684x480-1x1 · en" in texts(sheet)
    printable = Rect(0, 0, sheet.size.width, sheet.size.height).expand(-1 * MM)
    assert all(printable.contains(box) for box in boxes(sheet.marks))
    assert not any(sheet.placed[0].clip.overlaps(box) for box in boxes(sheet.marks))


@pytest.mark.parametrize(("backs", "sides"), [("duplex", ["recto", "verso"]), ("fold", ["recto"]), ("none", ["recto"])])
def test_backs_are_pages_of_their_own(face, slug, set_text, backs, sides):
    board = PieceToPrint("boards/b#1", face("b", 684, 480), face("B", 684, 480))

    assert [
        sheet.side for sheet in impose([board], FULL, ImpositionOptions(backs=backs), slug, set_text).sheets
    ] == sides


def test_page_needs_no_more_for_pieces_that_do_not_bleed():
    assert (
        full_size_paper(PieceKind(1000, 500, 0, 0)).size.width < full_size_paper(PieceKind(1000, 500, 9, 0)).size.width
    )


def test_skip_and_gap_mean_nothing_here(plotted):
    (sheet,) = plotted((684, 480), skip=3, gap=40.0).sheets

    assert len(sheet.placed) == 1


@given(
    count=st.integers(1, 60),
    size=st.tuples(st.floats(20, 130), st.floats(20, 130)),
    how=st.sampled_from([{"flip": flip, "gap": gap} for flip in ("long", "short") for gap in (None, 0.0)]),
)
def test_stacks_laid_on_each_other_are_the_deck(face, slug, set_text, paper, flipping, count, size, how):
    front, back = face("f", *size), face("b", *size)
    deck = [PieceToPrint(f"deck/card#{number}", front, back) for number in range(count)]
    options = ImpositionOptions(order="stack", **how)
    sheets = impose(deck, paper("a4"), options, slug, set_text).sheets

    turned = flipping(sheets[0].size, how["flip"])
    stacks, behind = {}, {}
    for recto, verso in zip(sheets[::2], sheets[1::2], strict=True):
        for placed in recto.placed:
            stacks.setdefault((round(placed.trim.y), round(placed.trim.x)), []).append(placed.piece)
        for placed in verso.placed:
            trim = turned.bounding_box(placed.trim)
            behind.setdefault((round(trim.y), round(trim.x)), []).append(placed.piece)
    assert [piece for place in sorted(stacks) for piece in stacks[place]] == [piece.id for piece in deck]
    assert behind == stacks


def test_stacks_are_of_one_size(printed, paper, slug, set_text):
    pieces = printed("a" * 20) + printed("b" * 9, 30, 30)

    imposed = impose(pieces, paper("a4"), ImpositionOptions(order="stack"), slug, set_text)

    assert imposed.warnings == ("a4-mixed has pieces of several sizes, which cannot be cut in a stack",)
    assert len({placed.piece for sheet in imposed.sheets for placed in sheet.placed}) == 29
