"""Options of an export, as they are typed."""

import pytest

from generator.base.errors import UsageError
from generator.base.units import MM
from generator.exports.export_option_reader import read_export_options, read_places
from generator.exports.targets import find_target


@pytest.mark.parametrize(
    ("target", "words", "message"),
    [
        ("pictures", {"picture": "gif"}, "--picture has no choice 'gif'; it is one of 'png', 'jpeg'"),
        ("pictures", {"corners": "rounded"}, "--corners has no choice 'rounded'; did you mean 'round'?"),
        ("pictures", {"dpi": 1.5}, "--dpi 1.5 is out of range; between 72 and 1200 is possible"),
        ("pictures", {"dpi": 1201}, "--dpi 1201 is out of range; between 72 and 1200 is possible"),
        ("pictures", {"bleed": "-1mm"}, "--bleed -1mm is out of range; between 0mm and 25.4mm is possible"),
        ("pictures", {"bled": "1mm"}, "--bled is no option of an export; did you mean 'bleed'?"),
        ("pictures", {"backs": "fold"}, "--backs is no option of an export"),
        ("pictures", {"paper": "a4"}, "--paper means nothing to pictures; leave it out"),
        ("mpc", {"split": "no"}, "--split takes True or False, not 'no'"),
        ("mpc", {"product": 3}, "--product takes a text, not 3"),
        ("cricut", {"under": 3}, "--under takes a path, not 3"),
    ],
)
def test_wrong_words_are_refused(target, words, message):
    with pytest.raises(UsageError) as error:
        read_export_options(words, [find_target(target)])

    assert str(error.value).startswith(message)


def test_words_of_a_program_stand_for_settings():
    cricut = read_export_options({"paper": "letter", "skip": 3, "under": "page.pdf"}, [find_target("cricut")])
    pictures = read_export_options({"bleed": "2mm", "dpi": 1200, "split": None}, [find_target("pictures")])

    assert ([paper.id for paper in cricut.papers], cricut.skip, str(cricut.under)) == (["letter"], (3,), "page.pdf")
    assert (pictures.bleed, pictures.dpi) == (pytest.approx(2 * MM), 1200)


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
