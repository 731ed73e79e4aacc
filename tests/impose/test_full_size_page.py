import pytest

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.full_size_page import full_size_paper
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint
from generator.impose.press_sheets import impose
from generator.model.paper import FULL


@pytest.fixture(scope="session")
def plotted(face, slug, set_text):
    """Sheets of boards given by their sizes."""

    def press(*sizes, **options):
        boards = [PieceToPrint(f"boards/b{at}#1", face(f"b{at}", *size)) for at, size in enumerate(sizes)]
        return impose(boards, FULL, ImpositionOptions(**options), slug, set_text)

    return press


@pytest.mark.parametrize("size", [(684, 480), (480, 684), (300, 300), (120, 90)])
def test_page_is_the_board_and_a_strip_around_it(plotted, size):
    (sheet,) = plotted(size).sheets

    (placed,) = sheet.placed
    strip = (sheet.size.width - placed.trim.width) / 2
    assert (placed.trim.width / MM, placed.trim.height / MM) == pytest.approx(size)
    assert sheet.size.height - placed.trim.height == pytest.approx(2 * strip)
    assert 10 * MM < strip < 15 * MM
    assert placed.trim.x - placed.clip.x == pytest.approx(3 * MM)
    assert placed.clip.bottom - placed.trim.bottom == pytest.approx(3 * MM)


def test_every_board_has_a_page_of_its_own(plotted):
    imposed = plotted((684, 480), (560, 400), (684, 480))

    assert [sheet.number for sheet in imposed.sheets] == [1, 2, 3]
    assert [len(sheet.placed) for sheet in imposed.sheets] == [1, 1, 1]
    assert imposed.grids == ("full-684x480-1x1", "full-560x400-1x1")


def test_slug_bar_and_marks_find_room(plotted, boxes, texts):
    imposed = plotted((684, 480))
    (sheet,) = imposed.sheets

    assert imposed.warnings == ()
    assert "Picket · Raid cards · version 1.0 · sheet 1 of 1 · full-684x480-1x1 · en" in texts(sheet)
    printable = Rect(0, 0, sheet.size.width, sheet.size.height).expand(-1 * MM)
    assert all(printable.contains(box) for box in boxes(sheet.marks))
    assert not any(sheet.placed[0].clip.overlaps(box) for box in boxes(sheet.marks))


@pytest.mark.parametrize(("backs", "sides"), [("duplex", ["recto", "verso"]), ("fold", ["recto"]), ("none", ["recto"])])
def test_backs_are_pages_of_their_own(face, slug, set_text, backs, sides):
    board = PieceToPrint("boards/b#1", face("b", 684, 480), face("B", 684, 480))

    assert [
        sheet.side for sheet in impose([board], FULL, ImpositionOptions(backs=backs), slug, set_text).sheets
    ] == sides


def test_page_needs_no_more_for_pieces_that_do_not_bleed():
    assert (
        full_size_paper(PieceKind(1000, 500, 0, 0)).size.width < full_size_paper(PieceKind(1000, 500, 9, 0)).size.width
    )


def test_skip_and_gap_mean_nothing_here(plotted):
    (sheet,) = plotted((684, 480), skip=3, gap=40.0).sheets

    assert len(sheet.placed) == 1
