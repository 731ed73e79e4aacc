import pikepdf
import pytest
from pikepdf import Name

from generator.base.errors import UsageError
from generator.base.units import to_mm
from generator.load.shops.shop_reader import find_shop, shop_names
from generator.preflight.check_process import check_file
from generator.preflight.print_rules import PrintRules
from generator.preflight.shop_rules import rules_for
from tests.preflight.press_file import draw, draw_text_in_helvetica, end_art_at_cut, name_piece, press_pdf
from tests.preflight.tiny_pdf import ART_TO_CUT, TRIM, image, say_pdfx, separation, tiny_pdf

PDF_SHOPS = [name for name in shop_names() if find_shop(name).takes == "pdf"]


@pytest.mark.parametrize("name", PDF_SHOPS)
def test_rules_say_what_the_shop_says(name):
    shop, rules = find_shop(name), rules_for(name)

    def asked(key, otherwise):
        return otherwise if key in shop.advised else getattr(shop, key)

    assert (rules.shop, rules.edge, rules.bleed) == (shop.title, asked("safe", 0), asked("bleed", 0) or None)
    assert (rules.pdfx, rules.takes_fonts) == (asked("standard", ""), not asked("outlines", False))
    assert (rules.takes_transparency, rules.takes_marks) == (asked("transparency", True), asked("marks", True))
    assert rules.asks_ink == bool(asked("ink", 0))
    assert not rules.asks_ink or rules.most_ink == shop.ink


@pytest.mark.parametrize("name", [name for name in shop_names() if name not in PDF_SHOPS])
def test_shop_that_takes_pictures_is_told_of(name):
    with pytest.raises(UsageError, match=f"takes pictures and no PDFs; vallum export --to {name} makes them"):
        rules_for(name)


def test_unknown_shop_is_told_of():
    with pytest.raises(UsageError, match="no shop called 'netprnt'; did you mean 'netprint'"):
        rules_for("netprnt")


def test_shop_with_outlines_wants_no_text(check):
    assert "font-outlines" in {flaw.check for flaw in check(press_pdf(), "mbprint").flaws}


@pytest.mark.parametrize(
    ("shop", "level"),
    [("pdfx-1a", "fault"), ("mbprint", "fault"), ("house-4", "fault"), ("pdfx-4", None), (None, "fault")],
)
def test_jbig2_is_told_where_a_standard_or_a_press_refuses_it(check, shop, level):
    """PDF/X-4 is based on PDF 1.6, which has JBIG2, and does not forbid it."""
    picture = image(400, 400, BitsPerComponent=1, ColorSpace=Name.DeviceGray, Filter=Name.JBIG2Decode, data=b"")
    pdf = tiny_pdf("36 0 0 36 60 150 cm /I Do", resources={"XObject": {"I": picture}})
    levels = {flaw.level for flaw in check(pdf, shop).flaws if flaw.check == "image-compression"}

    assert levels == ({level} if level else set())


NETPRINT = {
    "a4": ((210, 297), set()),
    "a4 on its side": ((297, 210), set()),
    "jis b5": ((182, 257), set()),
    "postcard": ((100, 148), set()),
    "letter": ((215.9, 279.4), {"page-size"}),
    "iso b5": ((176, 250), {"page-size"}),
    "a7": ((74, 105), {"page-size"}),
    "smaller than a7": ((70, 100), {"page-size"}),
    "larger than a2": ((420, 600), {"page-size"}),
}


@pytest.mark.parametrize("name", NETPRINT)
def test_copier_is_asked_for_its_papers(check, name):
    (width, height), expected = NETPRINT[name]
    pdf = press_pdf()
    del pdf.pages[1:]
    page = pdf.pages[0]
    page.mediabox = [0, 0, width * 72 / 25.4, height * 72 / 25.4]
    del page.obj["/TrimBox"], page.obj["/BleedBox"]

    report = check(pdf, "netprint")
    assert {flaw.check for flaw in report.flaws} == expected
    assert report.has_faults == (name in {"smaller than a7", "larger than a2"})


def test_copier_takes_ten_megabytes_of_the_versions_it_knows(save):
    pdf = press_pdf()
    pdf.Root.Ballast = pdf.make_stream(bytes(range(256)) * 41_000)
    path = save(pdf, force_version="2.0", compress_streams=False)
    found = {flaw.check: flaw.message for flaw in check_file(path, rules_for("netprint")).flaws}

    assert found["file-size"] == "the file has 10.9 MB; netprint takes 10 MB at most"
    assert found["pdf-version"] == "the file is PDF 2.0; netprint takes 1.3, 1.4, 1.5, 1.6, 1.7"


def test_general_rules_take_what_home_printers_print(check):
    pdf = press_pdf()
    draw(pdf, pdf.pages[0], "1 0 0 rg 60 200 30 20 re f")

    assert check(pdf, None).flaws == []
    draw_text_in_helvetica(pdf, pdf.pages[0])
    assert [flaw.check for flaw in check(pdf, None).flaws] == ["font-embedding"]


def test_lengths_of_general_rules_are_points():
    assert to_mm(PrintRules().least_line) == pytest.approx(0.09, abs=0.005)


def test_page_that_blends_in_rgb_is_told_of_where_transparency_is_taken(check):
    pdf = press_pdf()
    pdf.pages[1].obj.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB)
    pdf.pages[2].obj.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceCMYK)
    found = [(flaw.level, flaw.page) for flaw in check(pdf, "pdfx-4").flaws if flaw.check == "colour-space"]

    assert found == [("fault", 2)]


def test_piece_with_an_outline_of_its_own_needs_no_bleed_beyond_its_trim(check):
    """The art of a coin ends within its box; where it is cut, the page does not say."""
    found = []
    for cut in ("", " /Cut (a4e4952c)"):
        pdf = press_pdf()
        end_art_at_cut(pdf, pdf.pages[2])
        name_piece(pdf, pdf.pages[2], cut)
        found.append({flaw.check for flaw in check(pdf).flaws})

    assert found == [{"art-in-bleed"}, set()]


def two_sizes():
    pdf = tiny_pdf()
    pdf.pages[1].trimbox = [20, 20, 100, 100]
    return pdf


STRANGE_CARD = {
    "marks and too little bleed": lambda: tiny_pdf(BleedBox=TRIM),
    "an odd number of pages": lambda: tiny_pdf(pages=3),
    "400 % of ink": lambda: tiny_pdf("1 1 1 1 k 60 200 30 20 re f"),
    "a hairline": lambda: tiny_pdf("0 w 60 100 m 90 100 l S"),
    "a spot colour": lambda: tiny_pdf(
        "/S cs 1 scn 60 200 30 20 re f", resources={"ColorSpace": {"S": separation("Gold")}}
    ),
    "art that ends at the cut": lambda: tiny_pdf(art=ART_TO_CUT),
    "pages of two sizes": two_sizes,
}
"""What ISO 15930 says nothing of."""


@pytest.mark.parametrize("name", STRANGE_CARD)
@pytest.mark.parametrize("standard", ["pdfx-1a", "pdfx-4"])
def test_standard_tells_its_own_rules_only(check, name, standard):
    pdf = say_pdfx(STRANGE_CARD[name](), standard)

    assert check(pdf, standard).flaws == []
    assert check(pdf, standard.replace("pdfx", "house")).has_faults


def test_what_we_advise_is_no_rule_of_a_shop(check):
    """MBPrint names neither a limit of ink nor a standard; we export PDF/X-1a with 240 % for it."""
    pdf = tiny_pdf("0.8 0.7 0.7 0.7 k 60 200 30 20 re f")

    assert check(pdf, "mbprint").flaws == []
    assert {flaw.check for flaw in check(pdf, "house-1a").flaws} == {"ink", "pdfx", "output-intent"}
