"""The play room: a session as a page, and every move a line of the companion's own table of verbs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import DamagedError, GeneratorError, InUseError, OutputError
from generator.base.records import dataclass
from generator.play.typed_line import run_line
from generator.solo.action import MARK
from generator.web.play.game_over import PAPERS
from generator.web.play.side_panel import HINT
from generator.web.play.table_page import Later, TableQuery, TableText, laid_out, told_of
from generator.web.server.page_renderer import record_fields
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import read_form

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.web.play.open_sessions import OpenSession
    from generator.web.server.services import Services

WRONG, STALE, UNSAVED = 422, 409, 503
"""What a move is answered with that cannot be done, one for a game that has gone on since, and one the disk refused."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Why nothing was done, if it was not."""

    status: int = 200
    text: str = ""
    fragment: str = ""
    """Where on the page the move was made, for a browser that loads it again."""


class PlayPages:
    """The table of one session."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        """Where it is."""
        return [
            Route("/play/{name}", self._table, methods=["GET"]),
            Route("/play/{name}", self._move, methods=["POST"]),
            Route("/play/{name}/live", self._live),
            *self._services.sheet_views.routes(),
        ]

    async def _table(self, request: Request) -> Response:
        return await self._shown(request, Notice())

    async def _move(self, request: Request) -> Response:
        fields = await read_form(request)
        line = " ".join(" ".join((*fields.get("do", ())[:1], *fields.get("word", ()))).split())
        at = fields.get("at", [""])[0]
        if not line or not at.isascii() or not at.isdecimal() or len(at) > 9:
            raise HTTPException(400)
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        notice = await self._services.sessions.run(lambda: self._done(name, language, line, int(at)))
        if notice.text:
            return await self._shown(request, notice)
        return RedirectResponse(f"/play/{name}{_query(request)}{notice.fragment}", 303)

    def _done(self, name: str, language: str, line: str, at: int) -> Notice:
        """Do a move; the notice is empty when it is done, and safe."""
        seat = self._seat(name)
        table, before = seat.speaking(language), seat.play.last
        try:
            for _ in run_line(table, line, at):
                pass
        except (OutputError, InUseError, DamagedError) as error:
            key = "unsaved" if seat.play.last == before else "undealt"
            self._services.sessions.left(name)
            return Notice(UNSAVED, self._services.pages.messages[language](f"table.{key}", why=error))
        if not table.error:
            return Notice(fragment=_fragment(seat, line))
        return Notice(STALE if at != seat.play.last else WRONG, table.error)

    async def _shown(self, request: Request, notice: Notice) -> Response:
        name, reader = request.path_params["name"], ReaderSettings.of(request)
        wanted, words = TableQuery.of(request.query_params), self._services.pages.messages[reader.lang]

        def now() -> tuple[OpenSession, tuple[TableText, Later]]:
            seat = self._seat(name)
            return seat, told_of(seat, reader, wanted, words)

        seat, (told, later) = await self._services.sessions.run(now)
        if told.ending or wanted.look == HINT:
            told = await asyncio.to_thread(later, self._services.summaries)
        laid = await laid_out(self._services, seat, told.moment, reader.lang, wanted.box)
        if told.mended and not notice.text:
            notice = Notice(text=words("table.mended", what=told.mended))
        page = {"room": "play", "live": f"/play/{name}/live", "stamp": str(told.moment.event), "name": name}
        found = record_fields(wanted, told, laid)
        return self._services.pages.html(request, "table", notice.status, **page, notice=notice, papers=PAPERS, **found)

    def _seat(self, name: str) -> OpenSession:
        """The seat at a session; HTTPException where there is none of that name."""
        sessions = self._services.sessions
        sessions.known(name)
        try:
            return sessions.seat(name)
        except GeneratorError:
            sessions.left(name)
            raise

    async def _live(self, request: Request) -> Response:
        path = self._services.sessions.known(request.path_params["name"])

        async def stamp() -> str:
            return str(await asyncio.to_thread(_events, path))

        return self._services.file_watch.response(request, self._services.sessions.folder, stamp, send_stamp=True)


def _query(request: Request) -> str:
    """What of an address holds also after a move: what is looked at, and that the page has the drawings."""
    kept = {name: request.query_params[name] for name in ("look", "bare") if name in request.query_params}
    return f"?{urlencode(kept)}" if kept else ""


def _events(path: Path) -> int:
    """The number of a session's last event: it has a line for each, and nothing is opened to write."""
    try:
        return path.read_bytes().count(b"\n") - 1
    except OSError:
        return 0


def _fragment(seat: OpenSession, line: str) -> str:
    """The area of a sheet in which a move was made, as the end of an address; empty where it was made in none."""
    verb, box, *_ = (*line.split(), "")
    book = seat.book.boxes.book
    if verb != MARK or box not in book.boxes:
        return ""
    track = book.box(box).track
    areas = [area for sheet in book.sheets for area in sheet.areas]
    return next((f"#area-{area.id}" for area in areas if any(each.id == track for each in area.tracks)), "")
