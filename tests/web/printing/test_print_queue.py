"""The queue of print jobs: its processes, and what is left when they end."""

import asyncio
import subprocess
import threading

from generator.web.printing.choice_fields import ChosenValues
from generator.web.printing.print_job import PrintJob
from generator.web.printing.print_queue import PrintQueue, _remove_left


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
    monkeypatch.setattr("generator.web.printing.print_queue.subprocess.Popen", _too_many)

    assert asyncio.run(asyncio.wait_for(outcome(), 20)) == ("stopped", "lost")


def test_job_that_takes_too_long_is_told(monkeypatch):
    monkeypatch.setattr("generator.web.printing.print_queue.TIMEOUT_MINUTES", 0.0001)

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
        queue = PrintQueue()
        queue._thread.submit(free.wait)
        job = queue.add("mine", {}, ChosenValues(), ())
        task = queue.task(job)
        while not started:
            await asyncio.sleep(0.01)
        queue.stop(job)
        free.set()
        await asyncio.wait({task})

    monkeypatch.setattr("generator.web.printing.print_queue.subprocess.Popen", start)
    asyncio.run(asyncio.wait_for(stopped(), 20))
    (process,) = started
    assert (process.stdin.closed, process.stdout.closed) == (True, True)
