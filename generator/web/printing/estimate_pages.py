"""What an order would take, shown beside its form while it is filled in: paper, seconds, and the first pages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import UsageError
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.build.input_digests import InputDigests
from generator.model.paper import Paper
from generator.model.press_sheet import PressSheet
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import require_found
from generator.web.orders.choice_fields import form_fields
from generator.web.orders.print_choices import PrintChoices, choices_of_address
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_queue import PrintQueue, QueueFullError
from generator.web.orders.print_totals import PrintTotals, marked_files
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.previewed_orders import PreviewedOrders
from generator.web.previews.served_games import ServedGame
from generator.web.printing.print_room import PrintRoom

if TYPE_CHECKING:
    from generator.build.outputs.previewed_order import PreviewedOrder

WAIT = 3.0
"""Seconds that a page waits for its estimate, before it says so and asks again."""
MOST_KEPT = 20
"""Most estimates that are remembered."""
SHOWN = 8
"""Most pages whose pictures are displayed."""
START, PAGE = 2.0, 0.25
"""Seconds to start a process and read a game, and seconds per page, until an order gives better figures."""
FEWEST = 4
"""Least pages of an order from which the time per page is taken."""
MOST_TIMES = 5
"""Most orders whose times count."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """Address of a page's picture without the choices, and the page."""

    address: str
    sheet: PressSheet


class EstimatePages:
    """The estimate of an order, made by a process of its own: the choices of large games take seconds."""

    def __init__(
        self,
        *,
        out: Path,
        pages: PageRenderer,
        previews: FacePreviews,
        print_queue: PrintQueue,
        estimate_queue: PrintQueue,
        previewed_orders: PreviewedOrders,
        papers: Mapping[str, Paper],
        print_room: PrintRoom,
    ) -> None:
        self._out = out
        self._pages = pages
        self._previews = previews
        self._print_queue = print_queue
        self._estimate_queue = estimate_queue
        self._previewed_orders = previewed_orders
        self._papers = papers
        self._room = print_room
        self._known = LRUCache[str, PrintJob](MOST_KEPT)

    def routes(self) -> list[Route]:
        return [Route("/print/{game}/estimate", self._estimate)]

    async def _estimate(self, request: Request) -> Response:
        """Answer with the paper and time that the choices of a form would take, and pictures of the first pages."""
        served = await self._room.load(request)
        game = require_found(served.game)
        choices = choices_of_address(request, served, game, self._papers)
        about: dict[str, Any] = {"room": "print", "served": served, "busy": False, "faults": [], "pictures": []}
        about |= {"job": None, "totals": None, "again": False}
        if sent := self._room.sent_file(choices.chosen.get("since", "")):
            choices = replace(choices, since=str(sent))
        about["query"] = urlencode(form_fields(choices.chosen, choices.parts))
        # First, so that a new estimate does not wait behind one that nobody wants.
        self._give_up(request.query_params.getlist("instead"))
        inputs = await self._previews.inputs(served.folder)
        try:
            job = self._job(served, choices, inputs)
            await self._wait(job)
            about |= {"job": job} | await self._result(job, served, choices, inputs)
        except UsageError as error:
            about["faults"] = [str(error)]
        except QueueFullError:
            about |= {"busy": True, "again": True}
        return self._pages.html(request, "printing/estimate", **about)

    def _give_up(self, ids: Sequence[str]) -> None:
        """Stop estimates, given by id, that a page no longer needs."""
        for id_ in ids:
            if job := self._estimate_queue.find(id_):
                self._estimate_queue.stop(job)

    def _job(self, served: ServedGame, choices: PrintChoices, inputs: InputDigests) -> PrintJob:
        """Return the estimate of some choices, known or new. Raises UsageError and QueueFullError."""
        # With ink that can be drawn, so that the pictures of pages find the faces in the cache.
        options = choices.build_options | {"estimate": True, "ink": False, "svg": True}
        options |= {"game": str(served.folder.folder), "out": str(self._out)}
        key = digest(repr(options), inputs.everything)
        job = self._known.get(key)
        # An estimate that somebody gave up may be wanted again after all.
        if job is None or job.state == "stopped":
            job = self._estimate_queue.add(served.id, options, choices.chosen, choices.parts)
            self._known[key] = job
        return job

    async def _wait(self, job: PrintJob) -> None:
        """Wait until an estimate has ended, at most WAIT seconds."""
        if task := self._estimate_queue.task(job):
            await asyncio.wait({task}, timeout=WAIT)

    async def _result(
        self, job: PrintJob, served: ServedGame, choices: PrintChoices, inputs: InputDigests
    ) -> dict[str, Any]:
        """Return the template values for the result of an estimate; `again` has the page ask once more."""
        if job.state != "done":
            # Another page has given the estimate up, which this page still wants.
            return {"again": not job.is_over or job.cause == "person"}
        if not job.files:
            return {"faults": job.faults}
        totals = PrintTotals.of(marked_files(job))
        seconds = seconds_to_make(totals.pages, self._print_queue.newest(), served.id)
        result: dict[str, Any] = {"totals": totals, "faults": job.faults, "seconds": seconds}
        try:
            order = self._previewed_orders.order(served.folder, inputs, choices.build_options)
            return result | {"pictures": pictures(await asyncio.wait_for(order, WAIT), served.id)}
        except TimeoutError:
            return result | {"again": True}
        except UsageError:  # too many pieces to be shown; the paper is counted all the same
            return result


def pictures(order: PreviewedOrder, game: str) -> list[PagePicture]:
    """Return up to SHOWN pages of an order: the first page of each file, then the second of each, and so on."""
    every = [
        (number, PagePicture(f"/print/{quote(game)}/sheets/{file_number}/{number}.svg", sheet))
        for file_number, file in enumerate(order.files)
        for number, sheet in enumerate(file.sheets)
    ]
    return [picture for _, picture in sorted(every, key=lambda pair: pair[0])[:SHOWN]]


def seconds_to_make(pages: int, jobs: Iterable[PrintJob], game: str) -> int:
    """Return the estimated seconds to write so many pages, from the newest orders of the same game.

    `jobs` has the newest first.
    """
    paces = [*islice(_paces(jobs, game), MOST_TIMES)]
    page = sum(paces) / len(paces) if paces else PAGE
    return max(1, round(START + pages * page))


def _paces(jobs: Iterable[PrintJob], game: str) -> Iterable[float]:
    """Yield the seconds per page of each finished order of a game."""
    for job in jobs:
        written = sum(file["pages"] for file in job.files if file["fresh"])
        if job.game == game and job.state == "done" and not job.is_estimate and written >= FEWEST:
            # The start of the process does not grow with the pages.
            yield max(0.0, job.seconds - START) / written
