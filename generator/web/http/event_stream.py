"""Server-sent events that tell open pages to fetch themselves again, also when files of a watched folder change."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from generator.load.game_locations import templates_root

POLL_SECONDS = 2.0
"""Seconds between two checks whether the client is still connected."""
KEEP_ALIVE_SECONDS = 15.0
"""Seconds without an event after which a comment is sent, so that proxies and browsers keep the connection."""

Stamp = Callable[[], Awaitable[str]]
"""Returns a short string that differs whenever the page would differ."""


class EventStream:
    """One source of events with any number of listeners."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Event, str] = {}

    @property
    def has_listeners(self) -> bool:
        """Whether any page listens."""
        return bool(self._listeners)

    def notify(self, names: Collection[str] | None = None) -> None:
        """Wake all listeners; with `names`, only listeners with one of these names or without a name."""
        for event, name in self._listeners.items():
            if names is None or not name or name in names:
                event.set()

    def response(
        self,
        request: Request,
        stamp: Stamp,
        on_close: Callable[[], None] = lambda: None,
        *,
        send_stamp: bool = False,
        name: str = "",
    ) -> StreamingResponse:
        """Stream the stamp at once, then a value after each `notify`: a new stamp if `send_stamp`, else the time.

        `on_close` is called when the client has disconnected.
        """
        value = stamp if send_stamp else _now
        return StreamingResponse(self._events(request, stamp, value, on_close, name), media_type="text/event-stream")

    async def _events(
        self, request: Request, first: Stamp, value: Stamp, on_close: Callable[[], None], name: str
    ) -> AsyncIterator[str]:
        """Yield the text of server-sent events for one page until it disconnects.

        `first` and `value` return what to send.
        """
        event = asyncio.Event()
        self._listeners[event] = name
        quiet = 0.0
        try:
            sent = await first()
            # `retry` has the browser connect again after a second, as when the server is restarted.
            yield f"retry: 1000\n{_event(sent)}"
            while not await request.is_disconnected():
                quiet += POLL_SECONDS
                if await _is_set_within(POLL_SECONDS, event):
                    event.clear()
                    # A change can leave the value as it was; then there is nothing to tell.
                    quiet, before = 0.0, sent
                    sent = await value()
                    yield _event(sent) if sent != before else ""
                elif quiet > KEEP_ALIVE_SECONDS:
                    quiet = 0.0
                    yield ":\n\n"
        finally:
            # Also when the client is gone: the generator is closed then.
            self._listeners.pop(event)
            on_close()


def _event(value: str) -> str:
    """Return the text of a server-sent event with a value."""
    return f"data: {value}\n\n"


async def _now() -> str:
    """Return the present time as a text that no other event has."""
    return str(time.monotonic_ns())


async def _is_set_within(seconds: float, event: asyncio.Event) -> bool:
    """Wait until an event is set or the seconds have passed; return whether it is set."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()


STEP_MS, DEBOUNCE_MS = 12, 60
"""Changes are reported after so many milliseconds without another, at the latest after the second number."""


class FileWatch:
    """One event stream per watched folder; a change of the shared templates counts for all."""

    def __init__(self, *, asks_system: bool = True) -> None:
        """Let the system report changes; with False, `notify` must be called."""
        self._asks_system = asks_system
        self._streams: dict[Path, EventStream] = {}
        self._tasks: dict[Path, asyncio.Task[None]] = {}

    def response(
        self, request: Request, folder: Path, stamp: Stamp, *, send_stamp: bool = False, name: str = ""
    ) -> Response:
        """Stream an event to a page for each change in a folder, or with `name` only of files with that name.

        See `EventStream.response` for `stamp` and `send_stamp`.
        """
        release = partial(self.release, folder)
        return self.watch(folder).response(request, stamp, release, send_stamp=send_stamp, name=name)

    def watch(self, folder: Path) -> EventStream:
        """Return the stream of events of a folder, and begin to watch the folder for changes."""
        stream = self._streams.setdefault(folder, EventStream())
        if self._asks_system and (folder not in self._tasks or self._tasks[folder].done()):
            self._tasks[folder] = asyncio.create_task(_notify_changes(stream, folder))
        return stream

    def notify(self) -> None:
        """Tell the pages of all folders that files may have changed."""
        for stream in self._streams.values():
            stream.notify()

    def release(self, folder: Path) -> None:
        """Stop watching a folder if no page listens any more."""
        if not self._streams[folder].has_listeners and folder in self._tasks:
            self._tasks.pop(folder).cancel()

    def close(self) -> None:
        """Stop watching all folders."""
        for task in self._tasks.values():
            task.cancel()


async def _notify_changes(stream: EventStream, folder: Path) -> None:
    """Send an event whenever a file of the folder or of the shared templates changes, until cancelled."""
    from watchfiles import awatch

    for polling in (None, True):  # inotify has a limit of watches for each user; polling has none
        with suppress(OSError, RuntimeError):
            async for changes in awatch(
                folder, templates_root(), debounce=DEBOUNCE_MS, step=STEP_MS, force_polling=polling
            ):
                stream.notify({Path(path).name for _, path in changes})
