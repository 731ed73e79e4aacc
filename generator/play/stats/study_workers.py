"""The executors that a study can run on: this process, processes of this computer, or a Dask cluster."""

from __future__ import annotations

import logging
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from generator.base.errors import UsageError
from generator.base.workers import has_fork, worker_count
from generator.play.stats.study_tasks import StudyWorkersError, Workers

# Both waits end with an error that says what to look at.
CONNECTION = 10.0
"""Seconds to wait for a scheduler, and for its first worker."""

_ADDRESS = re.compile(r"(tcp|tls|ws|wss)://(\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):([0-9]{1,5})\Z")

Result = TypeVar("Result")


class InlineExecutor(Executor):
    """Runs each task in this process, when it is submitted."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Call a function at once, and return a future that already has its result or error."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # the caller of `result` gets it
            future.set_exception(error)
        return future


class ProcessExecutor(Executor):
    """Runs tasks in processes of this computer, and starts new ones after one has died."""

    def __init__(self, processes: int) -> None:
        """Start a pool of so many processes."""
        self._processes = processes
        self._pool = self._new_pool()

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Submit a task to the pool of processes; a broken pool is replaced first."""
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            # A pool is broken for good once one of its processes was killed.
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new_pool()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; `wait` waits for running tasks, and `cancel_futures` drops those not begun."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _new_pool(self) -> ProcessPoolExecutor:
        """Return a pool of processes."""
        # Forked processes have the rules and weights of the game that this one has read.
        context = get_context("fork" if has_fork() else "spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_prepare_worker)


def _prepare_worker() -> None:
    """Prepare a worker process: it ignores Ctrl-C, and ends when the process that started it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the process that started this one has ended, and end this one."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


@contextmanager
def local_workers(jobs: int, games: int) -> Iterator[Workers]:
    """Yield workers on this computer for a block: at most `jobs` processes, or this process alone."""
    processes = worker_count(jobs, games)
    executor: Executor = ProcessExecutor(processes) if processes else InlineExecutor()
    is_done = False
    try:
        yield Workers(executor, lambda: max(1, processes), "a process at work")
        is_done = True
    finally:
        # After an error nobody waits for games that are thrown away.
        executor.shutdown(wait=is_done, cancel_futures=True)


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """Yield the workers of a running Dask cluster, by the address of its scheduler, for a block.

    Raises UsageError where there is no scheduler, no worker, or no library for it.
    """
    client = _connected(address)

    def width() -> int:
        """Return the number of the cluster's processor cores; raise StudyWorkersError where it does not answer."""
        try:
            if client.status == "running":  # else it connects again, but its tasks are lost
                return sum(client.ncores().values())
        except (OSError, TimeoutError):
            pass
        raise StudyWorkersError(f"{address} went away")

    try:
        _wait_for_workers(client, address)
        yield Workers(client.get_executor(pure=False), width, address, failures=(Exception,))
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=1)


def _connected(address: str) -> Any:
    """Return a client of the Dask scheduler at an address; raise UsageError where there is none."""
    # Checked here, as the client of Dask waits for a wrong address until its timeout.
    if not (match := _ADDRESS.match(address)) or not 0 < int(match[3]) < 1 << 16:
        raise UsageError(f"{address!r} is no address of a scheduler; write it like tcp://192.0.2.7:8786")
    try:
        from distributed import Client
    except ImportError:
        from generator.base.system.install_command import install_tail

        message = f"--on needs the library distributed{install_tail('cluster')}"
        raise UsageError(message) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # one line of ours says what is wrong
    try:
        return Client(address, timeout=CONNECTION, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError):  # TypeError without certificates
        message = "is it running, and are address and certificates right?"
        raise UsageError(f"no scheduler answers at {address} within {CONNECTION:g} seconds; {message}") from None


def _wait_for_workers(client: Any, address: str) -> None:
    """Wait for the first worker of a cluster; raise UsageError where none comes within CONNECTION seconds."""
    try:
        client.wait_for_workers(1, timeout=CONNECTION)
    except (OSError, TimeoutError):
        refusal = f"the scheduler at {address} has no workers; start one with: dask worker {address}"
        raise UsageError(refusal) from None
