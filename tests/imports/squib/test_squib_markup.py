import pytest

from generator.imports.squib.squib_markup import has_markup, light_markup


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<b>Gain</b> 2", "**Gain** 2"),
        ("<i>never</i>", "*never*"),
        ("<span font_weight='bold'>Gain</span>", "**Gain**"),
        ("<span style='italic' size='small'>Gain</span>", "*Gain*"),
        ("<span foreground='red'>Gain</span>", "Gain"),
        ("<b>open <i>both", "**open *both***"),
        ("a &amp; b * c", "a & b \\* c"),
        ("gain :coin: now", "gain {coin} now"),
    ],
)
def test_tags_and_words_become_light_markup(text, written):
    assert light_markup(text, {":coin:": "coin"}, has_tags=True) == written


def test_text_without_tags_stays_as_it_is():
    assert light_markup("<b> is 2 * 3", {}, has_tags=False) == "<b> is 2 \\* 3"
    assert [has_markup(text) for text in ("<b>a</b>", "a &amp; b", "1 < 2")] == [True, True, False]
