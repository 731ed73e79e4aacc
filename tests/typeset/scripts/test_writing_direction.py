"""Where a paragraph begins."""

import pytest

from generator.typeset.scripts.writing_direction import has_rtl, is_rtl_paragraph


@pytest.mark.parametrize(
    ("text", "language", "direction", "expected"),
    [
        ("The word שלום", "en", "", False),
        ("שלום, world", "en", "", True),
        ("\u2067שלום\u2069 world", "en", "", False),  # what stands in an isolate does not count
        ("Vallum 3!", "ar", "", False),
        ("Vallum 3 של", "he", "", True),
        ("12", "fa-AF", "", True),
        ("שלום", "he", "ltr", False),
        ("wall", "en", "rtl", True),
    ],
)
def test_start_of_a_paragraph(text, language, direction, expected):
    assert is_rtl_paragraph(text, language, direction) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("wall", False), ("城壁", False), ("กำแพง", False), ("a\u200fb", True), ("٣", True)]
)
def test_right_to_left_characters_are_found(text, expected):
    assert has_rtl(text) == expected
