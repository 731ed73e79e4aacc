"""Themes from files."""

import pytest

from generator.base.errors import Faults, UsageError
from generator.render.templates.theme import read_theme

OURS = b"""
[colour]
ink = "#332211"
paper = "#ffffff"
[line]
thin = 0.2
[flag]
fills = true
"""


def faults(text):
    with pytest.raises(Faults) as caught:
        read_theme("colour", [("themes/colour.toml", text)])
    return str(caught.value).splitlines()


def test_theme_is_read():
    theme = read_theme("colour", [("themes/colour.toml", OURS)])

    assert theme.colour["ink"] == "#332211"
    assert theme.line["thin"] == 0.2
    assert theme.flag["fills"] is True


def test_nearer_file_wins_and_adds():
    mine = b'[colour]\nink = "#000000"\nbrick = "#a03020"\n'

    theme = read_theme("colour", [("mine", mine), ("ours", OURS)])

    assert dict(theme.colour) == {"ink": "#000000", "paper": "#ffffff", "brick": "#a03020"}
    assert theme.flag == {"fills": True}


def test_unknown_theme_is_an_error_of_use():
    with pytest.raises(UsageError, match="no theme called 'color'; did you mean 'colour'"):
        read_theme("color", [], ["colour", "ink-saver"])


def test_wrong_values_come_together():
    text = b'[colour]\nink = "red"\n[line]\nthin = "1mm"\n[flag]\nfills = 1\nname = true\n[flags]\n'

    assert faults(text) == [
        "themes/colour.toml [colour.ink]: 'red' is no colour; write it like '#a03020'",
        "themes/colour.toml [line.thin]: '1mm' is no line width; give millimetres as a number",
        "themes/colour.toml [flag.fills]: 1 is no flag; write true or false",
        "themes/colour.toml [flag]: a flag cannot be called 'name'",
        "themes/colour.toml: unknown part 'flags'; did you mean 'flag'?",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"[colour\n", "themes/colour.toml:1:8: expected ']' at the end of a table's name"),
        (
            b'a = "\xff"',
            "themes/colour.toml:1:6: byte FF is not UTF-8 and looks like Windows-1252; open the file as Windows-1252 in an editor and save it as UTF-8",
        ),
        (b"colour = 3", "themes/colour.toml [colour]: a table was expected; write [colour]"),
        (b"a = " + b"[" * 5000, "themes/colour.toml: nested too deeply"),
        (
            b'[colour]\nInk = "#000000"',
            "themes/colour.toml [colour]: 'Ink' is no name; use small letters, digits and _",
        ),
    ],
)
def test_file_that_is_no_theme(text, expected):
    assert faults(text) == [expected]
