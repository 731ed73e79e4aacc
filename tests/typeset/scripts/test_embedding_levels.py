"""The bidirectional algorithm, held to cases of the Unicode consortium's own test file."""

from pathlib import Path

import pytest

from generator.typeset.scripts.embedding_levels import embedding_levels, visual_order
from generator.typeset.scripts.writing_direction import is_rtl_paragraph

CASES = [
    line.split(";")
    for line in Path(__file__).with_name("bidi_cases.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
pytest.importorskip("icu")


def text_of(codes):
    return "".join(chr(int(code, 16)) for code in codes.split())


@pytest.mark.parametrize(("codes", "_", "base", "levels", "order"), CASES)
def test_characters_come_in_the_order_of_the_standard(codes, _, base, levels, order):
    found, wanted = embedding_levels(text_of(codes), is_rtl=base == "1"), levels.split()
    kept = [at for at, level in enumerate(wanted) if level != "x"]

    assert [kept[at] for at in visual_order([found[at] for at in kept])] == [*map(int, order.split())]
    assert [found[at] % 2 for at in kept] == [int(wanted[at]) % 2 for at in kept]


@pytest.mark.parametrize(("codes", "base"), [(case[0], case[2]) for case in CASES if case[1] == "2"])
def test_first_strong_letter_decides_where_a_paragraph_begins(codes, base):
    assert is_rtl_paragraph(text_of(codes), "en") == (base == "1")


def test_characters_beyond_the_first_plane_have_one_level_each():
    assert embedding_levels("😀א😀", is_rtl=False) == [0, 1, 0]


@pytest.mark.parametrize(
    ("levels", "order"), [([], []), ([2, 2], [0, 1]), ([1, 1], [1, 0]), ([1, 2, 2, 1], [3, 1, 2, 0])]
)
def test_order_of_parts(levels, order):
    assert visual_order(levels) == order
