"""The review of a finished session, in text and as JSON."""

import pytest

from generator.base.terminal_text import text_width
from generator.play.typed_line import run_line

pytestmark = pytest.mark.usefixtures("short_reviews")


@pytest.fixture
def finished(begun, play_on):
    table = begun()
    for _ in play_on(table):
        pass
    table.play.close()
    return table.play.name


def test_review_is_told_and_as_json(finished, solo):
    english, japanese = (solo("review", finished, "--lang", lang) for lang in ("en", "ja"))
    found = solo("review", finished, "--json").json["review"]
    score = solo("show", finished, "--json").json["seen"]["points"]

    assert all(text_width(line) <= 80 for line in (*english.lines, *japanese.lines))
    assert "Year" in english.out
    assert "1年目" in japanese.out
    assert "judged: 50 %" in english.err
    assert sum(each["rows"]["total"] for each in found["years"]) == score["total"]
    assert len(found["paths"]) == 6
    assert {"event", "year", "action", "other", "margin"} == set(found["paths"][0])


def test_review_is_a_verb_of_the_finished_game(begun, play_on):
    table = begun()
    early = next(iter(run_line(table, "review")))
    for _ in play_on(table):
        pass
    told = list(run_line(table, "review"))

    assert early == "the game is not over; a review is given at its end"
    assert told[0] == "Where the points came from, year by year:"
    assert told == list(run_line(table, "review"))


def test_sentences_of_a_review_fit_a_narrow_terminal(begun, play_on, monkeypatch):
    table = begun()
    for _ in play_on(table):
        pass
    monkeypatch.setattr("generator.play.text.review_text.line_width", lambda: 50)
    told = list(run_line(table, "review"))

    assert [line for line in told[told.index("") :] if text_width(line) > 50] == []


def test_review_needs_the_sheets(begun, solo):
    name = begun("paper").play.name
    said = solo("review", name)

    assert said.code == 4
    assert "a review needs the sheets" in said.err
