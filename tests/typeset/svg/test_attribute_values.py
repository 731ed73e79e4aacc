import re

import pytest

from generator.typeset.svg.attribute_values import NAMES, PICTURE_UNITS, colour, length, number, numbers, share


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), (" -2.50 ", -2.5), ("+.5", 0.5), ("5.", 5), ("1e2", 100), ("2E-1", 0.2)]
)
def test_numbers_as_svg_writes_them(text, value):
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "'' is not a number"),
        ("two", "'two' is not a number"),
        ("3mm", "'3mm' is not a number"),
        ("1e400", "'1e400' is not a finite number"),
        ("NaN", "'NaN' is not a finite number"),
        ("-inf", "'-inf' is not a finite number"),
        ("1000001", "'1000001' is over 1,000,000"),
    ],
)
def test_no_number_is_a_fault(text, what):
    with pytest.raises(ValueError, match=what):
        number(text)


def test_template_lengths_are_millimetres():
    assert [length("3"), length("3mm"), length("1cm"), length("1in")] == [3, 3, 10, 25.4]
    assert length("72pt") == pytest.approx(25.4)


def test_picture_lengths_are_pixels():
    assert length("3px", PICTURE_UNITS) == 3
    assert length("25.4mm", PICTURE_UNITS) == pytest.approx(96)


def test_pixels_have_no_place_in_a_template():
    with pytest.raises(ValueError, match="'3px' is not a length; write a bare number or one in mm, cm, in, pt"):
        length("3px")


@pytest.mark.parametrize("text", ["1 2,3", "1,2 , 3", " 1 2 3 ", "1 2\n3"])
def test_lists_take_spaces_and_commas(text):
    assert numbers(text) == [1, 2, 3]


def test_lists_need_no_gap_before_a_sign():
    assert numbers("1-2.5.5") == [1, -2.5, 0.5]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1 -1000001 2", "'-1000001' is over 1,000,000"),
        ("1 1e400", "'1e400' is not a finite number"),
        ("3e6 2", "'3e6' is over 1,000,000"),
    ],
)
def test_lists_name_the_number_that_is_too_large(text, what):
    with pytest.raises(ValueError, match=what):
        numbers(text)


def test_lists_take_the_largest_numbers_and_none():
    assert numbers("1000000 -1000000") == [1e6, -1e6]
    assert numbers("") == []


@pytest.mark.parametrize("text", ["1 two", "1;2", "1 2mm"])
def test_broken_lists_are_faults(text):
    with pytest.raises(ValueError, match="is not a list of numbers"):
        numbers(text)


def test_shares_are_held_between_0_and_1():
    assert [share("0.3"), share("30%"), share("-1"), share("7")] == [0.3, 0.3, 0, 1]


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
