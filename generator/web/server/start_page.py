"""The start page, the login, the reader's settings and the static files."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import OutputError
from generator.load.game_locations import templates_root
from generator.web.server.auth import Auth
from generator.web.server.reader_settings import CHOICES, COOKIE, ReaderSettings
from generator.web.server.request_form import read_form, require_option

if TYPE_CHECKING:
    from generator.web.server.services import Services

YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600
STATIC_FILES = ("style.css", "entry.css", "table.css", "cards.css", "sheet.css", "script.js", "icon.svg")
"""Nothing else of the folder is served."""
MEDIA_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FONTS = ("cinzel", "cinzel-bold", "alegreya-sans", "alegreya-sans-bold", "alegreya-sans-italic", "noto-sans-jp")


class StartPage:
    """The start page, and the routes that belong to every page."""

    def __init__(self, services: Services, auth: Auth) -> None:
        self._services, self._auth = services, auth

    def routes(self) -> list[Route]:
        return [
            Route("/", self._start),
            Route("/enter", self._enter),
            Route("/settings", self._settings, methods=["POST"]),
            Route("/static/{name}", self._static),
            Route("/font/{name}.ttf", self._font),
        ]

    async def _start(self, request: Request) -> Response:
        games = await self._services.previews.run(self._services.games.all)
        return self._services.pages.html(request, "start", games=games)

    async def _enter(self, request: Request) -> Response:
        if request.method != "GET":  # a HEAD request, as link previews send, must not use up the token
            raise HTTPException(405)
        if not self._auth.redeem(request.query_params.get("t", "")):
            if self._auth.accepts(request.headers.get("cookie", "")):
                return RedirectResponse("/", 303)
            raise HTTPException(403)
        with suppress(OSError, OutputError):  # the login is valid even if the terminal is closed
            self._auth.on_login(request.headers["host"])
        response: Response = RedirectResponse("/", 303)
        # On a redirect that began on another site, browsers withhold the SameSite=Strict cookie that it sets. So that
        # visitor gets a page of ours, which loads the start page itself.
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            response = self._services.pages.html(request, "logged_in", here="/")
        name, value = self._auth.cookie_name, self._auth.cookie_value
        # HttpOnly keeps it from scripts, Strict from requests that other sites begin. It has no Domain, so it goes to
        # this host only, and no Secure, as the server speaks plain HTTP.
        response.set_cookie(name, value, max_age=MONTH, httponly=True, samesite="strict")
        return response

    async def _settings(self, request: Request) -> Response:
        fields = await read_form(request)
        before = ReaderSettings.of(request)
        settings = {
            name: require_option(fields.get(name, ()), options, getattr(before, name))
            for name, options in CHOICES.items()
        }
        back = fields.get("back", ["/"])[0]
        # Browsers read `//host` and `/\host` as another site: an open redirect.
        is_local = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
        response = RedirectResponse(back if is_local else "/", 303)
        response.set_cookie(COOKIE, str(ReaderSettings(**settings)), max_age=YEAR, httponly=True, samesite="strict")
        return response

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC_FILES:
            raise HTTPException(404)
        return FileResponse(templates_root() / "web" / name, media_type=MEDIA_TYPES[name.rpartition(".")[2]])

    async def _font(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FONTS:
            raise HTTPException(404)
        path = await self._services.previews.run(lambda: self._services.font(name))
        return FileResponse(path, media_type="font/ttf", headers={"cache-control": "private, max-age=86400"})
