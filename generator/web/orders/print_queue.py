"""The queue of print jobs: one is printed after the other."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from cachetools import FIFOCache

from generator.base.errors import HandledError
from generator.base.system.limited_child import ChildEnd
from generator.base.system.part_files import remove_left_folders, remove_left_parts
from generator.load.game_locations import game_name
from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.job_runner import JobRunner, ProcessRunner
from generator.web.orders.print_job import PrintJob

MAX_KEPT = 30
"""Most jobs that are remembered."""
MAX_WAITING = 8


class QueueFullError(HandledError):
    """MAX_WAITING jobs are waiting."""


class PrintQueue:
    """Prints jobs in the order in which they were added."""

    def __init__(self, runner: JobRunner | None = None) -> None:
        """Have jobs made by `runner`: without one, each by a process of its own."""
        self._jobs = FIFOCache[str, PrintJob](MAX_KEPT)
        self._turn = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # asyncio itself keeps no reference to a task
        self._runner = runner or ProcessRunner()

    def find(self, id_: str) -> PrintJob | None:
        """Return the job with an id; None if it is unknown or forgotten."""
        return self._jobs.get(id_)

    def newest(self) -> Iterator[PrintJob]:
        """Return the remembered jobs, the newest first."""
        return reversed([*self._jobs.values()])

    def add(self, game: str, options: dict[str, Any], choices: ChosenValues, parts: Sequence[str]) -> PrintJob:
        """Add a job, or return an equal one that is not over yet; raises QueueFullError."""
        for job in self._jobs.values():
            # Two clicks on the same button are one order.
            if not job.is_over and (job.game, job.options) == (game, options):
                return job
        # Tasks and not jobs: finished jobs stay in the list, but nobody waits for them.
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
        """Jobs that are running or waiting, in their order."""
        return [job for job in self._jobs.values() if not job.is_over]

    def task(self, job: PrintJob) -> asyncio.Task[None] | None:
        """Return the task of a job that waits or is running; None for other jobs."""
        return self._tasks.get(job.id)

    def stop(self, job: PrintJob) -> None:
        """Stop a job that waits or is running; a job that is over stays as it is."""
        if not job.is_over and job.id in self._tasks:
            job.stop("person")
            # A running job ends with its task; a waiting one never begins.
            self._tasks[job.id].cancel()
            self._tell_places()

    def _leave(self, job: PrintJob) -> None:
        """Forget the task of a job that has ended, and tell the waiting jobs their new places."""
        self._tasks.pop(job.id)
        self._tell_places()

    def _tell_places(self) -> None:
        """Tell each job that waits how many are before it."""
        for before, job in enumerate(self.unfinished):
            if job.before != before:
                job.before = before
                job.events.notify()

    def close(self) -> None:
        """Stop all jobs and take no more."""
        for task in self._tasks.values():
            task.cancel()
        self._runner.close()

    async def _print(self, job: PrintJob) -> None:
        """Wait for a job's turn, make the job, and remove the partial files if it was stopped."""
        # A fair lock: jobs run in the order in which they were added.
        async with self._turn:
            job.begin()
            try:
                if await self._runner.make(job.options, job.update) is ChildEnd.CLOCK:
                    job.stop("time")
            except OSError:
                pass
            finally:
                # Without a message of its end: its process was killed or crashed. For a job that is done this does
                # nothing.
                job.stop("lost")
                with suppress(RuntimeError):  # the server is about to end
                    await self._runner.clean_up(partial(_remove_left, job))


def _remove_left(job: PrintJob) -> None:
    """Remove the partial files of a stopped job, and its folder if that is empty then."""
    if job.state != "stopped" or not {"out", "game"} <= job.options.keys():
        return
    job_folder = Path(job.options["out"], game_name(Path(job.options["game"])))
    for folder, _, _ in os.walk(job_folder):
        remove_left_parts(Path(folder))
        remove_left_folders(Path(folder))
    with suppress(OSError):
        job_folder.rmdir()
