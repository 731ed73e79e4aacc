"""`vallum solo study` with comparisons: players, data, settings and strengths on the same seeds."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from generator.load.game_locations import find_game


def rows(file):
    with Path(file).open(encoding="utf-8", newline="") as text:
        return list(csv.reader(text))


def test_headers_of_the_tables_are_unique(solo):
    solo("study", "--player", "random", "--games", "2", "--sweep", "difficulty=easy,hard", "--out", "found")
    head, *games = rows("found/1-difficulty-easy/games.csv")

    assert len(set(head)) == len(head)
    assert all(len(game) == len(head) for game in games)
    assert {"seed", "total", "points_piety", "track_piety", "path_6", "income_1_soldier", "marks_6"} < set(head)
    assert rows("found/comparison.csv")[0] == ["seed", "difficulty = easy", "difficulty = hard"]


def test_player_is_compared_with_another(solo):
    said = solo("study", "--player", "random", "--against", "greedy", "--games", "6", "--out", "found")
    told = json.loads(Path("found/comparison.json").read_text("utf-8"))
    first, second = told["studies"]
    totals = [[int(game[column]) for game in rows("found/comparison.csv")[1:]] for column in (1, 2)]

    assert said.lines[0] == "Compared on the same 6 seeds (Easy):"
    assert (first["name"], second["name"], first["against_first"]) == ("random", "greedy", None)
    assert second["against_first"]["mean"] == pytest.approx(sum(map(int.__sub__, totals[1], totals[0])) / 6, abs=1e-4)
    assert second["against_first"]["low"] > 0
    assert {"difference.svg", "difference.png"} < {file.name for file in Path("found").iterdir()}
    assert all(len(line) <= 80 for line in said.lines if line.startswith(" "))


def test_data_is_compared_with_other_data(solo, tmp_path):
    other = tmp_path / "hadrians-wall"
    shutil.copytree(find_game("hadrians-wall"), other)
    table = other / "tables/rounds.csv"
    table.write_text(table.read_text("utf-8").replace("year_6,6,4,8,", "year_6,6,4,15,"), "utf-8")
    said = solo("study", "--against", "./hadrians-wall", "--games", "4", "--json")
    first, second = said.json["studies"]

    assert (first["name"], second["name"]) == ("hadrians-wall", "./hadrians-wall")
    assert second["lost"][:5] == pytest.approx(first["lost"][:5], abs=2)
    assert second["lost"][5] > first["lost"][5]


def test_strengths_are_compared(solo):
    said = solo("study", "--player", "searching", "--sweep", "strength=1,2", "--games", "1", "--json")

    assert [study["strength"] for study in said.json["studies"]] == [1, 2]


def test_two_sweeps_are_multiplied(solo):
    said = solo(
        *("study", "--player", "random", "--games", "2", "--json"),
        *("--sweep", "difficulty=easy,hard", "--sweep", "solo.toml:neutral.cards=3"),
    )

    assert [study["name"] for study in said.json["studies"]] == [
        "difficulty = easy, neutral.cards = 3",
        "difficulty = hard, neutral.cards = 3",
    ]


def test_single_game_has_no_interval(solo):
    said = solo("study", "--player", "random", "--games", "1", "--json")

    assert said.json["mean"] == {"mean": said.json["mean"]["mean"], "low": None, "high": None}
    assert "95 % sure" not in solo("study", "--player", "random", "--games", "1").out


def test_comparison_in_japanese(solo):
    said = solo("study", "--player", "random", "--against", "greedy", "--games", "2", "--lang", "ja")

    assert said.lines[0] == "同じ2個のシードでの比較（易しい）："


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--against", "greedi"),
            "--against 'greedi' is neither a player nor the folder of a game; did you mean 'greedy'?",
        ),
        (("--against", "greedy"), "--against greedy: the player is compared with itself; name another"),
        (("--against", "random", "--sweep", "difficulty=easy"), "--against and --sweep do not go together"),
        (("--sweep", "difficulty=easy,harder"), "no difficulty called 'harder'; did you mean 'hard'?"),
        (("--sweep", "strength=1,x"), "--sweep strength: 'x' is not a whole number from 1 to 100000"),
        (("--sweep", "solo.toml:neutral.cards=" + ",".join(map(str, range(101)))), "asks for 101 studies; at most 100"),
        (("--strength", "3"), "the strength of player 'greedy' cannot be chosen, only that of searching and strong"),
        (("--on", "scheduler"), "'scheduler' is no address of a scheduler; write it like tcp://"),
        (("--challenge", "2026-11", "--sweep", "difficulty=easy"), "--challenge and --sweep do not go together"),
    ],
)
def test_wrong_command_lines(solo, arguments, message):
    said = solo("study", "--games", "2", *arguments)

    assert (said.code, said.out) == (2, "")
    assert message in said.err
    assert len(said.err.splitlines()) == 1
