import io
import xml.etree.ElementTree as ET
from dataclasses import replace

import pikepdf
import pytest
from PIL import Image

from generator.base.geometry import Matrix, Rect, Size
from generator.model.face import Image as Picture
from generator.model.face import Shape, Stroke, Use
from generator.write.pdf.document import face_pdf, pdf
from generator.write.png import page_png


def pieces(page):
    """Marked content of a page: id, side and trim."""
    marked = [words[1] for words, name in pikepdf.parse_content_stream(page) if str(name) == "BDC"]
    return [(str(mark.ID), str(mark.Side), [float(edge) for edge in mark.Trim]) for mark in marked]


def matrices(page):
    return [Matrix(*map(float, words)) for words, name in pikepdf.parse_content_stream(page) if str(name) == "cm"]


def forms(document):
    streams = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
    return [stream for stream in streams if stream.get("/Subtype") == "/Form"]


@pytest.fixture
def red(make):
    return make.face(Shape(make.square(-8, -8, 120), fill="#ff0000"), key="red")


@pytest.fixture
def word(make):
    return make.face(make.run("Forum"), key="word")


def test_sheets_become_pages_in_order(opened, make, red, word):
    document = opened(make.sheet(("deck/a#1", red)), make.sheet(("deck/b#1", word), size=Size(612, 792)))

    assert [[float(edge) for edge in page.MediaBox] for page in document.pages] == [
        [0, 0, 595.276, 841.89],
        [0, 0, 612, 792],
    ]


def test_boxes_hold_all_trims_and_bleeds(opened, make, red):
    (page,) = opened(make.sheet(("deck/a#1", red), ("deck/b#1", red), size=Size(300, 200))).pages

    assert [float(edge) for edge in page.TrimBox] == [10, 76, 218, 180]
    assert [float(edge) for edge in page.BleedBox] == [6, 72, 222, 184]


def test_boxes_stay_on_the_paper(opened, make, red):
    (page,) = opened(make.sheet(("deck/a#1", red), size=Size(116, 126))).pages

    assert [float(edge) for edge in page.BleedBox] == [6, 0, 116, 110]


def test_sheet_without_pieces_has_no_trim(opened, make):
    (page,) = opened(make.sheet(marks=(Shape("M 0 0 L 9 9", stroke=Stroke("#000000", 1)),))).pages

    assert "/TrimBox" not in page
    assert pieces(page) == []


def test_every_piece_carries_its_id_and_trim(opened, make, red, word):
    (page,) = opened(make.sheet(("orders/bar#2", red), ("sites/(x)#1", word), size=Size(300, 200))).pages

    assert pieces(page) == [
        ("orders/bar#2", "front", [10, 76, 114, 180]),
        ("sites/(x)#1", "front", [114, 76, 218, 180]),
    ]


def test_versos_hold_backs(opened, make, red):
    document = opened(make.sheet(("deck/a#1", red)), make.sheet(("deck/a#1", red), side="verso"))

    assert [pieces(page)[0][1] for page in document.pages] == ["front", "back"]


def test_second_half_of_a_folded_piece_is_its_back(opened, make, red, word):
    (page,) = opened(make.sheet(("deck/a#1", red), ("deck/b#1", red), ("deck/a#1", word))).pages

    assert [(id_, side) for id_, side, _ in pieces(page)] == [
        ("deck/a#1", "front"),
        ("deck/b#1", "front"),
        ("deck/a#1", "back"),
    ]


def test_ink_lands_on_the_trim_it_claims(opened, make, red):
    (page,) = opened(make.sheet(("deck/a#1", red), size=Size(300, 200))).pages
    flip, place = matrices(page)
    ((_, _, trim),) = pieces(page)

    assert (flip @ place).apply(0, 104) == pytest.approx(trim[:2])
    assert (flip @ place).apply(104, 0) == pytest.approx(trim[2:])


def test_printers_profile_moves_the_ink_and_not_the_boxes(opened, make, red):
    profile = Matrix.translation(2, -3) @ Matrix.rotation(0.5, (150, 100))
    plain, moved = opened(
        make.sheet(("deck/a#1", red), size=Size(300, 200)),
        make.sheet(("deck/a#1", red), size=Size(300, 200), adjust=profile),
    ).pages

    assert pieces(plain) == pieces(moved)
    assert plain.TrimBox == moved.TrimBox
    x, y = matrices(moved)[0].apply(33, 44)
    assert (x, 200 - y) == pytest.approx(profile.apply(33, 44), abs=0.001)


def test_face_used_twice_is_written_once(opened, make, red, word):
    document = opened(
        make.sheet(("deck/a#1", red), ("deck/a#2", red)), make.sheet(("deck/a#3", red), ("deck/b#1", word))
    )

    assert len(forms(document)) == 2


def test_icon_shared_by_faces_is_written_once(opened, make):
    faces = [make.face(Use("icon", Matrix()), parts=(make.icon,), key=key) for key in "ab"]
    document = opened(make.sheet(*((f"deck/{face.key}#1", face) for face in faces)))

    assert len(forms(document)) == 3


def test_forms_that_no_sheet_needs_stay_out(make, red, word):
    compiled = make.compiled(red, word, make.sink())
    document = make.document(make.sheet(("deck/a#1", red)))

    assert pdf(document, compiled, make.fonts) == pdf(document, make.compiled(red), make.fonts)


def test_marks_come_after_the_pieces_as_artifacts(opened, make, red):
    marks = (Shape("M 0 5 L 9 5", stroke=Stroke("#000000", 0.25)), make.run("Picket 1.0 sheet 1 of 2", size=6))
    (page,) = opened(make.sheet(("deck/a#1", red), marks=marks)).pages
    names = [str(name) for _, name in pikepdf.parse_content_stream(page)]

    assert names[names.index("EMC") + 1] == "BMC"
    assert names[-3:] == ["TJ", "ET", "EMC"]


def test_gradient_among_the_marks_is_placed_on_the_page(opened, make):
    sink = make.sink()
    ink, _ = sink.ink.unpack()
    (page,) = opened(make.sheet(marks=(ink[2],), size=Size(300, 200))).pages

    assert [float(number) for number in page.Resources.Pattern.P0.Matrix] == [30, 0, 0, -30, 5, 135]


def test_picture_keeps_its_alpha(opened, make):
    face = make.face(Picture("blue", Rect(0, 0, 9, 9)), parts=(make.blue,))
    document = opened(make.sheet(("deck/a#1", face)))
    picture = next(thing for thing in document.objects if isinstance(thing, pikepdf.Stream) and "/SMask" in thing)

    assert picture.read_bytes() == make.blue_rows
    assert picture.SMask.read_bytes() == make.blue_alpha


def test_pages_say_how_to_mix_only_where_something_is_transparent(opened, make, red):
    faint = make.face(Shape(make.square(0, 0, 9), fill="#ff0000", opacity=0.5), key="faint")
    opaque, mixed = (opened(make.sheet(("deck/a#1", face))).pages[0] for face in (red, faint))

    assert "/Group" not in opaque
    assert mixed.Group.CS == "/DeviceRGB"


def test_nothing_is_printed_beyond_the_clip(make, red):
    sheet = make.sheet(("deck/a#1", red), size=Size(300, 200))
    page = Image.open(io.BytesIO(page_png(make.pdf(sheet), 72)))
    inked = page.convert("L").point(lambda grey: 255 * (grey < 255)).getbbox()

    assert inked == (6, 16, 118, 128)


def test_no_font_is_left_outside(opened, make, word):
    document = opened(make.sheet(("deck/a#1", word)))
    kinds = {str(thing.get("/Subtype")) for thing in document.objects if isinstance(thing, pikepdf.Dictionary)}

    assert "/Type1" not in kinds
    assert b"Helvetica" not in make.pdf(make.sheet(("deck/a#1", word)))


def test_forms_that_read_a_glyph_differently_keep_their_words(opened, make, word):
    other = make.face(replace(make.run("Forum"), sources=tuple("FORVM")), key="other")
    document = opened(make.sheet(("deck/a#1", word), ("deck/b#1", other)))
    fonts = [form.Resources.Font.F0 for form in forms(document)]

    assert len({font.ToUnicode.read_bytes() for font in fonts}) == 2
    assert len({font.DescendantFonts[0].objgen for font in fonts}) == 1


def test_single_face_fills_its_page(make, red):
    document = pikepdf.open(io.BytesIO(b"".join(face_pdf([red], make.compiled(red), make.fonts))))

    assert [float(edge) for edge in document.pages[0].MediaBox] == [0, 0, 120, 120]
    assert [float(edge) for edge in document.pages[0].TrimBox] == [8, 8, 112, 112]


def test_single_face_may_come_trimmed(make, red):
    document = pikepdf.open(io.BytesIO(b"".join(face_pdf([red], make.compiled(red), make.fonts, bleed=False))))

    assert [float(edge) for edge in document.pages[0].MediaBox] == [0, 0, 104, 104]


DC = "{http://purl.org/dc/elements/1.1/}"


@pytest.fixture
def sheet(make):
    return make.sheet(("raid/a#1", make.face(make.run("Forum"))))


def test_file_says_what_it_is(opened, sheet):
    info = opened(sheet, title="見張り (raid)").docinfo

    assert {key: str(value) for key, value in info.items()} == {
        "/Title": "見張り (raid)",
        "/Author": "A. Maker",
        "/Subject": "Raid cards",
        "/Creator": "Vallum",
        "/Producer": "Vallum",
        "/CreationDate": "D:20261121000000Z",
        "/ModDate": "D:20261121000000Z",
    }


def test_file_without_a_date_says_none(opened, sheet):
    document = opened(sheet, date="")

    assert not {"/CreationDate", "/ModDate"} & document.docinfo.keys()
    assert b"Date>" not in document.Root.Metadata.read_bytes()


def test_packet_says_the_same(opened, sheet):
    packet = ET.fromstring(opened(sheet, title="Tom & <Jerry>", language="ja").Root.Metadata.read_bytes())
    texts = {
        name: " ".join("".join(packet.find(f".//{DC}{name}").itertext()).split()) for name in ("title", "language")
    }

    assert texts == {"title": "Tom & <Jerry>", "language": "ja"}


def test_language_is_set(opened, sheet):
    assert str(opened(sheet, language="ja").Root.Lang) == "ja"


@pytest.mark.parametrize(
    ("duplex", "expected"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), (None, "/Simplex")],
)
def test_printer_is_told_size_and_edge(opened, sheet, duplex, expected):
    wishes = opened(sheet, duplex=duplex).Root.ViewerPreferences

    assert wishes.PrintScaling == "/None"
    assert wishes.Duplex == expected
    assert wishes.DisplayDocTitle


@pytest.mark.parametrize(("language", "expected"), [("ar", "/R2L"), ("he+en", "/R2L"), ("en+he", None), ("ja", None)])
def test_viewer_is_told_that_pages_follow_from_right_to_left(opened, sheet, language, expected):
    assert opened(sheet, language=language).Root.ViewerPreferences.get("/Direction") == expected


def test_version_is_1_7(make, sheet):
    assert make.pdf(sheet).startswith(b"%PDF-1.7\n")
