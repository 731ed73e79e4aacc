"""Headings of texts become the outline of their PDF."""

from generator.base.geometry import Matrix, Rect, Size
from generator.base.units import MM
from generator.build.outputs.headings import outline_entries
from generator.model.face import Drawing, Face
from generator.model.game import Piece, Row
from generator.model.press_sheet import OutlineEntry, PlacedFace, PressSheet


def page(number, *texts):
    """A page with texts of a style, 10 mm below each other."""
    cells = [{"style": style, "text": text, "y": 10.0 * at} for at, (style, text) in enumerate(texts, 1)]
    blocks = tuple(Row(f"b{at}", own, "r.md") for at, own in enumerate(cells))
    piece = Piece(f"p{number}", str(number), 1, Row(f"p{number}", {"blocks": blocks}, "r.md"))
    return piece, Face(f"face {number}", Size(100, 100), 0.0, Drawing.of(()))


def sheet(number, face, left, top):
    trim = Rect(left, top, 100, 100)
    placed = PlacedFace(f"rules/p{number}#1", face, Matrix.translation(left, top), trim, trim)
    return PressSheet(Size(200, 200), "recto", number, (placed,))


def test_entries_stand_where_their_pages_are_placed_first():
    first, second = page(1, ("h2", "**Setup**"), ("body", "Take it.")), page(2, ("h3", "A {horn} *turn*"))
    sheets = [sheet(1, first[1], 0, 0), sheet(2, second[1], 10, 20), sheet(3, first[1], 0, 0)]

    assert list(outline_entries([first, second], sheets)) == [
        OutlineEntry("Setup", 1, 0, 10 * MM),
        OutlineEntry("A  turn", 2, 1, 20 + 10 * MM),
    ]


def test_pages_that_are_not_in_the_file_have_no_entries():
    first, second = page(1, ("h2", "Setup")), page(2, ("h2", "A turn"))

    assert [entry.title for entry in outline_entries([first, second], [sheet(1, second[1], 0, 0)])] == ["A turn"]
