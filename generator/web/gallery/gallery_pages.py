"""The gallery pages: every face of a game as it will be printed, redrawn while its files are changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
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
from generator.model.game import Component, Game
from generator.web.gallery import face_previews
from generator.web.gallery.face_previews import PAPER, FacePreview, PreviewSet, drop_oldest, game_language
from generator.web.server.page_renderer import phrase
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import option_or_default, require_found
from generator.web.server.served_games import ServedGame
from generator.web.server.services import themes

if TYPE_CHECKING:
    from generator.web.server.services import Services

ZOOMS = ("small", "true", "large")
SMALL = 290
"""Pixels of the longer side of a small picture."""


@dataclass(frozen=True, slots=True)
class FaceFigure:
    """One face, as a `<figure>` of the page."""

    id: str
    key: str
    """The `data-key` of the figure."""
    name: str
    alt: str
    source: str
    """File and line of its row."""
    copies: int
    side: str
    picture: str
    """The address of the picture; empty if the face cannot be drawn."""
    width: int
    height: int
    fits: tuple[FitRow, ...]
    warnings: tuple[str, ...]
    faults: tuple[Fault, ...]
    """Those of this face alone."""
    pick: str
    """The piece, `component:piece`, with which it can be ticked for printing; empty for backs and pages of text."""
    has_shared_fault: bool
    """Whether it has one of the faults that the page lists once for all faces."""

    @property
    def is_faulty(self) -> bool:
        return bool(self.faults) or self.has_shared_fault

    @property
    def is_wide(self) -> bool:
        """Whether it may be wider than a phone's window."""
        return self.width > SMALL

    @property
    def tight(self) -> int:
        """The number of texts that were shrunk or do not fit."""
        return sum(row.tight for row in self.fits)

    @property
    def smallest(self) -> float:
        return min(row.fit.used for row in self.fits)


def shared_faults(previews: PreviewSet) -> dict[Fault, Fault | None]:
    """Return the faults that several faces share: the first of a group with the text for all, the others with None."""
    found = {str(fault): fault for each in previews.faces for fault in each.faults}
    lines = group_faults(str(fault) for each in previews.faces for fault in dict.fromkeys(each.faults))
    shared: dict[Fault, Fault | None] = {fault: None for line, fault in found.items() if line not in lines}
    for line in lines:
        if line not in found:
            first = next(fault for start, fault in found.items() if line.startswith(f"{start} (and "))
            shared[first] = replace(first, what=first.what + line.removeprefix(str(first)))
    return shared


def face_figure(preview: FacePreview, zoom: str, shared: Container[Fault], *, bleed: bool) -> FaceFigure:
    """Make the figure of a face at one of ZOOMS; faults in `shared` are left out."""
    job, face, piece = preview.job, preview.face, preview.job.piece
    margin = job.component.bleed if bleed else 0.0
    width, height = (
        to_mm(length + 2 * margin) * face_previews.CSS_PIXELS for length in (job.trim.width, job.trim.height)
    )
    scale = {"small": SMALL / max(width, height), "true": 1.0, "large": 2.0}[zoom]
    faults = tuple(dict.fromkeys(preview.faults))
    own = tuple(fault for fault in faults if fault not in shared)
    figure = FaceFigure(
        id=f"{piece.id}-{job.side}",
        key="",
        name=piece.label,
        alt=f"{piece.label}, {phrase(job.component.title, job.language)}",
        source=piece.row.source,
        copies=piece.copies,
        side=job.side,
        picture=f"/face/{face.key}{'-bleed' if margin else ''}.svg" if face else "",
        width=round(width * scale),
        height=round(height * scale),
        fits=tuple(FitRow(piece.id, job.language, fit) for fit in face.fits) if face else (),
        warnings=tuple(dict.fromkeys(face.warnings)) if face else (),
        faults=own,
        pick="" if job.side == "back" or job.component.prose else f"{job.component.id}:{piece.id}",
        has_shared_fault=len(own) < len(faults),
    )
    return replace(figure, key=digest(repr(figure))[:12])


@dataclass(frozen=True, slots=True)
class GalleryView:
    """The choices of the page: a component of a game, and how to show it."""

    game: Game
    part: Component
    language: str
    theme: str
    paper: str
    zoom: str
    bleed: str

    def query(self, **changes: str) -> str:
        """Return the address of this view with some choices changed."""
        names = ("language", "theme", "paper", "zoom", "bleed")
        fields = {"part": self.part.id} | {name: getattr(self, name) for name in names} | changes
        return f"/gallery/{quote(self.game.id)}?{urlencode(fields)}"


class GalleryPages:
    """The gallery's pages, and the pictures on them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        # Rendered figures by language, id and key: while a card is edited, the others need not be rendered again.
        self._figures: OrderedDict[tuple[str, str, str], str] = OrderedDict()

    def routes(self) -> list[Route]:
        return [
            Route("/gallery", self._games),
            Route("/gallery/{game}", self._game),
            Route("/gallery/{game}/live", self._live),
            Route("/gallery/{game}/cover.svg", self._cover),
            Route("/face/{name}.svg", self._face),
        ]

    async def _games(self, request: Request) -> Response:
        games = await self._services.previews.run(self._services.games.all)
        return self._services.pages.html(request, "gallery_games", room="gallery", games=games)

    async def _game(self, request: Request) -> Response:
        served, inputs = await self._load(request)
        context: dict[str, Any] = {"room": "gallery", "served": served, "live": f"/gallery/{quote(served.id)}/live"}
        if served.game is None:
            context |= {"stamp": face_previews.stamp(inputs), "faults": served.faults}
            return self._services.pages.html(request, "game_faults", **context)
        language = ReaderSettings.of(request).lang
        view = self._view(request, served, served.game, language)
        previews = await self._draw(served, served.game, inputs, view)
        shared = shared_faults(previews)
        figures = [face_figure(each, view.zoom, shared, bleed=view.bleed == "yes") for each in previews.faces]
        context |= {"view": view, "themes": themes(served.folder), "papers": [*self._services.papers], "zooms": ZOOMS}
        context |= {"stamp": previews.stamp, "seconds": previews.seconds}
        context |= {"figures": figures, "figure_html": lambda figure: self._figure_html(figure, language)}
        context["faults"] = tuple(dict.fromkeys((*served.faults, *previews.faults)))
        context["shared"] = tuple(filter(None, shared.values()))
        context["faulty"] = sum(bool(each.faults) for each in previews.faces)
        return self._services.pages.html(request, "gallery", **context)

    async def _load(self, request: Request) -> tuple[ServedGame, InputDigests]:
        """Load a game, and the state of its files from before."""
        id_ = request.path_params["game"]
        folder = require_found(self._services.games.folders.get(id_))
        inputs = await self._services.previews.inputs(folder)
        return await self._services.previews.run(lambda: self._services.games.get(id_)), inputs

    def _view(self, request: Request, served: ServedGame, game: Game, language: str) -> GalleryView:
        def choice(name: str, options: list[str] | tuple[str, ...], default: str) -> str:
            return option_or_default(next(iter(request.query_params.getlist(name)), None), options, default)

        parts = {part.id: part for part in game.components}
        return GalleryView(
            game=game,
            part=parts[choice("part", [*parts], next(iter(parts)))],
            language=choice("language", game.languages, game_language(game, language)),
            theme=choice("theme", themes(served.folder), "colour"),
            paper=choice("paper", [*self._services.papers], PAPER),
            zoom=choice("zoom", ZOOMS, ZOOMS[0]),
            bleed=choice("bleed", ("yes", "no"), "no"),
        )

    async def _draw(self, served: ServedGame, game: Game, inputs: InputDigests, view: GalleryView) -> PreviewSet:
        papers = (self._services.papers[view.paper],)
        options = BuildOptions(papers=papers, languages=(view.language,), only=(view.part.id,), theme=view.theme)
        return await self._services.previews.draw(served.folder, options, game, inputs)

    def _figure_html(self, figure: FaceFigure, language: str) -> str:
        key = (language, figure.id, figure.key)
        if key not in self._figures:
            self._figures[key] = self._services.pages.part("face_figure", language, figure=figure)
            drop_oldest(self._figures, face_previews.MAX_FACES)
        return self._figures[key]

    async def _live(self, request: Request) -> Response:
        folder = require_found(self._services.games.folders.get(request.path_params["game"]))
        stamp = partial(self._services.previews.stamp, folder)
        return self._services.file_watch.response(request, folder.folder, stamp)

    async def _cover(self, request: Request) -> Response:
        served, inputs = await self._load(request)
        game = served.game
        if game is None or not game.components:
            raise HTTPException(404)
        languages = (game_language(game, ReaderSettings.of(request).lang),)
        papers, only = (self._services.papers[PAPER],), (game.components[0].id,)
        options = BuildOptions(papers=papers, languages=languages, only=only)
        previews = await self._services.previews.draw(served.folder, options, game, inputs)
        face = next((each.face for each in previews.faces if each.face), None)
        return await self._picture(face.key if face else "", bleed=False, cache="no-cache")

    async def _face(self, request: Request) -> Response:
        key, _, bleed = request.path_params["name"].partition("-")
        return await self._picture(key, bleed=bool(bleed), cache=face_previews.CACHE_FOREVER)

    async def _picture(self, key: str, *, bleed: bool, cache: str) -> Response:
        data = require_found(await self._services.previews.svg(key, bleed=bleed))
        return Response(data, 200, {"content-encoding": "gzip", "cache-control": cache}, "image/svg+xml")
