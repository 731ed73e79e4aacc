"""Lines that end between phrases, and inside one only where they must: boxes of one em, every choice compared."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.typeset.text.phrase_wrapping import CHARACTER, PHRASE, WORD, Boxes

KINDS = {"|": PHRASE, "~": WORD}


def boxes(marked):
    """Characters of one em; a bar stands before a phrase, a tilde before a word."""
    kinds = [KINDS.get(before, CHARACTER) for before, char in pairwise("|" + marked) if char not in KINDS]
    return Boxes(range(len(kinds)), range(1, len(kinds) + 1), kinds)


def wrapped(marked, measure, most=99, *, even=False):
    text = marked.replace("|", "").replace("~", "")
    return [text[first:after] for first, after in boxes(marked).lines(measure, most, even=even)]


@pytest.mark.parametrize(
    ("marked", "measure", "lines"),
    [
        ("番号を|一番上に|置く", 5, ["番号を", "一番上に", "置く"]),
        ("番号を|一番上に|置く", 7, ["番号を一番上に", "置く"]),
        ("壁を|クリエン~テスに|渡す", 5, ["壁を", "クリエン", "テスに渡す"]),
        ("壁を|クリエンテスに|渡す", 5, ["壁をクリエ", "ンテスに", "渡す"]),
        ("壁", 0.5, ["壁"]),
        ("壁を", 0.5, ["壁", "を"]),
    ],
)
def test_lines_end_between_phrases_where_these_fit(marked, measure, lines):
    assert wrapped(marked, measure) == lines


def test_lines_end_between_words_where_there_would_be_too_many():
    assert wrapped("番号を|一番~上に|置く", 5, most=2) == ["番号を一番", "上に置く"]
    assert wrapped("番号を|一番~上に|置く", 4, most=2) == []


def test_centred_lines_are_even():
    assert wrapped("あ|い|う|え|お|か|き", 6) == ["あいうえお", "かき"]
    assert wrapped("あ|い|う|え|お|か|き", 6, even=True) in (["あいうえ", "おかき"], ["あいう", "えおかき"])


@given(
    st.lists(st.sampled_from([PHRASE, WORD, CHARACTER]), min_size=1, max_size=9),
    st.integers(2, 9),
    st.integers(1, 9),
)
def test_no_choice_of_lines_tears_fewer_phrases(kinds, measure, most):
    count = len(kinds)
    kinds = [PHRASE, *kinds[1:]]
    every = Boxes(range(count), range(1, count + 1), kinds)
    chosen = every.lines(measure, most, even=False)
    possible = []
    for number in range(min(most, count)):
        for breaks in combinations(range(1, count), number):
            if all(after - first <= measure for first, after in pairwise([0, *breaks, count])):
                possible.append(max((kinds[at] for at in breaks), default=PHRASE))

    assert bool(chosen) == bool(possible)
    if chosen:
        assert [after for _, after in chosen[:-1]] == [first for first, _ in chosen[1:]]
        assert (chosen[0][0], chosen[-1][1]) == (0, count)
        assert len(chosen) <= most
        assert max((kinds[first] for first, _ in chosen[1:]), default=PHRASE) == min(possible)


@pytest.mark.parametrize(
    ("marked", "measure", "line"),
    [
        ("壁を守る兵士は|夜明けを待ち続ける", 10, "壁を守る兵士は夜明け"),  # too narrow to be stretched unseen
        ("壁を守る兵士は城壁の上で|夜を~明かす兵士", 14, "壁を守る兵士は城壁の上で夜を"),
        ("壁を守る兵士は城壁の上で長い長い|夜を明かす", 17, "壁を守る兵士は城壁の上で長い長い"),
        (
            "壁を守る兵士は城壁の上で長い長い夜を明かすまで|夜~昼",
            24,
            "壁を守る兵士は城壁の上で長い長い夜を明かすまで",
        ),
        ("壁を守る", 9, "壁を守る"),
    ],
)
def test_justified_line_ends_between_words_where_stretching_it_is_not_seen(marked, measure, line):
    text, marks = marked.replace("|", "").replace("~", ""), boxes(marked)

    _, after = marks.line_to_stretch((0, min(measure, len(text))), measure)

    assert text[:after] == line
