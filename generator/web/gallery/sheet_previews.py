"""The sheets of paper that an order would print, shown before anything is made."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.build.input_digests import InputDigests
from generator.build.outputs.previewed_order import PreviewedOrder
from generator.model.face import Font
from generator.model.paper import Paper
from generator.model.press_sheet import PressSheet
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import require_found
from generator.web.orders.choice_fields import form_fields
from generator.web.orders.print_choices import PrintChoices, choices_of_address
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.previewed_orders import PreviewedOrders
from generator.web.previews.served_games import ServedGame
from generator.write.svg.sheet_document import sheet_svg

BAR = ("paper", "language", "theme", "backs", "marks", "order")
"""Choices that the page itself offers; others stay as they are in its address."""


class SheetPages:
    """The page with the sheets of an order, and their pictures."""

    def __init__(
        self,
        *,
        pages: PageRenderer,
        previews: FacePreviews,
        previewed_orders: PreviewedOrders,
        papers: Mapping[str, Paper],
        requests: GameRequests,
    ) -> None:
        self._pages = pages
        self._previews = previews
        self._previewed_orders = previewed_orders
        self._papers = papers
        self._requests = requests

    def routes(self) -> list[Route]:
        return [
            Route("/print/{game}/sheets", self._page),
            Route("/print/{game}/sheets/{file:int}/{number:int}.svg", self._sheet),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the page that shows the sheets of paper of an order before it is printed."""
        served, inputs = await self._requests.load(request)
        context = self._requests.context("print", served, inputs)
        if served.game is None or served.faults:
            return self._requests.faults(request, context)
        choices = self._choices(request, served)
        order = await self._order(served, inputs, choices)
        fields = form_fields(choices.chosen, choices.parts)
        bar_fields = [(name, choices.chosen[name]) for name in BAR]
        context |= {"form": choices, "order": order, "bar": BAR, "game": served.game}
        context |= {"query": urlencode(fields), "hidden": [pair for pair in fields if pair not in bar_fields]}
        context["papers"] = sum(file.papers for file in order.files)
        context["pages"] = sum(len(file.sheets) for file in order.files)
        return self._pages.html(request, "gallery/sheets", **context)

    async def _sheet(self, request: Request) -> Response:
        """Send the picture of one sheet, given by the number of its file and of the sheet in it, from 0."""
        served, inputs = await self._requests.load(request)
        require_found(served.game)
        order = await self._order(served, inputs, self._choices(request, served))
        files, number = dict(enumerate(order.files)), request.path_params["number"]
        sheets = dict(enumerate(require_found(files.get(request.path_params["file"])).sheets))
        sheet = require_found(sheets.get(number))
        data = await self._previews.run(lambda: _picture(sheet, order.fonts))
        # A sheet has no digest in its address, so it is kept for a minute only.
        headers = {"content-encoding": "gzip", "cache-control": "private, max-age=60"}
        return Response(data, 200, headers, "image/svg+xml")

    def _choices(self, request: Request, served: ServedGame) -> PrintChoices:
        """Return the choices for printing that the address of a request makes."""
        return choices_of_address(request, served, require_found(served.game), self._papers)

    async def _order(self, served: ServedGame, inputs: InputDigests, choices: PrintChoices) -> PreviewedOrder:
        """Return the laid out sheets of an order."""
        return await self._previewed_orders.order(served.folder, inputs, choices.build_options)


def _picture(sheet: PressSheet, fonts: Mapping[str, Font]) -> bytes:
    """Return a sheet as compressed SVG."""
    # The lowest level: the picture is sent once, so speed counts. Without a time, equal sheets give equal bytes.
    return gzip.compress(sheet_svg(sheet, fonts).encode(), 1, mtime=0)
