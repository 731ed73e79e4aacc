"""The addresses to which pictures are sent: for cells of tables, and for boxes of cards."""

from __future__ import annotations

from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from generator.base.errors import OutputError
from generator.web.editing.cell_pictures import FOLDER, CellPictures, RefusedPictureError, file_name
from generator.web.editing.table_edits import TableEdits
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import is_away, require_found
from generator.web.kept_states.brought_pictures import BroughtPictures
from generator.web.orders.upload_store import UploadStore
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGames

UNDRAWN = "vallum-undrawn"
"""Header of an answer for a picture that no face shows by that cell."""
_STATUS = {"kind": 415, "name": 422, "other": 409}
"""Statuses of refusals by their reasons: unsupported media type, unprocessable content, conflict."""


class PicturePages:
    """Takes pictures that are dropped on cells and on cards; what names them is saved like any other edit."""

    def __init__(
        self,
        *,
        games: ServedGames,
        table_edits: TableEdits,
        pages: PageRenderer,
        previews: FacePreviews,
        uploads: UploadStore,
        brought_pictures: BroughtPictures,
    ) -> None:
        self._edits = table_edits
        self._games = games
        self._pages = pages
        self._previews = previews
        self._uploads = uploads
        self._pictures = CellPictures(games=games, table_edits=table_edits, brought_pictures=brought_pictures)

    def routes(self) -> list[Route]:
        return [
            Route("/gallery/{game}/tables/picture", self._receive_for_cell, methods=["POST"]),
            Route("/gallery/{game}/layout/picture", self._receive_for_card, methods=["POST"]),
        ]

    async def _receive_for_card(self, request: Request) -> Response:
        """Store a picture in the game's folder, and answer with the name of its file, or with a sentence why not.

        The query has the `name` of the picture. HTTPException 403 where the game is not changed.
        """
        game = str(request.path_params["game"])
        require_found(self._games.folders.get(game))
        if is_away(request) or self._pictures.is_shipped(game):
            raise HTTPException(403)
        stored = await self._stored(request, game)
        return stored if isinstance(stored, Response) else PlainTextResponse(f"{FOLDER}/{stored}")

    async def _receive_for_cell(self, request: Request) -> Response:
        """Store a picture in the game's folder, and answer with the text for the cell, or with a sentence why not.

        The query names the `file` of the table, the `row`, the `column` and the `name` of the picture. HTTPException
        404 for an unknown table or column, 403 where the table is not changed.
        """
        game, query = str(request.path_params["game"]), request.query_params
        require_found(self._games.folders.get(game))
        tables = await self._previews.run(partial(self._edits.tables, game))
        table = require_found(next((named for named in tables if named.file == query.get("file")), None))
        if await self._previews.run(partial(self._edits.refusal, game, table, is_away=is_away(request))):
            raise HTTPException(403)
        row, column = query.get("row", ""), query.get("column", "")
        now = await self._previews.run(partial(self._edits.open, game, table))
        if column not in now.text.names or not (row.isascii() and row.isdecimal() and len(row) < 8):
            raise HTTPException(404)
        name = await self._stored(request, game)
        if isinstance(name, Response):
            return name
        cell = partial(self._pictures.cell_text, game, table, int(row), column, name)
        text, is_drawn = await self._previews.run(cell)
        # Words that no picture stands for are not replaced by one without a question.
        return PlainTextResponse(text, headers={} if is_drawn else {UNDRAWN: "yes"})

    async def _stored(self, request: Request, game: str) -> str | Response:
        """Store the picture of a request, and return the name of its file, or the answer that says why not."""
        try:
            name = file_name(request.query_params.get("name", ""))
            upload = require_found(self._uploads.find(await self._uploads.receive(request, ".picture")))
            return await self._previews.run(lambda: self._pictures.store(game, name, upload.read_bytes()))
        except RefusedPictureError as error:
            return self._said(request, error.reason, _STATUS[error.reason], file=error.file)
        except OutputError as error:
            return self._said(request, "disk", 507, error=str(error))

    def _said(self, request: Request, reason: str, status: int, **values: str) -> Response:
        """Return a refusal as a sentence in the reader's language."""
        words = self._pages.messages[ReaderSettings.of(request).lang]
        return PlainTextResponse(words(f"edit.picture.{reason}", **values), status)
