"""Ink and notes on a form are told; scans, printed forms and merged files give one line that says what to do.

The files are built small, as programs make them: pdfunite, qpdf, pdftk, pypdf, pikepdf, MuPDF, Chromium.
"""

import io
import os
import warnings

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from pypdf import PdfReader, PdfWriter

from generator.base.errors import Faults
from generator.scoresheets.file_origin import is_picture_file


@pytest.fixture
def line(reading):
    """The one line for bytes that are no sheet."""

    def of(data):
        with pytest.raises(Faults) as caught:
            reading(data)
        (fault,) = caught.value.faults
        return fault.what

    return of


def annotated(changed, data, *annotations):
    def add(pdf):
        page = pdf.pages[0].obj
        for entries in annotations:
            made = Dictionary(Type=Name.Annot, Rect=Array([9, 9, 99, 99]), **entries)
            page.Annots.append(pdf.make_indirect(made))

    return changed(data, add)


def ink(strokes):
    return {"Subtype": Name.Ink, "InkList": Array([Array([9, 9, 20, 20])] * strokes)}


def test_strokes_of_ink_are_counted(reading, form, changed):
    filled = reading(annotated(changed, form({"path_1": "fighter"}), ink(33), ink(22)))

    assert [(flaw.rule, flaw.facts) for flaw in filled.flaws] == [("ink", {"count": 55})]


@pytest.mark.parametrize("kind", ["FreeText", "Stamp", "Square", "Highlight", "Text", "Line", "FileAttachment"])
def test_notes_beside_the_boxes_are_told(reading, blank, changed, kind):
    data = annotated(changed, blank, {"Subtype": Name(f"/{kind}")}, {"Subtype": Name.Popup})

    assert [(flaw.rule, flaw.facts["count"]) for flaw in reading(data).flaws] == [("notes", 1)]


def test_hidden_notes_links_and_popups_are_no_marks(reading, blank, changed):
    hidden = {"Subtype": Name.Square, "F": 2}
    data = annotated(changed, blank, hidden, {"Subtype": Name.Popup}, {"Subtype": Name.Link})

    assert not reading(data).flaws


def pictured(pages):
    made = [Image.new("RGB", (620, 877), "white") for _ in range(pages)]
    out = io.BytesIO()
    made[0].save(out, "PDF", save_all=True, append_images=made[1:])
    return out.getvalue()


def test_scan_says_what_to_do(line):
    assert line(pictured(2)).startswith("is a scan or a photo: its pages are pictures, which are not read; write its")


def test_scan_in_strips_or_in_a_drawing_is_a_scan(line):
    def strip(pdf, height):
        size = {"Width": 620, "Height": height, "ColorSpace": Name.DeviceGray, "BitsPerComponent": 8}
        return pdf.make_stream(bytes(620 * height), Type=Name.XObject, Subtype=Name.Image, **size)

    with pikepdf.new() as pdf:
        strips = Dictionary({f"/I{number}": strip(pdf, 88) for number in range(10)})
        drawing = pdf.make_stream(b"", Subtype=Name.Form, Resources=Dictionary(XObject=Dictionary(I=strip(pdf, 877))))
        for drawn in (strips, Dictionary(D=drawing)):
            pdf.add_blank_page().obj.Resources = Dictionary(XObject=drawn)
        file = io.BytesIO()
        pdf.save(file)

    assert line(file.getvalue()).startswith("is a scan or a photo")


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"\x89PNG\r\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"\0\0\0\x18ftypheic", "HEIC"),
        (b"RIFF0000WEBP", "WebP"),
        (b"II*\0", "TIFF"),
    ],
)
def test_picture_in_place_of_a_sheet_says_what_to_do(line, start, name):
    expected = f"is a picture ({name}); 'vallum sheet read' takes photos of sheets with --game"
    assert line(start + bytes(99)) == expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
def test_named_pipe_is_no_picture_and_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    assert not is_picture_file(tmp_path / "pipe")


def without_form(pdf):
    """As Chromium, cairo and mutool leave a form that was printed."""
    del pdf.Root.AcroForm, pdf.Root.Names
    for page in pdf.pages:
        del page.obj.Annots


def test_printed_form_says_what_to_do(line, blank, changed):
    words = line(changed(blank, without_form))

    assert words.startswith(
        "is no scoresheet: it has no form (one that was printed to PDF, flattened or merged has ink"
    )
    assert "save the form itself" in words


def test_pages_copied_without_their_form_say_so(line, blank):
    """As pypdf's `add_page` and `mutool clean file.pdf out.pdf 1` leave them."""
    copy, file = PdfWriter(), io.BytesIO()
    for page in PdfReader(io.BytesIO(blank)).pages:
        copy.add_page(page)
    copy.write(file)

    assert line(file.getvalue()).startswith("has fields on its pages, but not the form they belong to")


def test_ink_on_a_sheet_without_a_form_is_told_too(line, blank, changed):
    def drawn(pdf):
        without_form(pdf)
        pdf.pages[0].obj.Annots = Array([pdf.make_indirect(Dictionary(**ink(3)))])

    assert "3 strokes or notes lie on it" in line(changed(blank, drawn))


def renamed(again):
    """As qpdf, MuPDF or pdftk merge two forms: the fields of the second have other names."""

    def merge(pdf):
        fields = pdf.Root.AcroForm.Fields
        for field in list(fields):
            copied = Dictionary({key: value for key, value in field.items() if key != "/Parent"})
            copied.T = String(again(str(field.T)))
            fields.append(pdf.make_indirect(copied))

    return merge


@pytest.mark.parametrize("again", ["{}+1", "{} [1817]", "1.{}", "{}#0"])
def test_second_sheet_with_other_names_is_noticed(line, blank, changed, again):
    assert line(changed(blank, renamed(again.format))).startswith("was merged from two sheets: it has a field '")


def test_page_of_another_form_with_other_names_is_noticed(line, blank, changed):
    def replaced(pdf):
        for field in pdf.Root.AcroForm.Fields[300:]:
            field.T = String(f"{field.T}+1")

    assert line(changed(blank, replaced)).startswith("was merged from two sheets: it has a field '")


def test_forms_joined_without_a_word_to_the_form_are_noticed(line, form):
    """As pdfunite and pikepdf's pages do: the form knows the fields of the first file only."""
    with (
        warnings.catch_warnings(action="ignore"),
        pikepdf.open(io.BytesIO(form({"fort_01": 1}))) as first,
        pikepdf.open(io.BytesIO(form({"fort_01": 0}))) as second,
    ):
        first.pages.extend(second.pages)
        out = io.BytesIO()
        first.save(out)

    assert line(out.getvalue()).startswith("was merged from two sheets: it has pages with fields of another form")


def test_page_of_another_form_in_the_first_is_noticed(line, form):
    with (
        warnings.catch_warnings(action="ignore"),
        pikepdf.open(io.BytesIO(form({"fort_01": 1}))) as first,
        pikepdf.open(io.BytesIO(form({"traders_01": 1}))) as second,
    ):
        first.pages[1] = second.pages[1]
        out = io.BytesIO()
        first.save(out)

    assert line(out.getvalue()).startswith("was merged from two sheets: it has pages with fields of another form")


def test_fields_twice_by_their_names_are_noticed(line, blank):
    writer = PdfWriter()
    for _ in range(2):
        writer.append(io.BytesIO(blank))
    out = io.BytesIO()
    writer.write(out)

    assert line(out.getvalue()).endswith("save it anew, or each of two merged forms")
