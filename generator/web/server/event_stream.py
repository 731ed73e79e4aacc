"""Pages that change: the server rings, the browser fetches the page again and shows what differs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import StreamingResponse

PATIENCE = 2.0
"""Seconds between two looks whether the listener is still there."""
SILENCE = 15.0
"""Seconds after which a quiet line is shown to be alive."""

Stamp = Callable[[], Awaitable[str]]
"""What state the page would be in now, in a word."""


class EventStream:
    """Wakes everyone who listens."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._waiting)

    def ring(self) -> None:
        """Wake them."""
        for each in self._waiting:
            each.set()

    def stream(
        self, request: Request, stamp: Stamp, ending: Callable[[], None] = lambda: None, *, exact: bool = False
    ) -> StreamingResponse:
        """Server-sent events: the stamp at first, and a new word whenever the bell rings: the stamp too if `exact`.

        `ending` is called when one leaves.
        """
        rings = stamp if exact else _now
        return StreamingResponse(self._events(request, stamp, rings, ending), media_type="text/event-stream")

    async def _events(
        self, request: Request, stamp: Stamp, rings: Stamp, ending: Callable[[], None]
    ) -> AsyncIterator[str]:
        rung = asyncio.Event()
        self._waiting.add(rung)
        quiet = 0.0
        try:
            yield f"retry: 1000\ndata: {await stamp()}\n\n"
            while not await request.is_disconnected():
                quiet += PATIENCE
                if await _within(PATIENCE, rung):
                    rung.clear()
                    quiet = 0.0
                    yield f"data: {await rings()}\n\n"
                elif quiet > SILENCE:
                    quiet = 0.0
                    yield ":\n\n"
        finally:
            self._waiting.discard(rung)
            ending()


async def _now() -> str:
    return str(time.monotonic_ns())


async def _within(seconds: float, event: asyncio.Event) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()
