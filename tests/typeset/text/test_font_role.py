"""A font_role picks the font of each character, remembers its words, and knows what stands where."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.typeset.text import font_role
from generator.typeset.text.font_role import MissingGlyphError, RoleStyle


@pytest.fixture
def text(fonts):
    return fonts.font_role(RoleStyle("text", "en"))


def advance(piece):
    return piece.width + piece.space


def sources(piece):
    return [source for strip in piece.strips for source in strip.sources]


def fonts_of(piece):
    return [strip.font[0] for strip in piece.strips]


def test_small_capitals_of_the_font(fonts):
    caps = fonts.font_role(RoleStyle("text", "en", small_caps=True))

    assert caps.piece("Abc").strips[0].glyphs != fonts.font_role(RoleStyle("text", "en")).piece("Abc").strips[0].glyphs
    assert "".join(sources(caps.piece("Abc"))) == "Abc"


def test_small_capitals_are_made_where_the_font_has_none(fonts):
    caps, title = (fonts.font_role(RoleStyle("title", "en", small_caps=low)) for low in (True, False))
    piece = caps.piece("Roma")

    assert [strip.font[1] for strip in piece.strips] == [1.0, 0.8]
    assert piece.strips[1].glyphs == title.piece("OMA").strips[0].glyphs
    assert sources(piece) == ["R", "o", "m", "a"]


def test_figures_are_lining_unless_asked(fonts):
    old_style = fonts.font_role(RoleStyle("text", "en", features=("-lnum", "onum")))

    assert fonts.font_role(RoleStyle("text", "en")).piece("0").ascent > 0.6
    assert fonts.font_role(RoleStyle("text", "en")).piece("3").strips[0].glyphs != old_style.piece("3").strips[0].glyphs


def test_letter_spacing_follows_every_letter_and_parts_ligatures(fonts, text):
    spaced = fonts.font_role(RoleStyle("text", "en", spacing=0.1)).piece("fit")

    assert sources(spaced) == ["f", "i", "t"]
    assert spaced.width - text.piece("f").width - text.piece("i").width - text.piece("t").width == pytest.approx(
        0.3, abs=0.02
    )
    assert spaced.trim == 0.1


def test_spaces_after_a_word_are_apart(text):
    word, spaced = text.piece("Forum"), text.piece("Forum ")

    assert spaced.width == pytest.approx(word.width)
    assert spaced.space == pytest.approx(text.piece(" ").space) == 0.165
    assert sources(spaced)[-1] == " "


def test_first_font_with_the_character_speaks(fonts):
    assert fonts_of(fonts.font_role(RoleStyle("text", "en")).piece("Wall城壁")) == ["alegreya-sans", "noto-sans-jp"]
    assert fonts_of(fonts.font_role(RoleStyle("title", "ja", bold=True)).piece("第3")) == [
        "noto-sans-jp-bold",
        "cinzel-bold",
    ]


@pytest.mark.parametrize(
    ("language", "word", "wanted"),
    [
        ("ja", "1年", ["noto-sans-jp-bold"]),
        ("ja", "JACK 2", ["cinzel-bold", "noto-sans-jp-bold"]),
        ("en", "12", ["alegreya-sans-bold"]),
        ("en", "Rome", ["cinzel-bold"]),
    ],
)
def test_figures_of_headings_have_a_font_of_their_own(fonts, language, word, wanted):
    assert fonts_of(fonts.font_role(RoleStyle("heading", language, bold=True)).piece(word)) == wanted


def test_signs_among_japanese_are_full_width(fonts):
    assert fonts.font_role(RoleStyle("title", "ja")).piece("…").width == 1
    assert fonts.font_role(RoleStyle("title", "en")).piece("…").width < 1


def test_japanese_is_not_kerned(fonts):
    assert fonts.font_role(RoleStyle("text", "ja")).piece("ファ").width == 2


def test_full_width_brackets_close_up(fonts):
    font_role = fonts.font_role(RoleStyle("text", "ja"))
    pieces = font_role.pieces("「あ」。「い")

    assert [piece.text for piece in pieces] == ["「あ」。", "「い"]
    assert pieces[0].width == 3
    assert font_role.piece("「あ」。").width == 3.5
    assert font_role.piece("あ。").trim == 0.5


@pytest.mark.parametrize(
    ("written", "drawn"), [("a\u00adb", "ab"), ("a\u200bb", "ab"), ("a\ufeffb", "a\ufeffb"), ("a\ufe0fb", "a\ufe0fb")]
)
def test_unseen_characters_take_no_room(text, written, drawn):
    piece = text.piece(written)

    assert piece.width == pytest.approx(text.piece("ab").width)
    assert "".join(sources(piece)) == drawn


def test_variation_selector_stays_with_its_kanji(fonts):
    assert fonts_of(fonts.font_role(RoleStyle("text", "ja")).piece("葛\U000e0100")) == ["noto-sans-jp"]


@pytest.mark.parametrize("space", "\u00a0\u202f\u2009\u2003\u3000")
def test_every_space_has_a_width(text, space):
    assert text.missing_characters(space) == ()
    assert advance(text.piece(f"a{space}b")) > text.piece("ab").width


def test_missing_characters_are_named_once(text):
    assert text.missing_characters("ꙮꚅ ꙮ 😀 ok\x07") == ("ꙮ", "ꚅ", "😀", "\x07")
    with pytest.raises(MissingGlyphError):
        text.pieces("ꙮ")


def test_mark_that_no_font_has_with_its_letter_is_named(text):
    assert text.missing_characters("か\u0323") == ("\u0323",)


def test_direction_marks_need_no_glyph(text):
    assert text.missing_characters("a\u202e\u200f") == ()


@given(word=st.text(st.sampled_from("AVToffi,.é’fl-—ÅgjQß1/2 城かーっ。「ﬁ"), min_size=1, max_size=12))
def test_no_text_is_lost_and_advances_never_turn_back(fonts, word):
    pieces = fonts.font_role(RoleStyle("text", "en")).pieces(word)

    assert "".join(source for piece in pieces for source in sources(piece)) == word
    assert all(step >= 0 for piece in pieces for strip in piece.strips for step in strip.advances)


def test_blanks_at_the_end_have_their_width_in_ems_of_each_font():
    strips = [SimpleNamespace(sources=("a", " "), advances=(0.5, 0.25), font=("x", 4.0))]
    strips += [SimpleNamespace(sources=("\u3000",), advances=(1.0,), font=("y", 3.0))]

    assert font_role._trailing_blank(strips) == 4.0
    assert font_role._trailing_blank([SimpleNamespace(sources=(" ", "a"), advances=(9.0, 9.0), font=("x", 2.0))]) == 0.0
