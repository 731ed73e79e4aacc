"""Pages that stand in a browser tab in place of those for other devices, and of rooms that need absent libraries."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.web.http.page_renderer import PageRenderer

ABSENT_ROOMS = ("/devices", "/print/preflight", "/print/sheet", "/print/photo", "/print/calibrate")
"""Paths of rooms that need other devices, a process of their own, or a printer's file."""


class TabPages:
    """Say of rooms that a tab lacks where they are."""

    def __init__(self, *, pages: PageRenderer) -> None:
        self._pages = pages

    def routes(self) -> list[Route]:
        """Return the addresses of the absent rooms, all with the same page."""
        return [Route(path, self._absent, methods=["GET", "POST"]) for path in ABSENT_ROOMS]

    async def _absent(self, request: Request) -> Response:
        """Answer with the page that says that a browser tab lacks this room."""
        return self._pages.html(request, "tab/absent_room")
