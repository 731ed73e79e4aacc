"""Server-sent events that tell open pages to fetch themselves again, also when files of a watched folder change."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from generator.load.game_locations import templates_root

POLL_SECONDS = 2.0
"""Between two checks whether the client is still connected."""
KEEP_ALIVE_SECONDS = 15.0
"""Without an event, after which a comment is sent, so that proxies and browsers keep the connection."""

Stamp = Callable[[], Awaitable[str]]
"""Returns a short string that differs whenever the page would differ."""


class EventStream:
    """One source of events with any number of listeners."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Event] = set()

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    def notify(self) -> None:
        for each in self._listeners:
            each.set()

    def response(
        self, request: Request, stamp: Stamp, on_close: Callable[[], None] = lambda: None, *, send_stamp: bool = False
    ) -> StreamingResponse:
        """Stream the stamp at once, then a new value after each `notify`: the stamp if `send_stamp`, else the time.

        `on_close` is called when the client has disconnected.
        """
        value = stamp if send_stamp else _now
        return StreamingResponse(self._events(request, stamp, value, on_close), media_type="text/event-stream")

    async def _events(
        self, request: Request, first: Stamp, value: Stamp, on_close: Callable[[], None]
    ) -> AsyncIterator[str]:
        event = asyncio.Event()
        self._listeners.add(event)
        quiet = 0.0
        try:
            yield f"retry: 1000\ndata: {await first()}\n\n"
            while not await request.is_disconnected():
                quiet += POLL_SECONDS
                if await _is_set_within(POLL_SECONDS, event):
                    event.clear()
                    quiet = 0.0
                    yield f"data: {await value()}\n\n"
                elif quiet > KEEP_ALIVE_SECONDS:
                    quiet = 0.0
                    yield ":\n\n"
        finally:
            self._listeners.discard(event)
            on_close()


async def _now() -> str:
    return str(time.monotonic_ns())


async def _is_set_within(seconds: float, event: asyncio.Event) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()


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
