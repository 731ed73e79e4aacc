"""One function applied to many items, in forked worker processes where the system has them."""

from __future__ import annotations

import gc
import os
import pickle
import select
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Generic, TypeVar

from generator.base.errors import OutputError
from generator.base.file_memory import active_memory
from generator.base.system.part_files import remove_left_temporary_folders, remove_own_folders

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST = 100
"""Most items in a piece of work, so that a worker holds few results at a time."""

SHARE = 3
"""Divisor of the piece size: a piece has 1 / (SHARE × workers) of the items that are left."""

MOST_PIECES = 2000
"""Largest number of pieces: their numbers fill half of the smallest pipe (16 KiB on macOS), so that writing them never
waits; the other half is for the small pieces at the end.
"""

AHEAD = 4 << 20
"""Bytes of results that a worker holds back while its pipe is full, before it waits for the reader."""

_NUMBER = struct.Struct(">I")
_HEAD = struct.Struct(">IQ")
"""Number of a piece of work, and the length of its pickled results."""


@contextmanager
def pause_gc() -> Iterator[None]:
    """Switch the cyclic garbage collector off: it would take a tenth of a build, which makes next to no cycles.

    Objects alive at the end are exempted from collection: collecting them when the program exits takes 30 ms.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def worker_count(processes: int, tasks: int) -> int:
    """Return how many workers to start for some tasks that this process waits for: 0 where one alone would work."""
    count = min(processes, tasks, os.cpu_count() or 1)
    return count if count > 1 and hasattr(os, "fork") else 0


class LostWorkerError(OutputError, ChildProcessError):
    """A worker process was ended before its work was done, as by a system that has no memory left."""

    def __init__(self) -> None:
        """Begin with the only message of this error."""
        super().__init__("a worker process was ended by the system; is there enough memory?")


class WorkerPool(Generic[Item, Result]):
    """Worker processes that take neighbouring items in pieces, a new piece whenever one is free.

    Pieces shrink towards the end, so that all workers end at about the same time. Without `os.fork`, or with no process
    at all, this process does the work when the results are asked for.
    """

    def __init__(
        self, work: Callable[[Item], Result], items: Sequence[Item], jobs: int, *, largest: int = LARGEST
    ) -> None:
        """Start `jobs` workers; `largest` is the most items in a piece: 1 for items that take long."""
        self._work, self._items, self._owner = work, items, os.getpid()
        self._workers: list[_Worker] = []
        if jobs < 1 or not items or not hasattr(os, "fork"):
            return
        self._pieces = _pieces(len(items), jobs, largest)
        # Workers share the reading end: each takes the next number from the pipe, and its end when all are taken.
        self._numbers, writing = os.pipe()
        os.write(writing, b"".join(map(_NUMBER.pack, range(len(self._pieces)))))
        os.close(writing)
        for _ in range(min(jobs, len(self._pieces))):
            self._workers.append(self._start())

    def results(self) -> Iterator[Result]:
        """Yield the result for each item, in order, as they come; may be called once.

        Workers that are too far ahead of the reader wait for it, so that results do not pile up.
        Raises what a worker raised, and LostWorkerError for a worker that died.
        """
        if not self._workers:
            yield from map(self._work, self._items)
            return
        try:
            # Results are yielded in the order of the items, whichever worker is done first.
            reader = _Reader(self._workers)
            for number in range(len(self._pieces)):
                yield from _opened(reader.read(number))
        finally:
            self.close()

    def close(self) -> None:
        """Stop the workers, once each has finished the piece that it works on."""
        workers, self._workers = self._workers, []
        if not workers or os.getpid() != self._owner:
            return
        while os.read(self._numbers, 1 << 16):
            pass  # what nobody has taken yet is not done
        os.close(self._numbers)
        for worker in workers:
            os.close(worker.pipe)  # breaks the pipe of a worker that still writes
        ends = [os.waitpid(worker.pid, 0)[1] for worker in workers]
        if any(map(os.WIFSIGNALED, ends)):
            remove_left_temporary_folders()

    __del__ = close
    """A caller that fails before it has all results leaves no process behind."""

    def _start(self) -> _Worker:
        """Fork a worker, which works until no piece is left and never returns."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return _Worker(pid, reading)
        try:  # the child: no code of the parent may run after this, not even its clean-up
            gc.disable()
            if memory := active_memory():
                memory.defers_writes = False  # what a worker keeps is lost when it ends
            # Every end of a pipe that a child inherits keeps that pipe open.
            for end in (reading, *(worker.pipe for worker in self._workers)):
                os.close(end)  # kept open here, the pipe of another worker would not break when the parent dies
            self._work_off(writing)
        finally:
            remove_own_folders()
            os._exit(0)

    def _work_off(self, pipe: int) -> None:
        """Take pieces of work until none is left, and send the results through the pipe."""
        unsent = bytearray()
        while packed := os.read(self._numbers, _NUMBER.size):
            (number,) = _NUMBER.unpack(packed)
            data = pickle.dumps(_outcome(self._work, self._items[self._pieces[number]]), protocol=5)
            unsent += _HEAD.pack(number, len(data))
            unsent += data
            _send(pipe, unsent, wait=len(unsent) > AHEAD)
        _send(pipe, unsent, wait=True)


class _Worker:
    def __init__(self, pid: int, pipe: int) -> None:
        """Take the process number, and the end of the pipe that results are read from."""
        self.pid, self.pipe = pid, pipe


class _Reader:
    """Reads results in the order of the pieces: from each pipe the head of the next one, its data when it is due."""

    def __init__(self, workers: Sequence[_Worker]) -> None:
        """Watch the pipes of all workers."""
        self._poll = select.poll()
        self._heads: dict[int, tuple[int, int]] = {}
        """Pipe and length of the results that are next in a pipe, by the number of the piece."""
        self._open = 0
        for worker in workers:
            self._watch(worker.pipe)

    def read(self, number: int) -> bytes:
        """Wait for the results of a piece. Raises LostWorkerError if they can no longer come."""
        while number not in self._heads:
            if not self._open:
                raise LostWorkerError
            for pipe, _ in self._poll.poll():
                self._read_head(pipe)
        pipe, length = self._heads.pop(number)
        data = _read(pipe, length)
        if len(data) < length:
            raise LostWorkerError
        self._watch(pipe)
        return data

    def _watch(self, pipe: int) -> None:
        """Wait for the next results of a pipe too."""
        self._poll.register(pipe, select.POLLIN)
        self._open += 1

    def _read_head(self, pipe: int) -> None:
        """Read which results come next in a pipe, and how long they are; stop watching it."""
        self._poll.unregister(pipe)
        self._open -= 1
        head = _read(pipe, _HEAD.size)
        if len(head) == _HEAD.size:  # else the worker has ended
            number, length = _HEAD.unpack(head)
            self._heads[number] = pipe, length


def _pieces(count: int, jobs: int, largest: int) -> list[slice]:
    """Divide items into pieces, as slices: each is a fixed share of the remaining items, so that they shrink."""
    pieces, start, largest = [], 0, max(largest, count // MOST_PIECES)
    while start < count:
        size = min(-(-(count - start) // (SHARE * jobs)), largest)
        pieces.append(slice(start, start + size))
        start += size
    return pieces


def _outcome(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result] | BaseException:
    """Return the results of some items, or the exception that one of them raised."""
    try:
        return [work(item) for item in items]
    except Exception as error:  # the parent raises it
        return error


def _opened(data: bytes) -> list[Any]:
    """Return the results that a worker sent; raises its exception."""
    outcome: list[Any] | BaseException = pickle.loads(data)  # noqa: S301  from our own child
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _send(pipe: int, unsent: bytearray, *, wait: bool) -> None:
    """Write the bytes that fit into the pipe, or all if `wait`; written bytes are removed from `unsent`."""
    os.set_blocking(pipe, wait)
    with suppress(BlockingIOError):
        while unsent:
            del unsent[: os.write(pipe, unsent)]


def _read(pipe: int, length: int) -> bytes:
    """Return `length` bytes of a pipe, fewer if the pipe ends."""
    parts: list[bytes] = []
    while length and (part := os.read(pipe, length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
