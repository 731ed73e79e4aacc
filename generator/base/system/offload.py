"""Work that would keep an event loop waiting: done in threads, or at once where Python has none."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")

HAS_THREADS = sys.platform != "emscripten"


async def offload(function: Callable[..., Result], *args: Any) -> Result:
    """Call a function in some thread, and return its result; raises its errors."""
    if HAS_THREADS:
        return await asyncio.to_thread(function, *args)
    return await _at_once(function, *args)


class WorkThread:
    """One thread, which does one piece of work after the other."""

    def __init__(self, name: str) -> None:
        """Take the name of the thread, for debuggers."""
        self._executor = ThreadPoolExecutor(1, name) if HAS_THREADS else None

    async def run(self, function: Callable[..., Result], *args: Any) -> Result:
        """Call a function in the thread, and return its result; raises its errors, and RuntimeError once closed."""
        if self._executor:
            return await asyncio.get_running_loop().run_in_executor(self._executor, function, *args)
        return await _at_once(function, *args)

    def submit(self, function: Callable[[], object]) -> None:
        """Have a function called in the thread, and nobody wait for it; ignored once closed."""
        if self._executor:
            with suppress(RuntimeError):
                self._executor.submit(function)
        else:
            function()

    def close(self, *, wait: bool = False) -> None:
        """End the thread, once all work is done if somebody is to `wait`; else work that has not begun is left out."""
        if self._executor:
            self._executor.shutdown(wait=wait, cancel_futures=not wait)


async def _at_once(function: Callable[..., Result], *args: Any) -> Result:
    """Call a function in the event loop itself, after other tasks had their turn."""
    await asyncio.sleep(0)  # other tasks first: the loop answers nobody meanwhile
    return function(*args)
