import os

import pytest

from generator.base.errors import Fault, Faults, OutputError, UsageError
from generator.base.records import replace
from generator.build.options import BuildOptions
from generator.build.several_games import at_once, raise_faults
from generator.load.game_locations import GameFolder


@pytest.fixture(autouse=True)
def two_cores(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.fixture
def orders(tmp_path):
    """Three games, the second the largest, for four processes."""
    sizes = {"a": 1, "b": 300, "c": 20}
    for name, size in sizes.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_bytes(bytes(size))
    return [(GameFolder(tmp_path / name, name), BuildOptions(jobs=4)) for name in sizes]


def failing(errors):
    """Return work that raises the error of a game, and the name of a game without."""

    def work(folder, _options):
        if folder.shown in errors:
            raise errors[folder.shown]
        return folder.shown

    return work


def with_jobs(orders, jobs):
    return [(folder, replace(options, jobs=jobs)) for folder, options in orders]


def test_results_are_in_the_order_of_the_games_and_processes_are_shared(orders):
    results = list(at_once(lambda folder, options: (folder.shown, options.jobs, os.getpid()), orders))

    assert [result[:2] for result in results] == [("a", 4), ("b", 2), ("c", 2)]  # the last one begun has all
    assert os.getpid() not in {pid for *_, pid in results}


def test_largest_game_is_begun_first(orders, tmp_path):
    def work(folder, _options):
        with (tmp_path / "log").open("a") as log:
            log.write(folder.shown)

    list(at_once(work, orders))

    assert (tmp_path / "log").read_text()[0] != "a"  # taken by a worker that has done another


@pytest.mark.parametrize("jobs", [1, 2])
def test_faults_of_a_game_are_a_result(orders, jobs):
    faults = Faults([Fault("x.csv", "bad", line=3)])
    first, second, third = at_once(failing({"b": faults}), with_jobs(orders, jobs))

    assert (first, third) == ("a", "c")
    assert isinstance(second, Faults)
    assert second.faults == faults.faults
    with pytest.raises(Faults, match=r"x\.csv:3: bad"):
        list(raise_faults([first, second]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_error_of_the_first_game_in_order_ends_it(orders, jobs):
    outcomes = at_once(failing({"a": UsageError("no a"), "b": OutputError("no b")}), with_jobs(orders, jobs))

    with pytest.raises(UsageError, match="no a"):
        list(outcomes)


@pytest.mark.parametrize(("some", "jobs"), [(1, 4), (3, 1), (0, 4)])
def test_nothing_is_forked_for_one_game_or_one_process(orders, some, jobs):
    results = list(at_once(lambda _folder, options: (os.getpid(), options.jobs), with_jobs(orders[:some], jobs)))

    assert results == some * [(os.getpid(), jobs)]
