"""The print pages: a form with what to print and how, the progress of each job, and its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.base.records import dataclass
from generator.build.outputs.file_names import BOOKLET, FILLABLE, READING, file_variant
from generator.build.outputs.print_plans import STEM
from generator.model.game import Game
from generator.web.printing.export_job_view import ExportJobView
from generator.web.printing.file_archive import stream_archive
from generator.web.printing.part_titles import chosen_pieces, component_ids, part_titles
from generator.web.printing.print_choices import NUMBERS, dimensions, offered, ordered, remembered
from generator.web.printing.print_queue import PrintJob
from generator.web.printing.print_room import PrintRoom
from generator.web.server.page_renderer import phrase, record_fields
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import query_values, read_form, require_found, require_option
from generator.web.server.served_games import ServedGame

if TYPE_CHECKING:
    from generator.web.server.services import Services

INK = "ink"
ESTIMATES = ("yes", INK)
"""What is counted before anything is made: the sheets of paper, or the ink too, which takes longer."""


@dataclass(frozen=True, slots=True)
class PrintJobView:
    """A job, with the titles of what it prints."""

    job: PrintJob
    title: str
    """The title of the game."""
    parts: tuple[str, ...]
    """The titles of the chosen components; empty for the whole game."""
    missing: tuple[str, ...]
    """The titles of those that are in none of its files."""
    files: tuple[dict[str, Any], ...]
    """The print plan first; those of the job, with `name`, `parts`, `is_plan` and `is_available`."""

    @classmethod
    def of(cls, job: PrintJob, served: ServedGame, language: str) -> PrintJobView:
        game = served.game
        titles = {part.id: phrase(part.title, language) for part in game.components} if game else {}
        printed = {part for file in job.files for part in file["components"]}
        missing = [part for part in component_ids(job.parts) or titles if part not in printed]
        return cls(
            job=job,
            title=phrase(game.title, language) if game else job.game,
            parts=part_titles(titles, job.parts),
            missing=_titles(titles, missing),
            files=_files(job, titles),
        )


class PrintPages:
    """The print pages, and the files they offer."""

    def __init__(self, services: Services) -> None:
        self._services, self._room = services, PrintRoom(services)

    def routes(self) -> list[Route]:
        return [
            Route("/print", self._games),
            Route("/print/order/{id}", self._job),
            Route("/print/order/{id}/live", self._live),
            Route("/print/order/{id}/all.zip", self._archive),
            Route("/print/order/{id}/{name}", self._file),
            Route("/print/{game}", self._form),
            Route("/print/{game}", self._print, methods=["POST"]),
        ]

    async def _games(self, request: Request) -> Response:
        games = await self._services.previews.run(lambda: {each.id: each for each in self._services.games.all()})
        language = ReaderSettings.of(request).lang
        every = list(self._services.print_queue.newest())
        jobs = [PrintJobView.of(job, games[job.game], language) for job in every if not job.is_export]
        exports = [ExportJobView.of(job, games[job.game], language) for job in every if job.is_export]
        context = {"room": "print", "games": games.values(), "jobs": jobs, "exports": exports}
        return self._services.pages.html(request, "print_games", **context)

    async def _form(self, request: Request) -> Response:
        def context(served: ServedGame, game: Game) -> dict[str, Any]:
            language, query = ReaderSettings.of(request).lang, query_values(request)
            choices = remembered(offered(served, game, self._services.papers), game, query, language)
            about = {"form": choices, "pieces": chosen_pieces(game, choices.parts, language)}
            return about | {"dimensions": dimensions(), "numbers": NUMBERS, "game": game}

        return await self._room.form(request, "print_form", context)

    async def _print(self, request: Request) -> Response:
        served = await self._room.load(request)
        fields = await read_form(request)
        if served.game is None:
            raise HTTPException(400)
        choices = ordered(offered(served, served.game, self._services.papers), served.game, fields)
        estimate = require_option(fields.get("estimate", ()), ESTIMATES, "")
        options = choices.build_options | ({"estimate": True, "ink": estimate == INK} if estimate else {})
        job = self._room.order(served, options, choices.chosen, choices.parts)
        return RedirectResponse(f"/print/order/{job.id}", 303)

    def _find(self, request: Request) -> PrintJob:
        return self._room.find(request, export=False)

    async def _job(self, request: Request) -> Response:
        job = self._find(request)
        view = PrintJobView.of(job, await self._room.game_of(job), ReaderSettings.of(request).lang)
        live = "" if job.is_over else f"/print/order/{job.id}/live"
        context = {"room": "print", "live": live, "stamp": job.stamp, "totals": PrintTotals.of(view.files)}
        context |= record_fields(view)
        return self._services.pages.html(request, "print_job", **context)

    async def _live(self, request: Request) -> Response:
        return self._room.live(request, self._find(request))

    async def _file(self, request: Request) -> Response:
        job = self._find(request)
        path = require_found(job.file(request.path_params["name"]))
        # In a folder of downloads, `orders-a4-en.pdf` alone would not tell which game it is of.
        return FileResponse(path, filename=f"{job.game}-{path.name}", media_type="application/pdf")

    async def _archive(self, request: Request) -> Response:
        job = self._find(request)
        found = [(f"{job.game}/{name}", path) for name in job.names if (path := job.file(name))]
        require_found(found or None)
        # The files are compressed already; a declared encoding keeps the server from compressing them again.
        headers = {"content-disposition": f'attachment; filename="{job.game}.zip"', "content-encoding": "identity"}
        return StreamingResponse(stream_archive(found), 200, headers, "application/zip")


def _titles(titles: Mapping[str, str], parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(titles[part] for part in parts if part in titles)


def _files(job: PrintJob, titles: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    files = []
    for each in job.files:
        name = each["file"].rpartition("/")[2]
        state = {"name": name, "is_plan": name.startswith(STEM), "is_available": job.file(name) is not None}
        files.append(each | state | {"parts": _titles(titles, each["components"]), "is_spare": _is_spare(each, job)})
    return tuple(sorted(files, key=lambda file: not file["is_plan"]))


def _is_spare(file: Mapping[str, Any], job: PrintJob) -> bool:
    """Whether a file is for the screen, or a booklet has the same text."""
    variant = file_variant(file["file"].rpartition("/")[2], file["paper"])
    others = (each for each in job.files if each["components"] == file["components"])
    booklets = (file_variant(each["file"], each["paper"]) == BOOKLET for each in others)
    return variant in {FILLABLE, READING} or (not variant and any(booklets))


@dataclass(frozen=True, slots=True)
class PrintTotals:
    """What an order takes, without the files that need not be printed."""

    pages: int
    pieces: int
    sheets: int
    ink: float | None
    """Coverage of all pages in per cent; None where it was not measured."""
    black: float | None
    """As many pages of full black take as much ink."""

    @classmethod
    def of(cls, files: Iterable[Mapping[str, Any]]) -> PrintTotals:
        printed = [file for file in files if not file["is_spare"]]
        pages = sum(file["pages"] for file in printed)
        sheets, pieces = (sum(file[name] for file in printed) for name in ("sheets", "pieces"))
        if not pages or any(file["ink"] is None for file in printed):
            return cls(pages, pieces, sheets, None, None)
        ink = sum(file["ink"] * file["pages"] for file in printed)
        return cls(pages, pieces, sheets, round(ink / pages, 1), round(ink / 100, 1))
