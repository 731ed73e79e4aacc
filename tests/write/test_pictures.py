"""What pdfium makes of the PDF against what resvg, which shares no code with it, makes of the plain SVG.

The measure is the mean difference of a colour channel in the worst square of 2 mm, out of 255: letters and edges differ
a little everywhere, a thing out of place differs a lot somewhere. Every kind of ink together comes to 3; an icon that
is 0.1 mm off to 16, and 0.5 mm to 65.
"""

import io

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

from generator.base.units import MM
from generator.write.pdf.document import face_pdf
from generator.write.png import page_png
from generator.write.svg.document import svg

DPI = 600
SQUARE = round(2 * MM / 72 * DPI)
TOLERANCE = 10.0


def by_pdfium(make, face):
    return Image.open(io.BytesIO(page_png(face_pdf([face], make.compiled(face), make.fonts), DPI)))


def by_resvg(make, face, *, outlines, size):
    fonts = [font.path for font in make.fonts.values()]
    data = resvg_py.svg_to_bytes(
        svg_string=svg(face, make.fonts, outlines=outlines),
        background="#ffffff",
        width=size[0],
        height=size[1],
        dpi=96,
        skip_system_fonts=True,
        font_files=[] if outlines else fonts,
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def difference(one, other):
    apart = ImageChops.difference(one, other)
    squares = [
        apart.crop((x, y, x + SQUARE, y + SQUARE))
        for x in range(0, apart.width, SQUARE)
        for y in range(0, apart.height, SQUARE)
    ]
    return max(sum(ImageStat.Stat(square).mean) / 3 for square in squares)


def test_text_and_outlines_look_alike(make):
    text, outlines = (by_resvg(make, make.sink(), outlines=outlines, size=(500, 500)) for outlines in (False, True))

    assert difference(text, outlines) < 0.5


@pytest.mark.parametrize("outlines", [True, False])
def test_pdf_and_svg_show_the_same(make, outlines):
    face = make.sink()
    ours = by_pdfium(make, face)

    assert difference(ours, by_resvg(make, face, outlines=outlines, size=ours.size)) < TOLERANCE


@pytest.mark.parametrize("millimetres", [0.1, 0.5, -0.5])
def test_icon_out_of_place_is_seen(make, millimetres):
    ours = by_pdfium(make, make.sink())
    shifted = by_resvg(make, make.sink(millimetres * MM), outlines=True, size=ours.size)

    assert difference(ours, shifted) > TOLERANCE
