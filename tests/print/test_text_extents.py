"""How far texts reach, by the limits that they are held to, and by the pixels that pdfium prints."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from PIL import Image, ImageOps

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM
from generator.typeset.face_size import FaceSize
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.typesetter import Typesetter
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf
from generator.write.png import page_png

CONFIG = tomllib.loads((Path(__file__).parents[2] / "templates" / "fonts.toml").read_text("utf-8"))
SIDE = 40
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" '
    f'width="{SIDE}mm" height="{SIDE}mm" viewBox="0 0 {SIDE} {SIDE}">'
)
PIXELS = 20
"""To the millimetre."""
TEXT = '<text x="{x}" y="{y}" font-size="20pt" {how}>{words}</text>'
CASES = [
    ("en", "Å", 10, 4, "", "top"),
    ("en", "jgp", 10, 39.5, "", "bottom"),
    ("en", "Lamplighter", 12, 20, "", "right"),
    ("en", "Lamplighter", 30, 20, 'text-anchor="end"', "left"),
    ("en", "fife", 28, 6, 'font-style="italic" transform="rotate(-60 28 6)"', "top"),
    ("en", "CAUSEWAY", 12, 20, 'font-family="title" font-weight="bold" letter-spacing="1"', "right"),
    ("ja", "見張りの城壁", 12, 20, "", "right"),
    ("ja", "壁", 10, 40, "", "bottom"),
]


@pytest.fixture(scope="module")
def fonts():
    return FontLibrary(CONFIG)


@pytest.fixture
def face(fonts):
    def drawn(svg, language, side):
        setter = Typesetter(fonts, lambda _: None, lambda *_: ())
        size = FaceSize(Size(SIDE * MM, SIDE * MM), (side - SIDE) / 2 * MM)
        return setter.face(svg, where="card", language=language, size=size, key="k")

    return drawn


@pytest.mark.parametrize(("language", "words", "x", "y", "how", "over"), CASES)
def test_excess_is_what_is_printed_over_the_edge(face, fonts, language, words, x, y, how, over):
    text = TEXT.format(x=x, y=y, how=how, words=words)
    with pytest.raises(Faults) as caught:
        face(f"{HEAD}{text}</svg>", language, SIDE)
    told = float(re.search(r"text reaches ([\d.]+) mm over the trim", str(caught.value.faults[0]))[1])

    # On the bleed of the same face, where nothing is cut off, as a group that may stand there.
    wide = HEAD.replace(f'width="{SIDE}mm" height="{SIDE}mm" viewBox="0 0 {SIDE} {SIDE}"', WIDE)
    whole = face(f'{wide}<g pnp:layer="bleed">{text}</g></svg>', language, 3 * SIDE)
    forms = {form.key: form for form in compile_face(whole, fonts)}
    image = Image.open(io.BytesIO(page_png(b"".join(face_pdf([whole], forms, fonts)), 25.4 * PIXELS)))
    left, top, right, bottom = (side / PIXELS - SIDE for side in ImageOps.invert(image.convert("L")).getbbox())
    printed = {"left": -left, "top": -top, "right": right - SIDE, "bottom": bottom - SIDE}

    assert told == pytest.approx(printed[over], abs=0.15)
    assert max(printed, key=printed.get) == over


WIDE = f'width="{3 * SIDE}mm" height="{3 * SIDE}mm" viewBox="{-SIDE} {-SIDE} {3 * SIDE} {3 * SIDE}"'
