import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.units import decimal
from generator.typeset.paths.path_text import write_path


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
