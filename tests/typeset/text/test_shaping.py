"""Characters become glyphs: kerned, with ligatures, and every glyph knows its characters."""

import pytest

from generator.typeset.text.shaping import shape


@pytest.fixture
def alegreya(fonts):
    return fonts.typeface("alegreya-sans")


def strips(typeface, text, *, spacing=0.0, **features):
    return shape(typeface, text, features=features, language="en", spacing=spacing)


def test_advance_is_that_of_the_font(alegreya):
    (strip,) = strips(alegreya, "H")

    assert strip.total_advance == 0.684
    assert strip.glyphs == (alegreya.font.get_nominal_glyph(ord("H")),)


def test_kerning_narrows_av(alegreya):
    (kerned,), (loose,) = strips(alegreya, "AV"), strips(alegreya, "AV", kern=False)

    assert kerned.total_advance < loose.total_advance
    assert kerned.glyphs == loose.glyphs


def test_ligature_stands_for_its_letters(alegreya):
    assert strips(alegreya, "office")[0].sources == ("o", "f", "fi", "c", "e")
    assert strips(alegreya, "office", liga=False)[0].sources == tuple("office")


def test_composed_and_decomposed_letters_are_one_glyph(alegreya):
    (whole,), (parts,) = strips(alegreya, "é"), strips(alegreya, "e\u0301")

    assert whole.glyphs == parts.glyphs
    assert parts.sources == ("e\u0301",)


def test_second_glyph_of_a_letter_has_no_source(alegreya):
    assert [strip.sources for strip in strips(alegreya, "x\u0301y")] == [("x\u0301", "", "y")]


def test_raised_marks_stand_in_a_hand_of_their_own(alegreya):
    made = strips(alegreya, "x\u0301\u0301y")

    assert [strip.font[2] > 0 for strip in made] == [False, True, False]
    assert sum(strip.total_advance for strip in made) == pytest.approx(
        strips(alegreya, "xy")[0].total_advance, abs=0.02
    )


def test_spacing_follows_letters_and_not_their_marks(alegreya):
    assert strips(alegreya, "x\u0301", spacing=0.5)[0].total_advance == strips(alegreya, "x")[0].total_advance + 0.5


def test_sources_may_be_other_letters(alegreya):
    (strip,) = shape(alegreya, "ROMA", features={}, language="en", sources="roma")

    assert strip.sources == tuple("roma")


def test_full_width_pairs_close_up(fonts):
    (strip,) = strips(fonts.typeface("noto-sans-jp"), "。」")

    assert strip.advances == (0.5, 1.0)


def test_proportional_pairs_are_left_alone(fonts):
    noto = fonts.typeface("noto-sans-jp")
    alone = [strips(noto, char, palt=True)[0].total_advance for char in "。」"]

    assert max(alone) < 0.6
    assert strips(noto, "。」", palt=True)[0].total_advance == pytest.approx(sum(alone))


@pytest.mark.parametrize("text", ["", "\u200d", "\ufe0f\u2060"])
def test_nothing_seen_shapes_to_nothing(alegreya, text):
    assert strips(alegreya, text) == ()
