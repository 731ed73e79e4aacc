"""What each file says of itself, and what other programs say of it."""

import re
import tomllib

import pikepdf
import pypdf
import pytest

from generator.load.game_locations import data_root

GAMES = ("glory-to-rome", "hadrians-wall", "picket")
LAYOUTS = [
    *[(game, "--lang", language) for game in GAMES for language in ("en", "ja")],
    ("glory-to-rome", "--only", "extras", "--backs", "fold"),
    ("glory-to-rome", "--only", "extras", "--split"),
    ("glory-to-rome", "--only", "extras,chips", "--gap", "6mm", "--marks", "lines"),
    ("hadrians-wall", "--lang", "ja", "--theme", "ink-saver"),
    ("hadrians-wall", "--proof"),
]


@pytest.fixture(params=LAYOUTS, ids=" ".join)
def files(request, prints):
    return prints(*request.param)


@pytest.mark.referee
def test_qpdf_finds_nothing_wrong(referee, files):
    for file in files:
        assert "No syntax or stream encoding errors found" in referee("qpdf", "--check", file.path)


@pytest.mark.referee
def test_every_font_is_embedded_subset_and_readable(referee, files):
    for file in files:
        for line in referee("pdffonts", file.path).splitlines()[2:]:
            name, *_, embedded, subset, unicode, _number, _generation = line.split()

            assert (name[6], embedded, subset, unicode) == ("+", "yes", "yes", "yes")


@pytest.mark.referee
def test_poppler_reads_the_boxes(referee, prints):
    for file in prints("glory-to-rome", "--lang", "ja"):
        text = referee("pdfinfo", "-box", file.path)
        wide, high, called = {"a4": ("595.276", "841.89", "A4"), "letter": ("612", "792", "letter")}[file.paper]
        sizes = {f"{wide} x {high} pts ({called})", f"{high} x {wide} pts ({called})"}  # boxes lie across the paper
        boxes = {name: line.split()[1:] for line in text.splitlines() for name in [line.partition("Box:")[0]]}

        assert re.search(r"Page size: +(.+)", text)[1] in sizes
        trim = [float(points) for points in file.pdf.pages[0].trimbox.as_list()]
        assert [float(points) for points in boxes["Trim"]] == pytest.approx(trim, abs=0.006)


def test_every_font_is_a_subset_with_its_letters(files):
    for file in files:
        fonts = [thing for thing in file.pdf.objects if is_a(thing, "/Font")]
        whole = [font for font in fonts if font.Subtype == "/Type0"]
        files_of = [font.FontDescriptor for font in fonts if "/FontDescriptor" in font]

        assert whole
        assert all("/ToUnicode" in font for font in whole)
        assert all("/FontFile2" in about and str(about.FontName)[7] == "+" for about in files_of)


def test_all_is_drawn_in_vectors(files):
    for file in files:
        assert not [thing for thing in file.pdf.objects if is_a(thing, "/Image", "/Subtype")]


def is_a(thing, kind, key="/Type"):
    return isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) and thing.get(key) == kind


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_file_says_what_it_is(prints, game, language):
    told = tomllib.loads((data_root() / game / "game.toml").read_text(encoding="utf-8"))
    for file in prints(game, "--lang", language):
        parts = [part for id_, part in told["components"].items() if part.get("file", id_) == file.stem]
        reader = pypdf.PdfReader(file.path)
        between = {"en": ", ", "ja": "、"}[language]
        title = f"{told['title'][language]}: {between.join(part['title'][language] for part in parts)}"

        assert reader.metadata.title == reader.xmp_metadata.dc_title["x-default"] == title
        assert reader.metadata.author == reader.xmp_metadata.dc_creator[0] == told["designer"]
        assert reader.metadata.subject == told["about"][language]
        assert reader.metadata.creation_date.isoformat() == f"{told['date']}T00:00:00+00:00"
        assert reader.root_object["/Lang"] == reader.xmp_metadata.dc_language[0] == language


EDGES = [
    (("picket", "--flip", "long"), "/DuplexFlipLongEdge"),
    (("picket", "--flip", "short"), "/DuplexFlipShortEdge"),
    (("picket", "--split"), "/Simplex"),
    (("picket", "--backs", "fold", "--only", "raid"), "/Simplex"),
    (("picket", "--backs", "none"), "/Simplex"),
]


@pytest.mark.parametrize(("layout", "duplex"), EDGES)
def test_file_asks_for_true_size_and_the_right_edge(prints, layout, duplex):
    for file in prints(*layout):
        asked = pypdf.PdfReader(file.path).viewer_preferences
        one_sided = len(file.pages) == 1

        assert (asked.print_scaling, asked.pick_tray_by_pdfsize) == ("/None", True)
        assert asked.duplex == ("/Simplex" if one_sided else duplex)
