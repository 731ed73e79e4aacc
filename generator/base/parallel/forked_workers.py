"""Workers that are copies of this process, and read what it has read."""

from __future__ import annotations

import gc
import os
import select
import struct
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from generator.base.file_memory import active_memory
from generator.base.parallel.divided_work import NUMBER, DividedWork, LostWorkerError, opened
from generator.base.system.part_files import remove_left_temporary_folders, remove_own_folders

AHEAD = 4 << 20
"""Bytes of results that a worker holds back while its pipe is full, before it waits for the reader."""

_HEAD = struct.Struct(">IQ")
"""Number of a piece of work, and the length of its pickled results."""


class ForkedWorkers:
    """Processes that take pieces of work until none is left."""

    def __init__(self, divided: DividedWork, count: int) -> None:
        """Fork so many workers."""
        self._divided, self._owner = divided, os.getpid()
        # Workers share the reading end: each takes the next number from the pipe, and its end when all are taken.
        self._numbers, writing = os.pipe()
        os.write(writing, b"".join(map(NUMBER.pack, range(len(divided.pieces)))))
        os.close(writing)
        self.processes: list[_Worker] = []
        for _ in range(count):
            self.processes.append(self._start())
        self._reader: _Reader | None = None

    def read(self, number: int) -> list[Any]:
        """Return the results of a piece, as they come; pieces are read in order.

        Raises what a worker raised, and LostWorkerError if no results can come.
        """
        if self._reader is None:
            self._reader = _Reader(self.processes)
        return opened(self._reader.read(number))

    def close(self) -> None:
        """Stop the workers, once each has finished the piece that it works on."""
        if os.getpid() != self._owner:
            return
        while os.read(self._numbers, 1 << 16):
            pass  # what nobody has taken yet is not done
        os.close(self._numbers)
        for worker in self.processes:
            os.close(worker.pipe)  # breaks the pipe of a worker that still writes
        ends = [os.waitpid(worker.pid, 0)[1] for worker in self.processes]
        if any(map(os.WIFSIGNALED, ends)):
            remove_left_temporary_folders()

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
            for end in (reading, *(worker.pipe for worker in self.processes)):
                os.close(end)  # kept open here, the pipe of another worker would not break when the parent dies
            self._work_off(writing)
        finally:
            remove_own_folders()
            os._exit(0)

    def _work_off(self, pipe: int) -> None:
        """Take pieces of work until none is left, and send the results through the pipe."""
        unsent = bytearray()
        while packed := os.read(self._numbers, NUMBER.size):
            (number,) = NUMBER.unpack(packed)
            data = self._divided.outcome(number)
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
