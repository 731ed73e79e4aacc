"""The queue of print jobs: its processes, and what is left when they end."""

import asyncio
import subprocess
import threading
from contextlib import suppress
from dataclasses import replace

import pytest

from generator.web.orders import job_runner, print_queue
from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.job_runner import ProcessRunner
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_queue import PrintQueue, QueueFullError, _remove_left

pytestmark = pytest.mark.limited_child


def test_parts_that_killed_processes_have_left_are_removed(tmp_path):
    own = tmp_path / "mine"
    (own / "png").mkdir(parents=True)
    (own / ".raid.pdf.4194305.part").write_bytes(b"%PDF-")
    (own / "png" / ".x.png.4194305.part").write_bytes(b"")
    (own / ".tts-en.4194305.part" / "decks").mkdir(parents=True)
    (own / "raid.pdf").write_bytes(b"%PDF-")
    job = PrintJob("id", "mine", {"out": str(tmp_path), "game": "mine"}, ChosenValues(), (), state="stopped")
    _remove_left(job)

    assert sorted(each.relative_to(own).as_posix() for each in own.rglob("*")) == ["png", "raid.pdf"]


async def outcome():
    """What becomes of an order that no build can be made of."""
    presses = PrintQueue()
    printing = presses.add("mine", {"game": 1}, {}, ())
    while not printing.is_over:
        await asyncio.sleep(0.02)
    return printing.state, printing.cause


def test_worker_that_fails_is_told():
    assert asyncio.run(outcome()) == ("stopped", "lost")


def test_worker_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", _too_many)

    assert asyncio.run(asyncio.wait_for(outcome(), 20)) == ("stopped", "lost")


def test_job_that_takes_too_long_is_told(monkeypatch):
    monkeypatch.setattr(job_runner, "LIMITS", replace(job_runner.LIMITS, wall=0.01))

    assert asyncio.run(asyncio.wait_for(outcome(), 20)) == ("stopped", "time")


def _too_many(*_, **__):
    raise OSError("too many open files")


def test_job_that_is_stopped_before_it_is_sent_closes_the_pipes_of_its_process(monkeypatch):
    started, free = [], threading.Event()

    popen = subprocess.Popen

    def start(*args, **options):
        started.append(popen(*args, **options))
        return started[-1]

    async def stopped():
        runner = ProcessRunner()
        queue = PrintQueue(runner)
        runner._thread.submit(free.wait)
        job = queue.add("mine", {}, ChosenValues(), ())
        task = queue.task(job)
        while not started:
            await asyncio.sleep(0.01)
        queue.stop(job)
        free.set()
        await asyncio.wait({task})

    monkeypatch.setattr(subprocess, "Popen", start)
    asyncio.run(asyncio.wait_for(stopped(), 20))
    (process,) = started
    assert (process.stdin.closed, process.stdout.closed) == (True, True)


@pytest.fixture
def in_queue(monkeypatch):
    """Run a test with a queue whose jobs end when the test ends them, and with a function to add one by its options."""

    async def wait(_, job):
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    def run(steps):
        async def with_queue():
            queue = PrintQueue()
            try:
                await steps(queue, lambda game="mine", **options: queue.add(game, options, ChosenValues(), ()))
            finally:
                queue.close()

        asyncio.run(asyncio.wait_for(with_queue(), 20))

    monkeypatch.setattr(PrintQueue, "_print", wait)
    return run


def test_equal_job_is_the_same_until_it_is_over(in_queue):
    async def steps(_, add):
        job = add(paper="a4")
        assert add(paper="a4") is job
        assert add(paper="a5") is not job
        assert add("other", paper="a4") is not job
        job.stop("time")
        assert add(paper="a4") is not job

    in_queue(steps)


def test_jobs_know_how_many_are_before_them(in_queue):
    async def steps(queue, add):
        jobs = [add(paper=str(number)) for number in range(3)]
        assert [job.before for job in jobs] == [0, 1, 2]
        queue.stop(jobs[0])
        assert [job.before for job in jobs[1:]] == [0, 1]
        assert queue.unfinished == jobs[1:]

    in_queue(steps)


def test_queue_takes_and_keeps_so_many_jobs(in_queue, monkeypatch):
    monkeypatch.setattr(print_queue, "MAX_WAITING", 3)
    monkeypatch.setattr(print_queue, "MAX_KEPT", 2)

    async def steps(queue, add):
        jobs = [add(paper=str(number)) for number in range(3)]
        with pytest.raises(QueueFullError):
            add(paper="9")
        assert [*queue.newest()] == jobs[:0:-1]
        assert queue.find(jobs[0].id) is None

    in_queue(steps)
