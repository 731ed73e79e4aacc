"""Studies: the same games however they are played, kept as they are played, gone on with where they were stopped."""

import csv
import json
import multiprocessing
import os

import pytest

from generator.base.errors import UsageError
from generator.play.commands import study_command
from generator.play.stats import game_runner, studies
from generator.play.stats.charts import bin_totals
from generator.play.stats.game_runner import GameRunner
from generator.play.stats.studies import Study
from generator.play.stats.study_tasks import StudyWorkersError, run_study
from generator.play.stats.study_workers import local_workers
from generator.solo.ai.players import PLAYERS


def study(games=45, player="random", **settings):
    return Study("hadrians-wall", player, settings, games)


@pytest.fixture
def played(tmp_path):
    """Run a study in a folder: its outcomes, and how far it was each time it told."""

    def play(asked, jobs=1, folder="study"):
        heard = []
        with local_workers(jobs, asked.games) as workers:
            return run_study(asked, tmp_path / folder, workers, heard.append), heard

    return play


class Noted:
    """Seeds that were really played, by whatever process."""

    def __init__(self, file):
        self.file = file
        self.clear()

    def clear(self):
        self.file.write_text("")

    def __iter__(self):
        return iter(self.file.read_text().split())


@pytest.fixture
def bench(monkeypatch, tmp_path):
    noted, plays = Noted(tmp_path / "played.txt"), GameRunner.play

    def play(self, player, seed, whim=0, strength=None):
        with noted.file.open("a") as file:
            file.write(f"{seed}\n")
        return plays(self, player, seed, whim, strength)

    monkeypatch.setattr(GameRunner, "play", play)
    return noted


def test_tells_how_far_it_is(played):
    outcomes, heard = played(study())

    assert len(outcomes) == 45
    assert (heard[0], heard[-1]) == (0, 45)


@pytest.mark.usefixtures("single_games")
def test_tells_each_game_that_is_kept(played):
    assert played(study(3))[1] == [0, 1, 2, 3]


def test_several_processes_play_the_same(played, single_games):
    assert played(study(), jobs=3, folder="three")[0] == played(study(), folder="one")[0]


@pytest.mark.usefixtures("single_games")
@pytest.mark.parametrize("jobs", [1, 2])
def test_goes_on_where_it_was_stopped(played, bench, tmp_path, jobs):
    first, _ = played(study())
    for seed in ("study/22", "study/31"):
        next(file for file in tmp_path.glob("study/chunks/*.json") if f'"{seed}"' in file.read_text()).unlink()
    bench.clear()
    again, heard = played(study(), jobs)

    assert again == first
    assert sorted(bench) == ["study/22", "study/31"]
    assert heard == [43, 44, 45]
    bench.clear()
    assert played(study()) == (first, [45])
    assert list(bench) == []


def die_at(monkeypatch, seed, times):
    """Let the process that plays a game die, so many times."""
    plays, left = GameRunner.play, multiprocessing.Value("i", times)

    def play(self, player, found, whim=0, strength=None):
        if found == seed and left.value:
            left.value -= 1
            os._exit(1)
        return plays(self, player, found, whim, strength)

    monkeypatch.setattr(GameRunner, "play", play)


@pytest.mark.usefixtures("single_games")
def test_games_of_a_killed_process_are_played_again(played, monkeypatch):
    expected = played(study(9), folder="whole")[0]
    die_at(monkeypatch, "study/5", times=1)

    assert played(study(9), jobs=2)[0] == expected


@pytest.mark.usefixtures("single_games")
def test_processes_that_keep_dying_end_the_study(played, bench, monkeypatch):
    expected = played(study(9), folder="whole")[0]
    with monkeypatch.context() as patch:
        die_at(patch, "study/5", times=1000)
        with pytest.raises(StudyWorkersError, match="a process at work cannot go on: BrokenProcessPool"):
            played(study(9), jobs=2)
    bench.clear()

    assert played(study(9), jobs=2)[0] == expected
    assert "study/1" not in set(bench)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"games": 3}', b'{"games": [{"seed": "study/1"}]}', b"\xff"])
def test_broken_chunk_is_played_again(played, bench, tmp_path, monkeypatch, damage):
    monkeypatch.setattr(studies, "KEEP_AFTER", 1000.0)  # all games in one file
    first, _ = played(study(20))
    (tmp_path / "study/chunks/00000.json").write_bytes(damage)
    bench.clear()

    assert played(study(20))[0] == first
    assert len(list(bench)) == 20


def test_more_games_play_only_the_new_ones(played, bench):
    played(study(20))
    bench.clear()
    played(study(40))

    assert len(list(bench)) == 20


def test_folder_of_another_study_is_left_alone(played):
    played(study(1))

    with pytest.raises(UsageError, match=r"holds a study with settings .*'easy'.*name another folder with --out"):
        played(study(1, difficulty="hard"))


def test_nobody_of_that_name(played):
    with pytest.raises(UsageError, match="no player called 'greedi'; did you mean 'greedy'"):
        played(study(1, "greedi"))


def test_everybody_has_the_same_cards(monkeypatch):
    bench, seen = GameRunner("hadrians-wall", {}), []
    deals = game_runner.StateDealer.action

    def noted(self, state):
        if action := deals(self, state):
            seen.append(action)
        return action

    monkeypatch.setattr(game_runner.StateDealer, "action", noted)
    starts = []
    for player in ("random", "greedy"):
        seen.clear()
        bench.play(player, "any")
        starts.append(seen[:5])

    assert starts[0] == starts[1]


def test_study_is_told_and_written(solo, tmp_path):
    said = solo("study", "--player", "random", "--games", "21", "--difficulty", "hard", "--out", "found")

    assert said.lines[0] == "Random player, Hard: 21 games"
    assert "21 of 21 games" in said.err
    with (tmp_path / "found/games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    summary = json.loads((tmp_path / "found/summary.json").read_text(encoding="utf-8"))
    assert summary["mean"]["mean"] == pytest.approx(sum(int(row["total"]) for row in rows) / 21, abs=1e-3)
    assert (tmp_path / "found/totals.svg").read_text(encoding="utf-8").startswith(("<svg", "<?xml"))
    assert (tmp_path / "found/totals.png").read_bytes().startswith(b"\x89PNG")


def test_study_tells_itself_in_japanese(solo):
    assert "でたらめなプレイヤー" in solo("study", "--player", "random", "--games", "2", "--lang", "ja").lines[0]


def test_par_of_a_challenge_is_the_same_for_all(solo, monkeypatch):
    monkeypatch.setattr("generator.play.commands.study_command.PAR_GAMES", 1)
    said = solo("study", "--challenge", "2026-11", "--json")

    assert said.json["par"] == said.json["searching"][0]
    assert said.json["random"] < said.json["par"]


@pytest.mark.parametrize("games", ["0", "-3", "many", "99999999"])
def test_number_of_games_is_checked(solo, games):
    said = solo("study", "--games", games)

    assert said.code == 2
    assert "whole number" in said.err or "expected one argument" in said.err


def test_bars_share_totals_where_they_are_many():
    assert bin_totals([(3, 1), (4, 2), (6, 1)]) == (3, 1, (1, 2, 0, 1))
    assert bin_totals([(0, 1), (1, 2), (119, 4)]) == (0, 2, (3, *[0] * 58, 4))


def test_command_knows_every_player():
    assert set(study_command._PLAYERS) == set(PLAYERS)
