"""The print room: what to print and how, how far it is, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.build.options import printers_file
from generator.build.outputs.print_plans import STEM
from generator.build.printer_profiles import read_profiles
from generator.model.paper import FULL
from generator.web.printing.print_queue import PrintJob, QueueFullError
from generator.web.server.page_renderer import phrase, record_fields
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import option_or_default, read_form, require_option
from generator.web.server.services import themes

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.model.game import Game
    from generator.web.server.served_games import ServedGame
    from generator.web.server.services import Services

BACKS = ("duplex", "fold", "none", "split")
"""How backs come about; `split` is duplex in two files."""
FLIPS = ("long", "short")
MARKS = ("corners", "lines", "none")
SPECIAL = ("flip", "marks", "printer")
"""Choices that are folded away until they are another than usual."""


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A file that was made."""

    name: str
    holds: tuple[str, ...]
    """The titles of the parts in it."""
    is_plan: bool
    is_there: bool
    """Whether it is still the one that was made; a later order may have made another under its name."""
    pages: int
    pieces: int
    sheets: int
    ink: float


@dataclass(frozen=True, slots=True)
class PrintJobView:
    """An order as it is told."""

    order: PrintJob
    title: str
    """What its game is called."""
    parts: tuple[str, ...]
    """The titles of the components that are wanted; none for the whole game."""
    missing: tuple[str, ...]
    """The titles of those that are in none of its files."""

    @classmethod
    def of(cls, order: PrintJob, volume: ServedGame, language: str) -> PrintJobView:
        """In a language."""
        titles = _titles(volume, language)
        made = {part for each in order.files for part in each["components"]}
        title = phrase(volume.game.title, language) if volume.game else order.game
        missing = [part for part in order.parts or titles if part not in made]
        return cls(order, title, _named(titles, order.parts), _named(titles, missing))


class PrintPages:
    """Its pages, and the files they offer."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/print", self._games),
            Route("/print/order/{id}", self._order),
            Route("/print/order/{id}/live", self._live),
            Route("/print/order/{id}/{name}", self._file),
            Route("/print/{game}", self._form),
            Route("/print/{game}", self._printed, methods=["POST"]),
        ]

    async def _games(self, request: Request) -> Response:
        volumes = await self._services.previews.run(lambda: {each.id: each for each in self._services.games.all()})
        lang = ReaderSettings.of(request).lang
        orders = [PrintJobView.of(order, volumes[order.game], lang) for order in self._services.print_queue.recent()]
        return self._services.pages.html(request, "print_games", room="print", games=volumes.values(), orders=orders)

    async def _form(self, request: Request) -> Response:
        place = self._services.games.folders.get(request.path_params["game"])
        state = await self._services.previews.stamp(place) if place else ""
        volume = await self._volume(request)
        about: dict[str, Any] = {"room": "print", "volume": volume}
        if volume.game is None or volume.faults:
            about |= {"stamp": state, "live": f"/gallery/{volume.id}/live", "faults": volume.faults}
            return self._services.pages.html(request, "game_faults", **about)
        offer, asked = self._offer(volume, volume.game), request.query_params
        usual = {name: known[0] for name, known in offer.items()}
        usual["language"] = option_or_default(ReaderSettings.of(request).lang, offer["language"], usual["language"])
        chosen = {name: option_or_default(asked.get(name), known, usual[name]) for name, known in offer.items()}
        about |= {"offer": offer, "chosen": chosen, "parts": asked.getlist("part"), "proof": "proof" in asked}
        about["is_special"] = about["proof"] or any(chosen[name] != usual[name] for name in SPECIAL)
        return self._services.pages.html(request, "print_form", **about)

    def _offer(self, volume: ServedGame, game: Game) -> dict[str, list[str]]:
        """The choices that there are for a game, by the name of the field."""
        both = ["+".join(game.languages)] if len(game.languages) == 2 else []
        return {
            "paper": [*self._services.papers, FULL.id],
            "language": [*game.languages, *both],
            "theme": themes(volume.folder),
            "backs": list(BACKS),
            "flip": list(FLIPS),
            "marks": list(MARKS),
            "printer": ["", *_printers()],
        }

    async def _volume(self, request: Request) -> ServedGame:
        id_ = request.path_params["game"]
        if self._services.games.folders.get(id_) is None:
            raise HTTPException(404)
        return await self._services.previews.run(lambda: self._services.games.get(id_))

    async def _printed(self, request: Request) -> Response:
        volume = await self._volume(request)
        fields = await read_form(request)
        if volume.game is None:
            raise HTTPException(400)
        offer, parts = self._offer(volume, volume.game), {part.id for part in volume.game.components}
        chosen = {name: require_option(fields.get(name, ()), known, known[0]) for name, known in offer.items()}
        if require_option(fields.get("proof", ()), ("yes",), ""):
            chosen["proof"] = "yes"
        only = [part for part in dict.fromkeys(fields.get("part", ())) if part]
        if not parts.issuperset(only):
            raise HTTPException(400)
        only = [] if parts.issubset(only) else only
        try:
            printing = self._services.print_queue.take(volume.id, self._ordered(volume, chosen, only), chosen, only)
        except QueueFullError:
            raise HTTPException(503) from None
        return RedirectResponse(f"/print/order/{printing.id}", 303)

    def _ordered(self, volume: ServedGame, chosen: Mapping[str, str], only: Sequence[str]) -> dict[str, Any]:
        """The order as the command line would give it."""
        backs = chosen["backs"]
        return {
            "game": str(volume.folder.folder),
            "out": str(self._services.out),
            "only": ",".join(only) if only else None,
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

    def _known(self, request: Request) -> PrintJob:
        printing = self._services.print_queue.find(request.path_params["id"])
        if printing is None:
            raise HTTPException(404)
        return printing

    async def _order(self, request: Request) -> Response:
        printing = self._known(request)
        volume = await self._services.previews.run(lambda: self._services.games.get(printing.game))
        lang = ReaderSettings.of(request).lang
        ordered, rows = PrintJobView.of(printing, volume, lang), _rows(printing, _titles(volume, lang))
        live = "" if printing.is_over else f"/print/order/{printing.id}/live"
        page = {"room": "print", "live": live, "stamp": printing.stamp, "rows": rows}
        return self._services.pages.html(request, "print_job", **page, **record_fields(ordered))

    async def _live(self, request: Request) -> Response:
        printing = self._known(request)

        async def stamp() -> str:
            return printing.stamp

        return printing.events.response(request, stamp)

    async def _file(self, request: Request) -> Response:
        printing = self._known(request)
        path = printing.file(request.path_params["name"])
        if path is None or not path.is_file():
            raise HTTPException(404)
        # Among all that a browser has saved, `orders-a4-en.pdf` says too little.
        return FileResponse(path, filename=f"{printing.game}-{path.name}", media_type="application/pdf")


def _named(titles: Mapping[str, str], parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(titles[part] for part in parts if part in titles)


def _titles(volume: ServedGame, language: str) -> dict[str, str]:
    """The titles of a game's components, as far as it can be read."""
    return {part.id: phrase(part.title, language) for part in volume.game.components} if volume.game else {}


def _rows(printing: PrintJob, titles: Mapping[str, str]) -> list[PrintedFile]:
    """The files and what is in them, the print plan first."""
    rows = []
    for each in printing.files:
        name = each["file"].rpartition("/")[2]
        holds = _named(titles, each["components"])
        numbers = (each[number] for number in ("pages", "pieces", "sheets", "ink"))
        rows.append(PrintedFile(name, holds, name.startswith(STEM), printing.file(name) is not None, *numbers))
    return sorted(rows, key=lambda row: not row.is_plan)


def _printers() -> list[str]:
    """The printers that were calibrated; none where their file cannot be read: `vallum calibrate` says why."""
    try:
        return sorted(read_profiles(printers_file()))
    except GeneratorError:
        return []
