"""Names of actions that were done, in the log and where they are taken back."""

import re

import pytest

from generator.play.typed_line import run_line


def done(table, *lines):
    return [list(run_line(table, line)) for line in lines][-1]


@pytest.fixture
def japanese(begun):
    return begun("full", language="ja")


def test_log_has_the_printed_name_of_each_action(japanese):
    lines = done(japanese, "1", "mark wall_guard_01", "choose cohort_center", "stop", "log")

    assert [line for line in lines if not re.search(r"[ぁ-んァ-ヶ一-鿿]", line)] == []
    assert any(re.fullmatch(r" +\d+ +mark wall_guard_01 +長城の守り 1", line) for line in lines)
    assert any(re.fullmatch(r" +\d+ +choose cohort_center +中央の歩兵隊 1", line) for line in lines)
    assert any(re.fullmatch(r" +\d+ +stop +年のアクションを終えた", line) for line in lines)


def test_log_beside_paper_names_numbers_by_their_directions(begun):
    lines = done(begun("paper"), "1", "goods fate", "stop", "0 0 0", "", "next", "log")

    assert any(re.fullmatch(r" +\d+ +goods fate +a good: Fate deck", line) for line in lines)
    assert any(re.fullmatch(r" +\d+ +cohorts 0 0 0 +Left 0, Centre 0, Right 0", line) for line in lines)
    assert any(re.fullmatch(r" +\d+ +next +on to the next year", line) for line in lines)


def test_what_is_taken_back_and_done_again_is_named(japanese):
    done(japanese, "1", "mark mining_01")

    assert done(japanese, "undo")[0] == "取り消した：採掘と伐採 1（`mark mining_01`）。"
    assert done(japanese, "redo")[0] == "やり直した：採掘と伐採 1（`mark mining_01`）。"


def test_last_year_beside_paper_ends_the_game(begun):
    table, asked = begun("paper"), []
    while not table.visible.over:
        asked.append("\n".join(table.question(whole=True)))
        done(
            table,
            {"cohorts": "0 0 0", "favours": ""}.get(
                table.visible.phase, "stop" if table.visible.phase == "actions" else "1"
            ),
        )

    assert "ends the game" in asked[-1]
    assert not any("ends the game" in question for question in asked[:-1])
    assert re.fullmatch(r" +\d+ +next +the end of the game", done(table, "log")[-1])


def test_decks_are_listed_by_the_names_of_their_cards(japanese):
    lines = "\n".join(done(japanese, "deck"))

    assert "自分のデッキ：未公開10枚：技師、" in lines
    assert "F01、F02、" in lines
