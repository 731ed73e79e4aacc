import pytest

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import replace
from generator.base.units import MM
from generator.impose.cutting.cut_paths import QUARTER, cut_layouts, cut_sheet, extent, rectangle, touching
from generator.impose.imposition_inputs import ImpositionOptions, SlugWords
from generator.impose.press_sheets import impose
from generator.model.cutting.cut_sheet import CUT, FOLD, CutPath, CutSheet
from generator.model.face import Drawing, Face
from generator.model.paper import Paper
from generator.model.press_sheet import PlacedFace, PressSheet
from tests.impose.conftest import SIZES, lettered

A4 = Paper("a4", SIZES["a4"], 5 * MM)
SLUG = SlugWords("Picket", "Deck", "version 1", "sheet {} of {}".format)


def sheets_of(count, **options):
    imposed = impose(lettered("abcdefghijklmnop"[:count]), A4, ImpositionOptions(**options), SLUG, lambda *line: ())
    return imposed.sheets


def square(_piece):
    return 0.0


def placed(face, matrix, trim):
    return PlacedFace("deck/a#1", face, matrix, trim, trim)


def test_cards_are_cut_along_their_trims_on_the_recto_only():
    (layout,) = cut_layouts(sheets_of(9), lambda piece: 3 * MM)

    cuts = [path for path in layout.paths.paths if path.layer == CUT]
    assert len(cuts) == 9
    assert all(path.closed and len(path.vertices) == 8 for path in cuts)
    assert layout.sheets == (1,)


def test_sheets_that_are_not_full_share_the_paths_of_a_full_one():
    (layout,) = cut_layouts(sheets_of(13), square)

    assert layout.sheets == (1, 2)
    assert len(layout.paths.paths) == 9


@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (2 * MM, False)])
def test_pieces_without_a_gap_touch(gap, touch):
    sheet = sheets_of(9, gap=gap)[0]

    assert touching(cut_sheet(sheet, square)) == touch


def test_outline_and_folds_lie_where_the_face_lies():
    face = Face(
        "box",
        Size(40, 20),
        0,
        Drawing.of(()),
        "M 0 10 L 20 0 L 40 10 L 20 20 Z",
        ("M 0 10 L 40 10",),
        ("M 20 0 L 20 20",),
    )
    sheet = PressSheet(Size(200, 200), "recto", 1, (placed(face, Matrix(0, 1, -1, 0, 120, 50), Rect(100, 50, 20, 40)),))

    paths = cut_sheet(sheet, square).paths

    assert [path.layer for path in paths] == [FOLD, FOLD, CUT]
    assert [(x, y) for x, y, _ in paths[0].vertices] == [(110, 50), (110, 90)]
    assert {(x, y) for x, y, _ in paths[2].vertices} == {(110, 50), (120, 70), (110, 90), (100, 70)}


def test_tile_of_a_large_piece_is_cut_straight():
    face = Face("board", Size(400, 400), 0, Drawing.of(()), "M 200 0 L 400 200 L 200 400 Z", ("M 0 200 L 400 200",))
    sheet = PressSheet(Size(200, 200), "recto", 1, (placed(face, Matrix(), Rect(20, 20, 150, 150)),))

    (path,) = cut_sheet(sheet, lambda piece: 5).paths

    assert [(x, y) for x, y, _ in path.vertices] == [(20, 20), (170, 20), (170, 170), (20, 170)]


def test_corners_are_no_rounder_than_the_piece():
    vertices = rectangle(Rect(0, 0, 20, 20), 50)

    assert vertices == ((10, 0, QUARTER), (20, 10, QUARTER), (10, 20, QUARTER), (0, 10, QUARTER))


def test_sheet_without_pieces_has_no_cut_file():
    sheet = sheets_of(1)[0]

    assert cut_layouts([replace(sheet, placed=())], square) == []


def test_extent_counts_the_height_of_arcs():
    half = CutPath(CUT, ((10.0, 20.0, 1.0), (30.0, 20.0, 0.0)), closed=True)

    box = extent(CutSheet(Size(100, 100), (half,)))

    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((10, 10, 30, 20))


def test_holes_are_cut_before_the_outline_around_them():
    outline, hole = "M 0 0 L 40 0 L 40 20 L 0 20 Z", "M 5 5 L 10 5 L 10 10 L 5 10 Z"
    face = Face("box", Size(40, 20), 0, Drawing.of(()), cut=f"{outline} {hole}")
    sheet = PressSheet(Size(100, 100), "recto", 1, (placed(face, Matrix.translation(10, 10), Rect(10, 10, 40, 20)),))

    assert [path.vertices[0][:2] for path in cut_sheet(sheet, square).paths] == [(15, 15), (10, 10)]
