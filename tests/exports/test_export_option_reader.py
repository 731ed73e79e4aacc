"""Options of an export, as they are typed."""

import pytest

from generator.base.errors import UsageError
from generator.exports.export_option_reader import read_places


@pytest.mark.parametrize(
    ("words", "places"),
    [
        (["1,5"], (1, 5)),
        (["5", "1, 5"], (1, 5)),
        (["１２"], (12,)),
        (["999"], (999,)),
        (["1-3"], (1, 2, 3)),
        (["7", "2 – 3,3-3"], (2, 3, 7)),
    ],
)
def test_places_are_read_once_and_in_order(words, places):
    assert read_places(words) == places


@pytest.mark.parametrize(
    "words",
    [
        ["0"],
        ["-1"],
        ["1,"],
        [""],
        ["a"],
        ["3-1"],
        ["1-"],
        ["0-3"],
        ["1-1000"],
        ["1-2-3"],
        ["1000"],
        ["9" * 30],
        ["1.5"],
        ["²"],
    ],
)
def test_what_is_no_place_is_refused(words):
    with pytest.raises(
        UsageError, match="is no number of a place from 1 to 999; write it like --skip 1,5 or --skip 1-3"
    ):
        read_places(words)
