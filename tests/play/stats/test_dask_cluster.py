"""Studies on a Dask cluster with two workers on this computer, which is started here."""

import os
import signal

import pytest

from generator.base.errors import UsageError
from generator.play.stats import game_runner, study_tasks, study_workers
from generator.play.stats.study_tasks import StudyWorkersError
from generator.play.stats.study_workers import cluster_workers, local_workers


@pytest.fixture(scope="module")
def distributed():
    """The library, which takes a second to import."""
    return pytest.importorskip("distributed", reason="the extra `cluster` is not installed; .ci/run installs it")


@pytest.fixture(scope="module")
def cluster(distributed):
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster


@pytest.mark.usefixtures("single_games")
def test_cluster_has_the_same_digest_also_when_a_worker_is_killed(cluster, digest_of, tmp_path, expected):
    def kill(done):
        if done == 10:
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

    with cluster_workers(cluster.scheduler_address) as workers:
        assert digest_of(tmp_path / "whole", workers) == expected
        assert digest_of(tmp_path / "killed", workers, kill) == expected


def test_workers_of_another_version_are_refused(cluster, digest_of, tmp_path, another_program):
    here = game_runner.program_digest()
    another_program()
    with cluster_workers(cluster.scheduler_address) as workers, pytest.raises(StudyWorkersError) as error:
        digest_of(tmp_path, workers)

    assert f"has workers with engine '{here}'; the same Vallum and data are needed; 1 of 60 games" in str(error.value)


def test_command_plays_on_the_cluster(cluster, solo):
    command = ("study", "--games", "8", "--player", "random", "--json", "--out")
    there = solo(*command, "there", "--on", cluster.scheduler_address)

    assert there.json["digest"] == solo(*command, "here").json["digest"]


@pytest.mark.usefixtures("single_games")
def test_scheduler_that_goes_away_leaves_what_was_finished(cluster, digest_of, tmp_path, expected, monkeypatch):
    """The last one: it ends the cluster."""
    monkeypatch.setattr(study_tasks, "PATIENCE", 0.5)
    lost = pytest.raises(StudyWorkersError, match=r"tcp://.* went away; \d+ of 60 games are kept")
    with cluster_workers(cluster.scheduler_address) as workers, lost:
        digest_of(tmp_path, workers, lambda done: done == 10 and cluster.close())
    with local_workers(1, 60) as workers:
        assert digest_of(tmp_path, workers) == expected


def test_scheduler_without_workers(distributed, monkeypatch):
    monkeypatch.setattr(study_workers, "CONNECTION", 0.3)
    empty = distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0", silence_logs=50)
    refused = pytest.raises(UsageError, match="has no workers; start one with: dask worker tcp://")
    with empty, refused, cluster_workers(empty.scheduler_address):
        pass


@pytest.mark.usefixtures("distributed")
def test_no_scheduler(solo, monkeypatch):
    monkeypatch.setattr(study_workers, "CONNECTION", 0.3)
    said = solo("study", "--games", "2", "--on", "tcp://127.0.0.1:9")

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("no scheduler answers at tcp://127.0.0.1:9 within 0.3 seconds; is it running")
    assert len(said.err.splitlines()) == 1
