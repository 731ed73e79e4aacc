"""Events for changed files: a folder is watched as long as a page that shows it is open."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from generator.load.game_locations import templates_root
from generator.web.server.event_stream import EventStream, Stamp

STEP_MS, DEBOUNCE_MS = 12, 60
"""Changes are reported after so many milliseconds without another, at the latest after the second number."""


class FileWatch:
    """One event stream for each watched folder; changed templates count for all of them."""

    def __init__(self) -> None:
        self._streams: dict[Path, EventStream] = {}
        self._tasks: dict[Path, asyncio.Task[None]] = {}

    def response(self, request: Request, folder: Path, stamp: Stamp, *, send_stamp: bool = False) -> Response:
        """Stream an event for each change in a folder; see `EventStream.response`."""
        return self.watch(folder).response(request, stamp, lambda: self.release(folder), send_stamp=send_stamp)

    def watch(self, folder: Path) -> EventStream:
        stream = self._streams.setdefault(folder, EventStream())
        if folder not in self._tasks or self._tasks[folder].done():
            self._tasks[folder] = asyncio.create_task(_notify_changes(stream, folder))
        return stream

    def release(self, folder: Path) -> None:
        """Stop to watch a folder if nobody listens any more."""
        if not self._streams[folder].has_listeners and folder in self._tasks:
            self._tasks.pop(folder).cancel()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()


async def _notify_changes(stream: EventStream, folder: Path) -> None:
    from watchfiles import awatch

    for polling in (None, True):  # inotify has a limit of watches for each user; polling has none
        with suppress(OSError, RuntimeError):
            async for _ in awatch(folder, templates_root(), debounce=DEBOUNCE_MS, step=STEP_MS, force_polling=polling):
                stream.notify()
