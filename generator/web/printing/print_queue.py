"""Orders under way: one is printed after the other, each by a process of its own."""

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
from generator.web.server.event_stream import EventStream

KEPT = 30
"""Finished orders that are remembered."""
WAITING = 8
"""Orders that may wait."""
MINUTES = 10
"""After which an order is given up."""
Worker: TypeAlias = "subprocess.Popen[bytes]"
"""A process of its own."""


@dataclass(slots=True)
class PrintJob:
    """One order, and how far it is."""

    id: str
    game: str
    order: dict[str, Any]
    """As the command line would give it."""
    chosen: Mapping[str, str]
    """The choices of the form by the names of its fields."""
    parts: tuple[str, ...]
    """The components that are wanted; none for the whole game."""
    state: str = "waiting"
    """`waiting`, `running`, `done`, or `stopped`: given up, or its process came to a bad end."""
    done: int = 0
    total: int = 0
    files: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    events: EventStream = field(default_factory=EventStream)
    _stamps: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def query(self) -> str:
        """The order as the query of an address, to find the form filled in as it was."""
        return urlencode([*(("part", part) for part in self.parts), *self.chosen.items()])

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in ("done", "stopped")

    @property
    def folder(self) -> str:
        """Where its files are."""
        return str(Path(self.files[0]["file"]).resolve().parent) if self.files else ""

    @property
    def stamp(self) -> str:
        """How far it is, in a word."""
        return f"{self.state}-{self.done}-{self.total}-{len(self.files)}"

    def file(self, name: str) -> Path | None:
        """One of its files by its bare name; None for every other name, and where it is not there any more as it was.

        A later order may have made another under its name.
        """
        path = next((Path(each["file"]) for each in self.files if Path(each["file"]).name == name), None)
        return path if path and file_stamp(path) == self._stamps[path.as_posix()] != MISSING else None

    def heard(self, message: dict[str, Any]) -> None:
        """Take in what the worker says."""
        if "step" in message:
            _, self.done, self.total = message["step"]
        else:
            result = message["done"]
            self.files, self.warnings, self.faults = result["files"], result["warnings"], result["faults"]
            self._stamps = {each["file"]: file_stamp(Path(each["file"])) for each in self.files}
            self.state = "done"
        self.events.notify()


class QueueFullError(Exception):
    """Too many orders are waiting."""


class PrintQueue:
    """Prints one order after the other."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, PrintJob] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = ThreadPoolExecutor(1, "press")

    def find(self, id_: str) -> PrintJob | None:
        """An order by its id; None where there is none, or it was long ago."""
        return self._known.get(id_)

    def recent(self) -> Iterator[PrintJob]:
        """The orders that are known, the last one first."""
        return reversed(self._known.values())

    def take(self, game: str, order: dict[str, Any], chosen: Mapping[str, str], parts: Sequence[str]) -> PrintJob:
        """Print this as soon as the presses are free; what is under way already is not printed twice.

        Raises FullError where too many others wait already.
        """
        for known in self._known.values():
            if not known.is_over and (known.game, known.order) == (game, order):
                return known
        if len(self._tasks) >= WAITING:
            raise QueueFullError
        printing = PrintJob(secrets.token_urlsafe(9), game, order, chosen, tuple(parts))
        self._known[printing.id] = printing
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._printed(printing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return printing

    def close(self) -> None:
        """Print nothing any more."""
        for task in self._tasks:
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _printed(self, printing: PrintJob) -> None:
        async with self._turn:
            printing.state = "running"
            printing.events.notify()
            loop = asyncio.get_running_loop()
            try:
                with _worker() as worker:
                    async with asyncio.timeout(60 * MINUTES):
                        await loop.run_in_executor(self._thread, _worked, worker, printing, loop)
            except (TimeoutError, OSError):
                pass
            finally:
                printing.state = "done" if printing.state == "done" else "stopped"
                printing.events.notify()


@contextmanager
def _worker() -> Iterator[Worker]:
    """A worker that waits for its order, and is ended whatever happens; raises OSError where none can be started."""
    source = str(Path(generator.__file__).parents[1])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "generator.web.printing.print_process"]
    environment = {**os.environ, "PYTHONPATH": path}
    said = None if os.environ.get("VALLUM_DEBUG") else subprocess.DEVNULL
    pipe = subprocess.PIPE
    worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=said, env=environment)  # noqa: S603  ourselves
    try:
        yield worker
    finally:
        worker.kill()


def _worked(worker: Worker, printing: PrintJob, loop: asyncio.AbstractEventLoop) -> None:
    """Give a worker its order, and pass on what it says until it has ended; ends itself when the worker is killed."""
    with worker, suppress(BrokenPipeError, ValueError):
        assert worker.stdin is not None  # noqa: S101  both are pipes
        assert worker.stdout is not None  # noqa: S101
        worker.stdin.write(json.dumps(printing.order).encode())
        worker.stdin.close()
        for line in worker.stdout:
            loop.call_soon_threadsafe(printing.heard, json.loads(line))
