"""Who makes the jobs of a queue: a process for each; in a browser tab it is another worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from generator.base.system.limited_child import ChildEnd, LimitedChild, Send
from generator.base.system.offload import WorkThread
from generator.base.system.process_limits import ProcessLimits
from generator.web.orders.print_process import make_job

LIMITS = ProcessLimits(memory=4 << 30, seconds=600, file_size=4 << 30, open_files=1024, wall=600)
"""Limits of a job: generous, because the user's own games can be large."""


class JobRunner(Protocol):
    """Makes one job after the other."""

    async def make(self, options: dict[str, Any], send: Send) -> ChildEnd:
        """Make a job from its options, pass on its messages to `send`, and return how it ended.

        If the call is cancelled, the job ends too. Raises OSError.
        """
        ...

    async def clean_up(self, function: Callable[[], None]) -> None:
        """Call a function once the job that was made last has ended; raises RuntimeError once closed."""
        ...

    def close(self) -> None:
        """Make no more jobs."""
        ...


class ProcessRunner:
    """Makes each job in a process of its own, so that the server goes on answering and a job can be killed."""

    def __init__(self) -> None:
        self._thread = WorkThread("printing")

    async def make(self, options: dict[str, Any], send: Send) -> ChildEnd:
        """Make a job in a new process, within LIMITS, and return how it ended; raises OSError."""
        child = LimitedChild(make_job, options, LIMITS, is_fresh=True)
        try:
            await self._thread.run(_read, child, send, asyncio.get_running_loop())
        finally:
            child.close()
        return child.end

    async def clean_up(self, function: Callable[[], None]) -> None:
        """Call a function once the process of the last job has ended."""
        # In the same thread as the process, so that it has ended.
        await self._thread.run(function)  # which is the one that waits for the process

    def close(self) -> None:
        """Make no more jobs, and end the thread that waits for their processes."""
        self._thread.close()


def _read(child: LimitedChild, send: Send, loop: asyncio.AbstractEventLoop) -> None:
    """Pass on the messages of a job's process to `send`, in the thread of the event loop."""
    for message in child.messages():
        # Jobs are changed in the server's thread alone.
        loop.call_soon_threadsafe(send, message)
