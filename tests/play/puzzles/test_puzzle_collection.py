"""Puzzles that reviews leave: which moves they are of, that they are kept once, and what is passed over."""

import json

import pytest

from generator.play.puzzles.puzzle_collection import (
    MOST_OF_GAME,
    NAME,
    Puzzle,
    keep_puzzles,
    puzzle_of_day,
    read_puzzles,
)
from generator.play.session_library import live_session, open_play
from generator.play.session_review import SessionReview
from generator.session.session_moves import delete_session, rename_session, restore_session
from generator.solo.action import Action
from generator.solo.ai.game_review import GameReview, JudgedMove
from generator.solo.ai.paired_playouts import Margin


def judged(place, points, error=0.5, action="mark fort_01 builder"):
    return JudgedMove(place, 1, Action.parse(action), Action.parse("stop"), Margin(points, error, 40))


@pytest.fixture
def reviewed(begun):
    """A session, and a review of it with judged moves."""

    def review(*costly, paths=()):
        table = begun("full", name="first")
        events = tuple(chain.step.number for chain in table.chains)
        return table, SessionReview(GameReview((), tuple(paths), tuple(costly), 1, 1), events, {})

    return review


def test_costly_moves_and_worse_paths_are_kept_the_worst_first(reviewed, sessions):
    table, review = reviewed(judged(1, -2.0), judged(2, -0.3), paths=(judged(0, -4.0), judged(0, 3.0)))

    assert keep_puzzles(table, review) == 2
    first, second = read_puzzles(sessions)
    assert (first.points, second.points) == (4.0, 2.0)
    assert (first.session, first.played, first.better, first.games) == ("first", "mark fort_01 builder", "stop", 40)
    assert first.hash == table.play.store.events[first.event].hash


def test_puzzles_are_kept_once_and_five_of_a_game(reviewed, sessions):
    table, review = reviewed(*(judged(1, -1.0 - number) for number in range(8)))
    for _ in range(2):
        assert keep_puzzles(table, review) == MOST_OF_GAME

    assert [puzzle.points for puzzle in read_puzzles(sessions)] == [8.0, 7.0, 6.0, 5.0, 4.0]


@pytest.mark.parametrize("line", ["", "{}", "[1]", '["../up", 1, "h", 1, "a", "b", 1.0, 1.0, 1]', "x" * 99, "null"])
def test_strange_lines_are_passed_over(reviewed, sessions, line):
    table, review = reviewed(judged(1, -2.0))
    keep_puzzles(table, review)
    file = sessions / NAME
    file.write_text(f"{line}\n{file.read_text('utf-8')}", "utf-8")

    assert len(read_puzzles(sessions)) == 1


def test_puzzles_of_a_deleted_session_are_passed_over(reviewed, sessions):
    table, review = reviewed(judged(1, -2.0))
    keep_puzzles(table, review)
    table.play.close()
    (sessions / "first.jsonl").unlink()

    assert read_puzzles(sessions) == ()


def test_renamed_session_keeps_its_puzzles(reviewed, sessions, begun):
    table, review = reviewed(judged(1, -2.0))
    keep_puzzles(table, review)
    before = read_puzzles(sessions)
    table.play.close()
    rename_session(sessions, "first", "second")
    begun("full", "another seed", name="first").play.close()

    assert read_puzzles(sessions) == tuple(puzzle._replace(session="second") for puzzle in before)


def test_session_restored_under_another_name_has_its_puzzles_again(reviewed, sessions, begun):
    table, review = reviewed(judged(1, -2.0))
    keep_puzzles(table, review)
    table.play.close()
    deleted = delete_session(sessions, "first")
    begun("full", "another seed", name="first").play.close()
    assert read_puzzles(sessions) == ()
    restored = restore_session(sessions, deleted)

    assert [puzzle.session for puzzle in read_puzzles(sessions)] == [restored] == ["first-2"]


def test_puzzles_are_kept_once_under_a_new_name_too(reviewed, sessions):
    table, review = reviewed(judged(1, -2.0))
    keep_puzzles(table, review)
    table.play.close()
    rename_session(sessions, "first", "second")
    with open_play("second", sessions, writing=False) as play:
        keep_puzzles(live_session(play), review)

    assert [puzzle.session for puzzle in read_puzzles(sessions)] == ["second"]
    assert len((sessions / NAME).read_text("utf-8").splitlines()) == 1


def test_every_puzzle_has_its_day():
    puzzles = [Puzzle(f"game-{number}", 1, "h", 1, "a", "b", 1.0, 0.5, 40) for number in range(7)]

    assert {puzzle_of_day(puzzles, day) for day in range(739000, 739007)} == set(range(7))


def test_order_of_the_moves_tells_nothing():
    puzzles = [Puzzle("game", 1, f"hash {number}", 1, "a", "b", 1.0, 0.5, 40) for number in range(40)]

    assert 8 < sum(puzzle.options[0] == "a" for puzzle in puzzles) < 32
    assert all(set(puzzle.options) == {"a", "b"} for puzzle in puzzles)


def test_file_is_no_session(reviewed, sessions, solo):
    table, review = reviewed(judged(1, -2.0))
    keep_puzzles(table, review)

    assert json.loads((sessions / NAME).read_text("utf-8").splitlines()[0])[0] == "first"
    assert [each["name"] for each in solo("list", "--json").json["sessions"]] == ["first"]
