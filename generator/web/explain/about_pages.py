"""Pages that tell about a part of the sheets in the current state of a game; the script shows them beside the sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.play.live_session import LiveSession
from generator.play.rules.full_rules import FullRules
from generator.web.explain.about_view import AboutFactory, about_marks, icons_of_parts
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import require_found
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sheets.sheet_view import SheetDrawing, SheetViews

Told = TypeVar("Told")


def asked_part(request: Request, name: str) -> Response | None:
    """Redirect a link over a drawing to the page of a session about its part, which the query `about` names.

    None for other requests.
    """
    part = request.query_params.get("about")
    return RedirectResponse(f"/play/{name}/about/{quote(part, safe='')}", 303) if part else None


class AboutPages:
    """What is told about a box, an area, a spot or an icon of a game that is played."""

    def __init__(self, *, sessions: OpenSessions, pages: PageRenderer, sheet_views: SheetViews) -> None:
        self._sessions = sessions
        self._pages = pages
        self._sheet_views = sheet_views

    def routes(self) -> list[Route]:
        tables = ("/play/{name}", "/play/{name}/plan/{plan:int}")
        paths = (("about", self._every), ("about/{part}", self._part))
        return [Route(f"{table}/{end}", endpoint) for table in tables for end, endpoint in paths]

    async def _part(self, request: Request) -> Response:
        """Answer with the explanation of one part of the sheets; HTTPException 404 for an unknown part."""
        session, drawings, about = await self._told(request, lambda factory: factory.part(request.path_params["part"]))
        about = require_found(about)
        values = {**self._common(session, request), "about": about, "marks": about_marks(about, drawings)}
        return self._pages.html(request, "play/about", **values)

    async def _every(self, request: Request) -> Response:
        """Answer with the explanations of all parts of the sheets on one page."""
        session, _, parts = await self._told(request, AboutFactory.every_part)
        return self._pages.html(request, "play/about_every", **self._common(session, request), parts=parts)

    async def _told(
        self, request: Request, tell: Callable[[AboutFactory], Told]
    ) -> tuple[LiveSession[Any], Sequence[SheetDrawing], Told]:
        """Return the session, its sheet drawings and the result of `tell`, which asks a factory for explanations.

        Raises HTTPException 404 for a game that is played on paper, whose boxes the program does not know.
        """
        language = ReaderSettings.of(request).lang

        def read() -> LiveSession[Any]:
            """Return the session with the name in the address; HTTPException 404 if its sheets are on paper."""
            session = self._sessions.open_asked(request, language)
            if not isinstance(session.rules, FullRules):
                raise HTTPException(404)
            return session

        def read_on() -> tuple[LiveSession[Any], Told]:
            """Return the session in its present state with the explanations."""
            session = read()
            return session, tell(AboutFactory(session, icons_of_parts(drawings)))

        # Opened twice: drawing between them takes seconds, in which the game may go on.
        first = await self._sessions.run(read)
        drawings = await self._sheet_views.drawings(first.solo_text.book.game, first.language)
        session, answer = await self._sessions.run(read_on)
        return session, drawings, answer

    @staticmethod
    def _common(session: LiveSession[Any], request: Request) -> dict[str, object]:
        """Return the template values that all pages about parts need."""
        name = request.path_params["name"]
        there = request.url.path.partition("/about")[0]
        return {"room": "play", "name": name, "event": session.play.last, "there": there}
