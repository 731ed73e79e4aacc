"""What an order would take, shown beside its form while it is filled in: paper, seconds, and the first pages."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import UsageError
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.build.input_digests import InputDigests
from generator.model.press_sheet import PressSheet
from generator.web.printing.choice_fields import form_fields
from generator.web.printing.making_times import seconds_to_make
from generator.web.printing.print_choices import PrintChoices, choices_of_address
from generator.web.printing.print_job import PrintJob
from generator.web.printing.print_queue import QueueFullError
from generator.web.printing.print_room import PrintRoom
from generator.web.printing.print_totals import PrintTotals, marked_files
from generator.web.server.request_form import require_found
from generator.web.server.served_games import ServedGame

if TYPE_CHECKING:
    from generator.web.gallery.previewed_order import PreviewedOrder
    from generator.web.server.services import Services

WAIT = 3.0
"""Seconds after which a page says that it is still being counted, and asks again."""
MOST_KEPT = 20
"""Estimates that are remembered."""
SHOWN = 8
"""Pages whose pictures are shown."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """The picture of a page: its address without the choices, and its size in points."""

    address: str
    sheet: PressSheet


class EstimatePages:
    """The estimate of an order, made by a process of its own: the choices of large games take seconds."""

    def __init__(self, services: Services) -> None:
        self._services, self._room = services, PrintRoom(services)
        self._known: OrderedDict[str, PrintJob] = OrderedDict()

    def routes(self) -> list[Route]:
        return [Route("/print/{game}/estimate", self._estimate)]

    async def _estimate(self, request: Request) -> Response:
        served = await self._room.load(request)
        game = require_found(served.game)
        choices = choices_of_address(request, served, game, self._services.papers)
        about: dict[str, Any] = {"room": "print", "served": served, "busy": False, "faults": [], "pictures": []}
        about |= {"job": None, "totals": None, "again": False}
        if sent := self._services.uploads.find(choices.chosen.get("since", "")):
            choices = replace(choices, since=str(sent))
        about["query"] = urlencode(form_fields(choices.chosen, choices.parts))
        self._give_up(request.query_params.getlist("instead"))
        inputs = await self._services.previews.inputs(served.folder)
        try:
            job = self._job(served, choices, inputs)
            await self._wait(job)
            about |= {"job": job} | await self._result(job, served, choices, inputs)
        except UsageError as error:
            about["faults"] = [str(error)]
        except QueueFullError:
            about |= {"busy": True, "again": True}
        return self._services.pages.html(request, "printing/estimate", **about)

    def _give_up(self, ids: Sequence[str]) -> None:
        """Stop estimates that a page no longer needs."""
        for id_ in ids:
            if job := self._services.estimate_queue.find(id_):
                self._services.estimate_queue.stop(job)

    def _job(self, served: ServedGame, choices: PrintChoices, inputs: InputDigests) -> PrintJob:
        """Return the estimate of some choices, known or new. Raises UsageError and QueueFullError."""
        # With ink that can be drawn, so that the pictures of pages find the faces in the cache.
        options = choices.build_options | {"estimate": True, "ink": False, "svg": True}
        options |= {"game": str(served.folder.folder), "out": str(self._services.out)}
        key = digest(repr(options), inputs.everything)
        known = self._known.get(key)
        if known is None or known.state == "stopped":
            known = self._services.estimate_queue.add(served.id, options, choices.chosen, choices.parts)
            self._known[key] = known
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return known

    async def _wait(self, job: PrintJob) -> None:
        if task := self._services.estimate_queue.task(job):
            await asyncio.wait({task}, timeout=WAIT)

    async def _result(
        self, job: PrintJob, served: ServedGame, choices: PrintChoices, inputs: InputDigests
    ) -> dict[str, Any]:
        if job.state != "done":
            return {"again": not job.is_over or job.cause == "person"}
        if not job.files:
            return {"faults": job.faults}
        totals = PrintTotals.of(marked_files(job))
        seconds = seconds_to_make(totals.pages, self._services.print_queue.newest(), served.id)
        found: dict[str, Any] = {"totals": totals, "faults": job.faults, "seconds": seconds}
        try:
            order = self._services.previewed_orders.order(served.folder, inputs, choices.build_options)
            return found | {"pictures": pictures(await asyncio.wait_for(order, WAIT), served.id)}
        except TimeoutError:
            return found | {"again": True}
        except UsageError:  # too many pieces to be shown; the paper is counted all the same
            return found


def pictures(order: PreviewedOrder, game: str) -> list[PagePicture]:
    """Return the first pages of an order: of each file the first, then the others, up to SHOWN."""
    every = [
        (number, PagePicture(f"/print/{quote(game)}/sheets/{at}/{number}.svg", sheet))
        for at, file in enumerate(order.files)
        for number, sheet in enumerate(file.sheets)
    ]
    return [picture for _, picture in sorted(every, key=lambda pair: pair[0])[:SHOWN]]
