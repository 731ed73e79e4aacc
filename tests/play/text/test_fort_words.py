"""What is said at a fort: which box is closed there, also of what hangs on it, and how the goals stand at the end."""

import pytest

from generator.play.typed_line import run_line


def told(table, line):
    lines = list(run_line(table, line))
    assert not table.error
    return lines


@pytest.fixture
def table(begun):
    table = begun("full", fort="cilurnum", start={})
    list(run_line(table, "1"))
    return table


@pytest.mark.parametrize(
    ("box", "closed"),
    [
        ("theatre", "Theatre"),
        ("performances_01", "Theatre"),
        ("gladiator_red_01", "Ludus"),
        ("battles_blue", "Ludus"),
    ],
)
def test_why_names_the_box_that_the_fort_closes(table, box, closed):
    lines = told(table, f"why {box}")

    assert lines[1:] == [f"It cannot be filled in this game: {closed} is closed at Cilurnum."]


def test_closed_box_far_down_the_chain_is_named(begun):
    table = begun("full", fort="coggabata", start={})
    list(run_line(table, "1"))

    for box in ("wall_15", "fort_16", "large_workshop"):
        assert told(table, f"why {box}")[1:] == [
            "It cannot be filled in this game: Large granary is closed at Coggabata."
        ]


def test_box_that_opens_later_is_no_closed_one(begun):
    table = begun("full", fort="magnis", start={})
    list(run_line(table, "1"))

    assert "It cannot be filled now: it is closed at Magnis until year 3." in told(table, "why wall_01")


def test_goals_that_were_missed_say_so_at_the_end(table, play_on):
    assert any("Not yet:" in line for line in told(table, "goals"))
    list(play_on(table, 1))
    goals = told(table, "goals")

    assert goals[-1] == "Cilurnum is not won."
    assert any("Missed:" in line for line in goals)
    assert not any("Not yet:" in line for line in goals)
    assert told(table, "why large_temple")[1:] == ["It was not filled, and the game is over."]
    assert told(table, "why theatre")[1:] == ["It cannot be filled in this game: Theatre is closed at Cilurnum."]
