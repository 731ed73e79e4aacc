"""Files made to do harm end in a line of words, within limits; what is no PDF is told of."""

import os

import pikepdf
import pytest

from generator.base.errors import Faults
from generator.exchange.preflight import check_process
from generator.exchange.preflight.check_process import check_file
from generator.exchange.preflight.content import content_reader
from generator.exchange.preflight.flaw_lines import flaw_lines
from generator.exchange.preflight.print_rules import PrintRules
from generator.exchange.preflight.shop_rules import rules_for
from tests.exchange.preflight.hostile_files import FILES
from tests.exchange.preflight.press_file import SHOP, draw, press_pdf

HEAVY = {"compressed_content", "many_operators", "forms_in_forms", "many_saved_states", "many_notes", "many_thin_lines"}
"""Those that take seconds; run with `--long`."""


@pytest.mark.parametrize("name", FILES)
def test_hostile_file_is_held(name, tmp_path, long):
    if name in HEAVY and not long:
        pytest.skip("takes seconds; run with --long")
    path = tmp_path / "hostile.pdf"
    FILES[name]().save(path)
    report = check_file(path, rules_for(SHOP))

    assert report.has_faults
    lines = [*flaw_lines(report, "fault"), *flaw_lines(report, "warning")]
    assert all(line.isprintable() and len(line) < 300 for line in lines)


@pytest.mark.parametrize(
    ("content", "check"),
    [
        (b"", "damage"),
        (b"not a PDF", "damage"),
        (b"%PDF-1.4\n1 0 obj\n<<", "damage"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "damage"),
    ],
)
def test_what_is_no_pdf_is_one_fault(content, check, tmp_path):
    path = tmp_path / "cards.pdf"
    path.write_bytes(content)
    report = check_file(path, PrintRules())

    assert [flaw.check for flaw in report.flaws] == [check]


def test_file_cut_off_is_told_to_be_damaged(tmp_path):
    path = tmp_path / "cards.pdf"
    press_pdf().save(path)
    path.write_bytes(path.read_bytes()[:-400])
    report = check_file(path, PrintRules())

    assert "damage" in {flaw.check for flaw in report.flaws}
    assert report.has_faults


def test_locked_file_is_told_of(tmp_path):
    path = tmp_path / "cards.pdf"
    press_pdf().save(path, encryption=pikepdf.Encryption(owner="a", user="b"))

    assert [flaw.check for flaw in check_file(path, PrintRules()).flaws] == ["encryption"]


def test_restricted_file_is_checked_all_the_same(tmp_path):
    path, pdf = tmp_path / "cards.pdf", press_pdf()
    draw(pdf, pdf.pages[0], "0 w 60 60 m 90 60 l S")
    pdf.save(path, encryption=pikepdf.Encryption(owner="a", user=""))

    assert {flaw.check for flaw in check_file(path, PrintRules()).flaws} == {"encryption", "hairline"}


@pytest.mark.parametrize("make", [lambda path: None, os.mkdir, os.mkfifo])
def test_what_cannot_be_read_is_a_fault(make, tmp_path):
    path = tmp_path / "cards.pdf"
    make(path)

    with pytest.raises(Faults, match=r"cards\.pdf: cannot be read"):
        check_file(path, PrintRules())


def test_what_was_found_before_a_crash_is_kept(tmp_path, monkeypatch):
    path, pdf = tmp_path / "cards.pdf", press_pdf()
    draw(pdf, pdf.pages[0], "0 w 60 60 m 90 60 l S")
    pdf.save(path)
    monkeypatch.setattr(content_reader.ContentReader, "paint", dies_on_second_page(content_reader.ContentReader.paint))
    report = check_process.check_file(path, PrintRules())

    assert [flaw.check for flaw in report.flaws] == ["hairline", "unfinished"]
    assert "on page 2" in report.flaws[-1].message


def dies_on_second_page(paint):
    def painted(self, page, *given):
        if page.index:
            os._exit(139)
        return paint(self, page, *given)

    return painted


def test_pages_that_are_alike_are_checked_once(check, monkeypatch):
    """A copy of a card is a page more; its flaws are told of each page, and it costs no work."""
    pdf = press_pdf()
    draw(pdf, pdf.pages[1], "0 w 60 60 m 90 60 l S")
    draw(pdf, pdf.pages[3], "0.1 w 60 60 m 90 60 l S")
    for _ in range(40):
        pdf.pages.extend(pdf.pages[:2])
    monkeypatch.setattr(content_reader, "MOST_STEPS", 500)
    report = check(pdf)

    assert report.facts.checked == report.facts.pages == 84
    assert [(flaw.check, flaw.page) for flaw in report.flaws if flaw.level == "fault"] == [
        ("hairline", page) for page in (2, *range(6, 85, 2))
    ]
    assert [flaw.page for flaw in report.flaws if flaw.level == "warning"] == [4]


def test_pages_that_differ_in_an_inline_picture_are_told_apart(check):
    pdf = press_pdf()
    for page, dots in ((pdf.pages[1], b"\x40" * 400), (pdf.pages[3], b"\xff" * 400)):
        page.Contents = pdf.make_stream(b"q 30 0 0 30 60 60 cm BI /W 10 /H 10 /BPC 8 /CS /CMYK ID " + dots + b" EI Q")
    pages = {flaw.page for flaw in check(pdf).flaws if flaw.check == "image-resolution"}

    assert pages == {2, 4}
