"""The gallery: every face of a game as it will be printed, redrawn while its files are changed."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import Fault
from generator.base.fault_groups import group_faults
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.outputs.manifest import FitRow
from generator.web.gallery.face_previews import FOREVER, KEPT_FACES, PAPER, PIXELS, shortened, stamp
from generator.web.server.page_renderer import phrase
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import option_or_default
from generator.web.server.services import themes

if TYPE_CHECKING:
    from collections.abc import Container

    from starlette.requests import Request

    from generator.model.game import Component, Game
    from generator.web.gallery.face_previews import FacePreview, PreviewSet
    from generator.web.server.served_games import ServedGame
    from generator.web.server.services import Services

ZOOMS = ("small", "true", "large")
SMALL = 290
"""Pixels of the longer side of a small picture."""


@dataclass(frozen=True, slots=True)
class FaceFigure:
    """One face as the page shows it."""

    id: str
    key: str
    """New whenever it has to be shown anew."""
    name: str
    words: str
    """What the picture is called where it cannot be seen."""
    source: str
    copies: int
    side: str
    picture: str
    width: int
    height: int
    fits: tuple[FitRow, ...]
    warnings: tuple[str, ...]
    faults: tuple[Fault, ...]
    """Its own; those of several faces are told once for all."""
    is_undrawn: bool
    """Whether it has a fault of several faces."""

    @property
    def is_faulty(self) -> bool:
        """Whether anything is wrong with it."""
        return bool(self.faults) or self.is_undrawn

    @property
    def is_wide(self) -> bool:
        """Whether it can be wider than a window."""
        return self.width > SMALL

    @property
    def tight(self) -> int:
        """How many of its texts had to shrink, or do not fit."""
        return sum(row.tight for row in self.fits)

    @property
    def smallest(self) -> float:
        """Points of its smallest text."""
        return min(row.fit.used for row in self.fits)


@dataclass(frozen=True, slots=True)
class GalleryView:
    """What of a game is to be seen, and how."""

    game: Game
    part: Component
    language: str
    theme: str
    paper: str
    zoom: str
    bleed: str

    def query(self, **other: str) -> str:
        """The address of the same view, or of one that differs."""
        from urllib.parse import urlencode

        names = ("language", "theme", "paper", "zoom", "bleed")
        words = {"part": self.part.id} | {name: getattr(self, name) for name in names} | other
        return f"/gallery/{self.game.id}?{urlencode(words)}"


class GalleryPages:
    """Its pages, and the pictures on them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._figures: OrderedDict[tuple[str, str, str], str] = OrderedDict()
        """By language, id and key: of a deck under work, one card at a time is new."""

    def _shown(self, figure: FaceFigure, language: str) -> str:
        """A figure as HTML."""
        name = (language, figure.id, figure.key)
        if name not in self._figures:
            self._figures[name] = self._services.pages.part("face_figure", language, figure=figure)
            shortened(self._figures, KEPT_FACES)
        return self._figures[name]

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/gallery", self._games),
            Route("/gallery/{game}", self._game),
            Route("/gallery/{game}/live", self._live),
            Route("/gallery/{game}/cover.svg", self._cover),
            Route("/face/{name}.svg", self._face),
        ]

    async def _games(self, request: Request) -> Response:
        volumes = await self._services.previews.run(self._services.games.all)
        return self._services.pages.html(request, "gallery_games", room="gallery", games=volumes)

    async def _game(self, request: Request) -> Response:
        volume, inputs = await self._volume(request)
        setting = ReaderSettings.of(request)
        about: dict[str, Any] = {"room": "gallery", "volume": volume}
        if volume.game is None:
            about |= {"stamp": stamp(inputs), "live": f"/gallery/{volume.id}/live"}
            return self._services.pages.html(request, "game_faults", **about, faults=volume.faults)
        view = self._view(volume, volume.game, request, setting)
        papers = (self._services.papers[view.paper],)
        order = BuildOptions(papers=papers, languages=(view.language,), only=(view.part.id,), theme=view.theme)
        look = await self._services.previews.look(volume.folder, order, volume.game, inputs)
        about |= {"view": view, "themes": themes(volume.folder), "papers": [*self._services.papers], "zooms": ZOOMS}
        shared = _shared(look)
        about |= {"figures": [_figure(seen, view, shared) for seen in look.seen], "look": look}
        about["shared"] = tuple(filter(None, shared.values()))
        about["shown"] = lambda figure: self._shown(figure, setting.lang)
        about["bad"] = sum(bool(seen.faults) for seen in look.seen)
        return self._services.pages.html(
            request,
            "gallery",
            **about,
            stamp=look.stamp,
            live=f"/gallery/{volume.id}/live",
            faults=_general(look, volume),
        )

    async def _volume(self, request: Request) -> tuple[ServedGame, InputDigests]:
        """A game, and its state before it was read."""
        id_ = request.path_params["game"]
        place = self._services.games.folders.get(id_)
        if place is None:
            raise HTTPException(404)
        inputs = await self._services.previews.inputs(place)
        return await self._services.previews.run(lambda: self._services.games.get(id_)), inputs

    def _view(self, volume: ServedGame, game: Game, request: Request, setting: ReaderSettings) -> GalleryView:
        def asked(name: str) -> str | None:
            return next(iter(request.query_params.getlist(name)), None)

        parts = {part.id: part for part in game.components}
        own = setting.lang if setting.lang in game.languages else game.languages[0]
        return GalleryView(
            game,
            parts[option_or_default(asked("part"), [*parts], next(iter(parts)))],
            option_or_default(asked("language"), game.languages, own),
            option_or_default(asked("theme"), themes(volume.folder), "colour"),
            option_or_default(asked("paper"), [*self._services.papers], PAPER),
            option_or_default(asked("zoom"), ZOOMS, ZOOMS[0]),
            option_or_default(asked("bleed"), ("yes", "no"), "no"),
        )

    async def _live(self, request: Request) -> Response:
        place = self._services.games.folders.get(request.path_params["game"])
        if place is None:
            raise HTTPException(404)
        stamp = partial(self._services.previews.stamp, place)
        return self._services.file_watch.response(request, place.folder, stamp)

    async def _cover(self, request: Request) -> Response:
        """A face to know a game by: the first that it has."""
        volume, inputs = await self._volume(request)
        if volume.game is None or not volume.game.components:
            raise HTTPException(404)
        lang = ReaderSettings.of(request).lang
        language = lang if lang in volume.game.languages else volume.game.languages[0]
        part = volume.game.components[0].id
        order = BuildOptions(papers=(self._services.papers[PAPER],), languages=(language,), only=(part,))
        look = await self._services.previews.look(volume.folder, order, volume.game, inputs)
        face = next((seen.face for seen in look.seen if seen.face), None)
        return await self._picture(face.key if face else "", bleed=False, keep="no-cache")

    async def _face(self, request: Request) -> Response:
        key, _, bleed = request.path_params["name"].partition("-")
        return await self._picture(key, bleed=bool(bleed), keep=FOREVER)

    async def _picture(self, key: str, *, bleed: bool, keep: str) -> Response:
        data = await self._services.previews.svg(key, bleed=bleed)
        if data is None:
            raise HTTPException(404)
        headers = {"content-encoding": "gzip", "cache-control": keep}
        return Response(data, media_type="image/svg+xml", headers=headers)


def _shared(look: PreviewSet) -> dict[Fault, Fault | None]:
    """Faults that several faces have alike; the first of each kind with what is told for all of them."""
    found = {str(fault): fault for seen in look.seen for fault in seen.faults}
    lines = group_faults(str(fault) for seen in look.seen for fault in dict.fromkeys(seen.faults))
    shared: dict[Fault, Fault | None] = {fault: None for line, fault in found.items() if line not in lines}
    for line in lines:
        if line not in found:
            first = next(fault for start, fault in found.items() if line.startswith(f"{start} (and "))
            shared[first] = replace(first, what=first.what + line.removeprefix(str(first)))
    return shared


def _general(look: PreviewSet, volume: ServedGame) -> tuple[Fault, ...]:
    """What is wrong with the game as a whole."""
    return tuple(dict.fromkeys((*volume.faults, *look.faults)))


def _figure(seen: FacePreview, view: GalleryView, shared: Container[Fault]) -> FaceFigure:
    job, face = seen.job, seen.face
    piece, side = job.piece, job.side
    fits = tuple(FitRow(piece.id, job.language, fit) for fit in face.fits) if face else ()
    bleed = job.component.bleed if view.bleed == "yes" else 0.0
    width, height = (to_mm(length + 2 * bleed) * PIXELS for length in (job.trim.width, job.trim.height))
    scale = {"small": SMALL / max(width, height), "true": 1.0, "large": 2.0}[view.zoom]
    own = tuple(fault for fault in dict.fromkeys(seen.faults) if fault not in shared)
    is_undrawn = len(own) < len(dict.fromkeys(seen.faults))
    picture = f"/face/{face.key}{'-bleed' if bleed else ''}.svg" if face else ""
    shown = (
        view.game.id,
        job.component.id,
        picture,
        view.zoom,
        piece.label,
        piece.row.source,
        piece.copies,
        own,
        is_undrawn,
    )
    return FaceFigure(
        f"{piece.id}-{side}",
        digest(repr(shown))[:12],
        piece.label,
        f"{piece.label}, {phrase(job.component.title, job.language)}",
        piece.row.source,
        piece.copies,
        side,
        picture,
        round(width * scale),
        round(height * scale),
        fits,
        tuple(dict.fromkeys(face.warnings)) if face else (),
        own,
        is_undrawn,
    )
