"""The page that checks a PDF before it is printed or sent to a shop, and the address to which files are sent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from generator.exchange.shops.shop_reader import find_shop, shop_names
from generator.web.printing.print_job import PrintJob
from generator.web.printing.print_queue import QueueFullError
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import option_or_default

if TYPE_CHECKING:
    from generator.web.server.services import Services

WAIT = 5.0
"""Seconds after which the page says that the file is still being checked, and asks again."""
LONGEST = 80
"""Characters of a file's name that are shown."""


class PreflightPages:
    """The check of a PDF, by a process of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._jobs: dict[tuple[str, str, str], PrintJob] = {}

    def routes(self) -> list[Route]:
        return [Route("/print/preflight", self._page), Route("/print/upload", self._receive, methods=["POST"])]

    async def _receive(self, request: Request) -> Response:
        return PlainTextResponse(await self._services.uploads.receive(request))

    async def _page(self, request: Request) -> Response:
        query, language = request.query_params, ReaderSettings.of(request).lang
        every = map(find_shop, shop_names())
        known = {shop.id: shop.title for shop in every if shop.takes == "pdf"}
        shop = option_or_default(query.get("shop"), [*known], "")
        name = "".join(filter(str.isprintable, query.get("name", "")))[:LONGEST] or "PDF"
        id_ = query.get("upload", "")
        is_gone = bool(id_) and self._services.uploads.find(id_) is None
        about = {"shops": known, "shop": shop, "name": name, "upload": id_, "gone": is_gone, "busy": False, "job": None}
        if id_ and not is_gone:
            try:
                about["job"] = await self._checked(id_, shop, language)
            except QueueFullError:
                about["busy"] = True
        return self._services.pages.html(request, "printing/preflight", room="print", **about)

    async def _checked(self, id_: str, shop: str, language: str) -> PrintJob:
        """Return the check of a file by the rules of a shop, known or new. Raises QueueFullError."""
        key = id_, shop, language
        path = str(self._services.uploads.find(id_))
        queue = self._services.estimate_queue
        if key not in self._jobs:
            self._jobs = {known: job for known, job in self._jobs.items() if self._services.uploads.find(known[0])}
            options = {"preflight": path, "shop": shop, "reader": language}
            self._jobs[key] = queue.add("", options, {}, ())
        if task := queue.task(self._jobs[key]):
            await asyncio.wait({task}, timeout=WAIT)
        return self._jobs[key]
