import pikepdf
import pytest


def spaces(page):
    return [[str(each) for each in space[:2]] for space in page.Resources.get("/ColorSpace", {}).values()]


def test_cuts_are_lines_in_an_ink_of_their_own_on_fronts_only(export):
    done = export("picket", "cutcontour", only=["raid"])

    with pikepdf.open(done.folder / "raid-a4.pdf") as file:
        front, back, *_ = file.pages
        assert spaces(front) == [["/Separation", "/CutContour"]]
        assert spaces(back) == []
        content = front.Contents.read_bytes()
        states = front.Resources.get("/ExtGState", {}).values()
        overprints = [bool(state.OP) for state in states if "/OP" in state]
    assert content.count(b" CS 1 SCN") == 9  # the cards of the first sheet
    assert overprints == [True]  # what lies below is printed too
    assert "CutContour" in (done.folder / "report.txt").read_text()


@pytest.mark.referee
def test_ghostscript_finds_the_cuts_on_a_plate_of_their_own(export, referee, tmp_path):
    image = pytest.importorskip("PIL.Image")
    done = export("glory-to-rome", "cutcontour", only=["chips"])

    referee("gs", "-q", "-o", tmp_path / "p%d.tif", "-sDEVICE=tiffsep", "-r100", done.folder / "extras-a4.pdf")
    with image.open(tmp_path / "p1(CutContour).tif") as plate:
        dark = [value < 128 for value in plate.convert("L").tobytes()]
    # Six circles of 25 mm, lines of a pixel or two.
    assert 6 * 3.14 * 98 * 0.5 < sum(dark) < 6 * 3.14 * 98 * 2.5
