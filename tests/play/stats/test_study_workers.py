"""The same games whatever plays them: this process, several, or any executor; and what is told where one fails."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from generator.base.errors import UsageError
from generator.play.stats import study_tasks
from generator.play.stats.studies import Study, study_facts
from generator.play.stats.study_tasks import StudyWorkersError, Workers, play_task
from generator.play.stats.study_workers import cluster_workers, local_workers

STUDY = Study("hadrians-wall", "random", {}, 60)


def open_cluster(address):
    with cluster_workers(address):
        pass


@pytest.mark.parametrize("jobs", [1, 3])
def test_processes_have_the_same_digest(digest_of, tmp_path, expected, jobs):
    with local_workers(jobs, STUDY.games) as workers:
        assert digest_of(tmp_path, workers) == expected


@pytest.mark.usefixtures("single_games")
def test_any_executor_has_the_same_digest(digest_of, tmp_path, expected):
    with ThreadPoolExecutor(3) as threads:
        assert digest_of(tmp_path, Workers(threads, lambda: 3)) == expected


def test_tasks_last_a_second_by_what_was_measured(monkeypatch):
    queue = study_tasks._Queue([str(number) for number in range(1000)], seconds=0.125)
    first = queue.take(width=2)
    queue.measured(games=15, seconds=0.125)  # 15 times as fast as the first
    second = queue.take(width=2)

    assert len(first) == 32  # 4 seconds
    assert len(second) == 242  # a quarter of what is left, for two workers: as 256 would be 4 seconds
    sizes = []
    while queue:
        sizes.append(len(queue.take(width=2)))
    assert sizes == sorted(sizes, reverse=True)
    assert all(size / 64 >= 1.25 for size in sizes[:-1])


def test_slow_games_are_tasks_of_their_own():
    assert len(study_tasks._Queue(["1", "2", "3"], seconds=20.0).take(width=1)) == 1


def test_broken_executor_keeps_what_was_finished(digest_of, tmp_path, expected, monkeypatch):
    monkeypatch.setattr(study_tasks, "LONGEST", 0.001)
    monkeypatch.setattr(study_tasks, "SHORTEST", 0.001)
    with ThreadPoolExecutor(1) as threads:
        closing = Workers(threads, lambda: 1, "the threads")
        message = r"the threads went away; \d+ of 60 games are kept in .*study, and the same command goes on"
        with pytest.raises(StudyWorkersError, match=message):
            digest_of(tmp_path / "study", closing, lambda done: done or threads.shutdown())
    with local_workers(1, 60) as workers:
        assert digest_of(tmp_path / "study", workers) == expected


def test_worker_with_other_data_plays_nothing():
    facts = study_facts(STUDY)

    assert play_task(STUDY.key, facts, ["study/1"])["games"][0]["seed"] == "study/1"
    assert play_task(STUDY.key, {**facts, "rules": "others"}, ["study/1"]) == {"other": f"rules {facts['rules']!r}"}


@pytest.mark.parametrize(
    "address", ["", "scheduler", "http://a:1", "tcp://a", "tcp://a:0", "tcp://a:99999", "tcp:// :1"]
)
def test_address_is_checked(address):
    with pytest.raises(UsageError, match="is no address of a scheduler; write it like tcp://"):
        open_cluster(address)


def test_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(UsageError, match=r"needs the library distributed; install it with: .*\[cluster\]"):
        open_cluster("tcp://127.0.0.1:9")
