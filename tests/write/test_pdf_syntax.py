import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Matrix
from generator.write.pdf_syntax import colour, fine, matrix, name, path_operators, string


def test_far_edge_of_a3_stays_true():
    scale = 72 / 25.4

    assert float(fine(scale)) * 420 == pytest.approx(scale * 420, abs=0.001)


def test_matrix_never_uses_exponents():
    assert matrix(Matrix(1e-7, -1e-7, 0, 1, 1e-9, 12345.678901)) == "0 0 0 1 0 12345.6789"


def test_colour_is_three_fractions():
    assert colour("#0080ff") == "0 0.502 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("plain", "(plain)"), ("(a\\b)", r"(\(a\\b\))"), ("見", "<feff898b>"), ("a\nb", "<feff0061000a0062>"), ("", "()")],
)
def test_string_is_ascii_or_utf16(text, expected):
    assert string(text) == expected


def test_name_escapes_what_is_not_regular():
    assert name("my font#1") == "/my#20font#231"


POINT = st.integers(-999, 999)
SEGMENT = st.one_of(
    st.tuples(st.sampled_from("ML"), st.lists(POINT, min_size=2, max_size=2)),
    st.tuples(st.just("C"), st.lists(POINT, min_size=6, max_size=6)),
    st.tuples(st.just("Z"), st.just([])),
)


def test_letters_go_behind_their_numbers():
    assert path_operators("M 0 0 L 10.5 -2 Z") == "0 0 m 10.5 -2 l h "


def test_empty_path_is_empty():
    assert path_operators("") == ""


@pytest.mark.parametrize(
    "path", ["M 0 0 L 1 2 L 3 4 Z", "M 0 0 C 1 2 3 4 5 6 C 7 8 9 1 2 3", "M 0 0 L 1 2 M 3 4 L 5 6 Z"]
)
@pytest.mark.parametrize("end", ["", " L 8 8", " C 8 8 8 8 8 8 Z", " M 9 9 Z"])
def test_outlines_of_one_kind_are_written_like_others(path, end):
    steps = re.findall("([MLCZ])([^MLCZ]*)", path + end)

    expected = [f"{numbers} {letter.lower().replace('z', 'h')}" for letter, numbers in steps]
    assert path_operators(path + end).split() == " ".join(expected).split()


@given(st.lists(SEGMENT, max_size=8))
def test_no_word_is_lost_or_made(segments):
    path = " ".join(" ".join([letter, *map(str, numbers)]) for letter, numbers in segments)
    expected = [
        " ".join([*map(str, numbers), "h" if letter == "Z" else letter.lower()]) for letter, numbers in segments
    ]

    assert path_operators(path).split() == " ".join(expected).split()
