"""A puzzle at the terminal: a position of a game, its question, and the answer with a reason that holds."""

import json

import pytest

from generator.base.errors import UsageError
from generator.play.puzzles.puzzle_collection import NAME, Puzzle
from generator.play.puzzles.puzzle_text import PuzzlePosition
from generator.play.session_library import live_session, open_play
from generator.play.typed_line import run_line


@pytest.fixture
def stored(begun, sessions):
    """A session with a puzzle about its first move after the path, which is written into the file of puzzles."""
    table = begun("full", name="first")
    for line in ("1", "fort builder"):
        list(run_line(table, line))
    event = next(chain.step.number for chain in table.chains if chain.step.action.startswith("mark"))
    puzzle = Puzzle(
        "first", event, table.play.store.events[event].hash, 1, "mark fort_01 builder", "mark traders_01", 2.5, 0.9, 40
    )
    (sessions / NAME).write_text(f"{json.dumps(puzzle)}\n", "utf-8")
    return table, puzzle


@pytest.mark.parametrize("language", ["en", "ja"])
def test_position_is_that_before_the_move(solo, stored, language):
    table, puzzle = stored
    table.play.close()
    answer = puzzle.options.index("mark traders_01") + 1
    said = solo("puzzle", "--lang", language, typed=f"{answer}\n")
    text = " ".join(said.out.split())

    assert said.code == 0
    assert "0/21" in text  # the fort before its first box
    assert ("Traders 1" if language == "en" else "商人 1") in text
    assert ("Right. " if language == "en" else "正解。") in text
    assert "+2.5 ± 0.9" in text
    assert "traders_01" not in text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_puzzle_asks_one_question(stored, language):
    table, puzzle = stored
    table.play.close()
    with open_play("first", table.play.store.path.parent, writing=False) as play:
        said = " ".join(PuzzlePosition(live_session(play, language), puzzle).question())

    assert said.count("?") + said.count("？") == 1


def test_wrong_answer_says_what_is_better(solo, stored):
    table, puzzle = stored
    table.play.close()
    said = solo("puzzle", "1", typed=f"{puzzle.options.index('mark fort_01 builder') + 1}\n")

    assert "Right." not in said.out
    assert "Traders 1 is better than Fort 1 by +2.5" in " ".join(said.out.split())


def test_no_answer_tells_nothing(solo, stored):
    stored[0].play.close()

    assert "better" not in solo("puzzle", typed="").out


@pytest.mark.parametrize("number", ["0", "2", "-1"])
def test_number_without_a_puzzle_is_refused(solo, stored, number):
    stored[0].play.close()

    assert solo("puzzle", "--", number).code == 2


def test_nothing_kept_says_where_puzzles_come_from(solo):
    said = solo("puzzle")

    assert (said.code, "solo review" in said.err) == (2, True)


def test_changed_session_is_refused(stored):
    table, puzzle = stored

    with pytest.raises(UsageError, match="review it again"):
        PuzzlePosition(table, puzzle._replace(hash="other"))


def test_moves_of_a_review_become_puzzles(begun, play_on, sessions, solo, short_reviews, monkeypatch):
    monkeypatch.setattr("generator.play.session_review.expert_games", lambda *_: None)  # of few games, it confirms none
    table = begun("full", name="whole")
    for _ in play_on(table):
        pass
    list(run_line(table, "review"))
    table.play.close()
    said = solo("puzzle", "1", typed="1\n")

    assert said.code == 0
    assert "better than" in said.out
