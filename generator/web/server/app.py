"""The web application: every route, the error pages and compression, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from generator.base.errors import Faults, GeneratorError, InUseError, OutputError
from generator.web.gallery.gallery_pages import GalleryPages
from generator.web.lobby.lobby_pages import LobbyPages
from generator.web.play.play_pages import PlayPages
from generator.web.play.review_pages import ReviewPages
from generator.web.printing.export_pages import ExportPages
from generator.web.printing.print_pages import PrintPages
from generator.web.server.auth import Auth
from generator.web.server.guard import Guard
from generator.web.server.start_page import StartPage

if TYPE_CHECKING:
    from starlette.types import Scope

    from generator.web.server.services import Services


# Of 9. A higher level costs more time than the fewer bytes save on a phone's network.
GZIP_LEVEL = 5


def create_app(services: Services, auth: Auth, hosts: frozenset[str]) -> Guard:
    """Build the ASGI application; it answers only requests whose Host header is in `hosts` (exact `name:port`)."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        services.close()

    async def http_error(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return services.pages.error(request, status)

    async def generator_error(request: Request, error: Exception) -> Response:
        faults = error.faults if isinstance(error, Faults) else [str(error)]
        is_temporary = isinstance(error, (InUseError, OutputError))
        return services.pages.html(request, "error", 503 if is_temporary else 400, faults=faults)

    def refuse(status: int, scope: Scope) -> Response:
        return services.pages.error(HTTPConnection({**scope, "type": "http"}), status)

    rooms = (GalleryPages, PrintPages, ExportPages, LobbyPages, PlayPages, ReviewPages)
    pages = (StartPage(services, auth), *(kind(services) for kind in rooms))
    app = Starlette(
        routes=[route for each in pages for route in each.routes()],
        exception_handlers={HTTPException: http_error, GeneratorError: generator_error, 500: http_error},
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, compresslevel=GZIP_LEVEL)],
    )
    return Guard(app, auth, hosts, refuse)
