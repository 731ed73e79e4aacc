"""Lines of pieces whose widths are given: how many there are, and how they are balanced."""

import pytest

from generator.typeset.text.font_role import ShapedPiece
from generator.typeset.text.line_wrapping import BreakableParagraph, SpanStyle

STYLE = SpanStyle(font_role=None, scale=1.0, colour="#000000", tone="#000000")


def paragraph(*widths):
    """Words of these widths in ems, each with half an em of space after it."""
    pieces = [ShapedPiece("word ", (), width, 0.5, 0.0, 0.7, -0.2, 0.7, 0.0) for width in widths]
    return BreakableParagraph(pieces, [STYLE] * len(pieces))


@pytest.mark.parametrize(
    ("measure", "lines"), [(4.0, [(0, 1), (1, 2), (2, 3)]), (8.5, [(0, 2), (2, 3)]), (8.49, [(0, 1), (1, 3)])]
)
def test_lines_are_filled_as_far_as_possible(measure, lines):
    assert paragraph(4.0, 4.0, 2.0).lines(measure) == lines


@pytest.mark.parametrize(("last", "lines"), [(1.19, [(0, 1), (1, 3)]), (1.21, [(0, 2), (2, 3)])])
def test_last_line_is_at_least_12_percent_of_the_measure(last, lines):
    assert paragraph(4.0, 4.0, last).balanced_lines(10.0, even=False) == lines


def test_even_lines_are_as_narrow_as_their_number_allows():
    words = paragraph(*[1.0] * 7)

    assert words.lines(8.5) == [(0, 6), (6, 7)]
    assert words.balanced_lines(8.5, even=True) == [(0, 4), (4, 7)]


@pytest.mark.parametrize(("words", "hang"), [(("•",), 0.0), (("• ", "word "), 1.5), (("word ", "•"), 0.0)])
def test_lines_of_an_item_hang_behind_its_sign(words, hang):
    pieces = [ShapedPiece(word, (), 1.0, 0.5, 0.0, 0.7, -0.2, 0.7, 0.0) for word in words]

    assert BreakableParagraph(pieces, [STYLE] * len(pieces)).hang == hang
