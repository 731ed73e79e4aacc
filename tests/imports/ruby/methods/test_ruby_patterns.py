import re

import pytest

from generator.imports.ruby.methods.ruby_patterns import compiled, replacement
from generator.imports.ruby.values.ruby_values import RubyPattern, RubyText, RubyUnknownError


@pytest.mark.parametrize(
    ("source", "flags", "text", "match"),
    [
        (r"^b$", "", "a\nb\nc", "b"),
        ("B", "i", "abc", "b"),
        ("a.c", "m", "a\nc", "a\nc"),
        (r"(?<n>\d+)", "", "x12", "12"),
        ("[[:upper:]]+", "", "aBCd", "BC"),
        (r"\h\z", "", "zf", "f"),
        ("(ab|cd)", "", "xcd", "cd"),
    ],
)
def test_patterns_of_ruby_are_those_of_python(source, flags, text, match):
    assert compiled(RubyPattern(source, flags), text).search(text)[0] == match


def test_text_is_searched_as_it_stands():
    assert compiled(RubyText("a.b"), "a.b").search("axb a.b").start() == 4


@pytest.mark.parametrize("source", ["(a+)+b", "(a|aa)*b", "(x*)*", r"((a)+|b){2,}", "(", r"\p{L}", "a" * 600])
def test_searches_that_may_not_end_are_refused(source):
    with pytest.raises(RubyUnknownError):
        compiled(RubyPattern(source, ""), "aaaa")


def test_search_of_many_repeats_is_refused_in_long_texts():
    pattern = RubyPattern(".*a.*b.*c", "")
    compiled(pattern, "short")

    with pytest.raises(RubyUnknownError):
        compiled(pattern, "x" * 1000)


def test_groups_take_their_place():
    match = re.search(r"(\w)-(?P<two>\w)", "a-b")

    assert replacement(r"\1\k<two>\9", match) == "ab"
