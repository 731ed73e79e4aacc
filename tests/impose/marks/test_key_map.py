import pytest

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.tiles import plan_tiling
from generator.impose.marks.key_map import KeyMap
from generator.model.face import GlyphRun, Shape
from generator.model.paper import Paper

A4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)


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
