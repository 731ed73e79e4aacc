"""The queue of print jobs: one is printed after the other, each by a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlencode

import generator
from generator.base.hashing import MISSING, file_stamp
from generator.base.records import dataclass, field
from generator.exchange.exports.findings import REPORT
from generator.web.server.event_stream import EventStream

MAX_KEPT = 30
"""Jobs that are remembered."""
MAX_WAITING = 8
TIMEOUT_MINUTES = 10
"""After which a job is stopped."""
Process: TypeAlias = "subprocess.Popen[bytes]"


@dataclass(slots=True)
class PrintJob:
    """One job, and its progress."""

    id: str
    game: str
    options: dict[str, Any]
    """The options of `vallum build`, or of `vallum export`, by name."""
    choices: Mapping[str, str]
    """The fields of the form."""
    parts: tuple[str, ...]
    """The ids of the chosen components; empty for the whole game."""
    state: str = "waiting"
    """`waiting`, `running`, `done` or `stopped`: by somebody, after the timeout, or if the process has crashed."""
    done: int = 0
    total: int = 0
    files: list[dict[str, Any]] = field(default_factory=list)
    """`OutputFile.document` of each."""
    warnings: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    changes: dict[str, Any] | None = None
    """With the choice to print what has changed: `PrintChanges.document`."""
    exports: list[dict[str, Any]] = field(default_factory=list)
    """`Export.document` of each."""
    events: EventStream = field(default_factory=EventStream)
    _stamps: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def query(self) -> str:
        targets = [("to", target) for target in self.options.get("to", ())]
        return urlencode([*targets, *(("part", part) for part in self.parts), *self.choices.items()])

    @property
    def is_export(self) -> bool:
        """Whether it exports to the targets `to`, and prints nothing."""
        return "to" in self.options

    @property
    def is_estimate(self) -> bool:
        """Whether it only counts the sheets of paper, and the ink if that is asked for."""
        return bool(self.options.get("estimate"))

    @property
    def names(self) -> list[str]:
        """The names of its files."""
        return [Path(each["file"]).name for each in self.files]

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "stopped")

    @property
    def folder(self) -> str:
        return str(Path(self.files[0]["file"]).resolve().parent) if self.files else ""

    @property
    def stamp(self) -> str:
        return f"{self.state}-{self.done}-{self.total}-{len(self.files) + len(self.exports)}"

    def file(self, name: str) -> Path | None:
        """Return one of its files by name; None if it is not as printed, since a later job may have replaced it."""
        path = next((Path(each["file"]) for each in self.files if Path(each["file"]).name == name), None)
        return path if path and file_stamp(path) == self._stamps[path.as_posix()] != MISSING else None

    def export_folder(self, number: int) -> Path | None:
        """Return the folder of one of its exports; None if nothing was written, or it is not as it was written."""
        if number >= len(self.exports) or not self.exports[number]["files"]:
            return None
        report = _report(self.exports[number])
        return report.parent if file_stamp(report) == self._stamps[report.as_posix()] != MISSING else None

    def update(self, message: dict[str, Any]) -> None:
        """Take in a message of the process, and notify the page."""
        if "step" in message:
            _, self.done, self.total = message["step"]
        else:
            result = message["done"]
            self.files, self.warnings, self.faults = result["files"], result["warnings"], result["faults"]
            self.changes, self.exports = result["changes"], result["exports"]
            written = [*(Path(each["file"]) for each in self.files), *map(_report, self.exports)]
            self._stamps = {path.as_posix(): file_stamp(path) for path in written}
            self.state = "done"
        self.events.notify()


def _report(export: Mapping[str, Any]) -> Path:
    return Path(export["folder"], REPORT)


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

    def add(self, game: str, options: dict[str, Any], choices: Mapping[str, str], parts: Sequence[str]) -> PrintJob:
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
        task.add_done_callback(lambda _: self._tasks.pop(job.id))
        return job

    def stop(self, job: PrintJob) -> None:
        """Stop a job that waits or is running; one that is over stays as it is."""
        if not job.is_over and job.id in self._tasks:
            job.state = "stopped"
            self._tasks[job.id].cancel()
            job.events.notify()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _print(self, job: PrintJob) -> None:
        async with self._turn:
            job.state = "running"
            job.events.notify()
            loop = asyncio.get_running_loop()
            try:
                with suppress(TimeoutError, OSError), _process() as process:
                    work = loop.run_in_executor(self._thread, _communicate, process, job, loop)
                    await asyncio.wait_for(work, 60 * TIMEOUT_MINUTES)
            finally:
                job.state = "done" if job.state == "done" else "stopped"
                job.events.notify()


@contextmanager
def _process() -> Iterator[Process]:
    """Start a process that waits for a job, and kill it at the end; raises OSError if it cannot be started."""
    source = str(Path(generator.__file__).parents[1])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "generator.web.printing.print_process"]
    environment = {**os.environ, "PYTHONPATH": path}
    stderr = None if os.environ.get("VALLUM_DEBUG") else subprocess.DEVNULL
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, env=environment)  # noqa: S603  ourselves
    try:
        yield process
    finally:
        process.kill()


def _communicate(process: Process, job: PrintJob, loop: asyncio.AbstractEventLoop) -> None:
    """Send the job to a process and read its messages, until it ends or is killed."""
    with process, suppress(BrokenPipeError, ValueError):
        assert process.stdin is not None  # noqa: S101  both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(json.dumps(job.options).encode())
        process.stdin.close()
        for line in process.stdout:
            loop.call_soon_threadsafe(job.update, json.loads(line))
