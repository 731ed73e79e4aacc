"""Workers that are fresh processes: what `os.fork` cannot do is taken away from this process, and theirs are real."""

import os
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from generator.base import workers
from generator.base.errors import Fault, Faults
from generator.base.parallel import spawned_workers
from generator.base.parallel.divided_work import LostWorkerError
from generator.base.parallel.spawned_workers import end_idle_workers
from generator.base.workers import WorkerPool, worker_count


@pytest.fixture(autouse=True)
def no_fork(monkeypatch):
    """A system without forks; workers find the functions of this file."""
    monkeypatch.setattr(workers, "has_fork", lambda: False)
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    yield
    end_idle_workers()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def squared(number):
    return number * number


def process(_):
    return os.getpid()


def complain(number):
    raise Faults([Fault("x.csv", f"bad {number}", line=number)])


def zeros(note, number):
    if note:
        (note / str(number)).touch()
    return bytes(1_000_000)


def end_at_five(number):
    return os._exit(9) if number == 5 else number


def connect(_):
    try:
        return socket.create_connection(("127.0.0.1", 9), 1)
    except OSError as error:
        return str(error)


def written(_):
    os.write(1, b"to nobody")
    return sys.stdin.read()


@pytest.mark.parametrize("jobs", [0, 1, 2, 3])
def test_results_keep_their_order(jobs):
    assert [*WorkerPool(squared, range(7), jobs).results()] == [0, 1, 4, 9, 16, 25, 36]


def test_workers_are_other_processes_and_stay_for_further_work():
    first = {*WorkerPool(process, range(20), 2, largest=1).results()}
    second = {*WorkerPool(process, range(20), 2, largest=1).results()}

    assert os.getpid() not in first | second
    assert second <= first


def test_worker_of_other_surroundings_is_not_used_again(monkeypatch):
    first = {*WorkerPool(process, [1], 1).results()}
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")

    assert not first & {*WorkerPool(process, [1], 1).results()}


def test_faults_come_back_whole():
    with pytest.raises(Faults, match=r"x\.csv:0: bad 0"):
        list(WorkerPool(complain, [0, 1], 2).results())


@pytest.mark.parametrize("jobs", [1, 2])
def test_dead_worker_is_named(jobs):
    with pytest.raises(LostWorkerError, match="a worker process was ended by the system"):
        list(WorkerPool(end_at_five, range(50), jobs, largest=1).results())


def test_work_that_cannot_be_sent_is_done_here():
    assert {*WorkerPool(lambda _: os.getpid(), [1, 2], 2).results()} == {os.getpid()}


def test_reader_that_stops_leaves_nothing():
    results = WorkerPool(partial(zeros, None), range(1000), 2, largest=1).results()
    next(results)
    del results


def test_workers_wait_for_a_slow_reader(tmp_path):
    results = WorkerPool(partial(zeros, tmp_path), range(100), 2, largest=1).results()
    next(results)
    looks = [-1]
    while len({*looks[-10:]}) > 1 or len(looks) < 10:  # until no other is begun
        time.sleep(0.02)
        looks.append(len([*tmp_path.iterdir()]))

    assert looks[-1] < 30
    assert len([*results]) == 99


def test_workers_refuse_the_network_as_this_process_does(monkeypatch):
    monkeypatch.setattr(spawned_workers, "refuses_network", lambda: True)

    assert [*WorkerPool(connect, [1], 1).results()] == ["a stranger's file is read without a network"]


def test_worker_reads_and_writes_nothing_of_the_terminal():
    assert [*WorkerPool(written, [1], 1).results()] == [""]


def test_browser_starts_none(monkeypatch):
    monkeypatch.setattr(workers, "sys", type(sys)("sys"))
    workers.sys.platform = "emscripten"

    assert worker_count(8, 9) == 0
    assert {*WorkerPool(process, [1], 2).results()} == {os.getpid()}


def test_code_that_workers_needed_comes_into_the_archive(tmp_path):
    """What only workers import is there for the next command."""
    program = """
import os, sys
from pkgutil import resolve_name
del os.fork
from generator.base.code_archive.archive_finder import import_from_archive
opened = import_from_archive()
from generator.base.workers import WorkerPool
from generator.base.parallel.spawned_workers import end_idle_workers
list(WorkerPool(resolve_name, ["generator.model.paper:__name__"], 1).results())
end_idle_workers()
from generator.base.code_archive.archive_writer import complete_archive
complete_archive(*opened)
from generator.base.code_archive.archive_file import ArchiveFile
from generator.base.user_folders import user_cache
print("generator.model.paper" in sys.modules, "generator.model.paper" in ArchiveFile(user_cache()).modules)
"""
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=False, text=True)

    assert (done.stdout, done.stderr) == ("False True\n", "")
