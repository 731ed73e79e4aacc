"""The start page, the login, the reader's settings and the static files."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import uharfbuzz
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import OutputError
from generator.base.system.offload import offload
from generator.play.rules.rules_protocol import DECK
from generator.play.session_summaries import SessionSummaries
from generator.play.tutorials.guide import has_tutorial
from generator.web.http.auth import Auth
from generator.web.http.base_path import own_address
from generator.web.http.guard import content_policy
from generator.web.http.page_renderer import OFFLINE_SCOPE, STATIC_FOLDER, PageRenderer
from generator.web.http.reader_settings import CHOICES, COOKIE, LANGUAGES, ReaderSettings
from generator.web.http.request_form import is_away, read_form, require_found, require_option
from generator.web.previews.face_previews import CACHE_FOREVER, FacePreviews
from generator.web.previews.served_games import ServedGames, distinct_titles
from generator.web.sessions.playable_games import playable_folders

NEWEST = 6
"""Newest sessions, among which the start page offers one to continue."""
YEAR = 365 * 24 * 3600
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FONTS = ("cinzel", "cinzel-bold", "alegreya-sans", "alegreya-sans-bold", "alegreya-sans-italic", "noto-sans-jp")


NAMES_FONT, SAMPLE = "language-names", "あ"
"""Name and sample letter of a small font with the names of the languages."""
_PARENT = re.compile(rb"""(["'(])\.\.(?=[/"'])""")
"""Address in a script or a style that begins with its parent folder."""
LOCAL_NAMES = ("127.0.0.1", "localhost")


class StartPage:
    """The start page, and the routes that belong to every page."""

    def __init__(
        self,
        *,
        games: ServedGames,
        summaries: SessionSummaries,
        pages: PageRenderer,
        previews: FacePreviews,
        font: Callable[[str], Path],
        auth: Auth,
    ) -> None:
        self._games = games
        self._summaries = summaries
        self._pages = pages
        self._previews = previews
        self._font = font
        self._auth = auth
        self._static_files = {file.name: file for file in STATIC_FOLDER.iterdir()}

    def routes(self) -> list[Route]:
        return [
            Route("/", self._start),
            Route("/enter", self._enter),
            Route("/reachable", self._reachable),
            Route("/go", self._go),
            Route("/settings", self._settings, methods=["POST"]),
            Route("/static/{name}", self._static),
            Route("/static/{tag}/{name}", self._static),
            Route("/font/{name}.ttf", self._font_file),
        ]

    async def _start(self, request: Request) -> Response:
        """Answer with the start page: the served games, and the newest session that can be continued."""
        language, summaries = ReaderSettings.of(request).lang, self._summaries
        games = await self._previews.run(self._games.all)
        newest = (await offload(summaries.part, language, 0, NEWEST))[1]
        going = (summary for summary in newest if not (summary.over or summary.trouble or summary.kind == DECK))
        context: dict[str, Any] = {"games": games, "titles": distinct_titles(games, language), "away": is_away(request)}
        context |= {"going": next(going, None), "cover": self._games.cover}
        context["playable"] = playable = playable_folders(self._games)
        context["learnable"] = {id_ for id_, folder in playable.items() if has_tutorial(folder.folder)}
        return self._pages.html(request, "start", **context)

    async def _enter(self, request: Request) -> Response:
        """Log a browser in: exchange the one-time token of the link for a cookie, and lead on to the address in `to`.

        Raises HTTPException 405 for other methods than GET, 403 for an invalid token without a valid cookie.
        """
        if request.method != "GET":  # a HEAD request, as link previews send, must not use up the token
            raise HTTPException(405)
        if self._auth.is_token(request.url.query.encode()) and (there := self._local_site(request)):
            return self._local_name_page(request, there)
        if not self._auth.redeem(request.query_params.get("t", "")):
            if self._auth.holder(request.headers.get("cookie", "")):
                return RedirectResponse(own_address(request.query_params.get("to", "/")), 303)
            raise HTTPException(403)
        with suppress(OSError, OutputError):  # the login is valid even if the terminal is closed
            self._auth.on_login(request.headers["host"])
        target = own_address(request.query_params.get("to", "/"))
        response: Response = RedirectResponse(target, 303)
        # On a redirect that began on another site, browsers withhold the SameSite=Strict cookie that it sets. So that
        # visitor gets a page of ours, which loads the page itself.
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            response = self._pages.html(request, "logged_in", here=target)
        is_secure = request.url.scheme == "https"
        name = self._auth.secure_name if is_secure else self._auth.cookie_name
        # HttpOnly keeps it from scripts, Strict from requests that other sites begin. It has no Domain, so it goes to
        # this host only, and Secure only over TLS, as it would not be kept over plain HTTP.
        flags: dict[str, Any] = {"secure": is_secure, "httponly": True, "samesite": "strict"}
        response.set_cookie(name, self._auth.issue(request.headers.get("user-agent", "")), max_age=YEAR, **flags)
        return response

    def _local_site(self, request: Request) -> str:
        """Return the server's address by its secret host name, for a browser on this computer that must move there.

        Empty for all other requests.
        """
        is_local = request.url.hostname in LOCAL_NAMES and request.headers.get("sec-fetch-mode") == "navigate"
        return self._auth.local_site if is_local and "here" not in request.query_params else ""

    def _local_name_page(self, request: Request, there: str) -> Response:
        """Return a page whose script tries whether the browser can use the secret host name.

        No token is used up yet.
        """
        address = f"/enter?{request.url.query}"
        context = {"there": there, "go": there + address, "stay": f"{address}&here=1"}
        response = self._pages.html(request, "local_name", **context)
        response.headers["content-security-policy"] = content_policy(f"'self' {there}")
        return response

    async def _reachable(self, _request: Request) -> Response:
        """Return an empty answer that every origin may read: the script at 127.0.0.1 asks whether the name works."""
        return Response(status_code=204, headers={"cross-origin-resource-policy": "cross-origin"})

    async def _go(self, request: Request) -> Response:
        """Answer with a page that loads the address in `to`.

        A redirect would not do: on a link from another site, browsers withhold the cookie.
        """
        target = own_address(request.query_params.get("to", "/"))
        return self._pages.html(request, "logged_in", here=target)

    async def _settings(self, request: Request) -> Response:
        """Store the reader's posted settings, as the language, in a cookie, and return to the page before."""
        fields = await read_form(request)
        before = ReaderSettings.of(request)
        settings = {
            name: require_option(fields.get(name, ()), options, getattr(before, name))
            for name, options in CHOICES.items()
        }
        response = RedirectResponse(own_address(fields.get("back", ["/"])[0]), 303)
        # No script reads it, and no other site's request sends it.
        response.set_cookie(COOKIE, str(ReaderSettings(**settings)), max_age=YEAR, httponly=True, samesite="strict")
        return response

    async def _static(self, request: Request) -> Response:
        """Send a stylesheet, script or picture of the static folder; HTTPException 404 for any other name."""
        file = require_found(self._static_files.get(request.path_params["name"]))
        # A worker may otherwise answer for its own folder only; it registers itself for less than this.
        headers = {"service-worker-allowed": OFFLINE_SCOPE} if file.name == "worker.js" else {}
        # A page of before an update asks for files of that time, and gets the present ones without keeping them.
        if request.path_params.get("tag") == self._pages.static_tag:
            headers["cache-control"] = CACHE_FOREVER
        if file.suffix in {".css", ".js"} and "tag" in request.path_params:
            # Below a tag, fonts and pages are one folder further up. Pages load fonts in advance by their one address.
            text = _PARENT.sub(rb"\1../..", file.read_bytes())
            return Response(text, media_type=MEDIA_TYPES[file.suffix], headers=headers)
        return FileResponse(file, media_type=MEDIA_TYPES[file.suffix], headers=headers)

    async def _font_file(self, request: Request) -> Response:
        """Send a font of the pages as TrueType; HTTPException 404 for any other name."""
        name = request.path_params["name"]
        headers = {"cache-control": "private, max-age=86400"}
        if name == NAMES_FONT:
            data = await self._previews.run(lambda: _names_font(str(self._font("noto-sans-jp"))))
            return Response(data, media_type="font/ttf", headers=headers)
        if name not in FONTS:
            raise HTTPException(404)
        path = await self._previews.run(lambda: self._font(name))
        return FileResponse(path, media_type="font/ttf", headers=headers)


@cache
def _names_font(path: str) -> bytes:
    """Return a font with only the letters that the names of the languages need, made of the font file at `path`."""
    hb: Any = uharfbuzz  # a C library without types
    subset = hb.SubsetInput()
    subset.unicode_set.update(map(ord, SAMPLE + "".join(LANGUAGES.values())))
    return bytes(hb.subset(hb.Face(hb.Blob.from_file_path(path)), subset).blob.data)
