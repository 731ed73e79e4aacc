import io
import re

import pikepdf
import pytest
import uharfbuzz as hb

from generator.base.errors import Faults
from generator.model.face import Font
from generator.write.pdf.container import PdfContainer
from generator.write.pdf.embedded_font import EmbeddedFont, subset

LETTERS = (20, 127, 255, 284, 511)


def outlines(data):
    """The bounding box of each glyph that has one."""
    font = hb.Font(hb.Face(data))
    boxes = {glyph: font.get_glyph_extents(glyph) for glyph in range(font.face.glyph_count)}
    return {glyph: tuple(box) for glyph, box in boxes.items() if box and box.width}


def test_subset_keeps_ids_and_outlines(make):
    whole = outlines((make.folder / "AlegreyaSans-Regular.ttf").read_bytes())
    part = outlines(subset(make.fonts["sans"], LETTERS))

    assert set(LETTERS) <= set(part)
    assert part == {glyph: whole[glyph] for glyph in part}
    assert len(part) < 20


def test_subset_carries_only_what_pdf_needs(make):
    tables = set(hb.Face(subset(make.fonts["sans"], LETTERS)).table_tags)

    assert {"glyf", "loca", "head", "hhea", "hmtx", "maxp"} <= tables
    assert not tables & {"GSUB", "GPOS", "GDEF", "name", "cmap", "post", "OS/2"}


def test_broken_font_is_a_fault(tmp_path):
    (tmp_path / "bad.ttf").write_bytes(b"no font")
    embedded = EmbeddedFont(Font("bad", str(tmp_path / "bad.ttf"), ""), PdfContainer("en"))
    embedded.reference({1: "a"})

    with pytest.raises(Faults, match=r"bad\.ttf"):
        embedded.embed()


def test_readings_that_agree_share_a_voice(make):
    embedded = EmbeddedFont(make.fonts["sans"], PdfContainer("en"))

    assert embedded.reference({1: "a"}) == embedded.reference({1: "a", 2: "b"}) == embedded.reference({2: "b"})


def test_readings_that_differ_get_a_voice_each(make):
    embedded = EmbeddedFont(make.fonts["sans"], PdfContainer("en"))
    first, second = embedded.reference({1: "a", 2: "b"}), embedded.reference({1: "A"})

    assert first != second
    assert embedded.reference({1: "A", 3: "c"}) == second


def fonts_of(opened, make, *texts):
    faces = [make.face(make.run(text), key=text) for text in texts]
    document = opened(make.sheet(*((f"deck/{face.key}#1", face) for face in faces)))
    return [
        thing for thing in document.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
    ]


def test_font_is_composite_and_named_after_its_subset(opened, make):
    composite, descendant = sorted(fonts_of(opened, make, "Roma"), key=lambda font: str(font.Subtype), reverse=True)

    assert (composite.Subtype, descendant.Subtype) == ("/Type0", "/CIDFontType2")
    assert (composite.Encoding, descendant.CIDToGIDMap) == ("/Identity-H", "/Identity")
    assert re.fullmatch("/[A-Z]{6}\\+sans", str(composite.BaseFont))
    assert composite.BaseFont == descendant.BaseFont == descendant.FontDescriptor.FontName


def test_subset_is_named_by_its_glyphs(opened, make):
    names = [str(fonts_of(opened, make, text)[0].BaseFont) for text in ("Roma", "Amor", "amoR")]

    assert names[0] == names[2] != names[1]


def test_widths_are_the_fonts_own(opened, make):
    (descendant,) = (f for f in fonts_of(opened, make, "Wall i") if f.Subtype == "/CIDFontType2")
    told = {}
    entries = list(descendant.W)
    for first, row in zip(entries[::2], entries[1::2], strict=True):
        told |= {int(first) + index: int(width) for index, width in enumerate(row)}
    font = hb.Font(hb.Face(hb.Blob.from_file_path(make.fonts["sans"].path)))
    run = make.run("Wall i")

    assert {g: told.get(g, int(descendant.DW)) for g in run.glyphs} == {
        g: font.get_glyph_h_advance(g) for g in run.glyphs
    }


def test_descriptor_can_be_read_as_a_font(opened, make):
    (descendant,) = (f for f in fonts_of(opened, make, "Roma") if f.Subtype == "/CIDFontType2")
    descriptor = descendant.FontDescriptor
    data = bytes(descriptor.FontFile2.read_bytes())

    assert descriptor.FontFile2.Length1 == len(data)
    assert set(make.run("Roma").glyphs) <= set(outlines(io.BytesIO(data).getvalue()))
    assert descriptor.ItalicAngle == 0
    assert descriptor.Flags == 4
