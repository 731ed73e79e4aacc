import os
import signal
import time

import pytest

from generator.base.errors import Fault, Faults
from generator.base.workers import WorkerPool


def squared(number: int) -> int:
    return number * number


@pytest.mark.parametrize("jobs", [0, 1, 2, 3, 9])
def test_results_keep_their_order(jobs):
    assert WorkerPool(squared, range(7), jobs).results() == [0, 1, 4, 9, 16, 25, 36]


def test_nothing_to_do():
    assert WorkerPool(squared, [], 2).results() == []


@pytest.mark.parametrize("jobs", [0, 2])
def test_faults_come_back_whole(jobs):
    def complain(number: int) -> int:
        raise Faults([Fault("x.csv", f"bad {number}", line=number)])

    with pytest.raises(Faults, match=r"x\.csv:0: bad 0"):
        WorkerPool(complain, [0, 1], jobs).results()


def test_dead_worker_is_named():
    with pytest.raises(ChildProcessError, match="a worker stopped"):
        WorkerPool(lambda _: os._exit(9), [1], 1).results()


def test_workers_are_other_processes():
    assert os.getpid() not in WorkerPool(lambda _: os.getpid(), [1, 2], 2).results()


def test_workers_end_when_nobody_listens_any_more():
    crew = WorkerPool(lambda _: bytes(1_000_000), [1, 2], 2)
    waiting = {pid for pid, _ in crew._pipes}
    for _, pipe in crew._pipes:
        os.close(pipe)

    until = time.monotonic() + 10
    while waiting and time.monotonic() < until:
        waiting -= {os.waitpid(pid, os.WNOHANG)[0] for pid in waiting}
        time.sleep(0.01)

    for pid in waiting:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert not waiting
