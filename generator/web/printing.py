"""The print room: what to print and how, how far it is, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.errors import GeneratorError
from generator.model.paper import FULL
from generator.order import printers_file
from generator.plan import STEM
from generator.printers import profiles
from generator.records import dataclass
from generator.web.house import themes
from generator.web.page import Setting, form, picked, said
from generator.web.presses import FullError, Printing

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.model.game import Game
    from generator.web.house import House
    from generator.web.shelf import Volume

BACKS = ("duplex", "fold", "none", "split")
"""How backs come about; `split` is duplex in two files."""
FLIPS = ("long", "short")
MARKS = ("corners", "lines", "none")
SPECIAL = ("flip", "marks", "printer")
"""Choices that are folded away until they are another than usual."""


@dataclass(frozen=True, slots=True)
class Row:
    """A file that was made."""

    name: str
    holds: tuple[str, ...]
    """The titles of the parts in it."""
    is_plan: bool
    pages: int
    pieces: int
    sheets: int
    ink: float


class PrintRoom:
    """Its pages, and the files they offer."""

    def __init__(self, house: House) -> None:
        self._house = house

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
        volumes = await self._house.easel.do(lambda: list(self._house.shelf.volumes()))
        return self._house.pages.html(request, "printable", room="print", volumes=volumes)

    async def _form(self, request: Request) -> Response:
        volume = await self._volume(request)
        lang = Setting.of(request).lang
        about: dict[str, Any] = {"room": "print", "volume": volume}
        if volume.game is None or volume.faults:
            return self._house.pages.html(request, "faults", **about, faults=volume.faults)
        offer, asked = self._offer(volume, volume.game), request.query_params
        usual = {name: known[0] for name, known in offer.items()} | {"language": lang}
        chosen = {name: asked[name] if asked.get(name) in known else usual[name] for name, known in offer.items()}
        about |= {"offer": offer, "chosen": chosen, "parts": asked.getlist("part"), "proof": "proof" in asked}
        about["is_special"] = about["proof"] or any(chosen[name] != usual[name] for name in SPECIAL)
        return self._house.pages.html(request, "order", **about)

    def _offer(self, volume: Volume, game: Game) -> dict[str, list[str]]:
        """The choices that there are for a game, by the name of the field."""
        both = ["+".join(game.languages)] if len(game.languages) == 2 else []
        return {
            "paper": [*self._house.papers, FULL.id],
            "language": [*game.languages, *both],
            "theme": themes(volume.place),
            "backs": list(BACKS),
            "flip": list(FLIPS),
            "marks": list(MARKS),
            "printer": ["", *_printers()],
        }

    async def _volume(self, request: Request) -> Volume:
        id_ = request.path_params["game"]
        if self._house.shelf.place(id_) is None:
            raise HTTPException(404)
        return await self._house.easel.do(lambda: self._house.shelf.volume(id_))

    async def _printed(self, request: Request) -> Response:
        volume = await self._volume(request)
        fields = await form(request)
        if volume.game is None:
            raise HTTPException(400)
        order = self._ordered(fields, volume, volume.game)
        try:
            printing = self._house.presses.take(volume.id, order, urlencode(fields, doseq=True))
        except FullError:
            raise HTTPException(503) from None
        return RedirectResponse(f"/print/order/{printing.id}", 303)

    def _ordered(self, fields: dict[str, list[str]], volume: Volume, game: Game) -> dict[str, Any]:
        """The order as the command line would give it."""
        offer = self._offer(volume, game)
        chosen = {name: picked(fields.get(name, ()), known, known[0]) for name, known in offer.items()}
        parts = {part.id for part in game.components}
        only = [part for part in dict.fromkeys(fields.get("part", ())) if part]
        if not parts.issuperset(only):
            raise HTTPException(400)
        backs = chosen["backs"]
        return {
            "game": str(volume.place.folder),
            "out": str(self._house.out),
            "only": ",".join(only) if only and set(only) != parts else None,
            "paper": [chosen["paper"]],
            "lang": [chosen["language"]],
            "theme": chosen["theme"],
            "backs": "duplex" if backs == "split" else backs,
            "split": backs == "split",
            "flip": chosen["flip"] if chosen["flip"] != FLIPS[0] else None,
            "marks": chosen["marks"],
            "printer": chosen["printer"] or None,
            "plan": True,
            "proof": picked(fields.get("proof", ()), ("yes",), "") == "yes",
            "jobs": os.cpu_count() or 1,
        }

    def _known(self, request: Request) -> Printing:
        printing = self._house.presses.find(request.path_params["id"])
        if printing is None:
            raise HTTPException(404)
        return printing

    async def _order(self, request: Request) -> Response:
        printing = self._known(request)
        volume = await self._house.easel.do(lambda: self._house.shelf.volume(printing.game))
        lang = Setting.of(request).lang
        title = said(volume.game.title, lang) if volume.game else printing.game
        titles = {part.id: said(part.title, lang) for part in volume.game.components} if volume.game else {}
        live = "" if printing.is_over else f"/print/order/{printing.id}/live"
        about: dict[str, Any] = {"room": "print", "order": printing, "live": live, "stamp": printing.stamp}
        return self._house.pages.html(request, "printing", **about, title=title, rows=_rows(printing, titles))

    async def _live(self, request: Request) -> Response:
        printing = self._known(request)

        async def stamp() -> str:
            return printing.stamp

        return printing.bell.stream(request, stamp)

    async def _file(self, request: Request) -> Response:
        printing = self._known(request)
        path = printing.file(request.path_params["name"])
        if path is None or not path.is_file():
            raise HTTPException(404)
        # Among all that a browser has saved, `orders-a4-en.pdf` says too little.
        return FileResponse(path, filename=f"{printing.game}-{path.name}", media_type="application/pdf")


def _rows(printing: Printing, titles: Mapping[str, str]) -> list[Row]:
    """The files and what is in them, the print plan first."""
    rows = []
    for each in printing.files:
        name = each["file"].rpartition("/")[2]
        holds = tuple(titles[part] for part in each["components"] if part in titles)
        numbers = (each[number] for number in ("pages", "pieces", "sheets", "ink"))
        rows.append(Row(name, holds, name.startswith(STEM), *numbers))
    return sorted(rows, key=lambda row: not row.is_plan)


def _printers() -> list[str]:
    """The printers that were calibrated; none where their file cannot be read: `vallum calibrate` says why."""
    try:
        return sorted(profiles(printers_file()))
    except GeneratorError:
        return []
