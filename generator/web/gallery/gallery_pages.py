"""The gallery pages: every face of a game as it will be printed, redrawn while its files are changed."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.records import dataclass
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.model.game import Component, Game
from generator.web.gallery.face_figure import ZOOMS, FaceFigure, face_figure, shared_faults
from generator.web.gallery.face_previews import CACHE_FOREVER, MAX_FACES, PAPER, PreviewSet, drop_oldest, stamp
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import option_or_default
from generator.web.server.served_games import ServedGame
from generator.web.server.services import themes

if TYPE_CHECKING:
    from generator.web.server.services import Services


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
        return f"/gallery/{self.game.id}?{urlencode(fields)}"


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
        context: dict[str, Any] = {"room": "gallery", "served": served, "live": f"/gallery/{served.id}/live"}
        if served.game is None:
            context |= {"stamp": stamp(inputs), "faults": served.faults}
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
        folder = self._services.games.folders.get(id_)
        if folder is None:
            raise HTTPException(404)
        inputs = await self._services.previews.inputs(folder)
        return await self._services.previews.run(lambda: self._services.games.get(id_)), inputs

    def _view(self, request: Request, served: ServedGame, game: Game, language: str) -> GalleryView:
        def choice(name: str, options: list[str] | tuple[str, ...], default: str) -> str:
            return option_or_default(next(iter(request.query_params.getlist(name)), None), options, default)

        parts = {part.id: part for part in game.components}
        return GalleryView(
            game=game,
            part=parts[choice("part", [*parts], next(iter(parts)))],
            language=choice("language", game.languages, _game_language(game, language)),
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
            drop_oldest(self._figures, MAX_FACES)
        return self._figures[key]

    async def _live(self, request: Request) -> Response:
        folder = self._services.games.folders.get(request.path_params["game"])
        if folder is None:
            raise HTTPException(404)
        stamp = partial(self._services.previews.stamp, folder)
        return self._services.file_watch.response(request, folder.folder, stamp)

    async def _cover(self, request: Request) -> Response:
        served, inputs = await self._load(request)
        game = served.game
        if game is None or not game.components:
            raise HTTPException(404)
        languages = (_game_language(game, ReaderSettings.of(request).lang),)
        papers, only = (self._services.papers[PAPER],), (game.components[0].id,)
        options = BuildOptions(papers=papers, languages=languages, only=only)
        previews = await self._services.previews.draw(served.folder, options, game, inputs)
        face = next((each.face for each in previews.faces if each.face), None)
        return await self._picture(face.key if face else "", bleed=False, cache="no-cache")

    async def _face(self, request: Request) -> Response:
        key, _, bleed = request.path_params["name"].partition("-")
        return await self._picture(key, bleed=bool(bleed), cache=CACHE_FOREVER)

    async def _picture(self, key: str, *, bleed: bool, cache: str) -> Response:
        data = await self._services.previews.svg(key, bleed=bleed)
        if data is None:
            raise HTTPException(404)
        headers = {"content-encoding": "gzip", "cache-control": cache}
        return Response(data, media_type="image/svg+xml", headers=headers)


def _game_language(game: Game, language: str) -> str:
    return language if language in game.languages else game.languages[0]
