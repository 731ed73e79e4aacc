"""The forts of a campaign as the template of its log sees them."""

import pytest

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.load_context import LoadContext
from generator.load.sheets.fort_rows import read_fort_rows


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


@pytest.mark.parametrize(
    ("line", "place", "what"),
    [
        ("reward = 5", "[forts.segedunum.reward]", "must be text in quotes, not 5"),
        ('reward = "one !"', "[forts.segedunum.reward]", "'one !' is not a price"),
        ("changes = 3", "[forts.segedunum.changes]", 'must be a list of texts, like ["en", "ja"], not 3'),
        ("changes = [[1]]", "[forts.segedunum.changes]", 'must be a list of texts, like ["en", "ja"]'),
        ("title = 3", "[forts.segedunum.title]", "must be a phrase in each language"),
        ("goals = 3", "[forts.segedunum.goals]", "must be a table, not 3"),
    ],
)
def test_what_the_log_cannot_print_is_a_fault(tmp_path, line, place, what):
    words = '{ en = "One", ja = "一" }'
    lines = {"title": words, "changes": "[]", "goals": "{}", "reward": '"soldier"'}
    key, _, value = line.partition(" = ")
    text = "\n".join(f"{name} = {held}" for name, held in {**lines, key: value}.items())
    (tmp_path / "campaign.toml").write_text(f"[forts.segedunum]\n{text}\n", encoding="utf-8")

    with pytest.raises(Faults) as caught, FaultReport() as report:
        read_fort_rows(LoadContext(Folder(tmp_path), ("en", "ja"), report))
    (fault,) = caught.value.faults
    assert place in str(fault)
    assert what in str(fault)
