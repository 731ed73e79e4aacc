"""Server-sent events that tell open pages to fetch themselves again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import StreamingResponse

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
