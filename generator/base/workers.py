"""One function applied to many items, in worker processes: forked ones where the system has them, else fresh ones."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from generator.base.parallel.forked_workers import ForkedWorkers
    from generator.base.parallel.spawned_workers import SpawnedWorkers

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST = 100
"""Most items in a piece of work, so that a worker holds few results at a time."""


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
    return count if count > 1 and _has_processes() else 0


def has_fork() -> bool:
    """Whether workers share the libraries of this process; else each loads them anew."""
    return hasattr(os, "fork")


def _has_processes() -> bool:
    """Whether the system starts processes; a browser does not."""
    return has_fork() or sys.platform not in {"emscripten", "wasi"}


class WorkerPool(Generic[Item, Result]):
    """Worker processes that take neighbouring items in pieces, a new piece whenever one is free.

    Pieces shrink towards the end, so that all workers end at about the same time. With no process at all, and without
    `os.fork` for work that cannot be pickled, this process does the work when the results are asked for.
    """

    def __init__(
        self, work: Callable[[Item], Result], items: Sequence[Item], jobs: int, *, largest: int = LARGEST
    ) -> None:
        """Start `jobs` workers; `largest` is the most items in a piece: 1 for items that take long."""
        self._work, self._items = work, items
        self.workers: ForkedWorkers | SpawnedWorkers | None = None
        if jobs < 1 or not items or not _has_processes():
            return
        from generator.base.parallel.divided_work import DividedWork

        divided = DividedWork(work, items, jobs, largest)
        self._count = len(divided.pieces)
        if has_fork():
            from generator.base.parallel.forked_workers import ForkedWorkers

            self.workers = ForkedWorkers(divided, min(jobs, self._count))
        else:
            from generator.base.parallel.spawned_workers import spawn_workers

            self.workers = spawn_workers(divided, min(jobs, self._count))

    def results(self) -> Iterator[Result]:
        """Yield the result for each item, in order, as they come; may be called once.

        Workers that are too far ahead of the reader wait for it, so that results do not pile up.
        Raises what a worker raised, and LostWorkerError for a worker that died.
        """
        if not self.workers:
            yield from map(self._work, self._items)
            return
        try:
            # Results are yielded in the order of the items, whichever worker is done first.
            for number in range(self._count):
                yield from self.workers.read(number)
        finally:
            self.close()

    def close(self) -> None:
        """Stop the workers, once each has finished the piece that it works on."""
        workers, self.workers = self.workers, None
        if workers:
            workers.close()

    __del__ = close
    """A caller that fails before it has all results leaves no process behind."""
