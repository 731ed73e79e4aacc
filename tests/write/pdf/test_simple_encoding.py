import uharfbuzz as hb

from generator.write.pdf.embedded_font import subset
from generator.write.pdf.simple_encoding import code_widths, with_character_map

GLYPHS = {20: "1", 127: "Ż", 255: "é"}


def test_characters_are_mapped_to_glyphs(make):
    data = with_character_map(subset(make.fonts["sans"], GLYPHS), GLYPHS)

    font = hb.Font(hb.Face(data))
    assert {font.get_nominal_glyph(ord(char)): char for char in GLYPHS.values()} == GLYPHS
    assert font.get_nominal_glyph(ord("2")) is None


def test_widths_start_at_the_first_character():
    advances = list(range(300))

    assert code_widths({20: "1", 30: "4", 127: "Ż"}, advances) == (ord("1"), [20, 0, 0, 30])
