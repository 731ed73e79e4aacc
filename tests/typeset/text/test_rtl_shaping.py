"""Right-to-left words: glyphs from left to right, joined, with one character each."""

import pytest

from generator.typeset.text.font_role import RoleStyle
from generator.typeset.text.rtl_shaping import shape_rtl

pytest.importorskip("fontpkg_ibm_plex_sans_arabic")
pytest.importorskip("justmytype_intl_rtl")


@pytest.fixture
def shaped(fonts):
    def shape(text, id_="ibm-plex-sans-arabic", **how):
        return shape_rtl(fonts.typeface(id_), text, features={}, language="ar", **how)

    return shape


def sources(strips):
    return [source for strip in strips for source in strip.sources]


def test_glyphs_stand_from_left_to_right(shaped):
    (strip,) = shaped("سور")

    assert strip.sources == ("ر", "و", "س")
    assert strip.is_rtl


def test_letters_are_joined(shaped):
    (alone,), (twice,) = shaped("س"), shaped("سس")

    assert alone.glyphs[0] not in twice.glyphs
    assert twice.glyphs[0] != twice.glyphs[1]


def test_ligature_gives_each_glyph_one_character(shaped):
    (strip,) = shaped("لا")

    assert strip.sources == ("ا", "ل")
    assert strip.advances[0] == 0 < strip.advances[1]


def test_marks_lie_over_a_word_that_stays_whole(shaped):
    baseline, *marks = shaped("شَلوم", id_="noto-sans-arabic")

    assert "".join(baseline.sources[::-1]) == "شلوم"
    assert "\u064e" in sources(marks)
    assert sum(strip.total_advance for strip in (baseline, *marks)) == pytest.approx(sum(baseline.advances))


def test_brackets_are_mirrored(fonts):
    role = fonts.font_role(RoleStyle("text", "he"))
    rtl, ltr = (role.directed_piece("(", is_rtl=is_rtl).strips[0] for is_rtl in (True, False))

    assert rtl.sources == ltr.sources == ("(",)
    assert rtl.glyphs != ltr.glyphs
    assert rtl.glyphs == role.piece(")").strips[0].glyphs


def test_joined_letters_are_never_spaced_out(fonts):
    spaced = fonts.font_role(RoleStyle("text", "ar", spacing=0.2))
    plain = fonts.font_role(RoleStyle("text", "ar"))

    assert spaced.directed_piece("سور", is_rtl=True).width == plain.directed_piece("سور", is_rtl=True).width
    assert spaced.directed_piece("שור", is_rtl=True).width > plain.directed_piece("שור", is_rtl=True).width + 0.5
