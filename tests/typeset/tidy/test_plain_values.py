"""Colours, lengths and transforms of CSS."""

import pytest

from generator.typeset.tidy.plain_values import Measure, PlainColour, plain_colour, plain_transform

MEASURE = Measure(200, 100, font=10)


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#ABCD", PlainColour("#aabbcc", pytest.approx(0.8667, abs=1e-3))),
        ("rgb(255 0 0)", PlainColour("#ff0000", 1.0)),
        ("rgba(100%, 0%, 0%, .5)", PlainColour("#ff0000", 0.5)),
        ("hsl(240deg 100% 50%)", PlainColour("#0000ff", 1.0)),
        ("transparent", PlainColour("#000000", 0.0)),
        ("rebeccapurple", PlainColour("#663399", 1.0)),
        ("#cd853f icc-color(x, 1)", PlainColour("#cd853f", 1.0)),
        ("#faction", None),
        ("currentColor", None),
        ("", None),
    ],
)
def test_colours(text, colour):
    assert plain_colour(text) == colour


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("1in", 96), ("50%", 100), ("2em", 20), ("3pc", 48), (" 1e1px ", 10), ("x", None), ("1 2", None), ("calc(1px)", None)],
)  # fmt: skip
def test_lengths(text, value):
    assert MEASURE.length(text, MEASURE.width) == value


@pytest.mark.parametrize(("text", "size"), [("medium", 16), ("150%", 15), ("larger", 12), ("2em", 20), ("big", None)])
def test_sizes_of_fonts(text, size):
    assert MEASURE.font_size(text) == size


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3-4)", (4, -3)),
        ("translate(50%, 50%)", (101, 51)),
        ("rotate(.25turn)", (-1, 1)),
        ("scale(200%) translateY(1px)", (2, 4)),
        ("matrix(1 0 0 1 5 6)", (6, 7)),
        ("skewX(45deg)", (2, 1)),
        ("none", (1, 1)),
    ],
)
def test_transforms(text, point):
    assert plain_transform(text, MEASURE).apply(1, 1) == pytest.approx(point)


@pytest.mark.parametrize("text", ["rotate(x)", "spin(3)", "translate()", "rotate(10", "perspective(3px)"])
def test_transforms_that_cannot_be_read(text):
    assert plain_transform(text, MEASURE) is None
