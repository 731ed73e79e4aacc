from hypothesis import given
from hypothesis import strategies as st

from generator.write.pdf.path_operators import path_operators

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


@given(st.lists(SEGMENT, max_size=8))
def test_no_word_is_lost_or_made(segments):
    path = " ".join(" ".join([letter, *map(str, numbers)]) for letter, numbers in segments)
    expected = [
        " ".join([*map(str, numbers), "h" if letter == "Z" else letter.lower()]) for letter, numbers in segments
    ]

    assert path_operators(path).split() == " ".join(expected).split()
