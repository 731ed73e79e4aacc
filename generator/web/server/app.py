"""The rooms put together, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request

from generator.base.errors import Faults, GeneratorError, InUseError, OutputError
from generator.web.gallery.gallery_pages import GalleryPages
from generator.web.play.game_over import GameOverPages
from generator.web.play.lobby import LobbyPages
from generator.web.play.play_pages import PlayPages
from generator.web.printing.print_pages import PrintPages
from generator.web.server.guard import Guard
from generator.web.server.start_page import StartPage

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

    from generator.web.server.auth import Auth
    from generator.web.server.services import Services


PACKED = 5
"""How hard pages are compressed, of 9: what is gained beyond takes longer than a phone's network would."""


def app(house: Services, door: Auth, hosts: frozenset[str]) -> Guard:
    """The whole page; `hosts` are the exact `name:port` that it answers to."""

    @asynccontextmanager
    async def living(_app: Starlette) -> AsyncIterator[None]:
        yield
        house.end()

    async def refused(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return house.pages.refusal(request, status)

    async def faulty(request: Request, error: Exception) -> Response:
        faults = error.faults if isinstance(error, Faults) else [str(error)]
        is_passing = isinstance(error, (InUseError, OutputError))
        return house.pages.html(request, "trouble", 503 if is_passing else 400, faults=faults)

    def turned_away(status: int, scope: Scope) -> Response:
        return house.pages.refusal(HTTPConnection({**scope, "type": "http"}), status)

    rooms = (
        StartPage(house, door),
        GalleryPages(house),
        PrintPages(house),
        LobbyPages(house),
        GameOverPages(house),
        PlayPages(house),
    )
    routes = [route for room in rooms for route in room.routes()]
    handlers = {HTTPException: refused, GeneratorError: faulty, 500: refused}
    packed = Middleware(GZipMiddleware, compresslevel=PACKED)
    return Guard(
        Starlette(routes=routes, exception_handlers=handlers, lifespan=living, middleware=[packed]),
        door,
        hosts,
        turned_away,
    )
