"""The page on which a game is begun, and the page of a game's title, copies and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import Faults, GeneratorError, UsageError
from generator.build.input_digests import InputDigests
from generator.imports.decks.pdf_cards import BACKS
from generator.load.card_format_reader import known_formats
from generator.load.game_loader import load
from generator.load.game_locations import PACK_ENDING, GameFolder, starters
from generator.model.game import Game
from generator.web.gallery.gallery_view import GalleryRequests
from generator.web.http.page_renderer import PageRenderer, phrase
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import field_value, is_away, read_form, require_found, require_option
from generator.web.orders.print_queue import QueueFullError
from generator.web.orders.upload_store import UploadStore
from generator.web.own_games.card_games import PDF, PICTURES, CardGames, DeckRequest
from generator.web.own_games.own_games import LONGEST_TITLE, TABLES, OwnGames, shown_faults
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGames

Result = TypeVar("Result")
BROUGHT = (*TABLES, PACK_ENDING, PDF, *PICTURES)
"""Endings of the files that a game is made from."""


class OwnGamePages:
    """Pages that make, change and remove whole games; only this computer may do so."""

    def __init__(
        self,
        *,
        games: ServedGames,
        own_games: OwnGames,
        card_games: CardGames,
        pages: PageRenderer,
        previews: FacePreviews,
        uploads: UploadStore,
        gallery_requests: GalleryRequests,
    ) -> None:
        self._games = games
        self._own = own_games
        self._cards = card_games
        self._pages = pages
        self._previews = previews
        self._uploads = uploads
        self._requests = gallery_requests
        self._starters: dict[str, Game] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/new", self._new),
            Route("/new", self._make, methods=["POST"]),
            Route("/new/upload", self._receive, methods=["POST"]),
            Route("/new/cards/{work}", self._cards_page),
            Route("/new/{starter}/cover.svg", self._cover),
            Route("/own/restore", self._restore, methods=["POST"]),
            Route("/own/{game}", self._game),
            Route("/own/{game}", self._change, methods=["POST"]),
            Route("/own/{game}/pack.zip", self._pack),
        ]

    async def _new(self, request: Request) -> Response:
        """Answer with the page on which a new game is begun."""
        return await self._new_page(request)

    async def _new_page(self, request: Request, status: int = 200, **about: Any) -> Response:
        """Return the page on which a game is begun; `about` are template values, such as the typed title and faults."""
        language = ReaderSettings.of(request).lang
        games = await self._previews.run(self._begun_from)
        titles = {
            name: (phrase(game.title, language), phrase(game.about, language), _part_words(game, language))
            for name, game in games.items()
        }
        context: dict[str, Any] = {"starters": titles, "title": "", "starter": next(iter(titles)), "faults": ()}
        context |= {"most": LONGEST_TITLE, "endings": ",".join(BROUGHT), "away": is_away(request)}
        context |= {"pictures": " ".join(PICTURES), "backs": BACKS[0], "size": "", "all_backs": BACKS}
        context |= {"sizes": known_formats().sizes, "upload": "", "name": "", "title_brought": ""}
        context["removed"] = [] if is_away(request) else await self._previews.run(self._own.removed)
        return self._pages.html(request, "gallery/new_game", status, **context | about, room="gallery")

    def _begun_from(self) -> Mapping[str, Game]:
        """Return the starters, small games that new games are copied from, by name."""
        for name, folder in starters().items():
            if name not in self._starters:
                self._starters[name] = load(folder, prefix=name)
        return self._starters

    async def _make(self, request: Request) -> Response:
        """Begin a game from a starter, or from a file that was sent."""
        fields = await _own_form(request)
        title, upload = field_value(fields, "title"), field_value(fields, "upload")
        name = PurePosixPath(field_value(fields, "name").replace("\\", "/")).name
        starter = require_option(fields.get("starter", ()), [*starters()], next(iter(starters())))
        title = title or name.rpartition(".")[0]
        # The form that brings files has this field, empty while no file was taken: a starter would be a surprise.
        if "upload" in fields and not upload:
            error = UsageError("no file to make a game from; choose one below, or drop it there")
            return await self._new_page(request, 422, faults=shown_faults(error), title_brought=title)
        if not upload:
            return await self._made(request, partial(self._own.create, title, starter), title=title, starter=starter)
        path = require_found(self._uploads.find(upload))
        brought = {"upload": upload, "name": name, "title_brought": title}
        if path.suffix == PDF or path.is_dir():
            return await self._made_of_cards(
                request, fields, DeckRequest(title, path, "pictures" if path.is_dir() else name), brought
            )
        return await self._made(request, partial(self._own.bring, title, name, path), **brought)

    async def _made_of_cards(
        self, request: Request, fields: Mapping[str, Sequence[str]], order: DeckRequest, brought: Mapping[str, str]
    ) -> Response:
        """Begin to make a game of pictures or a PDF, and lead on to the page that waits for it."""
        backs = require_option(fields.get("backs", ()), BACKS, BACKS[0])
        size = require_option(fields.get("size", ()), [*known_formats().sizes], "")
        order = order._replace(backs=backs, size=size)
        title = order.title or self._pages.messages[ReaderSettings.of(request).lang]("own.cards")
        try:
            work = self._cards.begin(order._replace(title=title))
        except QueueFullError:
            raise HTTPException(503) from None
        except GeneratorError as error:
            return await self._new_page(request, 422, faults=shown_faults(error), **brought)
        return RedirectResponse(f"/new/cards/{work}?{urlencode(brought)}", 303)

    async def _cards_page(self, request: Request) -> Response:
        """Lead on to a game that was made of pictures, or tell its faults; until then answer that it is being made."""
        if is_away(request):
            raise HTTPException(403)
        try:
            outcome = await self._cards.outcome(request.path_params["work"])
        except KeyError:
            raise HTTPException(404) from None
        if outcome is None:
            return self._pages.html(request, "gallery/new_cards", room="gallery")
        if outcome.id:
            return RedirectResponse(f"/gallery/{quote(outcome.id)}", 303)
        query = request.query_params
        brought = {name: query.get(name, "") for name in ("upload", "name", "title_brought")}
        # The files are still there: with other backs or another size they are sent again in one click.
        brought |= {"backs": outcome.order.backs, "size": outcome.order.size}
        return await self._new_page(request, 422, faults=outcome.faults, **brought)

    async def _made(self, request: Request, work: Callable[[], str], **about: Any) -> Response:
        """Make a game by calling `work`, which returns its id, and lead on to its gallery.

        With faults the form comes back.
        """
        try:
            id_ = await self._previews.run(work)
        except GeneratorError as error:
            # 422: what was typed stands in the form again.
            return await self._new_page(request, 422, faults=shown_faults(error), **about)
        return RedirectResponse(f"/gallery/{quote(id_)}", 303)

    async def _receive(self, request: Request) -> Response:
        """Store an uploaded file for a new game and answer with its id; HTTPException 415 for an unknown ending."""
        if is_away(request):
            raise HTTPException(403)
        name, set_id = (request.query_params.get(key, "") for key in ("name", "set"))
        ending = PurePosixPath(name).suffix.casefold()
        # 415 Unsupported Media Type.
        if ending not in BROUGHT or (set_id and ending not in PICTURES):
            raise HTTPException(415)
        if ending in PICTURES:
            return PlainTextResponse(await self._uploads.receive_picture(request, name, set_id))
        return PlainTextResponse(await self._uploads.receive(request, ending))

    async def _cover(self, request: Request) -> Response:
        """Send the picture of a starter's first card."""
        name = request.path_params["starter"]
        folder = GameFolder(require_found(starters().get(name)), name)
        inputs = await self._previews.run(lambda: InputDigests.of(folder.folder))
        game = (await self._previews.run(self._begun_from))[name]
        return await self._requests.cover(request, folder, game, inputs)

    async def _game(self, request: Request) -> Response:
        """Answer with the page of a game's title, copies and files."""
        return await self._game_page(request)

    async def _game_page(self, request: Request, status: int = 200, faults: tuple[object, ...] = ()) -> Response:
        """Return the page of a game's title, copies and files, with faults of the last change."""
        served, inputs = await self._requests.load(request)
        context = self._requests.context("gallery", served, inputs)
        away = is_away(request)
        place = "" if away or not served.is_own else str(served.folder.folder.resolve())
        context |= {"faults": faults, "most": LONGEST_TITLE, "away": away, "place": place}
        context["is_removable"] = not away and self._own.has(served.id)
        return self._pages.html(request, "gallery/own_game", status, **context)

    async def _change(self, request: Request) -> Response:
        """Copy, rename or remove a game, or add a language, as the posted field `do` says.

        With faults the page comes back.
        """
        served, _ = await self._requests.load(request)
        fields = await _own_form(request)
        title, folder = field_value(fields, "title"), self._own
        changes: dict[str, Callable[[], str]] = {"copy": lambda: folder.copy(served.id, title)}
        # Shipped games have no title to change, and only a game that the pages have made is removed by them.
        if served.is_own:
            changes["rename"] = lambda: folder.rename(served.id, title)
            changes["language"] = lambda: folder.add_language(served.id, field_value(fields, "language"))
        if folder.has(served.id):
            changes["remove"] = lambda: folder.remove(served.id)
        kind = require_option(fields.get("do", ()), [*changes], "")
        if not kind:
            raise HTTPException(400)
        try:
            id_ = await self._previews.run(changes[kind])
        except GeneratorError as error:
            return await self._game_page(request, 422, shown_faults(error))
        if kind == "remove":
            return RedirectResponse(f"/gallery?{urlencode({'removed': id_})}", 303)
        query = f"?{urlencode({'language': field_value(fields, 'language').strip()})}" if kind == "language" else ""
        return RedirectResponse(f"/gallery/{quote(id_)}{query}", 303)

    async def _restore(self, request: Request) -> Response:
        """Bring a removed game back and lead on to its gallery."""
        fields = await _own_form(request)
        id_ = await self._previews.run(lambda: self._own.restore(field_value(fields, "name")))
        return RedirectResponse(f"/gallery/{quote(id_)}", 303)

    async def _pack(self, request: Request) -> Response:
        """Send a game as a pack, a ZIP file that other installations can bring in."""
        served, _ = await self._requests.load(request)
        try:
            data = await self._previews.run(lambda: self._own.pack(served.id))
        except Faults as error:
            return await self._game_page(request, 422, shown_faults(error))
        disposition = f"attachment; filename*=UTF-8''{quote(served.id)}{PACK_ENDING}"
        return Response(data, 200, {"content-disposition": disposition}, "application/zip")


async def _own_form(request: Request) -> dict[str, list[str]]:
    """Read a form that makes or changes a game. Raises HTTPException 403 for another computer."""
    if is_away(request):
        raise HTTPException(403)
    return await read_form(request)


def _part_words(game: Game, language: str) -> str:
    """Return the components of a game in words, with the number of pieces where there are several."""
    counts = ((phrase(part.title, language), part.count) for part in game.components)
    return " · ".join(f"{title} {count}" if count > 1 else title for title, count in counts)
