"""The queue of print jobs: one is printed after the other, each by a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import generator
from generator.base.system.part_files import remove_left_folders, remove_left_parts
from generator.load.game_locations import game_name
from generator.web.printing.choice_fields import ChosenValues
from generator.web.printing.print_job import PrintJob

MAX_KEPT = 30
"""Jobs that are remembered."""
MAX_WAITING = 8
TIMEOUT_MINUTES = 10
"""After which a job is stopped."""
Process: TypeAlias = "subprocess.Popen[bytes]"


class QueueFullError(Exception):
    """MAX_WAITING jobs are waiting."""


class PrintQueue:
    """Prints jobs in the order in which they were added."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, PrintJob] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # asyncio itself keeps no reference to a task
        self._thread = ThreadPoolExecutor(1, "printing")

    def find(self, id_: str) -> PrintJob | None:
        return self._jobs.get(id_)

    def newest(self) -> Iterator[PrintJob]:
        return reversed(self._jobs.values())

    def add(self, game: str, options: dict[str, Any], choices: ChosenValues, parts: Sequence[str]) -> PrintJob:
        """Add a job, or return an equal one that is not over yet; raises QueueFullError."""
        for known in self._jobs.values():
            if not known.is_over and (known.game, known.options) == (game, options):
                return known
        if len(self._tasks) >= MAX_WAITING:
            raise QueueFullError
        job = PrintJob(secrets.token_urlsafe(9), game, options, choices, tuple(parts))
        self._jobs[job.id] = job
        while len(self._jobs) > MAX_KEPT:
            self._jobs.popitem(last=False)
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
            loop = asyncio.get_running_loop()
            try:
                with _process() as process:
                    await self._run(process, job)
            except TimeoutError:
                job.stop("time")
            except OSError:
                job.stop("lost")
            finally:
                job.stop("lost")
                with suppress(RuntimeError):  # the server is about to end
                    # In the thread of the process, so that this has ended.
                    await loop.run_in_executor(self._thread, _remove_left, job)

    async def _run(self, process: Process, job: PrintJob) -> None:
        """Have the process make the job, and wait for it; raises TimeoutError."""
        work = self._thread.submit(_communicate, process, job, asyncio.get_running_loop())
        try:
            await asyncio.wait_for(asyncio.wrap_future(work), 60 * TIMEOUT_MINUTES)
        finally:
            if work.cancel():  # it has not begun: nothing else closes the pipes
                for pipe in filter(None, (process.stdin, process.stdout)):
                    pipe.close()


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


@contextmanager
def _process() -> Iterator[Process]:
    """Start a process that waits for a job, and kill it at the end; raises OSError if it cannot be started."""
    source = str(Path(generator.__file__).parents[1])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "generator.web.printing.print_process"]
    environment = {**os.environ, "PYTHONPATH": path}
    stderr = None if os.environ.get("VALLUM_DEBUG") else subprocess.DEVNULL
    pipe = subprocess.PIPE
    process = subprocess.Popen(  # noqa: S603  ourselves
        command, stdin=pipe, stdout=pipe, stderr=stderr, env=environment, start_new_session=True
    )
    try:
        yield process
    finally:
        _kill(process)


def _kill(process: Process) -> None:
    """Kill a process and its workers, which would go on with the file that each writes."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    with suppress(subprocess.TimeoutExpired):  # a moment: until then its files would be taken for those of a living one
        process.wait(1)


def _communicate(process: Process, job: PrintJob, loop: asyncio.AbstractEventLoop) -> None:
    """Send the job to a process and read its messages, until it ends or is killed."""
    with process, suppress(BrokenPipeError, ValueError):
        assert process.stdin is not None  # noqa: S101  both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(json.dumps(job.options).encode())
        process.stdin.close()
        for line in process.stdout:
            loop.call_soon_threadsafe(job.update, json.loads(line))
