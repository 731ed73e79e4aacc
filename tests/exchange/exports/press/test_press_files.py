import pikepdf
import pytest

MM = 72 / 25.4


@pytest.fixture
def pdfs(export):
    """Export pieces of a game to a shop; gives the export and its PDF files by name, opened."""
    opened = []

    def run(game, shop, **options):
        done = export(game, shop, **options)
        files = {name: pikepdf.open(done.folder / name) for name in done.files if name.endswith(".pdf")}
        opened.extend(files.values())
        return done, files

    yield run
    for file in opened:
        file.close()


def pieces(file):
    """Id and side of the face on each page."""
    found = []
    for page in file.pages:
        marks = [words[1] for words, name in pikepdf.parse_content_stream(page) if str(name) == "BDC"]
        found += [(str(mark.ID), str(mark.Side)) for mark in marks]
    return found


def test_each_copy_has_its_pages_in_the_order_of_the_shop(pdfs):
    done, files = pdfs("picket", "pdfx-4", only=["raid"])
    found = pieces(files["raid.pdf"])

    assert not done.faults
    assert [side for _, side in found[:4]] == ["front", "back", "front", "back"]
    assert found[0][0] == found[1][0]
    assert len(set(found)) == len(found)


def test_pages_have_the_bleed_of_the_shop(pdfs):
    _, files = pdfs("picket", "pdfx-4", only=["raid"])
    page = files["raid.pdf"].pages[0]
    media, trim, bleed = ([float(edge) for edge in box] for box in (page.MediaBox, page.TrimBox, page.BleedBox))

    assert bleed == media
    assert trim[:2] == pytest.approx([3 * MM, 3 * MM], abs=0.01)
    assert trim[2:] == pytest.approx([edge - 3 * MM for edge in media[2:]], abs=0.01)


def test_x4_blends_in_the_space_of_its_condition(pdfs):
    _, files = pdfs("glory-to-rome", "pdfx-4", only=["orders:bar"])
    file = files["orders.pdf"]

    assert str(file.docinfo["/GTS_PDFXVersion"]) == "PDF/X-4"
    assert {str(page.Group.CS) for page in file.pages} == {"/DeviceCMYK"}
    assert str(file.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA39"


def test_what_fills_the_paper_is_left_out(pdfs):
    done, _ = pdfs("picket", "pdfx-4", only=["score"])

    assert [str(each) for each in done.faults] == [
        "pdfx-4: nothing that is left can be printed there; choose components with --only"
    ]
    assert done.files == ()
