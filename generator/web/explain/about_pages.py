"""Pages that tell about a part of the sheets in the current state of a game; the script shows them beside the sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.play.rules.full_rules import FullRules
from generator.web.explain.about_view import AboutFactory, about_marks, icons_of_parts
from generator.web.play.open_sessions import LocalSession
from generator.web.play.sheet_view import SheetDrawing
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import require_found

if TYPE_CHECKING:
    from generator.web.server.services import Services

Told = TypeVar("Told")


def asked_part(request: Request) -> Response | None:
    """Lead to what a link of the drawings asks about, which all pages of a session share; None for other requests."""
    part, name = request.query_params.get("about"), request.path_params["name"]
    return RedirectResponse(f"/play/{name}/about/{quote(part, safe='')}", 303) if part else None


class AboutPages:
    """What is told about a box, an area, a spot or an icon of a game that is played."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        return [Route("/play/{name}/about", self._every), Route("/play/{name}/about/{part}", self._part)]

    async def _part(self, request: Request) -> Response:
        local, drawings, about = await self._told(request, lambda each: each.part(request.path_params["part"]))
        about = require_found(about)
        values = {**self._common(local, request), "about": about, "marks": about_marks(about, drawings)}
        return self._services.pages.html(request, "play/about", **values)

    async def _every(self, request: Request) -> Response:
        local, _, parts = await self._told(request, AboutFactory.every_part)
        return self._services.pages.html(request, "play/about_every", **self._common(local, request), parts=parts)

    async def _told(
        self, request: Request, tell: Callable[[AboutFactory], Told]
    ) -> tuple[LocalSession, Sequence[SheetDrawing], Told]:
        """What a factory tells, in the thread of the sessions; raises HTTPException 404 without kept sheets."""
        name, language = request.path_params["name"], ReaderSettings.of(request).lang

        def read() -> LocalSession:
            local = self._services.sessions.open(name).local(language)
            if not isinstance(local.live.rules, FullRules):
                raise HTTPException(404)
            return local

        def read_on() -> tuple[LocalSession, Told]:
            local = read()
            return local, tell(AboutFactory(local, icons_of_parts(drawings)))

        first = await self._services.sessions.run(read)
        drawings = await self._services.sheet_views.drawings(first.book.game, first.language)
        local, told = await self._services.sessions.run(read_on)
        return local, drawings, told

    @staticmethod
    def _common(local: LocalSession, request: Request) -> dict[str, object]:
        name = request.path_params["name"]
        return {"room": "play", "name": name, "event": local.play.last, "there": f"/play/{name}"}
