from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import UsageError
from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.tiles import Tile, _cost, is_too_large, plan_tiling
from generator.model.game import Seams
from generator.model.paper import FULL, Paper

PAPERS = {
    name: Paper(name, Size(width * MM, height * MM), 5 * MM)
    for name, width, height in [
        ("a4", 210, 297),
        ("letter", 215.9, 279.4),
        ("a3", 297, 420),
        ("tabloid", 279.4, 431.8),
    ]
}
SHEETS = """
684x480 a4-684x480-4x2 letter-684x480-4x2 a3-landscape-684x480-2x2 tabloid-landscape-684x480-2x2
560x400 a4-560x400-3x2 letter-560x400-3x2 a3-560x400-2x1 tabloid-560x400-3x1
"""
CASES = [
    (tuple(map(float, size.split("x"))), paper, name)
    for size, *names in map(str.split, SHEETS.strip().splitlines())
    for paper, name in zip(PAPERS, names, strict=True)
]
BOARDS = st.builds(
    plan_tiling,
    st.builds(PieceKind, st.floats(200, 3000), st.floats(30, 3000), st.sampled_from([0.0, 3 * MM]), st.just(0.0)),
    st.sampled_from(list(PAPERS.values())),
    st.floats(4 * MM, 25 * MM),
)


def board(width, height, paper="a4", *, overlap=8, bleed=3):
    return plan_tiling(PieceKind(width * MM, height * MM, bleed * MM, 0), PAPERS[paper], overlap * MM)


@pytest.mark.parametrize(("size", "paper", "name"), CASES)
def test_large_boards_take_fewest_sheets(size, paper, name):
    assert board(*size, paper).name == name


def test_tiles_are_named_like_cells():
    tiling = board(684, 480)

    assert [tile.name for tile in tiling.tiles] == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    assert Tile(27, 11, *[Rect(0, 0, 1, 1)] * 3).name == "AB12"


@pytest.mark.parametrize("overlap", [4, 8, 20])
def test_neighbours_share_the_overlap(overlap):
    first, second, *_ = board(684, 480, overlap=overlap).tiles

    assert first.art.right - second.art.x == pytest.approx(overlap * MM)
    assert second.trim.x - second.art.x == pytest.approx(overlap / 4 * MM)
    assert first.trim.right - second.trim.x == pytest.approx(0.75 * overlap * MM)


@given(BOARDS)
def test_tiles_are_equal_and_can_be_printed(tiling):
    printable = tiling.paper.printable

    assert printable.contains(tiling.place)
    for tile in tiling.tiles:
        assert (tile.art.width, tile.art.height) == pytest.approx((tiling.place.width, tiling.place.height))
        assert tile.art.contains(tile.trim)
        assert tile.trim.contains(tile.visible)


@given(BOARDS)
def test_seen_parts_make_up_the_whole_face(tiling):
    visible = [tile.visible for tile in tiling.tiles]

    area = sum(rect.width * rect.height for rect in visible)
    assert area == pytest.approx(tiling.across.trim * tiling.down.trim)
    assert not any(one.overlaps(other) for at, one in enumerate(visible) for other in visible[at + 1 :])
    assert min(rect.width for rect in visible) > tiling.across.overlap or tiling.across.count == 1


@given(BOARDS)
def test_no_tile_could_be_spared(tiling):
    columns, rows = tiling.across.count, tiling.down.count
    steps = [(tiling.across, columns), (tiling.down, rows)]

    for axis, count in steps:
        fewer = (axis.trim + (count - 2) * axis.overlap) / (count - 1) if count > 1 else 1e9
        room = tiling.paper.printable.width if axis is tiling.across else tiling.paper.printable.height
        assert fewer > room - 8 * MM


@given(BOARDS)
def test_crosses_are_shared_by_two_tiles_each(tiling):
    crosses = [cross for tile in tiling.tiles for cross in tiling.crosses(tile)]

    joints = (tiling.across.count - 1) * tiling.down.count + tiling.across.count * (tiling.down.count - 1)
    assert len(crosses) == 4 * joints
    assert len(set(crosses)) == 2 * joints


@given(BOARDS)
def test_crosses_lie_in_the_overlaps_of_their_tiles(tiling):
    arm = tiling.arm - 0.001

    for tile in tiling.tiles:
        for x, y in tiling.crosses(tile):
            assert tile.art.contains(Rect(x - arm, y - arm, 2 * arm, 2 * arm))


def test_narrow_room_is_shared_with_bleed():
    tiling = board(560, 400, "a3")

    assert tiling.across.bleed == pytest.approx(1 * MM)
    assert board(560, 400).across.bleed == pytest.approx(3 * MM)
    assert board(560, 400, bleed=0).across.bleed == 0


def seamed(paper, **seams):
    ranges = {key: tuple((at * MM, at * MM) for at in places) for key, places in seams.items() if key != "columns"}
    columns = tuple(((at * MM, at * MM),) for at in seams.get("columns", ()))
    kind = PieceKind(684 * MM, 480 * MM, 3 * MM, 0)
    return plan_tiling(kind, PAPERS[paper], 8 * MM, Seams(columns=columns, **ranges))


@pytest.mark.parametrize("x", [100, 190, 220])
def test_of_equal_sheets_those_are_taken_whose_seams_are_wanted(x):
    tiling = plan_tiling(PieceKind(300 * MM, 180 * MM, 3 * MM, 0), PAPERS["a4"], 8 * MM, Seams(x=((x * MM, x * MM),)))

    assert tiling.name == "a4-landscape-300x180-2x1"
    assert tiling.across.seams == pytest.approx((x * MM,))


def test_columns_may_have_level_seams_of_their_own():
    tiling = seamed("a4", x=(164, 330, 514), columns=(225, 238, 251, 224))

    assert [round(axis.seams[0] / MM, 3) for axis in tiling.downs] == [225, 238, 251, 224]
    assert [round(tile.visible.bottom / MM, 3) for tile in tiling.tiles[:4]] == [225, 238, 251, 224]
    visible = [tile.visible for tile in tiling.tiles]
    assert sum(rect.width * rect.height for rect in visible) == pytest.approx(684 * 480 * MM * MM)
    assert all(tiling.place.width >= tile.art.width and tiling.place.height >= tile.art.height for tile in tiling.tiles)


def test_crosses_between_columns_lie_on_both_tiles():
    tiling = seamed("letter", x=(164, 330, 514), columns=(225, 238, 251, 224))

    crosses = [cross for tile in tiling.tiles for cross in tiling.crosses(tile)]
    assert all(crosses.count(cross) == 2 for cross in crosses)
    for tile in tiling.tiles:
        assert all(tile.art.contains(Rect(x, y, 0, 0)) for x, y in tiling.crosses(tile))


def test_columns_that_the_paper_does_not_have_are_left_aside():
    tiling = seamed("a3", x=(342,), y=(240,), columns=(225, 238, 251, 224))

    assert {axis.seams for axis in tiling.downs} == {(240 * MM,)}


def test_overlap_must_leave_something_of_a_tile():
    with pytest.raises(UsageError, match="an overlap of 25 mm is too much for 'stamp'; give a smaller one"):
        plan_tiling(PieceKind(500, 500, 0, 0), Paper("stamp", Size(60 * MM, 60 * MM), 5 * MM), 25 * MM)


@pytest.mark.parametrize(
    ("width", "height", "large"), [(200, 287, False), (287, 200, False), (201, 287, True), (63, 288, True)]
)
def test_large_is_what_fits_neither_way_round(width, height, large):
    assert is_too_large(Size(width * MM, height * MM), PAPERS["a4"]) is large


def test_full_paper_holds_everything():
    assert not is_too_large(Size(9999, 9999), FULL)


def test_seams_that_are_kept_both_ways_are_better_than_one_way():
    def axis(keeps_seams):
        return SimpleNamespace(count=2, length=100, bleed=3, keeps_seams=keeps_seams)

    paper = SimpleNamespace(printable=Rect(0, 0, 200, 200))
    both, one, none = (
        _cost(SimpleNamespace(paper=paper, across=axis(across), down=axis(down)))
        for across, down in ((1, 1), (1, 0), (0, 0))
    )

    assert both < one < none
