"""Where lines may end: English, Japanese and both together."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.typeset.text import line_breaks
from generator.typeset.text.line_breaks import (
    CLOSING,
    NOT_FIRST,
    NOT_LAST,
    OPENING,
    hyphen_points,
    is_unbreakable,
    units,
)
from generator.typeset.text.single_line import LineStyle, paragraphs_of
from generator.typeset.text.text_markup import TextOrigin, plain

WIDE = {char: chr(ord(char) + 0xFEE0) for char in "!?,.:;()[]{}%~"}
"""Full-width forms, by their ASCII twins."""


def wide(text):
    """A text with its ASCII punctuation in full width."""
    return "".join(WIDE.get(char, char) for char in text)


def cut(text):
    return "|".join(units(text))


@pytest.mark.parametrize(
    "text",
    [
        "the |wall |of |stone",
        "well-|known |wall",
        "ready/|done |1/2 |3-4 |-5 |and/|or",
        "wood—|or |brick— |1990–95",
        "“Ave,” |he |said; |(no) |“yes”!",
        "don’t |rock’n’roll |f(x)[1]",
        "50\u00a0% |of",
        "soft\u00adly |spoken",
        "zero\u200b|width",
        "兵|士|を|置|く",
        "兵|士。|壁、|石|「木」",
        "「兵|士」|（木）|を|『石』",
        "カー|ド|を|ファ|ミ|リー|に",
        "っ|て|きょ|う|ちゃっ|た",
        "人々|さゝ|時々|い|す゛",
        "そ|う|……|だ|——|と|い|う|‥‥|ね",
        "兵|士|を|3枚|と|10個、|約5回",
        "2つ|の|3マ|ス|と|一人|二枚|目",
        "第3回|の|×2と|+1点",
        "Hadrian|の|壁 |ABC-|def|を|v1.2で",
        "５０％|の|￥１００で",
        "アッ|ｶｯ|ﾀｰ|ﾝ",
    ],
)
def test_lines_may_end_at_the_bars(text):
    assert cut(text.replace("|", "")) == text


def test_icons_stay_with_figures_stops_and_words():
    assert cut("\ufffc×2、\ufffc\ufffc。3\ufffc兵") == "\ufffc×2、|\ufffc|\ufffc。|3\ufffc兵"


@pytest.mark.parametrize("char", NOT_FIRST)
def test_forbidden_beginning_follows_its_neighbour(char):
    assert is_unbreakable("兵", char)
    assert is_unbreakable("a", char)


@pytest.mark.parametrize("char", NOT_LAST)
def test_forbidden_end_takes_its_neighbour_along(char):
    assert is_unbreakable(char, "兵")
    assert is_unbreakable(char, "a")


def test_tables_have_the_full_width_marks():
    assert set(wide("!?,.:;)]}%")) <= set(NOT_FIRST)
    assert set(wide("([{")) <= set(NOT_LAST)
    assert set("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々ゝゞヽヾ、。」』】〕〉》・‐〜") <= set(NOT_FIRST)
    assert not set(NOT_FIRST) & set(NOT_LAST) - set("'\"")
    assert len(CLOSING) == len(set(CLOSING))
    assert len(OPENING) == len(set(OPENING))


def page(fonts, text, width):
    """The lines of a Japanese text that is `width` characters wide."""
    (block,) = paragraphs_of(plain(text), LineStyle(language="ja"), fonts, TextOrigin("test"))
    spans = (block.piece_range(line) for line in block.lines(width))
    return ["".join(piece.text for piece in block.pieces[first:after]) for first, after in spans]


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (4, ["ローマの", "「兵士」", "を3枚引", "くこと。", "ファミ", "リーッ！"]),
        (5, ["ローマの", "「兵士」を", "3枚引くこ", "と。ファミ", "リーッ！"]),
        (6, ["ローマの「兵", "士」を3枚引", "くこと。ファ", "ミリーッ！"]),
        (8, ["ローマの「兵士」", "を3枚引くこと。", "ファミリーッ！"]),
    ],
)
def test_page_at_width(fonts, width, expected):
    assert page(fonts, "ローマの「兵士」を3枚引くこと。ファミリーッ！", width) == expected


def test_last_stop_may_give_its_blank_to_the_margin(fonts):
    assert page(fonts, "石を置く。木", 4.5) == ["石を置く。", "木"]


KINSOKU = "あいうアカ兵士壁石木3A" + "っャー々、。」）！？：・…" + "「（『" + " " + wide("!?,.:;([)]")


@given(text=st.text(st.sampled_from(KINSOKU), min_size=1, max_size=40), width=st.integers(1, 12))
def test_forbidden_characters_never_begin_or_end_a_line(fonts, text, width):
    text = re.sub(" +", " ", text).strip()
    lines = page(fonts, text, width) if text else []

    assert "".join(lines) == text
    for before, after in pairwise(lines):
        assert before.rstrip()[-1] not in NOT_LAST
        assert after[0] not in NOT_FIRST


def test_hyphens_leave_three_letters_on_either_side():
    assert hyphen_points("another", "en") == ()  # an-oth-er: both points leave two letters
    for at in hyphen_points("fortification", "en"):
        assert 3 <= at <= len("fortification") - 3


def test_hyphens_ignore_marks_around_the_word():
    assert hyphen_points("“fortification,” ", "en") == tuple(at + 1 for at in hyphen_points("fortification", "en"))


def test_soft_hyphens_come_before_the_dictionary():
    assert hyphen_points("forti\u00adfication", "en") == (5,)


@pytest.mark.parametrize(
    ("word", "language"), [("wall", "en"), ("12345678", "en"), ("城壁城壁城壁", "ja"), ("wallwall", "xx"), ("", "en")]
)
def test_nothing_to_divide(word, language):
    assert hyphen_points(word, language) == ()


@given(st.text("ab1_é-/‐—… \t\u2003\u00a0\u0301'(”.+$%", max_size=12) | st.text(st.characters(max_codepoint=0xDFF)))
def test_latin_is_divided_as_all_text_is(text):
    assert units(text) == re.findall(line_breaks._UNIT, text)


@given(st.text())
def test_units_lose_nothing(text):
    assert "".join(units(text)) == text
