import pytest

from generator.base.errors import Faults, UsageError
from generator.base.geometry import Size
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.label_plan import fits_cell, plan_label_sheets
from generator.impose.press_sheets import impose
from generator.impose.printer_calibration import adjust_both_sides, adjust_versos, printer_error
from generator.model.paper import LabelCells, Paper, Printer

TOUCHING = LabelCells(Size(85 * MM, 55 * MM), 2, 5, (20 * MM, 11 * MM), (85 * MM, 55 * MM))
APART = LabelCells(Size(85 * MM, 54 * MM), 2, 4, (17 * MM, 31.5 * MM), (91 * MM, 60 * MM))
ROUND = LabelCells(Size(40 * MM, 40 * MM), 4, 6, (10 * MM, 14 * MM), (50 * MM, 45 * MM), round=True)
OUTLINE = "M 0 0 Z"


def sheet_of(cells):
    return Paper("labels", Size(210 * MM, 297 * MM), 5 * MM, cells)


def places(sheet):
    return [(round(placed.trim.x / MM, 2), round(placed.trim.y / MM, 2)) for placed in sheet.placed]


@pytest.mark.parametrize(
    ("width", "height", "cells", "is_round", "fits"),
    [
        (85, 55, TOUCHING, False, True),
        (55, 85, TOUCHING, False, True),
        (85.04, 55, TOUCHING, False, True),
        (85.1, 55, TOUCHING, False, False),
        (63, 88, TOUCHING, False, False),
        (40, 40, ROUND, True, True),
        (40, 40, ROUND, False, False),
        (28, 28, ROUND, False, True),
    ],
)
def test_pieces_fit_upright_or_turned(width, height, cells, is_round, fits):
    assert fits_cell(Size(width * MM, height * MM), cells, is_round=is_round) == fits


def test_pieces_lie_where_the_cards_are(printed, slug, set_text):
    imposed = impose(printed("abc" * 5, 85, 54), sheet_of(APART), ImpositionOptions(), slug, set_text)

    first = imposed.sheets[0]
    assert imposed.grids == ("labels-85x54-2x4",)
    assert places(first) == [(17 + 91 * column, 31.5 + 60 * row) for row in range(4) for column in range(2)]
    assert [len(sheet.placed) for sheet in imposed.sheets] == [8, 8, 7, 7]


def test_small_pieces_lie_in_the_middle_of_their_card(printed, slug, set_text):
    sheet, _ = impose(printed("a", 45, 75), sheet_of(TOUCHING), ImpositionOptions(), slug, set_text).sheets

    (placed,) = sheet.placed
    assert (placed.trim.width / MM, placed.trim.height / MM) == pytest.approx((75, 45))
    assert places(sheet) == [(25, 16)]


def test_art_ends_where_cards_touch(printed, slug, set_text):
    sheet, _ = impose(printed("abcdef", 85, 55), sheet_of(TOUCHING), ImpositionOptions(), slug, set_text).sheets

    first, second, *_, last = sheet.placed
    assert first.clip.right == pytest.approx(second.clip.x)
    assert first.trim.x - first.clip.x == pytest.approx(3 * MM)
    assert last.clip.bottom == pytest.approx(last.trim.bottom)


def test_art_beside_an_unused_card_ends_at_the_perforation_too(printed, slug, set_text):
    sheet, _ = impose(printed("a", 85, 55), sheet_of(TOUCHING), ImpositionOptions(skip=3), slug, set_text).sheets

    (placed,) = sheet.placed
    assert places(sheet) == [(105, 66)]
    assert placed.clip.x == pytest.approx(placed.trim.x)
    assert placed.clip.bottom == pytest.approx(placed.trim.bottom)


@pytest.mark.parametrize("marks", ["corners", "lines"])
def test_no_marks_and_no_words_lie_on_cards(printed, boxes, texts, slug, set_text, marks):
    pieces = printed("a", 40, 40, cut=OUTLINE)
    recto, _ = impose(pieces, sheet_of(ROUND), ImpositionOptions(marks=marks), slug, set_text).sheets

    assert any("labels-40x40-4x6" in text for text in texts(recto))
    assert not any(card.overlaps(box) for card in ROUND.rects for box in boxes(recto.marks))


@pytest.mark.parametrize(("skip", "sheets"), [(0, 1), (9, 2)])
def test_skipped_cards_stay_empty(printed, skip, sheets):
    (plan,) = plan_label_sheets(printed("ab", 85, 55), sheet_of(TOUCHING), ImpositionOptions(skip=skip))

    assert len(plan.sheets) == sheets
    assert plan.sheets[0].items[:skip] == (None,) * skip


def test_skip_may_not_empty_a_label_sheet(printed):
    with pytest.raises(UsageError, match="a skip of 10 leaves nothing of a sheet of 10; skip at most 9"):
        plan_label_sheets(printed("a", 85, 55), sheet_of(TOUCHING), ImpositionOptions(skip=10))


def test_pieces_larger_than_a_card_are_named(printed):
    with pytest.raises(Faults) as caught:
        plan_label_sheets(printed("a") + printed("b", 40, 40), sheet_of(TOUCHING), ImpositionOptions())

    assert str(caught.value) == "deck/a: is larger than a card of 'labels', 85x55 mm"


def test_profile_moves_fronts_of_labels(printed, slug, set_text):
    printer = Printer("home", 2.0, -1.0, 0.5, 1.001)
    sheets = impose(printed("a", 85, 55), sheet_of(TOUCHING), ImpositionOptions(), slug, set_text).sheets

    recto, verso = adjust_both_sides(sheets, printer, flip="long")

    where = printer_error(printer, recto.size, "long").apply(*recto.adjust.apply(100, 200))
    assert where == pytest.approx((100, 200))
    assert verso == adjust_versos(sheets, printer, flip="long")[1]
