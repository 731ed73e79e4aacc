"""Widths of texts by what their fonts state."""

import pytest
from pikepdf import Array, Dictionary, Name

from generator.preflight.content.text_widths import PLAIN, read_widths


def simple(**entries):
    return Dictionary(Subtype=Name.TrueType, FirstChar=65, Widths=[500, 600], **entries)


def composite(**entries):
    return Dictionary(Subtype=Name.Type0, DescendantFonts=Array([Dictionary(**entries)]))


@pytest.mark.parametrize(
    ("font", "text", "ems"),
    [
        (simple(), b"AB", 1.1),
        (simple(), b"AZ", 0.5),
        (simple(FontDescriptor=Dictionary(MissingWidth=250)), b"AZ", 0.75),
        (Dictionary(Subtype=Name.Type3, FirstChar=65, Widths=[5], FontMatrix=[0.1, 0, 0, 0.1, 0, 0]), b"A", 0.5),
        (composite(), b"\0\1\0\2", 2),
        (composite(DW=300), b"\0\1", 0.3),
        (composite(W=[1, [400, 450]]), b"\0\1\0\2\0\3", 1.85),
        (composite(W=[1, 3, 400, 9, [100]]), b"\0\2\0\3\0\11", 0.9),
    ],
)
def test_text_is_as_wide_as_its_letters(font, text, ems):
    assert read_widths(font).total(text) == pytest.approx(ems)


@pytest.mark.parametrize(
    "font", [Dictionary(), Dictionary(Subtype=5), composite(W=["a", "b"]), Dictionary(Subtype=Name.Type0)]
)
def test_font_that_states_nothing_has_estimates(font):
    assert read_widths(font) is PLAIN


def test_estimate_is_half_an_em_a_letter():
    assert PLAIN.total(b"abc") == 1.5
