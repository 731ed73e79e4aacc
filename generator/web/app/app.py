"""The web application: the start page and all rooms, the error pages and compression, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from generator.base.errors import Faults, GeneratorError, InUseError, OutputError
from generator.base.system.offload import offload
from generator.web.app.late_rooms import LateRooms, Pages
from generator.web.app.start_page import StartPage
from generator.web.http.auth import Auth
from generator.web.http.connection_limits import ConnectionLimits
from generator.web.http.guard import Guard

if TYPE_CHECKING:
    from starlette.types import Scope

    from generator.web.app.services import Services


# Of 9. A higher level costs more time than the fewer bytes save on a phone's network.
GZIP_LEVEL = 5


def create_app(
    services: Services,
    auth: Auth,
    hosts: frozenset[str],
    connections: ConnectionLimits | None = None,
    *,
    in_place_of_devices: Sequence[Pages] = (),
) -> Guard:
    """Build the ASGI application; it answers only requests whose Host header is in `hosts` (exact `name:port`).

    `connections` are those of the server that runs it. Where there is none, other pages stand `in_place_of_devices`.
    """

    async def prepare() -> None:
        """Load the rooms and the list of saved games after the start page."""
        await rooms.load_early()
        await offload(services.prepare)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        """Load pages and data in the background once the server has started; close the services when it ends."""
        preparing = asyncio.create_task(prepare())
        yield
        preparing.cancel()
        services.close()

    def refuse(status: int, scope: Scope) -> Response:
        """Return the error page for a request that the guard turns away before any route sees it."""
        return services.pages.error(HTTPConnection({**scope, "type": "http"}), status)

    def room_pages() -> list[Pages]:
        """Return the pages of all rooms, whose modules are loaded by the first call."""
        from generator.web.app.rooms import pages_of_rooms

        return pages_of_rooms(services, auth, limits, in_place_of_devices)

    limits = connections or ConnectionLimits()
    start: Pages = services.provide(StartPage, auth=auth)
    app = Starlette(
        routes=start.routes(),
        exception_handlers=_error_pages(services),
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, compresslevel=GZIP_LEVEL)],
    )
    rooms = LateRooms(app, room_pages)
    return Guard(rooms, auth, hosts, refuse, limits)


def _error_pages(services: Services) -> dict[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """Return the functions that answer a request which ended in an error, by the error's class or status."""

    async def http_error(request: Request, error: Exception) -> Response:
        """Return the error page for a refused request (its own status) or for a bug (status 500)."""
        # Starlette's HTTPException is expected; anything else is a bug, and the page tells nothing of it.
        status = error.status_code if isinstance(error, HTTPException) else 500
        return services.pages.error(request, status)

    async def generator_error(request: Request, error: Exception) -> Response:
        """Return the error page for an error that the program expects, with status 400, or 503 if it may pass."""
        faults = error.faults if isinstance(error, Faults) else [str(error)]
        # A session in use or a full disk may be better in a moment: 503 tells so.
        is_temporary = isinstance(error, (InUseError, OutputError))
        return services.pages.html(request, "error", 503 if is_temporary else 400, faults=faults)

    return {HTTPException: http_error, GeneratorError: generator_error, 500: http_error}
