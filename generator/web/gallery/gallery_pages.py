"""The gallery pages: every face of a game as it will be printed, redrawn while its files are changed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from sys import getsizeof
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.memory.limited_cache import LimitedCache
from generator.load.game_locations import themes
from generator.model.game import Piece
from generator.model.paper import Paper
from generator.web.gallery.column_counts import column_counts, crossed_counts
from generator.web.gallery.face_figure import FaceFigure, face_figure, shared_faults
from generator.web.gallery.gallery_view import WAYS, ZOOMS, GalleryRequests, GalleryView
from generator.web.gallery.piece_filter import ONLY
from generator.web.http.event_stream import FileWatch
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import is_away, read_form, require_found
from generator.web.previews import face_previews
from generator.web.previews.face_previews import (
    FacePreviews,
    InterruptedDrawingError,
)
from generator.web.previews.served_games import ServedGames, distinct_titles

MOST_SEEN = 60
"""Most cards in view that are drawn before the others."""
MAX_BYTES = 4 << 20
"""Size of the rendered figures that are kept."""
PAUSE = 0.02
"""Seconds until an interrupted drawing is tried again."""


class GalleryPages:
    """The gallery's pages, and the pictures on them."""

    def __init__(
        self,
        *,
        games: ServedGames,
        pages: PageRenderer,
        previews: FacePreviews,
        file_watch: FileWatch,
        papers: Mapping[str, Paper],
        gallery_requests: GalleryRequests,
    ) -> None:
        self._games = games
        self._pages = pages
        self._previews = previews
        self._file_watch = file_watch
        self._papers = papers
        self._requests = gallery_requests
        # Rendered figures by language, id and key: while a card is edited, the others need not be rendered again.
        self._figures = LimitedCache[tuple[str, str, str], str](MAX_BYTES, getsizeof)

    def routes(self) -> list[Route]:
        return [
            Route("/gallery", self._index),
            Route("/gallery/{game}", self._game),
            Route("/gallery/{game}/live", self._live),
            Route("/gallery/{game}/restart", self._restart, methods=["POST"]),
            Route("/gallery/{game}/cover.svg", self._cover),
            Route("/face/{name}.svg", self._face),
        ]

    async def _index(self, request: Request) -> Response:
        """Answer with the page that lists all games that are served."""
        games = await self._previews.run(self._games.all)
        language = ReaderSettings.of(request).lang
        context: dict[str, Any] = {"room": "gallery", "games": games, "titles": distinct_titles(games, language)}
        context |= {"away": is_away(request), "removed": request.query_params.get("removed", "")}
        return self._pages.html(request, "gallery/gallery_games", **context)

    async def _game(self, request: Request) -> Response:
        """Return the page of a component, or only the cards in view, which are drawn before all others."""
        if ids_in_view := request.query_params.getlist("seen")[:MOST_SEEN]:
            # Drawing is one thread's work: the long drawing of a whole component is interrupted for these few cards.
            with self._previews.hurry():
                return await self._seen(request, ids_in_view)
        while True:
            try:
                return await self._page(request)
            # A request for the cards in view came in between; the page is drawn after it.
            except InterruptedDrawingError:
                # Nobody waits for the page any more.
                if await request.is_disconnected():
                    return Response(status_code=503)
                await asyncio.sleep(PAUSE)

    async def _seen(self, request: Request, ids_in_view: Sequence[str]) -> Response:
        """Answer with only the cards that are in view in the browser's window, which are drawn before all others."""
        served, inputs = await self._requests.load(request)
        view = self._requests.view(request, served, require_found(served.game))
        piece_ids, language = {piece.id for piece in view.part.pieces}, ReaderSettings.of(request).lang
        pieces = [id_ for id_ in ids_in_view if id_ in piece_ids]
        # A comparison needs other drawings, and a text is drawn as a whole: both come with the page.
        is_drawn = pieces and not view.compared and not view.part.prose
        faces = (await self._requests.draw(served, inputs, view, *pieces)).faces if is_drawn else ()
        figures = [face_figure(preview, view, (), None) for preview in faces]
        context = self._requests.context("gallery", served, inputs) | {"view": view, "figures": figures}
        context["stamp"] = ""  # the rest of the page is still to come
        context |= {"figure_html": lambda figure: self._figure_html(figure, language)}
        return self._pages.html(request, "gallery/seen", **context)

    async def _page(self, request: Request) -> Response:
        """Answer with the page of a component: the pictures of its pieces, with filters, counts and faults."""
        served, inputs = await self._requests.load(request)
        context = self._requests.context("gallery", served, inputs)
        if served.game is None:
            return self._requests.faults(request, context)
        language = ReaderSettings.of(request).lang
        view = self._requests.view(request, served, served.game)
        previews = await self._requests.draw(served, inputs, view, can_wait=True)
        shared = shared_faults(previews)
        pieces = view.wanted.pieces(view.part, view.columns)
        faces = previews.faces if view.part.prose else view.wanted.faces(previews.faces, pieces)
        compared = await self._requests.others(served, inputs, view, previews)
        figures = [
            face_figure(preview, view, shared, compared.get((preview.job.piece.id, preview.job.side)))
            for preview in faces
        ]
        context |= {"view": view, "themes": themes(served.folder), "papers": [*self._papers], "zooms": ZOOMS}
        context |= self._counted(request, view, pieces) | {"kinds": ONLY, "ways": WAYS}
        context |= {"count": len(previews.faces)}
        context |= {"figures": figures, "figure_html": lambda figure: self._figure_html(figure, language)}
        context["faults"] = tuple(dict.fromkeys((*served.faults, *previews.faults)))
        context["shared"] = tuple(filter(None, shared.values()))
        context["faulty"] = sum(bool(preview.faults) for preview in previews.faces)
        return self._pages.html(request, "gallery/gallery", **context)

    def _counted(self, request: Request, view: GalleryView, pieces: Sequence[Piece]) -> dict[str, Any]:
        """Return the template values for the counts by one column, by two columns crossed, or by all columns."""
        counts = column_counts(view.columns, pieces)
        chosen = {counts_of_column.column.name: counts_of_column for counts_of_column in counts}
        down, across = (chosen.get(request.query_params.get(name, "")) for name in ("by", "cross"))
        crossed = crossed_counts(down, across, pieces) if down and across else None
        one = down or across
        return {
            "countable": [*chosen],
            "counts": [one] if one and not crossed else counts,
            "crossed": crossed,
            "by": down.column.name if down else "",
            "cross": across.column.name if across else "",
            "counted": len(pieces),
            "copies": sum(piece.copies for piece in pieces),
        }

    def _figure_html(self, figure: FaceFigure, language: str) -> str:
        """Return the HTML of one face, from the cache if the face was rendered before."""
        key = (language, figure.id, figure.key)
        html = self._figures.get(key)
        if html is None:
            html = self._figures[key] = self._pages.part("gallery/face_figure", language, figure=figure)
        return html

    async def _restart(self, request: Request) -> Response:
        """Take the present faces of a game as those that the choice "earlier" compares later faces with."""
        served, _ = await self._requests.load(request)
        fields = await read_form(request)
        await self._previews.restart(served.folder)
        return RedirectResponse(f"/gallery/{quote(served.id)}?{urlencode({'part': fields.get('part', [''])[0]})}", 303)

    async def _live(self, request: Request) -> Response:
        """Stream an event whenever a file of a game changes, after which the page fetches itself again."""
        folder = require_found(self._games.folders.get(request.path_params["game"]))
        stamp = partial(self._previews.stamp, folder)
        # The time is sent sooner than a stamp, for which all files are read.
        is_exact = "exact" in request.query_params
        return self._file_watch.response(request, folder.folder, stamp, send_stamp=is_exact)

    async def _cover(self, request: Request) -> Response:
        """Send the picture that stands for a game in lists."""
        served, inputs = await self._requests.load(request)
        return await self._requests.cover(request, served.folder, require_found(served.game), inputs)

    async def _face(self, request: Request) -> Response:
        """Send the picture of a face as SVG, by the key in its address; the ending `-bleed` asks for the bleed too."""
        key, _, bleed = request.path_params["name"].partition("-")
        # The key changes with the face, so browsers may keep the picture for ever.
        return await self._requests.picture(key, bleed=bool(bleed), cache=face_previews.CACHE_FOREVER)
