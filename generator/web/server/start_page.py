"""The way in: the start page with its doors, the reader's settings, the program's own files."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import OutputError
from generator.load.game_locations import templates_root
from generator.web.server.page_renderer import CHOICES, COOKIE, ReaderSettings, form, picked

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.web.server.auth import Auth
    from generator.web.server.services import Services

LED = ("none", "same-origin")
"""Whom a browser gives the cookie that was just set; who comes from another site goes on from a page of ours."""
YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600
KINDS = {
    "style.css": "text/css",
    "entry.css": "text/css",
    "table.css": "text/css",
    "cards.css": "text/css",
    "sheet.css": "text/css",
    "script.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
"""The files that the pages need, and what they are."""
FONTS = ("cinzel", "cinzel-bold", "alegreya-sans", "alegreya-sans-bold", "alegreya-sans-italic", "noto-sans-jp")


class StartPage:
    """The start page and what belongs to every page."""

    def __init__(self, house: Services, door: Auth) -> None:
        self._house, self._door = house, door

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/", self._start),
            Route("/enter", self._enter),
            Route("/settings", self._settings, methods=["POST"]),
            Route("/static/{name}", self._static),
            Route("/font/{name}.ttf", self._font),
        ]

    async def _start(self, request: Request) -> Response:
        volumes = await self._house.easel.do(lambda: list(self._house.shelf.volumes()))
        return self._house.pages.html(request, "start", volumes=volumes)

    async def _enter(self, request: Request) -> Response:
        if request.method != "GET":  # a link that is only looked at is not used up
            raise HTTPException(405)
        if not self._door.opens(request.query_params.get("t", "")):
            if self._door.knows(request.headers.get("cookie", "")):
                return RedirectResponse("/", 303)
            raise HTTPException(403)
        with suppress(OSError, OutputError):  # the terminal may be gone, and whoever has the link comes in all the same
            self._door.used(request.headers["host"])
        is_led = request.headers.get("sec-fetch-site", "none") in LED
        response: Response
        response = RedirectResponse("/", 303) if is_led else self._house.pages.html(request, "entered", here="/")
        response.set_cookie(self._door.cookie, self._door.pass_, max_age=MONTH, httponly=True, samesite="strict")
        return response

    async def _settings(self, request: Request) -> Response:
        fields = await form(request)
        now = ReaderSettings.of(request)
        chosen = {name: picked(fields.get(name, ()), known, getattr(now, name)) for name, known in CHOICES.items()}
        back = fields.get("back", ["/"])[0]
        is_ours = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
        response = RedirectResponse(back if is_ours else "/", 303)
        response.set_cookie(COOKIE, str(ReaderSettings(**chosen)), max_age=YEAR, httponly=True, samesite="strict")
        return response

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in KINDS:
            raise HTTPException(404)
        return FileResponse(templates_root() / "web" / name, media_type=KINDS[name])

    async def _font(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FONTS:
            raise HTTPException(404)
        path = await self._house.easel.do(lambda: self._house.font(name))
        return FileResponse(path, media_type="font/ttf", headers={"cache-control": "private, max-age=86400"})
