import pytest

from generator.base.geometry import Matrix, Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.face_slots import FaceSlot, bleed_clips, place_slots
from generator.impose.layout.mirror import Mirror
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.impose.layout.slot_layout import SlotLayout
from tests.impose.conftest import face_named

SIZE, SHEET = Size(200, 200), Rect(0, 0, 200, 200)
FLAT = OrientedPaper(SIZE, SHEET, SHEET, SHEET, "square")
FOLDED = OrientedPaper(SIZE, SHEET, Rect(0, 0, 90, 200), Rect(0, 0, 100, 200), "square", Mirror(SIZE, vertical=True))
TRIMS = (Rect(20, 50, 30, 40), Rect(50, 50, 30, 40), Rect(20, 90, 30, 40))
FRAME = SlotLayout(TRIMS, (PieceKind(30, 40, 5, 0),) * 3)

KIND = PieceKind(50, 50, 8, 0)


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


def reach(trim, clip):
    return trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom


def test_only_outer_edges_bleed_at_gap_zero():
    trims = [Rect(50, 50, 50, 50), Rect(100, 50, 50, 50), Rect(50, 100, 50, 50)]

    found = bleed_clips(trims, [KIND] * 3, SHEET, marked=True)

    assert [reach(trim, clip) for trim, clip in zip(trims, found, strict=True)] == [
        (8, 8, 0, 0),
        (0, 8, 8, 8),
        (8, 0, 8, 8),
    ]


@pytest.mark.parametrize(("gap", "inner"), [(6, 3), (16, 8), (40, 8)])
def test_neighbours_bleed_to_half_the_gap(gap, inner):
    trims = [Rect(40, 50, 50, 50), Rect(90 + gap, 50, 50, 50)]

    left, right = bleed_clips(trims, [PieceKind(50, 50, 8, gap)] * 2, SHEET, marked=True)

    assert reach(trims[0], left) == (8, 8, inner, 8)
    assert reach(trims[1], right) == (inner, 8, 8, 8)


@pytest.mark.parametrize(("gap", "inner"), [(6, 3), (16, 8), (40, 8)])
def test_neighbours_above_each_other_bleed_to_half_the_gap(gap, inner):
    trims = [Rect(50, 40, 50, 50), Rect(50, 90 + gap, 50, 50)]

    upper, lower = bleed_clips(trims, [PieceKind(50, 50, 8, gap)] * 2, SHEET, marked=True)

    assert reach(trims[0], upper) == (8, 8, 8, inner)
    assert reach(trims[1], lower) == (8, inner, 8, 8)


def test_used_slots_are_not_bled_into():
    trims = [Rect(50, 50, 50, 50), Rect(100, 50, 50, 50)]

    found = bleed_clips(trims, [None, KIND], SHEET, marked=True)

    assert found[0] == trims[0]
    assert reach(trims[1], found[1]) == (0, 8, 8, 8)


def test_bleed_ends_where_the_printer_does():
    (clip,) = bleed_clips([Rect(3, 50, 50, 50)], [KIND], SHEET, marked=False)

    assert clip.x == 0


@pytest.mark.parametrize(
    ("room", "bleed"), [(20 * MM, 3 * MM), (4.5 * MM, 3 * MM), (4 * MM, 2.5 * MM), (2 * MM, 1 * MM), (0, 0)]
)
def test_narrow_waste_is_shared_with_the_marks(room, bleed):
    trim = Rect(room, 50, 50, 50)

    (clip,) = bleed_clips([trim], [PieceKind(50, 50, 3 * MM, 0)], SHEET, marked=True)

    assert trim.x - clip.x == pytest.approx(bleed)


def test_bleed_that_was_counted_is_kept_whole():
    trim = Rect(3 * MM, 50, 50, 50)

    (clip,) = bleed_clips([trim], [PieceKind(50, 50, 3 * MM, 6 * MM)], SHEET, marked=True)

    assert clip.x == pytest.approx(0)


def test_face_is_cut_at_its_clip_and_keeps_its_trim():
    slot = FaceSlot(Matrix.translation(20, 50), Rect(20, 50, 30, 40), Rect(15, 45, 40, 50))
    placed = slot.place("deck/a#1", face_named("a"))

    assert (placed.piece, placed.face.key) == ("deck/a#1", "a")
    assert (placed.matrix, placed.trim, placed.clip) == (slot.matrix, slot.trim, slot.clip)
