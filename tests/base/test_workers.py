import mmap
import os
import select
import signal
import time
from pathlib import Path

import pytest

from generator.base.errors import Fault, Faults
from generator.base.parallel.divided_work import pieces_of
from generator.base.workers import WorkerPool, worker_count


def squared(number: int) -> int:
    return number * number


@pytest.mark.parametrize("jobs", [0, 1, 2, 3, 9])
def test_results_keep_their_order(jobs):
    assert [*WorkerPool(squared, range(7), jobs).results()] == [0, 1, 4, 9, 16, 25, 36]


def test_nothing_to_do():
    assert not [*WorkerPool(squared, [], 2).results()]


@pytest.mark.parametrize("jobs", [0, 2])
def test_faults_come_back_whole(jobs):
    def complain(number: int) -> int:
        raise Faults([Fault("x.csv", f"bad {number}", line=number)])

    with pytest.raises(Faults, match=r"x\.csv:0: bad 0"):
        list(WorkerPool(complain, [0, 1], jobs).results())


def test_dead_worker_is_named():
    with pytest.raises(ChildProcessError, match="a worker process was ended by the system"):
        list(WorkerPool(lambda _: os._exit(9), [1], 1).results())


def test_workers_are_other_processes():
    assert os.getpid() not in WorkerPool(lambda _: os.getpid(), [1, 2], 2).results()


@pytest.fixture
def nothing_left():
    """Count children and open files before a test, and after it."""
    before = open_files()
    yield
    assert open_files() == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("taken", [0, 1, 999])
def test_reader_that_stops_leaves_nothing(taken):
    results = WorkerPool(lambda _: bytes(100_000), range(1000), 2).results()
    for _ in range(taken):
        next(results)
    del results


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("jobs", [1, 2])
def test_dead_worker_leaves_nothing(jobs):
    with pytest.raises(ChildProcessError, match="a worker process was ended by the system"):
        list(WorkerPool(lambda item: os._exit(9) if item == 5 else bytes(100_000), range(50), jobs).results())


@pytest.mark.usefixtures("nothing_left")
def test_worker_killed_amid_its_results_is_named():
    pool = WorkerPool(lambda _: bytes(10_000_000), [1], 1)
    results = pool.results()
    select.select([pool.workers.processes[0].pipe], [], [])
    os.kill(pool.workers.processes[0].pid, signal.SIGKILL)

    with pytest.raises(ChildProcessError, match="a worker process was ended by the system"):
        next(results)


@pytest.mark.usefixtures("nothing_left")
def test_results_are_large_and_uneven():
    sizes = [10, 3_000_000, 0, 70_000, 1, 9_000_000] * 5

    assert [len(data) for data in WorkerPool(bytes, sizes, 3).results()] == sizes


def test_free_worker_takes_what_a_busy_one_has_not_begun():
    pieces = pieces_of(40, 2, 100)
    first = len(range(40)[pieces[0]])
    done = mmap.mmap(-1, 1)

    def work(item: int) -> int:
        while item == 0 and done[0] < 40 - first:
            time.sleep(0.001)
        done[0] += 1
        return os.getpid()

    pids = [*WorkerPool(work, range(40), 2).results()]

    assert pids.count(pids[0]) == first


def test_workers_wait_for_a_slow_reader():
    done = mmap.mmap(-1, 1)

    def work(item: int) -> bytes:
        done[0] = item  # the last one begun
        return bytes(1_000_000)

    results = WorkerPool(work, range(100), 1, largest=1).results()
    next(results)
    looks = [-1]
    while len({*looks[-10:]}) > 1 or len(looks) < 10:  # until no other is begun
        time.sleep(0.01)
        looks.append(done[0])

    assert done[0] < 10
    assert len([*results]) == 99


def test_no_results_are_begun_for_nobody(tmp_path):
    def work(item: int) -> None:
        (tmp_path / str(item)).touch()
        sum(range(10**6))  # takes a moment

    WorkerPool(work, range(1000), 2, largest=1).close()

    assert len(list(tmp_path.iterdir())) < 500


@pytest.mark.parametrize(("count", "jobs", "largest"), [(1, 1, 100), (187, 2, 100), (10**6, 64, 100), (9, 2, 1)])
def test_pieces_cover_all_items_and_fit_a_pipe(count, jobs, largest):
    pieces = pieces_of(count, jobs, largest)
    sizes = [len(range(count)[piece]) for piece in pieces]

    assert sum(sizes) == count
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) < 4096


def test_workers_end_when_nobody_listens_any_more():
    crew = WorkerPool(lambda _: bytes(1_000_000), [1, 2], 2)
    workers, crew.workers = crew.workers.processes, None
    waiting = {worker.pid for worker in workers}
    for worker in workers:
        os.close(worker.pipe)

    until = time.monotonic() + 60
    while waiting and time.monotonic() < until:
        waiting -= {os.waitpid(pid, os.WNOHANG)[0] for pid in waiting}
        time.sleep(0.01)

    for pid in waiting:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert not waiting


@pytest.mark.parametrize(
    ("processes", "tasks", "cpus", "count"),
    [(4, 9, 8, 4), (8, 3, 8, 3), (8, 9, 2, 2), (1, 9, 8, 0), (8, 1, 8, 0), (8, 9, 1, 0), (8, 9, None, 0), (0, 9, 8, 0)],
)
def test_workers_are_started_where_there_are_two_at_least(monkeypatch, processes, tasks, cpus, count):
    monkeypatch.setattr(os, "cpu_count", lambda: cpus)

    assert worker_count(processes, tasks) == count
