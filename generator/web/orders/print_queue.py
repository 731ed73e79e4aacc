"""The queue of print jobs: one is printed after the other, each by a process of its own."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from cachetools import FIFOCache

from generator.base.errors import HandledError
from generator.base.system.limited_child import ChildEnd, LimitedChild
from generator.base.system.part_files import remove_left_folders, remove_left_parts
from generator.base.system.process_limits import ProcessLimits
from generator.load.game_locations import game_name
from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_process import make_job

MAX_KEPT = 30
"""Jobs that are remembered."""
MAX_WAITING = 8
LIMITS = ProcessLimits(memory=4 << 30, seconds=600, file_size=4 << 30, open_files=1024, wall=600)
"""What a job may use: a game of one's own can be large."""


class QueueFullError(HandledError):
    """MAX_WAITING jobs are waiting."""


class PrintQueue:
    """Prints jobs in the order in which they were added."""

    def __init__(self) -> None:
        self._jobs = FIFOCache[str, PrintJob](MAX_KEPT)
        self._turn = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # asyncio itself keeps no reference to a task
        self._thread = ThreadPoolExecutor(1, "printing")

    def find(self, id_: str) -> PrintJob | None:
        return self._jobs.get(id_)

    def newest(self) -> Iterator[PrintJob]:
        return reversed([*self._jobs.values()])

    def add(self, game: str, options: dict[str, Any], choices: ChosenValues, parts: Sequence[str]) -> PrintJob:
        """Add a job, or return an equal one that is not over yet; raises QueueFullError."""
        for known in self._jobs.values():
            if not known.is_over and (known.game, known.options) == (game, options):
                return known
        if len(self._tasks) >= MAX_WAITING:
            raise QueueFullError
        job = PrintJob(secrets.token_urlsafe(9), game, options, choices, tuple(parts))
        self._jobs[job.id] = job
        task = asyncio.create_task(self._print(job))
        self._tasks[job.id] = task
        task.add_done_callback(lambda _: self._leave(job))
        self._tell_places()
        return job

    @property
    def unfinished(self) -> list[PrintJob]:
        """The jobs that are running or waiting, in their order."""
        return [job for job in self._jobs.values() if not job.is_over]

    def task(self, job: PrintJob) -> asyncio.Task[None] | None:
        """The task of a job that waits or is running."""
        return self._tasks.get(job.id)

    def stop(self, job: PrintJob) -> None:
        """Stop a job that waits or is running; one that is over stays as it is."""
        if not job.is_over and job.id in self._tasks:
            job.stop("person")
            self._tasks[job.id].cancel()
            self._tell_places()

    def _leave(self, job: PrintJob) -> None:
        self._tasks.pop(job.id)
        self._tell_places()

    def _tell_places(self) -> None:
        """Tell each job that waits how many are before it."""
        for before, job in enumerate(self.unfinished):
            if job.before != before:
                job.before = before
                job.events.notify()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _print(self, job: PrintJob) -> None:
        async with self._turn:
            job.begin()
            try:
                child = LimitedChild(make_job, job.options, LIMITS, is_fresh=True)
                await self._follow(child, job)
            except OSError:
                pass
            finally:
                job.stop("lost")
                with suppress(RuntimeError):  # the server is about to end
                    # In the thread of the process, so that this has ended.
                    await asyncio.get_running_loop().run_in_executor(self._thread, _remove_left, job)

    async def _follow(self, child: LimitedChild, job: PrintJob) -> None:
        """Take in the messages of the process that makes a job, which is killed if this is cancelled."""
        try:
            await asyncio.get_running_loop().run_in_executor(
                self._thread, _read, child, job, asyncio.get_running_loop()
            )
        finally:
            child.close()
        if child.end is ChildEnd.CLOCK:
            job.stop("time")


def _remove_left(job: PrintJob) -> None:
    """Remove what a job that was stopped has written in part, and the folder if it has written nothing else."""
    if job.state != "stopped" or not {"out", "game"} <= job.options.keys():
        return
    own = Path(job.options["out"], game_name(Path(job.options["game"])))
    for folder, _, _ in os.walk(own):
        remove_left_parts(Path(folder))
        remove_left_folders(Path(folder))
    with suppress(OSError):
        own.rmdir()


def _read(child: LimitedChild, job: PrintJob, loop: asyncio.AbstractEventLoop) -> None:
    for message in child.messages():
        loop.call_soon_threadsafe(job.update, message)
