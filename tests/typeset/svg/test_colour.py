import re

import pytest

from generator.typeset.svg.colour import NAMES, colour


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#AbC", "#aabbcc"),
        ("#A0b1C2", "#a0b1c2"),
        (" red ", "#ff0000"),
        ("DarkSlateGrey", "#2f4f4f"),
        ("rgb(1, 20,255)", "#0114ff"),
        ("rgb(100%, 50%, 0%)", "#ff8000"),
        ("rgb(300, 0, 0)", "#ff0000"),
    ],
)
def test_colours_of_svg(text, found):
    assert colour(text) == found


def test_all_names_of_svg_are_known():
    assert len(NAMES) == 147
    assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in NAMES.values())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("gren", "'gren' is not a colour; did you mean 'green'?"),
        ("#12345", "'#12345' is not a colour; write it as #rrggbb"),
        ("hsl(1,2%,3%)", "'hsl(1,2%,3%)' is not a colour; write it as #rrggbb"),
        ("rgb(1.2.3, 0, 0)", "'rgb(1.2.3, 0, 0)' is not a colour; write it as #rrggbb"),
    ],
)
def test_no_colour_is_a_fault(text, what):
    with pytest.raises(ValueError, match=re.escape(what)):
        colour(text)
