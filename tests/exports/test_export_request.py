"""What an export typesets: only what its target needs."""

import shutil

import pytest

from generator.base.errors import Faults
from generator.load.game_locations import find_game

STRAY = '\n[stray]\nshow = "raid/scouts"\nnumbers = { 1 = [500, 5] }\n'


@pytest.fixture
def stray(tmp_path):
    """The sample with a number in a figure of its rules that points beside the card."""
    game = tmp_path / "stray"
    shutil.copytree(find_game("picket"), game)
    with (game / "rules" / "figures.toml").open("a", encoding="utf-8") as file:
        file.write(STRAY)
    for text in (game / "rules").glob("rules.*.md"):
        text.write_text(f"{text.read_text('utf-8')}\n![Stray](stray)\n", "utf-8")
    return game


@pytest.mark.parametrize(
    "target",
    ["mpc", "tgc", "drivethrucards", "mbprint", "cut", "silhouette", "cutcontour", "cricut", "playingcards"],
)
def test_fault_of_the_rules_stops_no_export_of_cards(export, stray, target):
    done = export(stray, target)

    assert (done.faults, done.folder.is_dir()) == ((), True)


def test_rules_that_are_left_out_are_named(export, stray):
    tabletopia = export(stray, "tabletopia", dpi=72)
    room = export(stray, "playingcards", language="en")

    assert any("Rules" in line for line in tabletopia.lines)
    assert room.lines[-1] == "Left out, as it cannot be read in a room or has no use in it: Rules, Reference sheet."


@pytest.mark.parametrize("target", ["pictures", "pdfx-4", "tts", "playground"])
def test_fault_of_the_rules_is_told_where_the_rules_are_exported(export, stray, target):
    with pytest.raises(Faults, match="number 1 points to "):
        export(stray, target)

    assert export(stray, target, only=["raid"]).faults == ()
