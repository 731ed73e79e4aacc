"""The forts of a campaign as the template of its log sees them."""

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import find_game


@pytest.fixture(scope="module")
def game():
    return load(find_game("hadrians-wall"))


def test_log_has_a_row_for_each_fort(game):
    (log,) = game.component("campaign_log").pieces
    forts = log.row.cells["forts"]
    magnis = next(fort for fort in forts if fort.id == "magnis")

    assert [fort.cells["number"] for fort in forts] == list(range(1, 17))
    assert [goal.cells["text"]["en"] for goal in magnis.cells["goals"]] == ["Finish with a total of 60 or more."]
    assert len(magnis.cells["changes"]) == 2
    assert magnis.cells["reward"] == ("soldier", "servant")


def test_log_has_its_boxes_for_each_fort_and_is_no_scoresheet(game):
    boxes = [box.id for box in game.logs["campaign_log"].boxes]

    assert len(boxes) == 1 + 4 * 16
    assert "campaign_log" not in game.sheets
