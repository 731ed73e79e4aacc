"""The same function over many items, spread over forked processes where the system has them."""

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
    """A stretch in which Python does not look for circular garbage: we make next to none, and it takes a tenth.

    What is alive at its end is not looked at again either: the search at the end of the program takes 30 ms.
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
    """Workers at their task; `results` waits for them, so the caller can do something else in between."""

    def __init__(self, work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> None:
        self._here: Callable[[], list[Result]] | None = None
        self._pipes: list[tuple[int, int]] = []
        if jobs < 1 or not items or not hasattr(os, "fork"):
            self._here = lambda: [work(item) for item in items]
            return
        share = -(-len(items) // jobs)
        for start in range(0, len(items), share):
            self._pipes.append(_started(work, items[start : start + share], self._pipes))

    @property
    def is_out(self) -> bool:
        """Whether there are processes at work."""
        return bool(self._pipes)

    def results(self) -> list[Result]:
        """What the function made of each item, in order.

        Raises what a worker raised; a worker that died is a ChildProcessError.
        """
        if self._here is not None:
            return self._here()
        gathered: list[Result] = []
        outcomes: list[list[Result] | BaseException] = [_finished(pid, pipe) for pid, pipe in self._pipes]
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
            gathered += outcome
        return gathered


def _started(
    work: Callable[[Item], Result], items: Sequence[Item], others: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    try:  # the child: nothing of the parent's may run after this, not even its clean-up
        gc.disable()
        for end in (reading, *(pipe for _, pipe in others)):
            os.close(end)  # else a pipe would outlive the parent, and whoever writes to it would wait for ever
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(pickle.dumps(_outcome(work, items), protocol=5))
    finally:
        os._exit(0)


def _outcome(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result] | BaseException:
    try:
        return [work(item) for item in items]
    except Exception as error:  # whatever it is, the parent raises it
        return error


def _finished(pid: int, pipe: int) -> list[Result] | BaseException:
    with os.fdopen(pipe, "rb") as stream:
        data = stream.read()
    os.waitpid(pid, 0)
    if not data:
        return ChildProcessError("a worker stopped before its work was done")
    outcome: list[Result] | BaseException = pickle.loads(data)  # noqa: S301  from our own child
    return outcome
