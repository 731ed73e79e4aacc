"""What a box lacks, and what it opens."""

import pytest

from generator.play.typed_line import run_line


@pytest.fixture
def table(begun):
    table = begun("full")
    list(run_line(table, "1"))
    return table


def told(table, line):
    lines = list(run_line(table, line))
    assert not table.error
    return lines


def test_chain_of_needs_is_told_to_its_end(table):
    assert told(table, "why large_temple") == [
        "Large temple (large_temple): 2 × Servant, 1 × Builder, 2 × Resource → 1 × Piety",
        "It cannot be filled now.",
        "It still needs these, each with its own needs below it:",
        "  Priests 6 (you have 0)",
        "  Medium temple",
        "    Priests 3 (you have 0)",
        "    Small temple",
        "      Priests 1 (you have 0)",
        "Opens Worship in the large temple 1–6",
    ]


def test_value_that_is_no_track_names_the_box_that_reaches_it(table):
    assert "  Infrastructure 1, reached with Fort 1 (you have 0)" in told(table, "why medium_granary")


def test_box_that_can_be_filled_says_so(table):
    assert told(table, "why fort")[1:] == ["It can be filled now.", "Opens Cippi 1, Wall 1, Medium granary"]


def test_track_means_its_next_box(table):
    list(run_line(table, "fort builder"))

    assert told(table, "why fort")[0].startswith("Fort 2 (fort_02): ")


def test_price_is_told_with_what_is_in_hand(table):
    list(run_line(table, "fort builder"))

    assert any("its price, " in line and "you have" in line for line in told(table, "why medium_granary"))


def test_row_is_filled_in_order(table):
    assert "  Fort 1, which comes first in its row" in told(table, "why fort_03")


def test_box_that_nothing_pays_for_says_so(table):
    *_, reason, sources = told(table, "why renown")

    assert reason == "It cannot be filled now: only an icon or a rule fills it."
    assert sources.startswith("Its icon, Renown, is given by Cippi 6, Wall 4, ")
    assert sources.endswith(" and 18 more boxes.")


def test_box_that_no_box_gives_names_no_source(table):
    assert told(table, "why disdain")[-1] == "It cannot be filled now: only an icon or a rule fills it."


@pytest.mark.parametrize(
    ("language", "now", "first"),
    [
        (
            "en",
            "It cannot be filled now: the game now asks you to choose a path for the year.",
            "  Fort 1, which comes first in its row",
        ),
        ("ja", "今は埋められない：方針を選ぶのが先。", "  砦 1（同じ列で先に埋める）"),
    ],
)
def test_box_that_waits_for_a_choice_names_it_in_a_sentence(begun, language, now, first):
    lines = told(begun("full", language=language), "why fort_02")

    assert lines[1] == now
    assert lines[3] == first


def test_filled_box_says_so(table):
    assert "It is filled." in told(table, "why small_granary")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("why", "name a box or a track"),
        ("why hotels", "no part of the sheets"),
        ("why fot", "no part of the sheets 'fot'; did you mean 'Fort'?"),
    ],
)
def test_why_of_nothing_is_refused(table, line, what):
    list(run_line(table, line))

    assert what in table.error


def test_part_of_the_sheets_says_what_is_open_and_what_opens(table):
    fort = " ".join(" ".join(told(table, "show fort")).split())
    traders = told(table, "show traders")

    assert fort.startswith("Fort (fort): 0 of 21 filled")
    assert "lacks Medium granary; opens Wall 11, Large granary" in fort
    assert traders[4].endswith("opens Market, Goods 1")
    assert traders[5].endswith("opens Goods 2–3")


def test_single_box_is_shown(table):
    (line, *_) = told(table, "show large temple")

    assert "large_temple  Large temple" in line
