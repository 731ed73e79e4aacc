import pytest

from generator.base.geometry import Matrix, Rect, Size
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.face_slots import place_slots
from generator.impose.layout.mirror import Mirror
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.impose.layout.slot_layout import SlotLayout

SIZE, SHEET = Size(200, 200), Rect(0, 0, 200, 200)
FLAT = OrientedPaper(SIZE, SHEET, SHEET, SHEET, "square")
FOLDED = OrientedPaper(SIZE, SHEET, Rect(0, 0, 90, 200), Rect(0, 0, 100, 200), "square", Mirror(SIZE, vertical=True))
TRIMS = (Rect(20, 50, 30, 40), Rect(50, 50, 30, 40), Rect(20, 90, 30, 40))
FRAME = SlotLayout(TRIMS, (PieceKind(30, 40, 5, 0),) * 3)


def test_every_piece_has_a_seat_on_each_side():
    slots = place_slots(FRAME, (True, True, True), FLAT, Mirror(SIZE, vertical=True), marked=True)

    assert [slot.trim for slot in slots.fronts] == list(TRIMS)
    assert [slot.trim.x for slot in slots.backs] == [150, 120, 150]
    assert [slot.matrix for slot in slots.fronts] == [Matrix.translation(trim.x, trim.y) for trim in TRIMS]


def test_skipped_slots_take_nothing_but_stay_clear():
    slots = place_slots(FRAME, (False, True), FLAT, None, marked=True)

    assert [slot.trim for slot in slots.fronts] == [TRIMS[1]]
    assert slots.backs == ()
    assert slots.obstacles[0] == TRIMS[0]
    assert slots.fronts[0].clip.x == TRIMS[1].x


def test_folded_sheet_has_walls_and_cuts_on_both_halves():
    slots = place_slots(FRAME, (True, True), FOLDED, FOLDED.fold, marked=True)

    assert [cut.x for cut in slots.cuts] == [20, 50, 150, 120]
    assert len(slots.obstacles) == 4
    assert all(slots.obstacles[at + 2] == FOLDED.fold.rect(slots.obstacles[at]) for at in (0, 1))


@pytest.mark.parametrize("kind", [PieceKind(30, 40, 5, 0, has_outline=True), PieceKind(200, 200, 0, 0)])
def test_round_pieces_and_full_pages_are_not_cut_by_edges(kind):
    frame = SlotLayout((Rect(0, 0, kind.width, kind.height),), (kind,))

    assert place_slots(frame, (True,), FLAT, None, marked=True).cuts == ()
