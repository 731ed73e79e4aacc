"""Fonts with cubic outlines: embedded so that a viewer finds every glyph, also where the font has CIDs."""

from pathlib import Path

import pypdfium2
import pytest
import uharfbuzz as hb

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.model.face import Drawing, Face, Font, GlyphRun
from generator.write.pdf.cff_table import _operand, with_glyph_ids_as_cids
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf
from generator.write.pdf.embedded_font import subset

FONTS = {
    name: Font(name, str(Path(__file__).parent / "fonts" / f"{name}.otf"), "OFL-1.1") for name in ("cids", "names")
}
"""Five glyphs of Noto Sans CJK JP (© 2014-2021 Adobe, SIL Open Font License 1.1), which has CIDs; and four shapes."""
DOTS = 4
"""Pixels in a point."""


def extents(name, char):
    """The id of a character's glyph, and the left and right edge of its ink, in points at 100 points."""
    font = hb.Font(hb.Face(hb.Blob.from_file_path(FONTS[name].path)))
    glyph = font.get_nominal_glyph(ord(char))
    box = font.get_glyph_extents(glyph)
    return glyph, box.x_bearing / 10, (box.x_bearing + box.width) / 10


def pdf_of(name, char):
    glyph, _, _ = extents(name, char)
    run = GlyphRun(name, 100, 10, 120, (glyph,), (0.0,), (char,), 100)
    face = Face(key="face", trim=Size(200, 200), bleed=0, ink=Drawing.of((run,), ()))
    return b"".join(face_pdf([face], {form.key: form for form in compile_face(face, FONTS)}, FONTS))


@pytest.mark.parametrize(
    ("name", "char"), [("cids", "A"), ("cids", "V"), ("cids", "壁"), ("names", "A"), ("names", "B")]
)
def test_viewer_draws_the_glyph_that_was_meant(name, char):
    page = pypdfium2.PdfDocument(pdf_of(name, char))[0]
    ink = page.render(scale=DOTS).to_pil().convert("L").point(lambda value: 255 if value < 128 else 0).getbbox()
    _, left, right = extents(name, char)

    assert ink is not None
    assert (ink[0] / DOTS - 10, ink[2] / DOTS - 10) == pytest.approx((left, right), abs=1.0)
    assert page.get_textpage().get_text_range() == char


def test_font_without_cids_stays():
    data = Path(FONTS["names"].path).read_bytes()

    assert with_glyph_ids_as_cids(data, 4) == data


def test_other_glyphs_are_left_out():
    part = subset(FONTS["names"], [2])

    assert len(part) < len(subset(FONTS["names"], [1, 2, 3]))
    assert {"CFF ", "head", "hmtx"} <= set(hb.Face(part).table_tags)


@pytest.mark.parametrize("at", range(200, 2000, 200))
def test_damaged_file_is_told_or_drawn(tmp_path, at):
    data = bytearray(Path(FONTS["cids"].path).read_bytes())
    data[at : at + 8] = b"\xff" * 8
    (tmp_path / "bad.otf").write_bytes(data)
    font = Font("bad", str(tmp_path / "bad.otf"), "")

    try:
        assert subset(font, [1, 2])
    except Faults as refused:
        assert "cannot be embedded" in str(refused)  # noqa: PT017  either is right


@pytest.mark.parametrize(
    ("glyphs", "table"), [(5, b"\1\0\1\3"), (257, b"\1\0\1\xff"), (258, b"\2\0\1\1\0"), (65_535, b"\2\0\1\xff\xfd")]
)
def test_all_glyphs_are_one_range(glyphs, table):
    data = Path(FONTS["cids"].path).read_bytes()
    changed = with_glyph_ids_as_cids(data, glyphs)
    at = next(at for at, (old, new) in enumerate(zip(data, changed, strict=True)) if old != new)

    # bytes at the begin of the table may be as they were
    assert any(changed[start:].startswith(table) for start in range(at - len(table) + 1, at + 1))
    assert len(changed) == len(data)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ("8b", 0),
        ("ef", 100),
        ("27", -100),
        ("fa7c", 1000),
        ("fe7c", -1000),
        ("1c2710", 10_000),
        ("1cd8f0", -10_000),
        ("1d000186a0", 100_000),
        ("1dfffe7960", -100_000),
        ("1ee2a25f", 0),
        ("1e0a140541c3ff", 0),
    ],
)
def test_numbers_are_those_of_the_technical_note(data, value):
    """Those of tables 3 to 5 of Adobe Technical Note 5176, with another byte behind."""
    coded = bytes.fromhex(data)

    assert _operand(coded + b"\x0f", 0) == (value, len(coded))
