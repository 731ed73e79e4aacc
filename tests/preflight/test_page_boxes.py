import pikepdf
import pytest

from generator.preflight.page_boxes import page_boxes
from tests.made_files import set_entries

MM = 72 / 25.4


@pytest.fixture
def boxes():
    def read(operators=(), **entries):
        pdf = pikepdf.new()
        page = pdf.add_blank_page(page_size=(100 * MM, 200 * MM))
        set_entries(page.obj, {f"/{key}": value for key, value in entries.items()})
        return page_boxes(page, operators)

    return read


def rounded(rect):
    return tuple(round(each / MM, 2) for each in (rect.x, rect.y, rect.width, rect.height))


def in_points(*mm):
    return [each * MM for each in mm]


@pytest.mark.parametrize(
    ("turned", "expected"),
    [
        (0, (10, 160, 30, 20)),
        (90, (20, 10, 20, 30)),
        (180, (60, 20, 30, 20)),
        (270, (160, 60, 20, 30)),
        (-90, (160, 60, 20, 30)),
        (450, (20, 10, 20, 30)),
    ],
)
def test_places_are_those_that_viewers_show(boxes, turned, expected):
    found = boxes(Rotate=turned, TrimBox=in_points(10, 20, 40, 40))

    assert found.place(found.trim) == expected


def test_places_begin_at_the_crop_box(boxes):
    found = boxes(CropBox=in_points(5, 10, 95, 150), TrimBox=in_points(10, 20, 40, 40))

    assert found.place(found.trim) == (5, 110, 30, 20)


def test_unit_enlarges_the_page(boxes):
    found = boxes(UserUnit=2, TrimBox=in_points(10, 20, 40, 40))

    assert found.place(found.trim) == (20, 320, 60, 40)
    assert found.size(found.trim).width == pytest.approx(60 * MM)


@pytest.mark.parametrize("corners", [(10, 20, 40, 50), (40, 50, 10, 20), (10, 50, 40, 20)])
def test_box_may_name_any_two_corners(boxes, corners):
    assert rounded(boxes(TrimBox=in_points(*corners)).trim) == (10, 20, 30, 30)


@pytest.mark.parametrize("given", ["x", [1, 2, 3], [0, 0, 0, 9], [1, 2, pikepdf.Name.x, 4], [-9e9, 0, 9, 9], 7])
def test_what_is_no_box_is_left_out(boxes, given):
    found = boxes(TrimBox=given, BleedBox=given, CropBox=given, Rotate=pikepdf.Name.x, UserUnit="x")

    assert (found.trim, found.bleed) == (None, None)
    assert rounded(found.cut) == (0, 0, 100, 200)


def test_pieces_of_our_sheets_are_cut_out(boxes):
    piece = pikepdf.Dictionary(ID="orders/bar#1", Side="front", Trim=in_points(10, 20, 73, 108))
    found = boxes([("BDC", [pikepdf.Name.Piece, piece]), ("BDC", [pikepdf.Name.Piece, piece])])

    assert [rounded(each) for each in found.cuts] == [(10, 20, 63, 88)]


@pytest.mark.parametrize(
    ("pieces", "entries", "is_sheet"),
    [
        (0, {}, False),
        (1, {}, True),
        (1, {"TrimBox": in_points(10, 20, 73, 108)}, False),
        (1, {"ArtBox": in_points(10, 20, 73, 108)}, False),
        (2, {"TrimBox": in_points(10, 20, 73, 108)}, True),
    ],
)
def test_sheet_has_pieces_of_which_no_box_tells(boxes, pieces, entries, is_sheet):
    named = [
        pikepdf.Dictionary(ID=f"orders/bar#{at}", Side="front", Trim=in_points(10, 20 + at, 73, 108))
        for at in range(pieces)
    ]

    assert boxes([("BDC", [pikepdf.Name.Piece, piece]) for piece in named], **entries).is_sheet == is_sheet
