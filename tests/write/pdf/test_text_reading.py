"""Text of other scripts is copied from a PDF as it is read: by the maps of its fonts alone, and by ActualText."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pikepdf
import pytest

from generator.base.geometry import Size
from generator.model.face import Drawing, Face
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.single_line import LineStyle, set_line
from generator.typeset.text.text_markup import TextOrigin, plain
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf

CONFIG = Path(__file__).parents[3] / "templates" / "fonts.toml"
LINES = [
    ("ar", "اسحب بطاقتين من المجموعة والسلام"),
    ("he", "שומר החומה לוקח שני קלפים"),
    ("hi", "हर पाँचवें पत्ते की क़ीमत एक सिक्का अधिक है।"),
    ("th", "ผู้เฝ้ากำแพงจั่วไพ่สองใบ"),
    ("hi", "“पाँचवें पत्ते की क़ीमत…”"),
]


@pytest.fixture(scope="module")
def pdf(tmp_path_factory):
    """The file of one line of text."""
    for package in ("icu", "fontpkg_ibm_plex_sans_arabic", "justmytype_intl_sea", "justmytype_intl_south_asia"):
        pytest.importorskip(package)
    folder = tmp_path_factory.mktemp("pdfs")
    fonts = FontLibrary(tomllib.loads(CONFIG.read_text("utf-8")), folder / "fonts")

    def written(language, text):
        runs = set_line(plain(text), 20, 30, LineStyle(language=language, size=12), fonts, TextOrigin("x")).runs
        face = Face(key="face", trim=Size(400, 60), bleed=0, ink=Drawing.of(runs, ()))
        file = folder / f"{language}.pdf"
        file.write_bytes(b"".join(face_pdf([face], {form.key: form for form in compile_face(face, fonts)}, fonts)))
        return file

    return written


def maps(pdf):
    """What each font of a file says for its glyphs."""
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and "/ToUnicode" in item:
            lines = re.findall(rb"^<([0-9a-f]{4})><([0-9a-f]+)>", item.ToUnicode.read_bytes(), re.MULTILINE)
            yield {int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in lines}


@pytest.mark.parametrize(("language", "text"), LINES)
def test_maps_of_the_fonts_have_every_letter(pdf, language, text):
    with pikepdf.open(pdf(language, text)) as file:
        said = "".join(words for known in maps(file) for words in known.values())

    assert set(text.replace(" ", "")) <= set(said)


@pytest.mark.parametrize(("language", "text"), LINES[:2])
def test_right_to_left_glyphs_have_one_character_each(pdf, language, text):
    with pikepdf.open(pdf(language, text)) as file:
        assert all(len(words) == 1 for known in maps(file) for words in known.values())


@pytest.mark.referee
@pytest.mark.parametrize(("language", "text"), LINES)
def test_poppler_reads_the_text(pdf, language, text):
    assert shutil.which("pdftotext"), "apt-get install poppler-utils"
    found = subprocess.run(["pdftotext", pdf(language, text), "-"], capture_output=True, text=True, check=True).stdout

    assert re.sub("[\u202a-\u202e\u200e\u200f\f\n]", "", found) == text
