"""Files made to do harm end in a line of words, within limits; what is no PDF is told of."""

import faulthandler
import os
import random
import re
import signal
import subprocess
import sys

import pikepdf
import pytest

from generator.base.errors import Faults
from generator.preflight import check_process, drawn_page
from generator.preflight.check_process import check_file
from generator.preflight.content import content_reader, image_pixels
from generator.preflight.flaw_lines import flaw_lines
from generator.preflight.print_flaw import FAULT, UNCHECKED, WARNING
from generator.preflight.print_rules import PrintRules
from generator.preflight.shop_rules import rules_for
from tests.preflight.hostile_files import FILES
from tests.preflight.press_file import SHOP, draw, press_pdf
from tests.preflight.tiny_pdf import tiny_pdf

pytestmark = pytest.mark.limited_child

FOLLOWS_DAMAGE = {"page-count", "empty-page", "page-order", "page-sizes", "unknown"}
HEAVY = {"compressed_content", "many_operators", "forms_in_forms", "many_saved_states", "many_notes", "many_thin_lines"}
"""Those that take seconds; run with `--long`."""


@pytest.mark.parametrize("name", FILES)
def test_hostile_file_is_held(name, tmp_path, long):
    if name in HEAVY and not long:
        pytest.skip("takes seconds; run with --long")
    path = tmp_path / "hostile.pdf"
    FILES[name]().save(path)
    report = check_file(path, rules_for(SHOP))

    assert report.has_faults or not report.is_complete
    lines = [line for level in (FAULT, WARNING, UNCHECKED) for line in flaw_lines(report, level)]
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


@pytest.mark.parametrize("shop", [SHOP, None])
def test_of_a_file_cut_in_half_only_the_damage_is_told(shop, tmp_path):
    path, pdf = tmp_path / "cards.pdf", tiny_pdf()
    pdf.save(path)
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"stream")])
    report = check_file(path, rules_for(shop) if shop else PrintRules())

    assert {flaw.message for flaw in report.flaws if flaw.check in FOLLOWS_DAMAGE} == set()
    assert "damage" in {flaw.check for flaw in report.flaws}


@pytest.mark.parametrize("shop", [SHOP, None])
def test_of_a_file_without_pages_that_is_all(shop, save):
    flaws = check_file(save(pikepdf.new()), rules_for(shop) if shop else PrintRules()).flaws

    assert [flaw.message for flaw in flaws if flaw.check in FOLLOWS_DAMAGE] == ["the file has no pages"]


@pytest.mark.parametrize("pages", [1, 3])
def test_odd_pages_are_counted_in_words(pages, save):
    pdf = tiny_pdf(pages=pages)
    messages = [flaw.message for flaw in check_file(save(pdf), rules_for("mbprint")).flaws]

    assert (
        f"the file has {pages} page{'' if pages == 1 else 's'}, an odd number; each card needs a front and a back"
        in messages
    )


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
    assert report.flaws[-1].message.startswith("from page 2 on: the check ends unexpectedly")
    assert [flaw.level for flaw in report.flaws] == ["fault", "unchecked"]


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGXCPU), "takes more than 120 seconds"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "stopped from outside"),
        (lambda: [0] * (1 << 40), "needs more than 1,024 MB"),
        (lambda: (faulthandler.disable(), os.kill(os.getpid(), signal.SIGSEGV)), "a fault of this program"),
        (lambda: os._exit(1), "a fault of this program"),
    ],
    ids=["time", "killed", "memory", "crash", "exit"],
)
def test_what_ends_a_check_is_no_fault_of_the_file(ending, reason, save, monkeypatch):
    monkeypatch.setattr(content_reader.ContentReader, "paint", lambda *_: ending())
    (flaw,) = check_file(save(press_pdf()), PrintRules()).flaws

    assert (flaw.level, flaw.check) == ("unchecked", "unfinished")
    assert flaw.message.startswith("from page 1 on: ")
    assert reason in flaw.message


def test_bug_of_ours_is_no_fault_of_the_file(save, monkeypatch):
    monkeypatch.setattr(content_reader.ContentReader, "paint", lambda *_: 1 // 0)
    report = check_file(save(press_pdf()), PrintRules())

    assert {(flaw.level, flaw.message) for flaw in report.flaws} == {
        ("unchecked", "this program cannot read a part of the page (ZeroDivisionError); look at a proof")
    }


def test_page_that_takes_long_to_draw_is_not_called_bad(save, monkeypatch):
    """Half a page of shapes over each other, of which only some are drawn before time is up."""
    monkeypatch.setattr(drawn_page, "MOST_SECONDS", -1)
    pdf = press_pdf()
    for page in pdf.pages:
        draw(pdf, page, "0 0 0 0.1 k 60 60 30 20 re f " * 400)
    report = check_file(save(pdf), rules_for(SHOP))

    assert {(flaw.level, flaw.message.partition(",")[0]) for flaw in report.flaws} == {
        ("unchecked", "the page takes too long to draw")
    }


@pytest.mark.parametrize(
    ("filter_", "level"), [("/FlateDecode", "fault"), ("/SomethingNew", "unchecked"), ("/JPXDecode", "unchecked")]
)
def test_content_that_is_packed_in_an_unknown_way_is_not_damaged(filter_, level, save):
    pdf = press_pdf()
    pdf.pages[1].Contents = pikepdf.Stream(pdf, b"no data of this kind", Filter=pikepdf.Name(filter_))
    flaws = check_file(save(pdf, compress_streams=False), PrintRules()).flaws

    assert {(flaw.page, flaw.level) for flaw in flaws} == {(2, level)}


def test_content_that_ends_in_nonsense_is_checked_up_to_it(save):
    pdf = press_pdf()
    pdf.pages[1].Contents = pdf.make_stream(b"0 w 60 60 m 90 60 l S\n" * 20_000 + b"1 0 obj << /A 2 0 R >> endobj f")
    flaws = [flaw for flaw in check_file(save(pdf), PrintRules()).flaws if flaw.check != "font-embedding"]

    assert {(flaw.page, flaw.level, flaw.check) for flaw in flaws} >= {(2, "fault", "hairline")}
    assert not [flaw for flaw in flaws if flaw.check == "damage"]


def test_font_whose_length_is_not_written_is_in_the_file(save):
    path = save(press_pdf())
    data, count = re.subn(rb"(/Length1 [0-9]+ )/Length [0-9]+", rb"\1/Length null", path.read_bytes())
    path.write_bytes(data)
    report = check_file(path, PrintRules())

    assert count
    assert report.is_complete
    assert "font-embedding" not in {flaw.check for flaw in report.flaws}


@pytest.mark.parametrize("content", [b"(" * 300, b"10 10 foo 3 bar"])
def test_page_that_cannot_be_read_is_not_called_empty(content, save):
    pdf = press_pdf()
    pdf.pages[1].Contents = pdf.make_stream(content)
    flaws = check_file(save(pdf), PrintRules()).flaws

    assert {(flaw.page, flaw.level, flaw.check) for flaw in flaws} == {(2, "unchecked", "unknown")}


def test_picture_too_large_to_be_added_up_is_told_of(check, monkeypatch):
    monkeypatch.setattr(image_pixels, "MOST_PIXELS", 100)

    assert {(flaw.level, flaw.message) for flaw in check(press_pdf()).flaws} == {
        ("unchecked", "the ink of a picture of 150 × 150 pixels is not added up")
    }


def test_million_lines_take_seconds_and_little_memory(tmp_path, long):
    """15 seconds of computing and 400 MB; a hundredth of them unless --long, in proportion."""
    count = 1_000_000 if long else 10_000
    place = random.Random(1).randrange
    lines = (f"{place(590)}.5 {place(800)} m {place(590)} {place(800)}.25 l S" for _ in range(count))
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(595, 842))
    page.Contents = pdf.make_stream(b"0.5 w\n" + "\n".join(lines).encode())
    pdf.save(tmp_path / "lines.pdf")
    command = [sys.executable, "-c", CHECK, str(tmp_path / "lines.pdf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, kilobytes = map(float, done.stdout.split())

    assert seconds < (15 if long else 3)
    assert kilobytes / 1024 < (400 if long else 150)


CHECK = """
import re
import resource
import sys
from pathlib import Path
from generator.preflight.check_process import check_file
from generator.preflight.print_rules import PrintRules
report = check_file(Path(sys.argv[1]), PrintRules())
children, own = resource.getrusage(resource.RUSAGE_CHILDREN), resource.getrusage(resource.RUSAGE_SELF)
peak = int(re.search("VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1])
print(sum((children.ru_utime, children.ru_stime, own.ru_utime, own.ru_stime)), max(peak, children.ru_maxrss))
sys.exit(not report.is_complete or report.has_faults)
"""
"""Prints seconds of computing and kilobytes; the largest size that the system tells of a process is that of its parent."""


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


def test_facts_of_a_file_that_cannot_be_opened_come_back(tmp_path):
    path = tmp_path / "cards.pdf"
    press_pdf().save(path, encryption=pikepdf.Encryption(owner="a", user="b"))

    assert check_file(path, PrintRules()).facts.bytes == path.stat().st_size
