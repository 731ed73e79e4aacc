"""What all forms and jobs of the print room have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from generator.model.game import Game
from generator.web.printing.choice_fields import form_fields
from generator.web.printing.free_space import shortage
from generator.web.printing.print_job import PrintJob
from generator.web.printing.print_queue import QueueFullError
from generator.web.server.game_requests import GameRequests
from generator.web.server.request_form import require_found
from generator.web.server.served_games import ServedGame

if TYPE_CHECKING:
    from generator.web.printing.choice_fields import ChosenValues
    from generator.web.printing.export_choices import ExportChoices
    from generator.web.printing.print_choices import PrintChoices
    from generator.web.server.services import Services

Context = Callable[[ServedGame, Game], dict[str, Any]]
"""Returns what the template of a form needs to know of a game."""


class PrintRoom:
    """Finds the game of a form, and the job of a page."""

    def __init__(self, services: Services) -> None:
        self._services, self._games = services, GameRequests(services)

    async def load(self, request: Request) -> ServedGame:
        """Return the game of a request; raises HTTPException 404 for an unknown one."""
        id_ = request.path_params["game"]
        require_found(self._services.games.folders.get(id_))
        return await self._services.previews.run(lambda: self._services.games.get(id_))

    async def game_of(self, job: PrintJob) -> ServedGame:
        """Return the game of a job."""
        return await self._services.previews.run(lambda: self._services.games.get(job.game))

    async def form(self, request: Request, page: str, context: Context) -> Response:
        """Return the page of a form, or what is wrong with its game."""
        served, inputs = await self._games.load(request)
        if served.game is None or served.faults:
            return self._games.faults(request, self._games.context("print", served, inputs))
        about = context(served, served.game)
        return self._services.pages.html(request, page, room="print", served=served, **about)

    def order(
        self, request: Request, options: Mapping[str, Any], form: PrintChoices | ExportChoices, served: ServedGame
    ) -> Response:
        """Add a job for a game to the queue and return the way to its page, or a page that says why it is refused."""
        queue, out = self._services.print_queue, self._services.out
        lacking, left = shortage(out)
        if not lacking:
            where = {"game": str(served.folder.folder), "out": str(out)}
            try:
                job = queue.add(served.id, {**options, **where}, form.chosen, form.parts)
            except QueueFullError:
                lacking, left = "queue", len(queue.unfinished)
            else:
                return RedirectResponse(job.address, 303)
        fields = form_fields(form.chosen, form.parts, options.get("to", ()))
        about = {"lacking": lacking, "left": left, "out": out, "fields": fields, "query": urlencode(fields)}
        about |= {"jobs": queue.unfinished, "address": request.url.path, "served": served}
        return self._services.pages.html(request, "printing/order_refused", 503, room="print", **about)

    def kept(self, chosen: ChosenValues, name: str) -> str:
        """Return the id of the file that a field holds; empty if it holds none, or the file is not kept any more."""
        id_ = chosen.get(name, "")
        return id_ if self._services.uploads.find(id_) else ""

    def stop(self, job: PrintJob) -> Response:
        """Stop a job, and return the way to its page."""
        self._services.print_queue.stop(job)
        return RedirectResponse(job.address, 303)

    def find(self, request: Request, *, export: bool) -> PrintJob:
        """Return the job of a page, one that exports or one that prints; raises HTTPException 404."""
        job = require_found(self._services.print_queue.find(request.path_params["id"]))
        return require_found(job if job.is_export == export else None)

    def live(self, request: Request, job: PrintJob) -> Response:
        """Return the stream of events by which a page learns of the progress of its job."""

        async def stamp() -> str:
            return job.stamp

        return job.events.response(request, stamp)
