"""Workers that are fresh processes, which are sent the work: for systems without `os.fork`.

They stay for further work of this process, as their libraries are loaded then, and end when it ends.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any

from generator.base.code_archive.missing_code import missing_code
from generator.base.parallel.divided_work import NUMBER, DividedWork, LostWorkerError, opened
from generator.base.parallel.pipe_messages import read_message, write_message
from generator.base.system.part_files import remove_left_temporary_folders
from generator.base.system.process_limits import refuses_network

if TYPE_CHECKING:
    from collections.abc import Mapping

AHEAD = 16 << 20
"""Bytes of results that wait for the reader, from which on workers wait for it."""

_PROGRAM = """
import sys
sys.path[:] = sys.argv[1:]
from generator.base.code_archive.archive_finder import import_from_archive
import_from_archive()
from generator.base.parallel.worker_process import main
main()
"""
"""The archive comes before all other modules, which it may have."""

_idle: list[_SpawnedWorker] = []


def spawn_workers(divided: DividedWork, count: int) -> SpawnedWorkers | None:
    """Return so many workers with the work; None for work that cannot be sent to another process."""
    try:
        order = pickle.dumps((divided, refuses_network()), protocol=5)
    except (pickle.PicklingError, TypeError, AttributeError):
        return None
    return SpawnedWorkers(order, len(divided.pieces), count)


def end_idle_workers() -> None:
    """End the workers that wait for further work, and wait for their end."""
    while _idle:
        _idle.pop().end()


class SpawnedWorkers:
    """Processes that are each asked for one piece after another by a thread."""

    def __init__(self, order: bytes, pieces: int, count: int) -> None:
        """Take the pickled work, and the numbers of its pieces and of workers."""
        self._order, self._pieces = order, pieces
        self._results: dict[int, bytes] = {}
        self._taken, self._due, self._stopped = 0, 0, False
        """Numbers of pieces: the next that nobody has taken, and the one that the reader waits for."""
        self._running, self._changed = count, Condition()
        self._threads = [Thread(target=self._drive, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def read(self, number: int) -> list[Any]:
        """Return the results of a piece, as they come; pieces are read in order.

        Raises what a worker raised, and LostWorkerError if no results can come.
        """
        with self._changed:
            self._due = number
            self._changed.notify_all()
            self._changed.wait_for(lambda: number in self._results or not self._running)
            if number not in self._results:
                raise LostWorkerError
            data = self._results.pop(number)
        return opened(data)

    def close(self) -> None:
        """Stop the work, once each worker has finished the piece that it works on."""
        self._stop()
        for thread in self._threads:
            thread.join()

    def _stop(self) -> None:
        """Let no further piece be taken, and nobody wait for the reader."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _drive(self) -> None:
        """Ask a worker for pieces until all are taken."""
        try:
            worker = _hire()
            try:
                self._ask(worker)
                _idle.append(worker)
            except (OSError, EOFError):
                worker.end()
                raise
        except (OSError, EOFError):
            self._stop()
            remove_left_temporary_folders()
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def _ask(self, worker: _SpawnedWorker) -> None:
        """Give the work to a worker, and ask it for pieces. Raises OSError or EOFError if it has ended."""
        worker.send(self._order)
        while (number := self._take()) is not None:
            worker.send(NUMBER.pack(number))
            self._put(number, worker.receive())
        worker.send(b"")
        report, missing = worker.receive(), missing_code()
        if missing:
            missing.add_reports(report)

    def _take(self) -> int | None:
        """Return the number of the next piece; None when all are taken."""
        with self._changed:
            if self._stopped or self._taken == self._pieces:
                return None
            self._taken += 1
            return self._taken - 1

    def _put(self, number: int, data: bytes) -> None:
        """Keep the results of a piece, and wait while those that were not read yet are too many."""
        with self._changed:
            self._results[number] = data
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._stopped or number <= self._due or self._waiting() <= AHEAD)

    def _waiting(self) -> int:
        """Return the bytes of results that were not read yet."""
        return sum(map(len, self._results.values()))


def _hire() -> _SpawnedWorker:
    """Return a worker that waits for work and has the surroundings of this process, or a new one. Raises OSError."""
    while _idle:
        worker = _idle.pop()
        if worker.surroundings == _surroundings():
            return worker
        worker.end()
    return _SpawnedWorker()


def _surroundings() -> tuple[str, Mapping[str, str], list[str]]:
    """Return the folder, environment and paths of libraries that a worker has from this process."""
    return str(Path.cwd()), dict(os.environ), [*sys.path]


class _SpawnedWorker:
    """A fresh process, and the pipes to it."""

    def __init__(self) -> None:
        """Start the process. Raises OSError."""
        self.surroundings = _surroundings()
        atexit.register(end_idle_workers)
        # The same folders of libraries, so that the archive of code is the same.
        self.process = subprocess.Popen(  # noqa: S603  ourselves
            [sys.executable, "-c", _PROGRAM, *sys.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        pipes = self.process.stdin, self.process.stdout
        self._sending, self._receiving = (pipe for pipe in pipes if pipe)

    def send(self, message: bytes) -> None:
        """Send a message. Raises OSError if the process has ended."""
        write_message(self._sending, message)

    def receive(self) -> bytes:
        """Wait for a message. Raises EOFError if the process has ended."""
        return read_message(self._receiving)

    def end(self) -> None:
        """End the process, and wait for its end."""
        with suppress(OSError):
            self._sending.close()
        self._receiving.close()
        self.process.wait()
