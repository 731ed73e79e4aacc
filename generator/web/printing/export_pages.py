"""The export pages: a form with where a game shall go, what was found, and the files of each target."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.records import replace
from generator.exports.export_words import export_words
from generator.exports.targets import GROUPS, TARGETS
from generator.model.game import Game
from generator.model.paper import Paper
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import query_values, read_form, require_found
from generator.web.orders.export_choices import TYPED, offered, ordered, remembered, target_products
from generator.web.orders.file_archive import archive_response
from generator.web.orders.part_titles import chosen_pieces
from generator.web.orders.print_job import PrintJob
from generator.web.orders.upload_store import UploadStore
from generator.web.previews.served_games import ServedGame
from generator.web.printing.export_job_view import ExportJobView
from generator.web.printing.print_room import PrintRoom


class ExportPages:
    """The export pages, and the files they offer."""

    def __init__(
        self, *, pages: PageRenderer, uploads: UploadStore, papers: Mapping[str, Paper], print_room: PrintRoom
    ) -> None:
        self._pages = pages
        self._uploads = uploads
        self._papers = papers
        self._room = print_room

    def routes(self) -> list[Route]:
        return [
            Route("/print/export/{id}", self._job),
            Route("/print/export/{id}/live", self._live),
            Route("/print/export/{id}/stop", self._stop, methods=["POST"]),
            Route("/print/export/{id}/all.zip", self._whole),
            Route("/print/export/{id}/{number:int}.zip", self._archive),
            Route("/print/{game}/export", self._form),
            Route("/print/{game}/export", self._export, methods=["POST"]),
        ]

    async def _form(self, request: Request) -> Response:
        """Answer with the form that chooses the parts of a game to export, and the targets, such as a print shop."""

        # The form of a game with faults is not shown, so its values are computed only where there is a game.
        def context(served: ServedGame, game: Game) -> dict[str, Any]:
            """Return the template values of the form for a game."""
            language = ReaderSettings.of(request).lang
            options = offered(served, game, self._papers)
            choices = remembered(options, game, query_values(request), language)
            about = {"form": choices, "pieces": chosen_pieces(game, choices.parts, language)}
            about |= {"groups": _groups(language), "products": _products(language)}
            about["under"] = self._room.kept(choices.chosen, "under")
            return about | {"typed": TYPED, "missing": "missing" in request.query_params}

        return await self._room.form(request, "printing/export_form", context)

    async def _export(self, request: Request) -> Response:
        """Order an export as posted; without a target, the form comes back."""
        served = await self._room.load(request)
        fields = await read_form(request)
        if served.game is None:
            raise HTTPException(400)
        choices = ordered(offered(served, served.game, self._papers), served.game, fields)
        if not choices.targets:
            return RedirectResponse(f"/print/{quote(served.id)}/export?missing=to", 303)
        # The field holds the id of an upload, never a path: a form must not name files of this computer.
        if sent := choices.chosen.get("under"):
            choices = replace(choices, under=str(require_found(self._uploads.find(sent))))
        # Findings are written in the reader's language, which is no choice of the form.
        options = choices.export_options | {"reader": ReaderSettings.of(request).lang}
        return self._room.order(request, options, choices, served)

    def _find(self, request: Request) -> PrintJob:
        """Return the export job in a request's path; raises HTTPException 404."""
        return self._room.find(request, export=True)

    async def _job(self, request: Request) -> Response:
        """Answer with the page of an export job: its progress, findings and files."""
        job = self._find(request)
        view = ExportJobView.of(job, await self._room.game_of(job), ReaderSettings.of(request).lang)
        # A finished job changes no more, so its page opens no event stream.
        live = "" if job.is_over else f"{job.address}/live"
        return self._pages.html(request, "printing/export_job", room="print", live=live, stamp=job.stamp, view=view)

    async def _live(self, request: Request) -> Response:
        """Stream events from which the job's page learns of progress."""
        return self._room.live(request, self._find(request))

    async def _stop(self, request: Request) -> Response:
        """Stop a job, and lead back to its page."""
        return self._room.stop(self._find(request))

    async def _archive(self, request: Request) -> Response:
        """Send the files of one export as a ZIP archive; HTTPException 404 if they are gone."""
        job, number = self._find(request), request.path_params["number"]
        name = f"{job.game}-{require_found(job.export_folder(number)).name}"
        return archive_response(name, _files(job, number))

    async def _whole(self, request: Request) -> Response:
        """Send the files of all exports of a job as one ZIP archive; HTTPException 404 if they are gone."""
        job = self._find(request)
        files = [file for number in range(len(job.exports)) for file in _files(job, number)]
        return archive_response(f"{job.game}-export", require_found(files or None))


def _files(job: PrintJob, number: int) -> list[tuple[str, Path]]:
    """Return the files of one export by their names in an archive; none if they are no longer there."""
    folder = job.export_folder(number)
    if folder is None:
        return []
    return [(f"{job.game}-{folder.name}/{file}", Path(folder, file)) for file in job.exports[number]["files"]]


def _groups(language: str) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the groups of export targets with a title: for each target its name, title and a sentence about it."""
    words = export_words(language)
    about = {name: (name, words(f"targets.{name}.title"), words(f"targets.{name}.about")) for name in TARGETS}
    groups = (
        (words(f"groups.{group}"), [about[target.name] for target in TARGETS.values() if target.group == group])
        for group in GROUPS
    )
    return [(title, targets) for title, targets in groups if targets]


def _products(language: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names of products, by the title of the target that has them."""
    words = export_words(language)
    return [(words(f"targets.{target}.title"), names) for target, names in target_products()]
