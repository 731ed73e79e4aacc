"""The print pages: a form with what to print and how, the progress of each job, and its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from generator.base.records import dataclass, replace
from generator.build.outputs.print_plans import STEM
from generator.model.game import Game
from generator.model.paper import Paper
from generator.web.http.page_renderer import PageRenderer, phrase, record_fields
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import read_form, require_found, require_option
from generator.web.orders.file_archive import archive_response
from generator.web.orders.part_titles import chosen_pieces, component_ids, part_titles
from generator.web.orders.print_choices import NUMBERS, choices_of_address, dimensions, offered, ordered
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_queue import PrintQueue
from generator.web.orders.print_totals import PrintTotals, is_spare
from generator.web.orders.upload_store import UploadStore
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGame, ServedGames, distinct_titles
from generator.web.printing.export_job_view import ExportJobView
from generator.web.printing.print_room import PrintRoom
from generator.write.png import page_png

INK = "ink"
ESTIMATES = ("yes", INK)
"""Kinds of estimates: sheets of paper only, or ink too, which takes longer."""

THUMBNAIL_DPI = 40
"""Resolution of the pictures of finished files: 330 pixels for the width of A4."""


@dataclass(frozen=True, slots=True)
class PrintJobView:
    """A job, with the titles of what it prints."""

    job: PrintJob
    title: str
    """The title of the game."""
    parts: tuple[str, ...]
    """Titles of the chosen components; empty for the whole game."""
    missing: tuple[str, ...]
    """Titles of chosen components that are in none of its files."""
    files: tuple[dict[str, Any], ...]
    """Files of the job, the print plan first, with `name`, `parts`, `is_plan` and `is_available` added."""
    pictures: int
    """Number of pictures of faces and sheets that it has made besides."""

    @classmethod
    def of(cls, job: PrintJob, served: ServedGame, language: str) -> PrintJobView:
        """Return the view of a job of a game, with titles in a language."""
        game = served.game
        titles = {part.id: phrase(part.title, language) for part in game.components} if game else {}
        printed = {part for file in job.files for part in file["components"]}
        # Parts that only other orders print, or that had faults, would otherwise go unnoticed.
        missing = [part for part in component_ids(job.parts) or titles if part not in printed]
        return cls(
            job=job,
            title=phrase(game.title, language) if game else job.game,
            parts=part_titles(titles, job.parts),
            missing=_titles(titles, missing),
            files=_files(job, titles),
            pictures=sum(_is_picture(file) for file in job.files),
        )


class PrintPages:
    """The print pages, and the files they offer."""

    def __init__(
        self,
        *,
        games: ServedGames,
        pages: PageRenderer,
        previews: FacePreviews,
        print_queue: PrintQueue,
        uploads: UploadStore,
        papers: Mapping[str, Paper],
        print_room: PrintRoom,
    ) -> None:
        self._games = games
        self._pages = pages
        self._previews = previews
        self._print_queue = print_queue
        self._uploads = uploads
        self._papers = papers
        self._room = print_room

    def routes(self) -> list[Route]:
        return [
            Route("/print", self._index),
            Route("/print/order/{id}", self._job),
            Route("/print/order/{id}/live", self._live),
            Route("/print/order/{id}/stop", self._stop, methods=["POST"]),
            Route("/print/order/{id}/all.zip", self._archive),
            Route("/print/order/{id}/{name}", self._file),
            Route("/print/order/{id}/{name}/page.png", self._first_page),
            Route("/print/{game}", self._form),
            Route("/print/{game}", self._print, methods=["POST"]),
        ]

    async def _index(self, request: Request) -> Response:
        """Answer with the games that can be printed, and the latest jobs."""
        games = await self._previews.run(lambda: {served.id: served for served in self._games.all()})
        language = ReaderSettings.of(request).lang
        every = list(self._print_queue.newest())
        jobs = [PrintJobView.of(job, games[job.game], language) for job in every if not job.is_export]
        exports = [ExportJobView.of(job, games[job.game], language) for job in every if job.is_export]
        context = {"room": "print", "games": games.values(), "jobs": jobs, "exports": exports}
        context["titles"] = distinct_titles([*games.values()], language)
        return self._pages.html(request, "printing/print_games", **context)

    async def _form(self, request: Request) -> Response:
        """Answer with the form that chooses parts of a game to print, and how."""

        def context(served: ServedGame, game: Game) -> dict[str, Any]:
            """Return the template values of the form for a game."""
            choices = choices_of_address(request, served, game, self._papers)
            pieces = chosen_pieces(game, choices.parts, ReaderSettings.of(request).lang)
            about = {"form": choices, "pieces": pieces, "since": self._room.kept(choices.chosen, "since")}
            return about | {"dimensions": dimensions(), "numbers": NUMBERS, "game": game}

        return await self._room.form(request, "printing/print_form", context)

    async def _print(self, request: Request) -> Response:
        """Order a print, or an estimate of one, as posted, and lead on to the job's page."""
        served = await self._room.load(request)
        fields = await read_form(request)
        if served.game is None:
            raise HTTPException(400)
        choices = ordered(offered(served, served.game, self._papers), served.game, fields)
        # The field holds the id of an upload, never a path: a form must not name files of this computer.
        if sent := choices.chosen.get("since"):
            choices = replace(choices, since=str(require_found(self._uploads.find(sent))))
        estimate = require_option(fields.get("estimate", ()), ESTIMATES, "")
        options = choices.build_options | ({"estimate": True, "ink": estimate == INK} if estimate else {})
        return self._room.order(request, options, choices, served)

    def _find(self, request: Request) -> PrintJob:
        """Return the print job in a request's path; raises HTTPException 404."""
        return self._room.find(request, export=False)

    async def _job(self, request: Request) -> Response:
        """Answer with the page of a print job: its progress, files and faults."""
        job = self._find(request)
        view = PrintJobView.of(job, await self._room.game_of(job), ReaderSettings.of(request).lang)
        # A finished job changes no more, so its page opens no event stream.
        live = "" if job.is_over else f"{job.address}/live"
        context = {"room": "print", "live": live, "stamp": job.stamp, "totals": PrintTotals.of(view.files)}
        context |= record_fields(view)
        return self._pages.html(request, "printing/print_job", **context)

    async def _live(self, request: Request) -> Response:
        """Stream events from which the job's page learns of progress."""
        return self._room.live(request, self._find(request))

    async def _stop(self, request: Request) -> Response:
        """Stop a job, and lead back to its page."""
        return self._room.stop(self._find(request))

    async def _file(self, request: Request) -> Response:
        """Send one of a job's files; HTTPException 404 if a later job has replaced it."""
        job = self._find(request)
        path = require_found(job.file(request.path_params["name"]))
        # In a folder of downloads, `orders-a4-en.pdf` alone would not tell which game it is of.
        kind = "application/pdf" if path.suffix == ".pdf" else "application/octet-stream"
        return FileResponse(path, filename=f"{job.game}-{path.name}", media_type=kind)

    async def _first_page(self, request: Request) -> Response:
        """Send a small picture of the first page of a job's PDF; HTTPException 404 for other files."""
        path = require_found(self._find(request).file(request.path_params["name"]))
        if path.suffix != ".pdf":
            raise HTTPException(404)
        # pdfium is for one thread at a time.
        picture = await self._previews.run(lambda: page_png(path, THUMBNAIL_DPI))
        return Response(picture, 200, {"cache-control": "private, max-age=600"}, "image/png")

    async def _archive(self, request: Request) -> Response:
        """Send all files of a job as a ZIP archive; HTTPException 404 if none is left."""
        job = self._find(request)
        return archive_response(job.game, require_found(job.archive_files or None))


def _titles(titles: Mapping[str, str], parts: Iterable[str]) -> tuple[str, ...]:
    """Return the titles of parts, by their ids, leaving out parts without one."""
    return tuple(titles[part] for part in parts if part in titles)


def _files(job: PrintJob, titles: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """Return the PDFs and other documents of a job, the print plan first, with template values added."""
    files = []
    for file in (file for file in job.files if not _is_picture(file)):
        name = file["file"].rpartition("/")[2]
        state = {"name": name, "is_plan": name.startswith(STEM), "is_available": job.file(name) is not None}
        files.append(file | state | {"parts": _titles(titles, file["components"]), "is_spare": is_spare(file, job)})
    # The plan says how the others are printed, so it comes first.
    return tuple(sorted(files, key=lambda file: not file["is_plan"]))


def _is_picture(file: Mapping[str, Any]) -> bool:
    """Return whether a file of a job is a picture of a face or sheet; an order may have hundreds."""
    return bool(file["file"].endswith((".png", ".svg")))
