import pytest

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.tiles import plan_tiling
from generator.impose.marks.cut_marks import HAIRLINE, OFFSET
from generator.impose.marks.tile_marks import KeyMap, extend_cut, tile_joints
from generator.model.face import GlyphRun, Group, Shape
from generator.model.paper import Paper

A4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
TILING = plan_tiling(PieceKind(560 * MM, 400 * MM, 3 * MM, 0), A4, 8 * MM)
A1, B1, C1, A2, B2, C2 = TILING.tiles


def shapes(tile, set_text, word="glue"):
    return [ink for ink in tile_joints(TILING, tile, word, set_text) if isinstance(ink, Shape)]


def lines(ink):
    return ink.path.count("M")


@pytest.mark.parametrize(("tile", "count"), [(A1, 2), (B1, 2), (C1, 1), (A2, 1), (C2, 0)])
def test_tabs_lie_under_the_neighbours_only(set_text, boxes, tile, count):
    tabs = [ink for ink in shapes(tile, set_text) if ink.fill]

    assert len(tabs) == count
    for box in boxes(tabs):
        assert tile.trim.contains(box)
        assert not tile.visible.overlaps(box)


@pytest.mark.parametrize("tile", [A1, B2, C1])
def test_tabs_say_what_they_are_for(set_text, texts, boxes, tile):
    words = [ink for ink in tile_joints(TILING, tile, "glue", set_text) if isinstance(ink, Group)]

    assert len(words) == sum(1 for ink in shapes(tile, set_text) if ink.fill)
    assert all(tile.trim.contains(box) and not tile.visible.overlaps(box) for box in boxes(words))


def test_cut_lines_lie_on_what_is_cut_off(set_text, boxes):
    cuts = [ink for ink in shapes(B2, set_text) if ink.stroke and ink.stroke.dash]

    upright, level = boxes(cuts)
    assert upright.right == pytest.approx(B2.trim.x, abs=1e-3)
    assert level.bottom == pytest.approx(B2.trim.y, abs=1e-3)
    assert upright.width == pytest.approx(HAIRLINE)
    assert (upright.height, level.width) == pytest.approx((B2.art.height, B2.art.width), abs=1e-3)


@pytest.mark.parametrize(("tile", "crosses"), [(A1, 4), (B1, 6), (B2, 6), (C2, 4)])
def test_crosses_have_two_arms_on_white(set_text, tile, crosses):
    halo, black = shapes(tile, set_text)[-2:]

    assert lines(black) == 2 * crosses
    assert halo.path == black.path
    assert halo.stroke.width > black.stroke.width


def test_lonely_tile_has_no_joints(set_text):
    (only,) = plan_tiling(PieceKind(190 * MM, 200 * MM, 0, 0), A4, 8 * MM).tiles

    assert tile_joints(plan_tiling(PieceKind(190 * MM, 200 * MM, 0, 0), A4, 8 * MM), only, "glue", set_text) == ()


@pytest.mark.parametrize("line", [(5, 10, 5, 90), (10, 5, 90, 5)])
def test_cuts_reach_beyond_the_art(line):
    before, after = extend_cut(line, 6.0, Rect(0, 0, 100, 93))

    near, far = OFFSET, OFFSET + 6
    if line[0] == line[2]:
        assert (before, after) == ((5, 10 - far, 5, 10 - near), (5, 90 + near, 5, 93))
    else:
        assert (before, after) == ((10 - far, 5, 10 - near, 5), (90 + near, 5, 90 + far, 5))


def key_of(set_text, width=684, height=480, high=8):
    return KeyMap(
        plan_tiling(PieceKind(width * MM, height * MM, 3 * MM, 0), A4, 8 * MM), "imperium", high * MM, set_text
    )


def test_map_fills_one_cell_of_all(set_text, boxes):
    key = key_of(set_text)
    filled = [
        next(boxes([ink])) for tile in key.tiling.tiles for ink in key.ink(tile) if isinstance(ink, Shape) and ink.fill
    ]

    assert len(filled) == 8
    assert not any(one.overlaps(other, slack=0.01) for at, one in enumerate(filled) for other in filled[at + 1 :])
    assert sum(box.width * box.height for box in filled) == pytest.approx(key.width * key.height, rel=1e-3)


def test_name_and_word_stand_beside_the_map(set_text, boxes):
    key = key_of(set_text)
    *_, name, word = key.ink(key.tiling.tiles[5])

    assert (name.text, word.text) == ("B2", "imperium")
    assert key.width < name.x < name.x + name.width < word.x
    assert word.x + word.width <= key.length


@pytest.mark.parametrize("high", [8, 5.5, 3.5])
@pytest.mark.parametrize("size", [(684, 480), (2000, 30), (100, 900)])
def test_everything_stays_in_its_place(set_text, boxes, size, high):
    key = key_of(set_text, *size, high)
    place = Rect(0, 0, key.length, key.height)

    assert all(place.contains(box, slack=0.6) for tile in key.tiling.tiles for box in boxes(key.ink(tile)))


def test_map_has_the_shape_of_the_board(set_text):
    assert key_of(set_text).width / MM == pytest.approx(8 * 684 / 480)
    assert key_of(set_text, 2000, 30).width / MM == pytest.approx(4 * 8)


def test_label_without_glyphs_leaves_the_map():
    key = key_of(lambda *_: ())

    assert key.length == key.width
    assert not any(isinstance(ink, GlyphRun) for ink in key.ink(key.tiling.tiles[0]))
