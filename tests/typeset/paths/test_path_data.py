import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.units import decimal
from generator.typeset.paths.path_data import MOST_NUMBERS, normalise, normalise_all, write_path

FINISHED = re.compile(r"(M -?[\d.]+ -?[\d.]+( (L( -?[\d.]+){2}|C( -?[\d.]+){6}|M( -?[\d.]+){2}|Z))*)?")


@pytest.mark.parametrize(
    ("d", "path"),
    [
        ("M 0 0 L 10 0 C 10 5 5 10 0 10 Z", "M 0 0 L 10 0 C 10 5 5 10 0 10 Z"),
        ("M0,0L10-5z", "M 0 0 L 10 -5 Z"),
        ("  M 1.50 2 \n L3,4\t", "M 1.50 2 L 3 4"),
        ("M1 2 3 4 5 6", "M 1 2 L 3 4 L 5 6"),
        ("m1 2 3 4 5 6", "M 1 2 L 4 6 L 9 12"),
        ("M1,2 3,4C5 6 7 8 9 10 1 2 3 4 5-6z", "M 1 2 L 3 4 C 5 6 7 8 9 10 C 1 2 3 4 5 -6 Z"),
        ("M1 1l2 2h3v4H0V0", "M 1 1 L 3 3 L 6 3 L 6 7 L 0 7 L 0 0"),
        ("M1 1c1 0 2 1 2 2", "M 1 1 C 2 1 3 2 3 3"),
        ("M0 0C1 1 2 2 3 3S5 5 6 6", "M 0 0 C 1 1 2 2 3 3 C 4 4 5 5 6 6"),
        ("M0 0S5 5 6 6", "M 0 0 C 0 0 5 5 6 6"),
        ("M0 0c1 1 2 2 3 3s2 2 3 3", "M 0 0 C 1 1 2 2 3 3 C 4 4 5 5 6 6"),
        ("M0 0Q3 3 6 0", "M 0 0 C 2 2 4 2 6 0"),
        ("M0 0q3 3 6 0t6 0", "M 0 0 C 2 2 4 2 6 0 C 8 -2 10 -2 12 0"),
        ("M0 0T6 3", "M 0 0 C 0 0 2 1 6 3"),
        ("M0 0L1 1Zl2 0", "M 0 0 L 1 1 Z M 0 0 L 2 0"),
        ("M0 0L1 1Zl2 0 1-1.5", "M 0 0 L 1 1 Z M 0 0 L 2 0 L 3 -1.5"),
        ("M1 1l.5.5 1e1 1 S2 2 3 3", "M 1 1 L 1.5 1.5 L 11.5 2.5 C 11.5 2.5 2 2 3 3"),
        ("M5 5l1 1zm1 1l1 0", "M 5 5 L 6 6 Z M 6 6 L 7 6"),
        ("M.5.5.7-.7", "M 0.5 0.5 L 0.7 -0.7"),
        ("M1e1 2E0L+3 1e-1", "M 10 2 L 3 0.1"),
        ("M0.00001 1.23456", "M 0 1.2346"),
        ("M0 0A0 5 0 0 1 3 4", "M 0 0 L 3 4"),
        ("M3 4A5 5 0 0 1 3 4", "M 3 4 L 3 4"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_every_command_in_one_form(d, path):
    assert normalise(d) == path


@pytest.mark.parametrize("more", [[], ["M0 0h1"], ["M0 0 1"], ["M0 0|1 1"], ["M0 0" + "L1 1" * 60_000]])
def test_many_paths_become_what_each_becomes(more):
    paths = ["M 0 0 L 1 1", "M0,0C1-1 2.50,2 3,3Z", "", *more]

    def outcome(work):
        try:
            return work()
        except ValueError as error:
            return str(error)

    assert outcome(lambda: normalise_all(paths)) == outcome(lambda: [normalise(d) for d in paths])


def test_plain_paths_pass_untouched():
    d = "M 0 0 L 10.5 0"

    assert normalise(d) is d


@pytest.mark.parametrize("d", ["M0 0a5 5 0 0 1 5 5", "M0 0a5 5 0 015 5", "M0 0a5,5,0,0,1,5,5", "M0,0a5 5 0 01 5 5"])
def test_arc_flags_need_no_gap(d):
    assert normalise(d) == "M 0 0 C 2.7614 0 5 2.2386 5 5"


def test_arcs_follow_one_another():
    assert normalise("M0 0a1 1 0 0 1 1 1 1 1 0 0 1-1 1") == normalise("M0 0a1 1 0 011 1a1 1 0 01-1 1")


@pytest.mark.parametrize(
    ("d", "what"),
    [
        ("L1 1", "path begins with 'L'; it has to begin with 'M'"),
        ("M1", "path command 'M1' takes 2 numbers each time"),
        ("M1 2L3", "path command 'L3' takes 2 numbers each time"),
        ("M1 2H", "path command 'H' takes 1 number"),
        ("M1 2Z3", "path command 'Z3' takes no numbers"),
        ("M0 0A1 1 0 2 1 3 3", "path command 'A1 1 0 2 1 3 3' takes 7 numbers, the fourth and fifth 0 or 1"),
        ("M0 0 X 3", "path cannot be read at 'X 3', character 6"),
        ("M0 0 L 1;2", "path cannot be read at ';2', character 9"),
        ("M0 0 L NaN 1", "path holds 'NaN', which is not a finite number"),
        ("M0 0 L -inf 1", "path holds '-inf', which is not a finite number"),
        ("M1e400 0", "path holds '1e400', which is not a finite number"),
        ("M2000000 0", "path holds '2000000', which is over 1,000,000"),
        ("M900000 0l900000 0", "path reaches beyond 1,000,000"),
    ],
)
def test_broken_data_names_its_place(d, what):
    with pytest.raises(ValueError, match=re.escape(what)):
        normalise(d)


def test_endless_paths_are_refused():
    with pytest.raises(ValueError, match="path has more than 100,000 numbers"):
        normalise("M0 0" + "l1 1" * MOST_NUMBERS)


def test_tiny_pictures_keep_more_decimals():
    assert normalise("M.1234567.1L.2.3", 7) == "M 0.1234567 0.1 L 0.2 0.3"


PLAIN = st.decimals(-999, 999, places=3).map(lambda value: f"{value:f}")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}


@st.composite
def data(draw):
    words = ["M", draw(PLAIN), draw(PLAIN)]
    for letter in draw(st.lists(st.sampled_from([*"MLHVCSQTZmlhvcsqtz"]), max_size=8)):
        words += [letter, *(draw(PLAIN) for _ in range(COUNTS.get(letter.upper(), 0)))]
    return " ".join(words)


@given(data())
def test_finished_paths_are_finished(d):
    once = normalise(d)

    assert FINISHED.fullmatch(once)
    assert normalise(once) == once


@given(data())
def test_gaps_do_not_matter(d):
    tight = re.sub(r" ?([A-Za-z]) ?", r"\1", d).replace(" -", "-").replace(" ", ",")

    assert [float(w) if w[-1].isdigit() else w for w in normalise(tight).split()] == [
        float(w) if w[-1].isdigit() else w for w in normalise(d).split()
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.5, "2.5"),
        (3, "3"),
        (-0.00001, "0"),
        (0, "0"),
        (100, "100"),
        (1000.5, "1000.5"),
        (0.1, "0.1"),
        (-0.0501, "-0.0501"),
        (20.04, "20.04"),
        (999999.99999, "1000000"),
    ],
)
def test_numbers_are_short(value, text):
    assert write_path("M # # L # #", (value, 7, 5, value)) == f"M {text} 7 L 5 {text}"


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=2))
def test_numbers_are_those_of_the_whole_program(values):
    assert write_path("M # # Z", values) == f"M {decimal(values[0])} {decimal(values[1])} Z"


def test_more_decimals_where_asked():
    assert write_path("M # #", (0.1234567, 1), 7) == "M 0.1234567 1"


def test_no_numbers_leave_the_form():
    assert write_path("", ()) == ""


@pytest.mark.parametrize("value", [1_000_001.0, -2e6, float("inf")])
def test_far_away_is_refused(value):
    with pytest.raises(ValueError, match="path reaches beyond 1,000,000"):
        write_path("M # #", (0, value))


@pytest.mark.parametrize("rows", ["M0 1L3 1 3.5 4", "M0 1A1 1 0 1 1 2 1", "m0 1 3 1"])
def test_rows_of_mosaic_are_read_once_for_their_three_hues(rows):
    first, *others = (normalise("".join([rows[:1], rows[1:]])) for _ in range(3))

    assert all(each is first for each in others)


def test_longest_paths_are_not_remembered():
    rows = "M0 1L3 1" + " 4 1" * 10_000

    assert normalise(rows) == normalise(rows)
    assert normalise(rows) is not normalise(rows)
