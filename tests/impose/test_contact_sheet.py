import pytest

from generator.base.geometry import Size
from generator.base.units import MM
from generator.impose.contact_sheet import CAPTION, GAP, HEAD, WIDTH, NamedFace, contact_sheet
from generator.model.face import Drawing, Face


def shown(name, width, height):
    return NamedFace(name, Face(name, Size(width * MM, height * MM), 0.0, Drawing.of(())))


def sheet_of(*some):
    return contact_sheet(some, "Picket", lambda *_: ())


def test_rows_fill_and_wrap():
    sheet = sheet_of(*(shown(f"c{n}", 63, 88) for n in range(10)))

    rows = sorted({round(placed.trim.y, 3) for placed in sheet.placed})
    assert [sum(round(placed.trim.y, 3) == y for placed in sheet.placed) for y in rows] == [9, 1]
    assert rows[0] == pytest.approx(HEAD)
    assert rows[1] == pytest.approx(HEAD + 88 * MM + CAPTION, abs=0.01)


def test_sheet_holds_every_face_apart():
    sheet = sheet_of(shown("board", 684, 480), shown("a", 20, 20), shown("b", 63, 88), shown("c", 63, 88))

    trims = [placed.trim for placed in sheet.placed]
    assert sheet.size.width == pytest.approx(684 * MM + 2 * GAP)
    assert sheet.size.width > WIDTH
    assert all(trim.right < sheet.size.width and trim.bottom < sheet.size.height for trim in trims)
    assert not any(a.overlaps(b) for a in trims for b in trims if a is not b)


def test_nothing_to_show_is_refused():
    with pytest.raises(ValueError, match="needs faces"):
        sheet_of()
