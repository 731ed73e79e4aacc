"""What all forms and jobs of the print room have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from generator.model.game import Game
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import require_found
from generator.web.orders.choice_fields import form_fields
from generator.web.orders.free_space import shortage
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_queue import PrintQueue, QueueFullError
from generator.web.orders.upload_store import UploadStore
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.served_games import ServedGame, ServedGames

if TYPE_CHECKING:
    from generator.web.orders.choice_fields import ChosenValues
    from generator.web.orders.export_choices import ExportChoices
    from generator.web.orders.print_choices import PrintChoices

Context = Callable[[ServedGame, Game], dict[str, Any]]
"""Function that returns the template values of a form for a game."""


class PrintRoom:
    """Finds the game of a form, and the job of a page."""

    def __init__(
        self,
        *,
        games: ServedGames,
        out: Path,
        pages: PageRenderer,
        previews: FacePreviews,
        print_queue: PrintQueue,
        uploads: UploadStore,
        requests: GameRequests,
    ) -> None:
        self._games = games
        self._out = out
        self._pages = pages
        self._previews = previews
        self._print_queue = print_queue
        self._uploads = uploads
        self._requests = requests

    async def load(self, request: Request) -> ServedGame:
        """Return the game in the path of a request; raises HTTPException 404 for an unknown game."""
        id_ = request.path_params["game"]
        require_found(self._games.folders.get(id_))
        return await self._previews.run(lambda: self._games.get(id_))

    async def game_of(self, job: PrintJob) -> ServedGame:
        """Return the game of a job."""
        return await self._previews.run(lambda: self._games.get(job.game))

    async def form(self, request: Request, page: str, context: Context) -> Response:
        """Return the page of a form.

        `context` gives its template values. A game with faults gets the page that lists them.
        """
        served, inputs = await self._requests.load(request)
        if served.game is None or served.faults:
            return self._requests.faults(request, self._requests.context("print", served, inputs))
        about = context(served, served.game)
        return self._pages.html(request, page, room="print", served=served, **about)

    def order(
        self, request: Request, options: Mapping[str, Any], form: PrintChoices | ExportChoices, served: ServedGame
    ) -> Response:
        """Add a job to the queue and redirect to its page, or return a page that says why the order is refused.

        An order is refused while the disk or the memory is nearly full, or too many jobs wait.
        """
        queue, out = self._print_queue, self._out
        # An order is refused at once rather than stopped half-way for lack of space or memory.
        lacking, amount = shortage(out)
        if not lacking:
            where = {"game": str(served.folder.folder), "out": str(out)}
            try:
                job = queue.add(served.id, {**options, **where}, form.chosen, form.parts)
            except QueueFullError:
                lacking, amount = "queue", len(queue.unfinished)
            else:
                return RedirectResponse(job.address, 303)
        # The page of the refusal sends the same order again, so it needs all fields.
        fields = form_fields(form.chosen, form.parts, options.get("to", ()))
        about = {"lacking": lacking, "left": amount, "out": out, "fields": fields, "query": urlencode(fields)}
        about |= {"jobs": queue.unfinished, "address": request.url.path, "served": served}
        return self._pages.html(request, "printing/order_refused", 503, room="print", **about)

    def sent_file(self, id_: str) -> Path | None:
        """Return a file that a browser has sent; None if it is not there any more."""
        return self._uploads.find(id_)

    def kept(self, chosen: ChosenValues, name: str) -> str:
        """Return the id of the file that a field holds; empty if it holds none, or the file is not kept any more."""
        id_ = chosen.get(name, "")
        return id_ if self._uploads.find(id_) else ""

    def stop(self, job: PrintJob) -> Response:
        """Stop a job, and redirect to its page."""
        self._print_queue.stop(job)
        return RedirectResponse(job.address, 303)

    def find(self, request: Request, *, export: bool) -> PrintJob:
        """Return the job in the path of a request, an export or a print; raises HTTPException 404."""
        job = require_found(self._print_queue.find(request.path_params["id"]))
        # Each kind of job has its page; an address with the other's id leads nowhere.
        return require_found(job if job.is_export == export else None)

    def live(self, request: Request, job: PrintJob) -> Response:
        """Return the event stream that tells a page the progress of its job."""

        async def stamp() -> str:
            """Return a text that differs whenever the job's page would differ."""
            return job.stamp

        return job.events.response(request, stamp)
