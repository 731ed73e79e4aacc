"""Manifest, icons and the page for a server that is not reached: with them, browsers install the pages as an app."""

from __future__ import annotations

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.system.offload import offload
from generator.build.outputs.picture_png import picture_png
from generator.load.game_locations import templates_root
from generator.web.http.page_renderer import OFFLINE_SCOPE, PageRenderer
from generator.web.http.reader_settings import ReaderSettings

SIZES = (180, 192, 512)
"""Sizes of the icons in pixels: 180 for iOS, the others are what Chromium asks for before it offers to install."""
ICON = templates_root() / "web" / "static" / "app_icon.svg"
"""SVG source of the icons: iOS and Android take no SVG file, so it is drawn as PNG."""
GROUND, INK = "#f7f2e8", "#8c2f1b"
"""Colours of the page in style.css, which a manifest cannot refer to."""


class AppPages:
    """What a browser fetches, without a cookie, to install the pages."""

    def __init__(self, *, pages: PageRenderer) -> None:
        self._pages = pages

    def routes(self) -> list[Route]:
        return [
            Route("/app/manifest.webmanifest", self._manifest),
            Route("/app/icon-{size:int}.png", self._icon),
            Route("/app/offline", self._offline),
        ]

    async def _manifest(self, request: Request) -> Response:
        """Send the web app manifest, from which browsers learn name, icons and start page of the installed app."""
        language = ReaderSettings.of(request).lang
        sizes = [{"src": f"/app/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES]
        manifest = {
            "name": f"Vallum: {self._pages.messages[language]('start.title')}",
            "short_name": "Vallum",
            "lang": language,
            "id": OFFLINE_SCOPE,
            "start_url": OFFLINE_SCOPE,
            "scope": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": INK,
            # Android cuts maskable icons to a shape of its own; other systems take the plain ones.
            "icons": [{**icon, "purpose": purpose} for icon in sizes for purpose in ("any", "maskable")],
        }
        data = json.dumps(manifest, ensure_ascii=False).encode()
        return Response(data, media_type="application/manifest+json")

    async def _icon(self, request: Request) -> Response:
        """Send the app's icon as PNG; HTTPException 404 for a size that is not in SIZES."""
        size = request.path_params["size"]
        # Any other size would be work for the asking.
        if size not in SIZES:
            raise HTTPException(404)
        data = await offload(picture_png, ICON, size)
        return Response(data, media_type="image/png", headers={"cache-control": "private, max-age=86400"})

    async def _offline(self, request: Request) -> Response:
        """Answer with the page that the installed app shows while the server cannot be reached."""
        return self._pages.html(request, "offline")
