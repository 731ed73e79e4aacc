"""The print pages: a form with what to print and how, the progress of each job, and its files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.build.options import printers_file
from generator.build.outputs.print_plans import STEM
from generator.build.printer_profiles import read_profiles
from generator.model.game import Game
from generator.model.paper import FULL
from generator.web.printing.print_queue import PrintJob, QueueFullError
from generator.web.server.page_renderer import phrase, record_fields
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import option_or_default, read_form, require_found, require_option
from generator.web.server.served_games import ServedGame
from generator.web.server.services import themes

if TYPE_CHECKING:
    from generator.web.server.services import Services

BACKS = ("duplex", "fold", "none", "split")
"""How backs are printed; `split` is duplex in two files, to turn the paper by hand."""
FLIPS = ("long", "short")
MARKS = ("corners", "lines", "none")
FOLDED_AWAY = ("flip", "marks", "printer")
"""Fields that are hidden until one of them differs from its default."""


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
        missing = [part for part in job.parts or titles if part not in printed]
        return cls(
            job=job,
            title=phrase(game.title, language) if game else job.game,
            parts=_titles(titles, job.parts),
            missing=_titles(titles, missing),
            files=_files(job, titles),
        )


class PrintPages:
    """The print pages, and the files they offer."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        return [
            Route("/print", self._games),
            Route("/print/order/{id}", self._job),
            Route("/print/order/{id}/live", self._live),
            Route("/print/order/{id}/{name}", self._file),
            Route("/print/{game}", self._form),
            Route("/print/{game}", self._print, methods=["POST"]),
        ]

    async def _games(self, request: Request) -> Response:
        games = await self._services.previews.run(lambda: {each.id: each for each in self._services.games.all()})
        language = ReaderSettings.of(request).lang
        jobs = [PrintJobView.of(job, games[job.game], language) for job in self._services.print_queue.newest()]
        return self._services.pages.html(request, "print_games", room="print", games=games.values(), jobs=jobs)

    async def _form(self, request: Request) -> Response:
        folder = self._services.games.folders.get(request.path_params["game"])
        stamp = await self._services.previews.stamp(folder) if folder else ""
        served = await self._load(request)
        context: dict[str, Any] = {"room": "print", "served": served}
        if served.game is None or served.faults:
            context |= {"stamp": stamp, "live": f"/gallery/{served.id}/live", "faults": served.faults}
            return self._services.pages.html(request, "game_faults", **context)
        options, query = self._options(served, served.game), request.query_params
        default = {name: known[0] for name, known in options.items()}
        language = ReaderSettings.of(request).lang
        default["language"] = option_or_default(language, options["language"], default["language"])
        chosen = {name: option_or_default(query.get(name), known, default[name]) for name, known in options.items()}
        context |= {"options": options, "chosen": chosen, "parts": query.getlist("part"), "proof": "proof" in query}
        context["is_unfolded"] = context["proof"] or any(chosen[name] != default[name] for name in FOLDED_AWAY)
        return self._services.pages.html(request, "print_form", **context)

    def _options(self, served: ServedGame, game: Game) -> dict[str, list[str]]:
        """The values that each field of the form offers; the first is the default."""
        both = ["+".join(game.languages)] if len(game.languages) == 2 else []
        return {
            "paper": [*self._services.papers, FULL.id],
            "language": [*game.languages, *both],
            "theme": themes(served.folder),
            "backs": list(BACKS),
            "flip": list(FLIPS),
            "marks": list(MARKS),
            "printer": ["", *_printers()],
        }

    async def _load(self, request: Request) -> ServedGame:
        id_ = request.path_params["game"]
        require_found(self._services.games.folders.get(id_))
        return await self._services.previews.run(lambda: self._services.games.get(id_))

    async def _print(self, request: Request) -> Response:
        served = await self._load(request)
        fields = await read_form(request)
        if served.game is None:
            raise HTTPException(400)
        options = self._options(served, served.game)
        chosen = {name: require_option(fields.get(name, ()), known, known[0]) for name, known in options.items()}
        if require_option(fields.get("proof", ()), ("yes",), ""):
            chosen["proof"] = "yes"
        parts = {part.id for part in served.game.components}
        only = [part for part in dict.fromkeys(fields.get("part", ())) if part]
        if not parts.issuperset(only):
            raise HTTPException(400)
        only = [] if parts.issubset(only) else only
        try:
            job = self._services.print_queue.add(served.id, self._build_options(served, chosen, only), chosen, only)
        except QueueFullError:
            raise HTTPException(503) from None
        return RedirectResponse(f"/print/order/{job.id}", 303)

    def _build_options(self, served: ServedGame, chosen: Mapping[str, str], only: Sequence[str]) -> dict[str, Any]:
        backs = chosen["backs"]
        return {
            "game": str(served.folder.folder),
            "out": str(self._services.out),
            "only": only or None,
            "paper": [chosen["paper"]],
            "lang": [chosen["language"]],
            "theme": chosen["theme"],
            "backs": "duplex" if backs == "split" else backs,
            "split": backs == "split",
            "flip": chosen["flip"] if chosen["flip"] != FLIPS[0] else None,
            "marks": chosen["marks"],
            "printer": chosen["printer"] or None,
            "plan": True,
            "proof": "proof" in chosen,
            "jobs": os.cpu_count() or 1,
        }

    def _find(self, request: Request) -> PrintJob:
        return require_found(self._services.print_queue.find(request.path_params["id"]))

    async def _job(self, request: Request) -> Response:
        job = self._find(request)
        served = await self._services.previews.run(lambda: self._services.games.get(job.game))
        view = PrintJobView.of(job, served, ReaderSettings.of(request).lang)
        live = "" if job.is_over else f"/print/order/{job.id}/live"
        context = {"room": "print", "live": live, "stamp": job.stamp} | record_fields(view)
        return self._services.pages.html(request, "print_job", **context)

    async def _live(self, request: Request) -> Response:
        job = self._find(request)

        async def stamp() -> str:
            return job.stamp

        return job.events.response(request, stamp)

    async def _file(self, request: Request) -> Response:
        job = self._find(request)
        path = require_found(job.file(request.path_params["name"]))
        # In a folder of downloads, `orders-a4-en.pdf` alone would not tell which game it is of.
        return FileResponse(path, filename=f"{job.game}-{path.name}", media_type="application/pdf")


def _titles(titles: Mapping[str, str], parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(titles[part] for part in parts if part in titles)


def _files(job: PrintJob, titles: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    files = []
    for each in job.files:
        name = each["file"].rpartition("/")[2]
        state = {"name": name, "is_plan": name.startswith(STEM), "is_available": job.file(name) is not None}
        files.append(each | state | {"parts": _titles(titles, each["components"])})
    return tuple(sorted(files, key=lambda file: not file["is_plan"]))


def _printers() -> list[str]:
    """The calibrated printers; none if their file cannot be read, as `vallum calibrate` reports that."""
    try:
        return sorted(read_profiles(printers_file()))
    except GeneratorError:
        return []
