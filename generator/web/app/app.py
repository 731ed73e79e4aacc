"""The web application: every route, the error pages and compression, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from generator.base.errors import Faults, GeneratorError, InUseError, OutputError
from generator.base.system.offload import offload
from generator.web.app.device_pages import DevicePages
from generator.web.app.start_page import StartPage
from generator.web.editing.cell_picture_pages import PicturePages
from generator.web.editing.table_pages import TablePages
from generator.web.explain.about_pages import AboutPages
from generator.web.explain.puzzle_pages import PuzzlePages
from generator.web.explain.review_pages import ReviewPages
from generator.web.gallery.card_pages import CardPages
from generator.web.gallery.fit_report import FitPages
from generator.web.gallery.gallery_pages import GalleryPages
from generator.web.gallery.sheet_previews import SheetPages
from generator.web.http.auth import Auth
from generator.web.http.connection_limits import ConnectionLimits
from generator.web.http.guard import Guard
from generator.web.layout.layout_pages import LayoutPages
from generator.web.lobby.campaign_pages import CampaignPages
from generator.web.lobby.challenge_pages import ChallengePages
from generator.web.lobby.lobby_pages import LobbyPages
from generator.web.lobby.record_pages import RecordPages
from generator.web.lobby.session_pages import SessionPages
from generator.web.offline.app_pages import AppPages
from generator.web.own_games.own_game_pages import OwnGamePages
from generator.web.own_games.setting_pages import SettingPages
from generator.web.own_games.state_pages import StatePages
from generator.web.play.play_pages import PlayPages
from generator.web.printing.estimate_pages import EstimatePages
from generator.web.printing.export_pages import ExportPages
from generator.web.printing.print_pages import PrintPages
from generator.web.rules.rules_pages import RulesPages
from generator.web.tutorial.tutorial_pages import TutorialPages
from generator.web.uploads.calibration_pages import CalibrationPages
from generator.web.uploads.filled_sheet_pages import FilledSheetPages
from generator.web.uploads.preflight_pages import PreflightPages
from generator.web.uploads.sheet_photo_pages import SheetPhotoPages


class Pages(Protocol):
    """Pages with their routes."""

    def routes(self) -> Sequence[BaseRoute]:
        """Return the addresses that these pages answer, with the handler of each."""
        ...


if TYPE_CHECKING:
    from starlette.types import Scope

    from generator.web.app.services import Services


# Of 9. A higher level costs more time than the fewer bytes save on a phone's network.
GZIP_LEVEL = 5

ROOMS: tuple[type[Pages], ...] = (
    GalleryPages,
    CardPages,
    FitPages,
    SheetPages,
    TablePages,
    PicturePages,
    OwnGamePages,
    SettingPages,
    StatePages,
    LayoutPages,
    PreflightPages,
    CalibrationPages,
    FilledSheetPages,
    SheetPhotoPages,
    EstimatePages,
    PrintPages,
    ExportPages,
    LobbyPages,
    CampaignPages,
    ChallengePages,
    RecordPages,
    PlayPages,
    AboutPages,
    ReviewPages,
    PuzzlePages,
    RulesPages,
    TutorialPages,
    AppPages,
)
"""The pages of all rooms that need nothing but the services."""


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

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        """Prepare data in the background while the server starts, and close the services when it ends."""
        preparing = asyncio.create_task(offload(services.prepare))
        yield
        services.close()
        await preparing

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

    def refuse(status: int, scope: Scope) -> Response:
        """Return the error page for a request that the guard turns away before any route sees it."""
        return services.pages.error(HTTPConnection({**scope, "type": "http"}), status)

    limits = connections or ConnectionLimits()
    with_auth: tuple[Pages, ...] = (services.provide(StartPage, auth=auth), services.provide(SessionPages, auth=auth))
    devices: Pages = services.provide(DevicePages, auth=auth, connections=limits)
    pages = (*with_auth, *(in_place_of_devices or [devices]), *(services.provide(kind) for kind in ROOMS))
    app = Starlette(
        routes=[route for page in pages for route in page.routes()],
        exception_handlers={HTTPException: http_error, GeneratorError: generator_error, 500: http_error},
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, compresslevel=GZIP_LEVEL)],
    )
    return Guard(app, auth, hosts, refuse, limits)
