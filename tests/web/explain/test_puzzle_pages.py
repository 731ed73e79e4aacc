"""The page of puzzles: a position on the sheets, two moves, and an answer that a tap brings."""

import json
import re

import pytest

from generator.play.puzzles.puzzle_collection import NAME, Puzzle
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.play.typed_line import run_line

PLAYED, BETTER = "mark fort_01 builder", "mark traders_01"


@pytest.fixture
def stored(services):
    """A session with a puzzle about its first move after the path; further puzzles are of the same move."""
    folder = services.sessions.folder
    with start_solo("hadrians-wall", SessionRequest("full", "first", seed="a puzzle"), folder) as play:
        table = live_session(play)
        list(table.start())
        for line in ("1", "fort builder"):
            list(run_line(table, line))
        event = next(chain.step.number for chain in table.chains if chain.step.action == PLAYED)
        hash_ = play.store.events[event].hash
    puzzle = Puzzle("first", event, hash_, 1, PLAYED, BETTER, 2.5, 0.9, 40)

    def store(*others):
        puzzles = (puzzle, *(puzzle._replace(**values) for values in others))
        (folder / NAME).write_text("".join(f"{json.dumps(each)}\n" for each in puzzles), "utf-8")
        return puzzle

    store()
    return store


def choice(puzzle, move):
    return puzzle.options.index(move) + 1


def buttons(page):
    """The words of the moves that a page offers, by the number that its form sends."""
    form = re.search(r'<form class="options" method="get" action="/puzzles/1".*?</form>', page.text, re.DOTALL)
    found = re.findall(r'<button name="move" value="(\d)"[^>]*>(.*?)</button>', form[0], re.DOTALL) if form else ()
    return {int(number): re.sub("<[^>]*>", " ", words) for number, words in found}


def test_puzzle_is_the_position_before_the_move_with_two_moves(visitor, stored):
    puzzle, page = stored(), visitor.get("/puzzles")
    offered = buttons(page)

    assert "Puzzle 1 of 1" in page.text
    assert "Fort 1" in offered[choice(puzzle, PLAYED)]
    assert "Traders 1" in offered[choice(puzzle, BETTER)]
    assert "Year 1 of 6" in page.text
    assert 'id="answer"' not in page.text
    assert 'class="better"' not in page.text


def test_boxes_of_both_moves_are_numbered_and_those_of_the_game_are_empty(visitor, stored):
    page = visitor.get("/puzzles").text
    marks = re.findall(r'<svg class="marks"[^>]*>(.*?)</svg>', page, re.DOTALL)
    ink = dict(re.findall(r'<svg id="(ink-\w+)" class="ink"[^>]*>(.*?)</svg>', page, re.DOTALL))
    after = visitor.get("/play/first").text

    assert sorted(re.findall(r">([12])</text>", "".join(marks))) == ["1", "2"]
    assert sum(map(len, ink.values())) < sum(map(len, re.findall(r'class="ink"[^>]*>(.*?)</svg>', after, re.DOTALL)))


@pytest.mark.parametrize(
    ("language", "right"), [("en", "Right. Traders 1 is better than Fort 1"), ("ja", "正解。商人 1")]
)
def test_better_move_is_right(visitor, stored, language, right):
    visitor.cookies["vallum-page"] = f"{language}.light.normal"
    page = visitor.get(f"/puzzles/1?move={choice(stored(), BETTER)}")
    answer = re.search(r'<div id="answer" role="status">(.*?)</div>', page.text, re.DOTALL)[1]

    assert right in answer
    assert "+2.5\u00a0±\u00a00.9" in answer
    assert answer.count("<p>") == 2
    assert buttons(page) == {}


def test_other_move_is_told_what_is_better(visitor, stored):
    puzzle = stored()
    page = visitor.get(f"/puzzles/1?move={choice(puzzle, PLAYED)}").text
    options = re.search(r'<ol class="options">(.*?)</ol>', page, re.DOTALL)[1].split("</li>")

    assert "Right." not in page
    assert "Traders 1 is better than Fort 1" in page
    assert "the better move" in options[choice(puzzle, BETTER) - 1]
    assert "your choice" in options[choice(puzzle, PLAYED) - 1]
    assert (step := re.search(r'href="(/play/first/review\?move=(\d+))"', page))
    assert int(step[2]) > 0


def test_another_puzzle_is_the_next_and_the_last_leads_to_the_first(visitor, stored):
    stored({"better": "stop"}, {"points": 1.5})

    assert 'href="/puzzles/2"' in visitor.get("/puzzles/1").text
    assert 'href="/puzzles/1"' in visitor.get("/puzzles/3").text


def test_single_puzzle_has_no_other(visitor, stored):
    assert "Another puzzle" not in visitor.get("/puzzles").text


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "１", "999999"])
def test_number_without_a_puzzle_is_refused(visitor, stored, number):
    assert visitor.get(f"/puzzles/{number}").status == 404


@pytest.mark.parametrize("move", ["", "0", "3", "x", "99999999"])
def test_move_that_is_none_answers_nothing(visitor, stored, move):
    page = visitor.get(f"/puzzles/1?move={move}")

    assert (page.status, len(buttons(page))) == (200, 2)


def test_without_puzzles_the_page_says_where_they_come_from(visitor):
    page = visitor.get("/puzzles")

    assert page.status == 200
    assert "There are no puzzles yet" in page.text
    assert visitor.get("/puzzles/1").status == 404


def test_renamed_game_keeps_its_puzzles(visitor, stored):
    visitor.post("/games/first/rename", {"new": "second"})
    page = visitor.get("/puzzles")

    assert len(buttons(page)) == 2
    assert "Game second" in page.text


def test_part_of_the_sheets_leads_to_what_it_is_about(visitor, stored):
    asked = visitor.get("/puzzles?about=wall_03")

    assert (asked.status, asked.headers["location"]) == (303, "/play/first/about/wall_03")


def test_puzzle_that_does_not_fit_its_game_any_more_leaves_the_way_to_others(visitor, stored):
    stored({"event": 1})
    page = visitor.get("/puzzles/2")

    assert page.status == 200
    assert "it has changed since its puzzle was kept" in page.text
    assert 'href="/puzzles/1"' in page.text


def test_lobby_with_a_finished_game_leads_to_puzzles(visitor, ended):
    assert 'href="/puzzles"' not in visitor.get("/play").text
    ended("over").play.close()

    assert 'href="/puzzles"' in visitor.get("/play").text
