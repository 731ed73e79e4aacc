"""Marks as they are drawn by programs we did not write, after the form was filled by libraries that are not ours."""

import io

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

SCALE = 4
STATES = ["wall_02", "fear_01", "fear_01_filled"]


@pytest.fixture
def ink(tmp_path, referee):
    """How dark a place of the first page is, from 0 to 1, as pdfium, poppler or MuPDF draws it."""

    def pages(file, program):
        path, drawn = tmp_path / "filled.pdf", tmp_path / "drawn.png"
        path.write_bytes(file)
        if program == "pdfium":
            pdf = pypdfium2.PdfDocument(path)
            pdf.init_forms()
            return pdf[0].render(scale=SCALE, may_draw_forms=True).to_pil().convert("L")
        if program == "poppler":
            referee("pdftoppm", "-r", 72 * SCALE, "-png", "-singlefile", path, drawn.with_suffix(""))
        else:
            referee("mutool", "draw", "-q", "-r", 72 * SCALE, "-o", drawn, path, 1)
        from PIL import Image

        return Image.open(drawn).convert("L")

    def dark(file, program, rect):
        box = [round(SCALE * end) for end in (rect.x + 1, rect.y + 1, rect.right - 1, rect.bottom - 1)]
        pixels = pages(file, program).crop(box)
        return sum(count for level, count in enumerate(pixels.histogram()) if level < 128) / (
            pixels.width * pixels.height
        )

    return dark


def filled(file, names):
    with pikepdf.open(io.BytesIO(file)) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            if str(field.T) in names:
                field.V = field.AS = pikepdf.Name("/ ")
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "program",
    ["pdfium", pytest.param("poppler", marks=pytest.mark.referee), pytest.param("mupdf", marks=pytest.mark.referee)],
)
@pytest.mark.parametrize("name", STATES)
def test_every_mark_is_drawn_where_its_control_is(whole, ink, program, name):
    rect = next(control.rect for control in whole.controls if control.name == name)

    assert ink(whole.file(), program, rect) == 0
    assert ink(filled(whole.file(), {name}), program, rect) > 0.1


def test_marks_stay_within_their_controls(whole, ink):
    beside = next(control.rect for control in whole.controls if control.name == "fear_01_filled")

    assert ink(filled(whole.file(), {"fear_01", "wall_03"}), "pdfium", beside) == 0


def clicked(file, points):
    """The file as pdfium saves it after clicks, points from the lower left."""
    pdf = pypdfium2.PdfDocument(file)
    pdf.init_forms()
    page = pdf[0]
    for x, y in points:
        for act in (pdfium.FORM_OnMouseMove, pdfium.FORM_OnLButtonDown, pdfium.FORM_OnLButtonUp):
            act(pdf.formenv, page, 0, x, y)
    out = io.BytesIO()
    pdf.save(out)
    pdf.close()
    return out.getvalue()


def test_a_click_marks_the_state_that_is_clicked(whole, ink):
    wanted = {control.name: control.rect for control in whole.controls if control.name in {"wall_03", "fear_01_filled"}}
    file = clicked(whole.file(), [(x, 60 - y) for x, y in (rect.centre for rect in wanted.values())])

    with pikepdf.open(io.BytesIO(file)) as pdf:
        assert {str(field.T) for field in pdf.Root.AcroForm.Fields if field.get("/AS") == "/ "} == set(wanted)
    assert all(ink(file, "pdfium", rect) > 0.1 for rect in wanted.values())


def test_no_two_fields_share_what_is_typed_in_them(whole):
    with whole.opened() as pdf:
        drawn = [field.AP.N.objgen for field in pdf.Root.AcroForm.Fields if field.FT != "/Btn"]

    assert len(set(drawn)) == len(drawn) > 8
