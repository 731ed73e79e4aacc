"""The games that the pages publish: each score line is that of the game it names, with the cards of its seed."""

import csv
from pathlib import Path

import pytest

from generator.play.score_line import parse_score_line
from generator.play.session_checks import judge_line

GAMES = list(csv.DictReader((Path(__file__).parents[2] / "docs/strong-games.csv").read_text("utf-8").splitlines()))


def test_each_game_is_named_once():
    assert len({(game["seed"], game["difficulty"]) for game in GAMES}) == len(GAMES) >= 40


@pytest.mark.parametrize("place", range(0, len(GAMES), max(1, len(GAMES) // 3)))
def test_published_line_is_verified(place):
    game = GAMES[place]
    claimed = parse_score_line(game["line"])

    assert (claimed.seed, str(claimed.score)) == (game["seed"], game["points"])
    assert claimed.settings["difficulty"] == game["difficulty"]
    verdict = judge_line(game["line"], "en")
    assert verdict.good, verdict.lines
