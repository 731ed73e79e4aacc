"""Load most pages after the start page was answered, so that it does not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from generator.base.system.offload import offload

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

LONGEST_WAIT = 2.0
"""Seconds after which pages are loaded though nobody has asked for any."""


class Pages(Protocol):
    """Pages with their routes."""

    def routes(self) -> Sequence[BaseRoute]:
        """Return the addresses that these pages answer, with the handler of each."""
        ...


class LateRooms:
    """ASGI application that adds pages to another after its start page, or when an address of theirs is asked for."""

    def __init__(self, app: Starlette, pages: Callable[[], Sequence[Pages]]) -> None:
        """Take an application, and a function that returns the pages to add to it and loads their modules."""
        self._app = app
        self._pages = pages
        self._lock = asyncio.Lock()
        self._answered = asyncio.Event()
        self._absent = app.router.default
        app.router.default = self._find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._app(scope, receive, send)
        if scope["type"] == "http" and scope["path"] == "/":
            self._answered.set()

    async def load_early(self) -> None:
        """Load the pages in the background after the answer of the start page, at the latest after LONGEST_WAIT."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._answered.wait(), LONGEST_WAIT)
        await self._load()

    async def _load(self) -> None:
        """Load the pages and add their routes; no effect if they are loaded."""
        async with self._lock:
            router = self._app.router
            if router.default != self._absent:
                router.routes += await offload(lambda: [route for page in self._pages() for route in page.routes()])
                router.default = self._absent

    async def _find(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Load the pages and answer a request for one of their addresses."""
        await self._load()
        await self._app.router(scope, receive, send)
