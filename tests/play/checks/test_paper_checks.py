"""What a session with the sheets on paper knows of them, beside filled sheets."""

from types import SimpleNamespace

import pytest

from generator.play.checks.paper_checks import compare_marks, recorded_marks
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.play.typed_line import run_line
from generator.solo.action import STOPPED

COHORTS = ("2 1 0", "3 1 0")


@pytest.fixture
def played(sessions):
    """Play a game to an attack or to its end, with the cohorts of one attack after another; what it knows, and its book."""

    def play(kind, years=6, seed="marks/1"):
        with start_solo("hadrians-wall", SessionRequest(kind, "paper", seed=seed), sessions) as begun:
            table = live_session(begun)
            list(table.start())
            while not table.visible.over and table.visible.year <= years:
                phase, legal = table.visible.phase, table.visible.legal
                line = "stop" if STOPPED in legal else str(legal[0]) if legal else "0 0 0"
                list(run_line(table, COHORTS[min(1, table.visible.year - 1)] if phase == "cohorts" else line))
                assert not table.error
            text = table.solo_text
            return recorded_marks(table), text.names.book.boxes.book

    return play


def sheets(book, state, ids=("left", "right")):
    return SimpleNamespace(book=book, state=book.start() | state, sheets=ids)


def counts(recorded):
    return {tracks[0]: number for tracks, _, number in recorded["counts"]}


def test_finished_game_knows_paths_cohorts_disdain_and_goods(played):
    recorded, book = played("paper")
    found = counts(recorded)

    assert recorded["over"]
    assert [*recorded["paths"]] == [f"path_{year}" for year in range(1, 7)]
    assert [found[f"cohort_{side}"] for side in ("left", "center", "right")] == [3, 1, 0]
    assert (found["goods"], found["temple_favours"]) == (0, 0)
    marks = {f"cohort_left_{number:02}": 1 for number in range(1, 4)} | {"cohort_center_01": 1}
    marks |= {f"disdain_{number:02}": 1 for number in range(1, found["disdain"] + 1)}
    compared = compare_marks(sheets(book, marks), recorded, "en")
    assert compared["differ"] == []
    assert compared["agree"] == ["Left cohort", "Centre cohort", "Right cohort", "Goods", "Disdain", "Favours"]


def test_side_without_cards_in_the_last_attack_is_not_compared(played):
    recorded, book = played("paper", seed="marks/22")
    compared = compare_marks(sheets(book, {}), recorded, "en")

    assert counts(recorded).keys() >= {"cohort_center", "cohort_right"}
    assert "cohort_left" not in counts(recorded)
    assert "Left cohort" not in compared["agree"]


def test_slips_of_the_pen_are_named(played):
    recorded, book = played("paper")
    marks = {"cohort_left_01": 1, "goods_03": 5, "temple_favours_01": 2}
    compared = compare_marks(sheets(book, marks), recorded, "ja")

    differ = {each["title"]: (each["sheet"], each["session"]) for each in compared["differ"]}
    assert differ == {
        "左の歩兵隊": (1, 3),
        "中央の歩兵隊": (0, 1),
        "交易品": (1, 0),
        "恩恵": (1, 0),
        "軽蔑": (0, counts(recorded)["disdain"]),
    }


def test_absent_sheets_are_not_compared(played):
    recorded, book = played("paper")
    compared = compare_marks(sheets(book, {}, ("right",)), recorded, "en")

    titles = {*compared["agree"], *(each["title"] for each in compared["differ"])}
    assert titles == {"Goods", "Favours"}


def test_game_that_goes_on_knows_what_its_attacks_left(played):
    recorded, _ = played("paper", years=2)

    assert (recorded["over"], [*recorded["paths"]]) == (False, ["path_1", "path_2", "path_3"][: len(recorded["paths"])])
    assert {*counts(recorded)} == {"disdain", "temple_favours"}


def test_game_on_the_screen_keeps_its_own_sheets(played):
    assert played("full")[0] is None
