from generator.base.geometry import Rect
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.slot_layout import fill_sheets

KIND = PieceKind(10, 10, 0, 0)
SLOTS = tuple(Rect(10 * at, 0, 10, 10) for at in range(4))


def test_sheets_fill_from_the_first_slot(printed):
    pieces = printed("abcdef")

    first, last = fill_sheets([None, *pieces], KIND, SLOTS)

    assert [item and item.front.key for item in first.items] == [None, "a", "b", "c"]
    assert [item and item.front.key for item in last.items] == ["d", "e", "f"]
    assert first.layout is last.layout
