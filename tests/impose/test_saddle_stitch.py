import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.geometry import IDENTITY, Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.saddle_stitch import booklet_sheets, impose_booklet
from generator.model.face import GlyphRun, Shape

FLIPS = pytest.mark.parametrize("flip", ["short", "long"])
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="session")
def bound(printed, paper, slug, set_text):
    """A booklet of so many pages, each a letter: the sheets and what is said about them."""

    def bind(count, name="a4", size=(148, 210), **options):
        pages = printed(LETTERS[:count], *size, backs=False)
        return impose_booklet(pages, paper(name), ImpositionOptions(**({"flip": "short"} | options)), slug, set_text)

    return bind


def read(sheets, flipping, flip, first=0.75):
    """Fold the stack and turn its leaves: the letters in the order they come, a dot for a blank page, all upright.

    The first sheet lies outermost, its recto outside. A leaf is half a sheet: the right half of the recto is read
    first, then its back, and so on inwards; then outwards again over the left halves. `first` is the middle of the half
    that is read first, as a share of the sheet's width.
    """
    rectos, versos = sheets[::2], sheets[1::2]

    def at(sheet, where):
        for placed in sheet.placed:
            if placed.trim.expand(-1).overlaps(Rect(*where, 0.1, 0.1)):
                return placed
        return None

    def letter(placed, to_recto):
        if placed is None:
            return "."
        head, foot = (to_recto.apply(*placed.matrix.apply(1, y)) for y in (0, placed.face.trim.height))
        assert head[1] < foot[1]
        return placed.face.key.lower()

    def leaf(recto, verso, x):
        through, front = flipping(recto.size, flip), (x, recto.size.height / 2)
        behind = at(verso, through.apply(*front))
        return [letter(at(recto, front), IDENTITY), letter(behind, through.inverse())]

    width = rectos[0].size.width
    inwards = [leaf(*pair, first * width) for pair in zip(rectos, versos, strict=True)]
    outwards = [leaf(*pair, (1 - first) * width)[::-1] for pair in zip(rectos, versos, strict=True)][::-1]
    return "".join(letter for side in inwards + outwards for letter in side)


@FLIPS
@pytest.mark.parametrize("count", [1, 2, 4, 5, 7, 8, 12, 17])
def test_folded_pages_read_in_order(bound, flipping, flip, count):
    imposed = bound(count, flip=flip)

    assert read(imposed.sheets, flipping, flip).rstrip(".") == LETTERS[:count]
    assert len(imposed.sheets) == 2 * -(-count // 4)
    assert imposed.duplex == flip


@FLIPS
def test_booklet_bound_at_the_right_is_read_from_there(bound, flipping, flip):
    imposed = bound(7, flip=flip, binding="right")

    assert read(imposed.sheets, flipping, flip, first=0.25).rstrip(".") == LETTERS[:7]


@given(st.integers(1, 200))
def test_sheets_hold_every_page_once(pages):
    numbers = [number for sheet in booklet_sheets(pages) for number in (*sheet.outer, *sheet.inner)]

    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert 0 <= len(numbers) - pages < 4
    assert {sum(pair) for sheet in booklet_sheets(pages) for pair in (sheet.outer, sheet.inner)} == {len(numbers) + 1}


@FLIPS
@pytest.mark.parametrize("name", ["a4", "letter"])
def test_pages_meet_in_the_fold(bound, name, flip):
    for sheet in bound(8, name, flip=flip).sheets:
        left, right = sorted((placed.trim for placed in sheet.placed), key=lambda trim: trim.x)
        assert sheet.size.width > sheet.size.height
        assert left.right == pytest.approx(sheet.size.width / 2)
        assert right.x == pytest.approx(sheet.size.width / 2)
        assert left.y == pytest.approx(sheet.size.height - left.bottom)


def test_pages_keep_their_size_where_two_fit(bound):
    imposed = bound(4)

    assert imposed.grids == ("a4-landscape-148x210-booklet",)
    assert {placed.matrix.a for sheet in imposed.sheets for placed in sheet.placed} == {1.0}


def test_large_pages_are_made_smaller(bound):
    imposed = bound(4, "letter")
    recto = imposed.sheets[0]

    assert imposed.grids == ("letter-landscape-148x210-booklet-94%",)
    for placed in recto.placed:
        face = Rect(0, 0, placed.face.trim.width, placed.face.trim.height)
        assert placed.trim.contains(placed.matrix.bounding_box(face))
        assert placed.trim.width == pytest.approx(recto.size.width / 2)


@FLIPS
def test_bleed_stays_out_of_the_fold(bound, flip):
    for sheet in bound(8, size=(130, 190), flip=flip).sheets:
        left, right = sorted((placed.clip for placed in sheet.placed), key=lambda clip: clip.x)
        assert left.right == pytest.approx(right.x)
        assert right.right - right.x == pytest.approx(133 * MM)


@pytest.mark.parametrize(
    ("size", "out", "up"),
    [((143, 190), 0.5, 3), ((130, 199), 3, 0.5), ((130, 190), 3, 3), ((145, 203), 0, 0), ((148, 210), 0, 0)],
)
def test_bleed_ends_where_the_printer_does(bound, size, out, up):
    (width, height), outer = size, bound(4, size=size).sheets[0]
    left, right = sorted((placed.clip for placed in outer.placed), key=lambda clip: clip.x)

    assert (left.width, right.width) == pytest.approx(((width + out) * MM,) * 2)
    assert (left.height, right.height) == pytest.approx(((height + 2 * up) * MM,) * 2)
    assert left.right == pytest.approx(outer.size.width / 2)


def test_fold_is_marked_outside_and_staples_on_the_cover(bound, boxes):
    cover, inside, inner, _ = bound(8, size=(130, 190)).sheets

    def on_fold(sheet):
        middle = sheet.size.width / 2
        shapes = [mark for mark in sheet.marks if isinstance(mark, Shape)]
        return [box.height for box in boxes(shapes) if box.centre[0] == pytest.approx(middle, abs=1e-3)]

    assert sum(height == pytest.approx(12 * MM, abs=0.01) for height in on_fold(cover)) == 2
    assert len(on_fold(inner)) == 2
    assert on_fold(inside) == []


def test_small_pages_have_room_for_all_words(bound, texts):
    cover, behind, *_ = bound(4, "a3").sheets

    assert "Picket · Raid cards · version 1.0 · sheet 1 of 1 · a3-landscape-148x210-booklet · en" in texts(cover)
    assert texts(behind)[0] == "V"


def test_sheets_filled_by_pages_carry_no_words_and_no_warning(bound):
    imposed = bound(4)

    assert imposed.warnings == ()
    assert not any(isinstance(mark, GlyphRun) for sheet in imposed.sheets for mark in sheet.marks)


def test_pages_of_another_size_are_all_named(printed, paper, slug, set_text):
    pages = printed("A", 148, 210) + printed("BC", 120, 210)

    with pytest.raises(Faults) as caught:
        impose_booklet(pages, paper("a4"), ImpositionOptions(), slug, set_text)

    assert [str(fault) for fault in caught.value.faults] == [
        f"deck/{name}: a page of '120x210' mm among pages of '148x210' mm; give all one trim" for name in "BC"
    ]


def test_no_pages_are_no_sheets(paper, slug, set_text):
    assert impose_booklet([], paper("a4"), ImpositionOptions(), slug, set_text).sheets == ()


@pytest.mark.parametrize(
    ("name", "size", "crops"), [("a3", (148, 210), 8), ("a4", (148, 210), 0), ("a4", (130, 190), 8)]
)
def test_pages_are_cut_where_the_paper_goes_on(bound, name, size, crops):
    recto, *_ = bound(4, name, size).sheets

    solid = [mark.path for mark in recto.marks if isinstance(mark, Shape) and not mark.stroke.dash]
    staples = 6
    assert sum(path.count("M") for path in solid) == crops + staples


def test_marks_of_the_fold_are_short_on_pages_that_fill_the_paper(bound, boxes):
    cover, _, inner, _ = bound(8).sheets
    for sheet in (cover, inner):
        shapes = [mark for mark in sheet.marks if isinstance(mark, Shape)]
        found = [box for box in boxes(shapes) if box.centre[0] == pytest.approx(sheet.size.width / 2, abs=1e-3)]
        ends = sorted((round(box.y / MM, 1), round(box.bottom / MM, 1)) for box in found)

        assert [ends[0], ends[-1]] == [(0.2, 8.0), (202.0, 209.8)]
