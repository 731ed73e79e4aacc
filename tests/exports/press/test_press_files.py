import zlib
from types import SimpleNamespace

import pikepdf
import pytest
from PIL import Image

from generator.base.geometry import Matrix, Size
from generator.exports.findings import Report
from generator.exports.press.output_conditions import output_condition
from generator.exports.press.press_files import PressFile, _Writer
from generator.exports.press.press_pages import PressPage
from generator.load.shops.shop_reader import find_shop
from generator.model.face import Drawing, Face, Part, Shape, Use
from generator.write.png import page_pixels
from tests.exports.conftest import made_deck

MM = 72 / 25.4
SCENES = ("bar", "latrine", "circus", "market", "archway", "atrium", "prison", "scriptorium", "stairway")
"""Orders with many shadows: on hills, in rooms, and of figures upon figures."""


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


def inks(file):
    """Operators of colour in all streams of a file, and what is transparent."""
    found = set()
    for thing in file.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            found |= {key for key in ("/SMask", "/Group", "/ca", "/BM") if key in thing}
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            found |= {str(name) for _, name in pikepdf.parse_content_stream(thing)}
    return found & {"/SMask", "/Group", "/ca", "/BM", "rg", "RG", "cs", "g", "G", "k", "gs", "BT"}


def test_blended_ink_is_a_picture_where_transparency_is_kept(pdfs, blended_game):
    done, files = pdfs(blended_game, "pdfx-4")

    assert [str(each) for each in done.warnings] == [
        "cards/one front: is a picture of 600 dpi under its text, as it has a mask or a blend mode"
    ]
    assert inks(files["cards.pdf"]) == {"k", "BT"}


@pytest.mark.parametrize(("shop", "text"), [("pdfx-1a", {"BT"}), ("mbprint", set())])
def test_x1a_has_inks_alone_and_no_transparency(pdfs, shop, text):
    done, files = pdfs("glory-to-rome", shop, only=["orders:bar"])
    (file,) = files.values()

    assert not done.warnings
    assert inks(file) - {"cs"} == {"k"} | text
    assert str(file.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
    assert file.pdf_version == "1.4"
    assert all(b"/DeviceRGB" not in (done.folder / name).read_bytes() for name in files)


def test_pictures_of_mosaic_stay_drawings_without_transparency(pdfs):
    done, files = pdfs("glory-to-rome", "pdfx-1a", only=[f"orders:{piece}" for piece in SCENES])

    assert not done.warnings
    assert not [each for each in files["orders.pdf"].objects if isinstance(each, pikepdf.Stream) and "/Width" in each]


@pytest.mark.parametrize("order", [("card", "page"), ("page", "card")])
def test_face_has_its_own_black_though_it_is_also_a_part_of_another(order):
    shop, (width, height) = find_shop("drivethrucards"), (180, 250)
    black = Shape(f"M 0 0 L {width} 0 L {width} {height} L 0 {height} Z", fill="#000000")
    card = Face("card", Size(width, height), 9.0, Drawing.of((black,)))
    shown = Use("card", Matrix.scaling(0.5))
    page = Face("page", Size(400, 600), 9.0, Drawing.of((shown,), (Part("card", card.box, (black,)),)))
    writer = _Writer(shop, output_condition(shop.condition, shop.ink), SimpleNamespace(fonts={}), Report())
    faces = {"card": card, "page": page}
    for name in order:
        writer._compile(PressFile(name, name, (PressPage(f"{name}/a#1", "front", faces[name]),)))

    inks = " ".join(f"{share / 100:g}" for share in shop.rich_black)
    assert f"{inks} k" in zlib.decompress(writer._forms["card"].stream).decode()


def test_shops_have_their_order_and_names(pdfs):
    _, cards = pdfs("glory-to-rome", "drivethrucards", only=["leader"])
    _, sizes = pdfs("glory-to-rome", "mbprint", only=["leader"])

    (deck,) = cards.values()
    assert list(cards) == ["glory-to-rome_63.5x88.9.pdf"]
    assert [side for _, side in pieces(deck)] == ["back", "front"]
    assert [float(edge) for edge in deck.pages[0].MediaBox] == pytest.approx([0, 0, 198, 270], abs=0.01)
    assert list(sizes) == ["glory-to-rome_63x88.pdf"]
    assert [side for _, side in pieces(sizes["glory-to-rome_63x88.pdf"])] == ["front", "back"]


def test_faces_are_files_with_their_pictures(pdfs):
    done, files = pdfs("glory-to-rome", "japan", only=["leader"])

    assert set(files) == {"leader/01-leader.pdf", "leader/back.pdf"}
    assert {*done.files} == {*files, "leader/01-leader.jpg", "leader/back.jpg", "report.txt"}
    with Image.open(done.folder / "leader/back.jpg") as picture:
        assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", (815, 1110))
    (intent,) = files["leader/back.pdf"].Root.OutputIntents
    assert str(intent.OutputConditionIdentifier) == "JC200103"
    assert "/DestOutputProfile" not in intent


def test_game_of_a_few_lines_has_title_and_date(pdfs, put_files, tmp_path):
    game = """\
format = 1
title = { en = "Foxes" }
[components.deck]
kind = "cards"
title = { en = "Cards" }
trim = ["63mm", "88mm"]
rows = "cards.csv"
front = "card.svg.j2"
"""
    card = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94"/>'
    files = {"game.toml": game, "cards.csv": "id,copies\nfox,4\n", "templates/card.svg.j2": card}
    _, exported = pdfs(put_files(tmp_path / "foxes", files), "pdfx-1a")
    file = exported["deck.pdf"]

    assert str(file.docinfo["/Title"]) == "Foxes: Cards"
    assert str(file.docinfo["/CreationDate"]).startswith("D:2000")


def test_card_of_another_size_is_a_fault(pdfs):
    done, _ = pdfs("arena", "drivethrucards", only=["victory_points", "characters"])

    assert done.files == ()
    assert any("which DriveThruCards does not cut; it cuts U.S. Poker 63.5" in str(each) for each in done.faults)


@pytest.fixture
def decks(made_game):
    """Two decks of one size, of which one lies, and one of another stock."""
    return made_game(
        one=made_deck(63, 88, (2,)), two=made_deck(88, 63, (1, 3)), thick=made_deck(63, 88, material='"board"')
    )


@pytest.mark.parametrize(("shop", "size"), [("drivethrucards", "63.5x88.9"), ("mbprint", "63x88")])
def test_cards_of_one_size_and_stock_are_one_file(pdfs, decks, shop, size):
    _, files = pdfs(decks, shop, language="en")

    assert {name: len(file.pages) for name, file in files.items()} == {
        f"made_{size}-card.pdf": 12,
        f"made_{size}-board.pdf": 2,
    }
    boxes = {tuple(float(edge) for edge in page.MediaBox) for file in files.values() for page in file.pages}
    assert len(boxes) == 1


def test_split_makes_a_file_for_each_component(pdfs, decks):
    done, files = pdfs(decks, "drivethrucards", language="en", split=True)

    assert {name: len(file.pages) for name, file in files.items()} == {"one.pdf": 4, "two.pdf": 8, "thick.pdf": 2}
    assert done.folder.name == "drivethrucards-en-split"
    assert "in one file" not in (done.folder / "report.txt").read_text()


def test_lying_faces_are_turned_so_that_the_back_reads_upright(pdfs, decks, tmp_path):
    """The upper edges, which have a band, are the same edge of the card."""
    done, _ = pdfs(decks, "mbprint", language="en")

    pages = [*page_pixels(done.folder / "made_63x88-card.pdf", 72)]
    lying = [seen(*page) for page in pages[4:6]]
    assert lying == ["right", "left"]
    assert [seen(*page) for page in pages[:2]] == ["top", "top"]


def seen(width, height, rows):
    """The edge of a page along which it is not white."""
    middles = {"top": (width // 2, 4), "left": (4, height // 2), "right": (width - 5, height // 2)}
    (edge,) = (
        name for name, (x, y) in middles.items() if min(rows[3 * (y * width + x) : 3 * (y * width + x) + 3]) < 128
    )
    return edge
