"""Drawings with effects, as drawing programs save them, on paper: against resvg, and by three PDF viewers alike.

The measure is that of test_pictures.py: the mean difference of a colour channel in the worst square of 2 mm, out of 255.
At 10 pixels a millimetre the drawings come to 15.4 at most; without their shadows, masks, blend modes or patterns they
come to more than twice as much.
"""

import io
import tomllib
from pathlib import Path

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.faces.face_renderer import ink_painter
from generator.typeset.face_size import FaceSize
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.typesetter import Typesetter
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf
from generator.write.png import page_png
from generator.write.svg.document import svg

DRAWINGS = {file.stem: file.read_bytes() for file in sorted((Path(__file__).parent / "effects").glob("*.svg"))}
CONFIG = tomllib.loads((Path(__file__).parents[2] / "templates" / "fonts.toml").read_text("utf-8"))
SIDE = 60
PAINT = ink_painter({})
PIXELS = 10
"""To the millimetre."""
DPI = 25.4 * PIXELS
SQUARE = 2 * PIXELS
TOLERANCE = 16.0
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" '
    f'width="{SIDE}mm" height="{SIDE}mm" viewBox="0 0 {SIDE} {SIDE}">'
)


@pytest.fixture(scope="module")
def typeset():
    """The face that shows a drawing."""

    def face(name, drawing, paint=PAINT):
        typesetter = Typesetter(FontLibrary(CONFIG), lambda _: (name, drawing), lambda *_: (), paint=paint)
        shown = f'{HEAD}<image href="{name}.svg" x="0" y="0" width="{SIDE}" height="{SIDE}"/></svg>'
        size = FaceSize(Size(SIDE * MM, SIDE * MM), 0.0)
        return typesetter.face(shown, where="card", language="en", size=size, key="k")

    return face


def pdf(face):
    forms = {form.key: form for form in compile_face(face, {})}
    return b"".join(face_pdf([face], forms, {}))


def by_resvg(source):
    side = SIDE * PIXELS
    data = resvg_py.svg_to_bytes(
        svg_string=source, background="#ffffff", width=side, height=side, dpi=96, skip_system_fonts=True
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def wanted(name):
    """What resvg draws of a drawing, which is as large as what it stands in where it does not say."""
    source = DRAWINGS[name].decode().replace('width="100%" height="100%" ', "")
    return by_resvg(
        source if '<svg width="2' in source else source.replace("<svg ", '<svg width="240" height="240" ', 1)
    )


def by_pdfium(document):
    return Image.open(io.BytesIO(page_png(document, DPI))).convert("RGB")


def difference(one, other):
    apart = ImageChops.difference(one, other.resize(one.size))
    squares = [
        apart.crop((x, y, x + SQUARE, y + SQUARE))
        for x in range(0, apart.width, SQUARE)
        for y in range(0, apart.height, SQUARE)
    ]
    return max(sum(ImageStat.Stat(square).mean) / 3 for square in squares)


@pytest.mark.parametrize("name", DRAWINGS)
def test_pdf_and_svg_look_like_the_drawing(typeset, name):
    face, drawn = typeset(name, DRAWINGS[name]), wanted(name)

    assert difference(drawn, by_pdfium(pdf(face))) < TOLERANCE
    assert difference(drawn, by_resvg(svg(face, {}))) < TOLERANCE


@pytest.mark.referee
@pytest.mark.parametrize("name", DRAWINGS)
def test_viewers_draw_alike(typeset, referee, tmp_path, name):
    document, drawn = pdf(typeset(name, DRAWINGS[name])), wanted(name)
    (tmp_path / "a.pdf").write_bytes(document)
    referee("pdftoppm", "-r", str(DPI), "-png", "-singlefile", tmp_path / "a.pdf", tmp_path / "poppler")
    referee("mutool", "draw", "-q", "-r", str(DPI), "-o", tmp_path / "mupdf.png", tmp_path / "a.pdf")

    for viewer in ("poppler", "mupdf"):
        assert difference(drawn, Image.open(tmp_path / f"{viewer}.png").convert("RGB")) < TOLERANCE, viewer


@pytest.mark.parametrize(
    ("name", "effect", "nothing"),
    [
        ("figma", b'filter="url(#filter0_d_1_2)"', b""),
        ("figma", b'mask="url(#mask0_1_2)"', b""),
        ("figma", b'style="mix-blend-mode:multiply"', b""),
        ("inkscape", b"filter:url(#filter2)", b""),
        ("illustrator", b"fill: url(#New_Pattern)", b"fill: none"),
    ],
)
def test_a_missing_effect_is_seen(typeset, name, effect, nothing):
    drawn, without = wanted(name), DRAWINGS[name].replace(effect, nothing)

    assert without != DRAWINGS[name]
    assert difference(drawn, by_pdfium(pdf(typeset(name, without)))) > 2 * TOLERANCE


def test_words_and_shapes_stay_drawings_under_a_shadow(typeset):
    parts = typeset("figma", DRAWINGS["figma"]).ink.unpack()[1]

    soft = [part for part in parts if part.key.startswith("soft-")]
    assert len(soft) == 5  # a shadow for each of four shapes, one within, and a blurred shape: no whole picture
    assert all(part.width * part.height < 600 * 600 for part in soft)


def test_a_theme_without_greys_has_no_shadows(typeset):
    face = typeset("figma", DRAWINGS["figma"], paint=None)

    assert not any(part.key.startswith("soft-") for part in face.ink.unpack()[1])
    assert difference(wanted("figma"), by_pdfium(pdf(face))) > TOLERANCE
