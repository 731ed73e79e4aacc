"""One function applied to many items, in forked worker processes where the system has them."""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


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


class WorkerPool(Generic[Item, Result]):
    """Worker processes at work on shares of the items; `results` waits for them.

    Without `os.fork`, or with no process at all, this process does the work when the results are asked for.
    """

    def __init__(self, work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> None:
        self._run_here: Callable[[], list[Result]] | None = None
        self._pipes: list[tuple[int, int]] = []
        if jobs < 1 or not items or not hasattr(os, "fork"):
            self._run_here = lambda: [work(item) for item in items]
            return
        share = -(-len(items) // jobs)
        for start in range(0, len(items), share):
            self._pipes.append(_start(work, items[start : start + share], self._pipes))

    @property
    def has_started(self) -> bool:
        return bool(self._pipes)

    def results(self) -> list[Result]:
        """Return the result for each item, in order.

        Raises what a worker raised, and ChildProcessError for a worker that died.
        """
        if self._run_here is not None:
            return self._run_here()
        results: list[Result] = []
        # Read every pipe before an error is raised: a worker whose pipe nobody reads would wait for ever.
        outcomes: list[list[Result] | BaseException] = [_finish(pid, pipe) for pid, pipe in self._pipes]
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
            results += outcome
        return results


def _start(work: Callable[[Item], Result], items: Sequence[Item], others: Sequence[tuple[int, int]]) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    try:  # the child: no code of the parent may run after this, not even its clean-up
        gc.disable()
        for end in (reading, *(pipe for _, pipe in others)):
            os.close(end)  # kept open here, the pipe of another worker would not break when the parent dies
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(pickle.dumps(_run(work, items), protocol=5))
    finally:
        os._exit(0)


def _run(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result] | BaseException:
    try:
        return [work(item) for item in items]
    except Exception as error:  # the parent raises it
        return error


def _finish(pid: int, pipe: int) -> list[Result] | BaseException:
    with os.fdopen(pipe, "rb") as stream:
        data = stream.read()
    os.waitpid(pid, 0)
    if not data:
        return ChildProcessError("a worker stopped before its work was done")
    outcome: list[Result] | BaseException = pickle.loads(data)  # noqa: S301  from our own child
    return outcome
