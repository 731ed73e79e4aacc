"""The page that checks a PDF before it is printed or sent to a shop, and the address to which files are sent."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from generator.load.shops.shop_reader import find_shop, shop_names
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import option_or_default
from generator.web.orders.print_queue import QueueFullError
from generator.web.orders.upload_jobs import UploadJobs, shown_name
from generator.web.orders.upload_store import UploadStore


class PreflightPages:
    """The check of a PDF, by a process of its own."""

    def __init__(self, *, pages: PageRenderer, uploads: UploadStore, upload_jobs: UploadJobs) -> None:
        self._pages = pages
        self._uploads = uploads
        self._jobs = upload_jobs

    def routes(self) -> list[Route]:
        return [Route("/print/preflight", self._page), Route("/print/upload", self._receive, methods=["POST"])]

    async def _receive(self, request: Request) -> Response:
        """Store an uploaded file and answer with its id, which other pages use."""
        return PlainTextResponse(await self._uploads.receive(request))

    async def _page(self, request: Request) -> Response:
        """Answer with the page that checks an uploaded PDF, by the rules of a print shop if one is chosen."""
        query, language = request.query_params, ReaderSettings.of(request).lang
        every = map(find_shop, shop_names())
        # Other shops take pictures, whose rules do not fit a PDF.
        titles = {shop.id: shop.title for shop in every if shop.takes == "pdf"}
        shop = option_or_default(query.get("shop"), [*titles], "")
        # The browser's name of the file is only displayed, never used as a path.
        name = shown_name(query.get("name", ""), "PDF")
        id_ = query.get("upload", "")
        # An upload gives way to newer ones; the page then asks for the file again.
        is_gone = bool(id_) and self._uploads.find(id_) is None
        about = {
            "shops": titles,
            "shop": shop,
            "name": name,
            "upload": id_,
            "gone": is_gone,
            "busy": False,
            "job": None,
        }
        about["strict"] = "strict" in query
        if id_ and not is_gone:
            try:
                path = str(self._uploads.find(id_))
                about["job"] = await self._jobs.result(id_, {"preflight": path, "shop": shop, "reader": language})
            except QueueFullError:
                about["busy"] = True
        return self._pages.html(request, "printing/preflight", room="print", **about)
