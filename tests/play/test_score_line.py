"""A finished game as one line, checked by a stranger."""

import random

import pytest

from generator.base.errors import GeneratorError, UsageError
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.score_line import find_false_claim, parse_score_line, replay, score_line
from generator.play.text.play_messages import ErrorText, play_messages


@pytest.fixture
def line(begun, play_on):
    def of(seed=0, **wish):
        table = begun("full", settings={"difficulty": "hard"}, **wish)
        list(play_on(table, seed))
        return score_line(table), table

    return of


def verdict(line):
    claimed = parse_score_line(line)
    book, digest = load_rulebook(claimed.game)
    error = find_false_claim(FullRules(book, claimed.settings), claimed, digest)
    return ErrorText(play_messages("en")).describe(error) if error else ""


@pytest.mark.parametrize("typed", [False, True])
def test_line_holds_the_whole_game(line, typed):
    text, table = line(typed=typed)
    claimed = parse_score_line(text)
    rules = FullRules(load_rulebook(claimed.game)[0], claimed.settings)

    assert verdict(text) == ""
    assert tuple(map(str, replay(rules, claimed)[1])) == table.play.actions
    assert claimed.score == table.visible.points.total


def test_changed_lines_are_refused(line, long):
    text, _ = line(1)
    chance = random.Random(2)
    for _ in range(400 if long else 40):
        place = chance.randrange(len("vallum1/hadrians-wall/"), len(text))
        other = text[:place] + chance.choice("abcXYZ0123_-/") + text[place + 1 :]
        if other.rsplit("/", 6)[1:4] != text.rsplit("/", 6)[1:4] and other.split("/")[6] == text.split("/")[6]:
            continue  # what a line claims of take-backs is no more than a claim
        try:
            found = "" if other == text else verdict(other)
        except GeneratorError as error:
            found = str(error)
        assert found or other == text, other


@pytest.mark.parametrize(
    "text", ["", "vallum1", "vallum1/" + "/" * 10, "vallum2/a/b/dealt/strict//1/0/0/a/b/AQ", "vallum1/" + "x" * 9000]
)
def test_what_is_no_line_is_told(text):
    with pytest.raises(UsageError, match=r"no score line|damaged"):
        parse_score_line(text)


def test_more_points_are_refused(line):
    text, table = line(3)
    parts = text.split("/")
    parts[6] = str(table.visible.points.total + 1)

    assert f"come to {table.visible.points.total} points" in verdict("/".join(parts))
