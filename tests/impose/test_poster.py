import io
import math
from itertools import pairwise

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords
from generator.impose.press_sheets import impose
from generator.model.face import Drawing, Face, Group, Shape, Stroke
from generator.model.paper import FULL
from generator.model.press_sheet import PressDocument
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import pdf

SLUG = SlugWords("Picket", "Maps", "1.0", "sheet {} of {}".format, "en", tab="glue here", join_note="cut, glue")
SCALE = 2 / MM
"""Pixels a point: two a millimetre, 50.8 dpi."""


@pytest.fixture(scope="session")
def postered(face, paper, set_text):
    """The sheets of one board in tiles, after an optional piece that fits."""

    def press(width, height, name="a4", *, before=(), cut="", backs=False, **options):
        back = face("M", width, height) if backs else None
        board = PieceToPrint("boards/m#1", face("m", width, height, cut=cut), back, "map")
        return impose([*before, board], paper(name), ImpositionOptions(**options), SLUG, set_text)

    return press


def crosses_on(sheet, boxes):
    """The middles of the alignment crosses on a sheet: level and upright lines of 4 mm through each other."""
    lines = [box for box in boxes(sheet.marks) if max(box.width, box.height) == pytest.approx(4 * MM, abs=1e-3)]
    upright = [box.centre for box in lines if box.width < 0.2 * MM]
    level = [box.centre for box in lines if box.height < 0.2 * MM]
    return [at for at in level if any(at == pytest.approx(other, abs=1e-3) for other in upright)]


def on_board(sheet, boxes):
    to_board = sheet.placed[0].matrix.inverse()
    return [to_board.apply(*cross) for cross in crosses_on(sheet, boxes)]


def test_every_tile_is_the_same_piece(postered):
    imposed = postered(684, 480)

    assert imposed.grids == ("a4-684x480-4x2",)
    assert imposed.duplex is None
    assert [placed.piece for sheet in imposed.sheets for placed in sheet.placed] == ["boards/m#1"] * 8
    clips = [placed.clip for sheet in imposed.sheets for placed in sheet.placed]
    assert all((clip.width, clip.height) == pytest.approx((clips[0].width, clips[0].height)) for clip in clips)


@pytest.mark.parametrize("name", ["a4", "letter", "a3"])
@pytest.mark.parametrize("size", [(684, 480), (560, 400), (500, 10), (200, 2000)])
def test_art_and_words_lie_in_the_printable_area(postered, boxes, size, name):
    imposed = postered(*size, name)

    assert imposed.warnings == ()
    for sheet in imposed.sheets:
        printable = Rect(0, 0, sheet.size.width, sheet.size.height).expand(-5 * MM)
        words = [mark for mark in sheet.marks if isinstance(mark, Group)]
        assert printable.contains(sheet.placed[0].clip)
        assert sheet.placed[0].clip.contains(sheet.placed[0].trim)
        assert all(printable.contains(box, slack=2.5) for box in boxes(words))


def test_art_of_all_tiles_covers_face_and_bleed(postered):
    shown = [
        placed.matrix.inverse().bounding_box(placed.clip)
        for sheet in postered(684, 480).sheets
        for placed in sheet.placed
    ]

    around = Rect(0, 0, 684 * MM, 480 * MM).expand(3 * MM)
    rows = [shown[:4], shown[4:]]
    for row in rows:
        assert row[0].x == pytest.approx(around.x)
        assert row[-1].right == pytest.approx(around.right)
        for left, right in pairwise(row):
            assert left.right - right.x == pytest.approx(8 * MM)
    for above, below in zip(*rows, strict=True):
        assert above.bottom - below.y == pytest.approx(8 * MM)
    assert (shown[0].y, shown[-1].bottom) == pytest.approx((around.y, around.bottom))


@given(st.floats(220, 900), st.floats(100, 700), st.sampled_from(["a4", "letter", "a3"]))
def test_crosses_of_neighbours_coincide(postered, boxes, width, height, name):
    sheets = postered(width, height, name).sheets

    found = [cross for sheet in sheets for cross in on_board(sheet, boxes)]
    assert len(sheets) == 1 or found
    for cross in found:
        assert sum(cross == pytest.approx(other, abs=0.001 * MM) for other in found) == 2


def test_crops_stand_at_the_edges_of_the_board_only(postered, boxes):
    sheets = postered(684, 480).sheets

    solid = [mark for sheet in sheets for mark in sheet.marks if isinstance(mark, Shape) and not mark.stroke.dash]
    counts = [mark.path.count("M") for mark in solid]
    assert counts == [4, 2, 2, 4, 4, 2, 2, 4]
    for sheet in sheets:
        edges = {0.0, 684 * MM, 480 * MM}
        for box in boxes([mark for mark in sheet.marks if isinstance(mark, Shape) and not mark.stroke.dash]):
            x, y = sheet.placed[0].matrix.inverse().apply(*box.centre)
            assert min(abs((x if box.width < box.height else y) - edge) for edge in edges) < 0.001


def test_cut_lines_reach_into_the_waste(postered, boxes):
    sheets = postered(684, 480).sheets

    dashed = [
        sum(mark.path.count("M") for mark in sheet.marks if isinstance(mark, Shape) and mark.stroke.dash)
        for sheet in sheets
    ]
    assert dashed == [0, 2, 2, 2, 2, 4, 4, 4]


def test_marks_in_the_waste_keep_apart_from_the_art(postered, boxes):
    for sheet in postered(560, 400, marks="lines").sheets:
        clip = sheet.placed[0].clip
        for mark in sheet.marks:
            inside = isinstance(mark, Group) and mark.matrix == sheet.placed[0].matrix
            assert inside or not any(clip.overlaps(box) for box in boxes([mark]))


def test_every_sheet_says_which_tile_it_is(postered, texts):
    sheets = postered(684, 480).sheets

    said = [texts(sheet) for sheet in sheets]
    assert [words[words.index("map") - 1] for words in said] == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    assert all("50 mm" in words and "cut, glue" in words for words in said)
    assert "Picket · Maps · 1.0 · sheet 8 of 8 · a4-684x480-4x2 · en" in said[-1]


def test_tabs_to_glue_on_are_right_and_below(postered, texts):
    sheets = postered(684, 480).sheets

    assert [texts(sheet).count("glue here") for sheet in sheets] == [2, 2, 2, 1, 1, 1, 1, 0]


def test_pieces_that_fit_come_first_and_are_counted_with(postered, printed, texts):
    imposed = postered(560, 400, before=printed("AB"))

    assert [len(sheet.placed) for sheet in imposed.sheets] == [2, 1, 1, 1, 1, 1, 1]
    assert imposed.grids == ("a4-63x88-3x3", "a4-560x400-3x2")
    assert any("sheet 7 of 7" in text for text in texts(imposed.sheets[-1]))


def test_tiles_have_no_backs(postered, printed):
    assert {sheet.side for sheet in postered(560, 400, backs=True).sheets} == {"recto"}
    assert [
        (sheet.number, sheet.side, len(sheet.placed))
        for sheet in postered(560, 400, "a3", before=printed("a"), backs=True).sheets
    ] == [(1, "recto", 1), (1, "verso", 1), (2, "recto", 1), (2, "verso", 0), (3, "recto", 1), (3, "verso", 0)]


def test_outline_of_a_board_is_clipped_to_the_tile(postered):
    sheets = postered(560, 400, "a3", cut="M 0 0 L 900 0 L 900 900 Z").sheets

    for sheet in sheets:
        (outline,) = [mark for mark in sheet.marks if isinstance(mark, Group) and mark.clip]
        assert "900 900" in str(outline)
        assert not any(isinstance(mark, Shape) and not mark.stroke.dash for mark in sheet.marks)


def lined(width, height):
    """A board of thin lines every 10 mm, a diagonal and a frame: nothing of it can be misplaced unseen."""
    lines = [(x, 0, x, height) for x in range(0, width + 1, 10)] + [(0, y, width, y) for y in range(0, height + 1, 10)]
    lines += [(0, 0, width, height), (0, height, width, 0)]
    path = " ".join(f"M {x1 * MM:.4f} {y1 * MM:.4f} L {x2 * MM:.4f} {y2 * MM:.4f}" for x1, y1, x2, y2 in lines)
    ink = (Shape(path, stroke=Stroke("#000000", 1 * MM)),)
    return Face("lined", Size(width * MM, height * MM), 3 * MM, Drawing.of(ink))


@pytest.fixture(scope="module")
def raster(paper):
    """Prints a board of a size in mm on a paper; renders a part of a sheet, given in points, in grey."""

    def prints(size, where):
        board = PieceToPrint("boards/lined#1", lined(*size))
        forms = {form.key: form for form in compile_face(board.front, {})}
        sheets = impose([board], where, ImpositionOptions(), SLUG, lambda *_: ()).sheets
        return sheets, pdf(PressDocument("t", "", "", "en", "2026-01-01", sheets), forms, {})

    def render(data, index, height, rect):
        file = pypdfium2.PdfDocument(io.BytesIO(data))
        # A hair less than whole pixels: the renderer rounds up, and stretches the page to what it has then.
        file[index].set_cropbox(rect.x, height - rect.bottom + 0.001, rect.right - 0.001, height - rect.y)
        page = file[index]
        image = page.render(scale=SCALE, grayscale=True).to_pil().copy()
        file.close()
        return image

    return prints, render


def origin(sheet):
    return sheet.placed[0].trim.x, sheet.placed[0].trim.y


def corners(sheets, boxes, columns):
    """Where the board's corner lies on each sheet: on the first by its crop marks, then from cross to cross."""
    on = [crosses_on(sheet, boxes) for sheet in sheets]
    found = [origin(sheets[0])]
    for index in range(1, len(sheets)):
        along, before = (0, index - 1) if index % columns else (1, index - columns)
        across, (x, y) = 1 - along, found[before]
        here = max(on[before], key=lambda at: (at[along], at[across]))
        there = min(on[index], key=lambda at: (at[along], -at[across]))
        found.append((x + there[0] - here[0], y + there[1] - here[1]))
    return found


@pytest.mark.parametrize(
    ("size", "name", "columns"), [((560, 400), "a4", 3), ((560, 400), "a3", 2), ((684, 480), "letter", 4)]
)
def test_tiles_rebuild_the_full_page(raster, paper, boxes, size, name, columns):
    """Cut, laid on each other by their crosses and compared to the full-size page; the crosses themselves are left out.

    A tile that is 0.1 mm out of place is found out.
    """
    prints, render = raster
    (whole,), data = prints(size, FULL)
    page = render(data, 0, whole.size.height, whole.placed[0].trim)
    sheets, tiles = prints(size, paper(name))

    def rebuilt(slip):
        built = Image.new("L", page.size, 128)
        for index, (sheet, (x, y)) in enumerate(zip(sheets, corners(sheets, boxes, columns), strict=True)):
            part = sheet.placed[0].matrix.inverse().bounding_box(sheet.placed[0].trim)
            left, top = (math.ceil(at * SCALE - 1e-6) for at in (part.x, part.y))
            right, bottom = (math.floor(at * SCALE + 1e-6) for at in (part.right, part.bottom))
            rect = Rect(left / SCALE, top / SCALE, (right - left) / SCALE, (bottom - top) / SCALE)
            moved = rect.translate(x + slip * (index == len(sheets) - 1), y)
            built.paste(render(tiles, index, sheet.size.height, moved), (left, top))
        return built

    def worst(built):
        difference = ImageChops.difference(built, page)
        draw = ImageDraw.Draw(difference)
        for cross in (cross for sheet in sheets for cross in on_board(sheet, boxes)):
            x, y = (at * SCALE for at in cross)
            draw.rectangle((x - 6, y - 6, x + 6, y + 6), fill=0)
        for x, y in (sheet.placed[0].matrix.inverse().apply(*origin(sheet)) for sheet in sheets):
            draw.line((x * SCALE - 0.5, 0, x * SCALE - 0.5, page.height), width=2, fill=0)
            draw.line((0, y * SCALE - 0.5, page.width, y * SCALE - 0.5), width=2, fill=0)
        return difference.getextrema()[1]

    assert worst(rebuilt(0.0)) < 40 < worst(rebuilt(0.1 * MM))
