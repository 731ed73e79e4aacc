"""The play page of a session; each move is posted as a line of the same verbs as in the terminal."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import DamagedError, InUseError, OutputError
from generator.base.records import dataclass, replace
from generator.base.system.offload import offload
from generator.play.live_session import LiveSession
from generator.play.plans.plan_verb import DROP, KEEP
from generator.play.plans.planned_session import PlannedSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.session_library import live_session
from generator.play.session_summaries import SessionSummaries
from generator.play.sheet_export import print_sheets
from generator.play.typed_line import run_line
from generator.session.recorded_play import resume
from generator.solo.action import MARK
from generator.web.explain.about_pages import asked_part
from generator.web.http.event_stream import FileWatch
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.rendered_pages import RenderedPages
from generator.web.http.request_form import field_value, read_form, require_option
from generator.web.play.table_page import TableArt, TableQuery, table_page
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.sessions.background_answers import BackgroundAnswers
from generator.web.sessions.game_over import finished_games
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.plan_view import PlanView, plan_view
from generator.web.sessions.side_panel import HINT, HintQuestion, SidePanel, hint_question
from generator.web.sessions.turn_view import TurnView, turn_view
from generator.web.tutorial.guides import Guides

PAPERS = ("a4", "letter", "a3")
"""Papers with a layout of the sheets; the last is large print."""
ILLEGAL, STALE, UNSAVED = 422, 409, 503
"""HTTP statuses of a refused move: against the rules, for an older state, not written to the disk."""
PLAN = "/play/{name}/plan/{plan:int}"
"""Path of a plan of the year, which is played as the game is."""
ENDS = (f"plan {KEEP}", f"plan {DROP}")
"""Lines that lead from a plan back to the game."""
HINT_WAIT, FIRST_WAIT = 1.0, 0.3
"""Seconds that a page waits for a hint, and those after which a first answer will do; better ones are shown later."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Outcome of a move: why it was refused, or where on the page it was made."""

    status: int = 200
    text: str = ""
    fragment: str = ""
    """Fragment of the address with the area of the sheet, for browsers without scripts, which load the page again."""


class PlayPages:
    """The pages of sessions, their moves, their scoresheets, and the events that tell other windows of a move."""

    def __init__(
        self,
        *,
        sessions: OpenSessions,
        summaries: SessionSummaries,
        pages: PageRenderer,
        file_watch: FileWatch,
        rules_pictures: RulesPictures,
        guides: Guides,
        hints: BackgroundAnswers[SidePanel],
        table_art: TableArt,
    ) -> None:
        self._sessions = sessions
        self._summaries = summaries
        self._pages = pages
        self._file_watch = file_watch
        self._rules_pictures = rules_pictures
        self._guides = guides
        self._hints = hints
        self._table_art = table_art
        self._rendered = RenderedPages()
        self._printing = asyncio.Lock()  # filled sheets are printed one at a time, as that takes much memory

    def routes(self) -> list[Route]:
        return [
            Route("/play/{name}", self._table, methods=["GET"]),
            Route("/play/{name}", self._move, methods=["POST"]),
            Route("/play/{name}/live", self._live),
            Route("/play/{name}/hint", self._hint_live),
            Route(f"{PLAN}", self._table, methods=["GET"]),
            Route(f"{PLAN}", self._move, methods=["POST"]),
            Route(f"{PLAN}/hint", self._hint_live),
            Route("/play/{name}/sheet.pdf", self._sheets),
            *self._table_art.routes(),
        ]

    async def _table(self, request: Request) -> Response:
        """Answer with the page of a session, or with the page on a part of its sheets that a link asks for."""
        try:
            return asked_part(request, request.url.path.removeprefix("/play/")) or await self._page(request, Notice())
        # A year that has ended has no plans.
        except PlayError:
            return RedirectResponse(f"/play/{request.path_params['name']}", 303)

    async def _move(self, request: Request) -> Response:
        """Make a posted move, and show the page after it; HTTPException 400 for a form that the page does not send."""
        fields = await read_form(request)
        line = " ".join(" ".join((*fields.get("do", ())[:1], *fields.get("word", ()))).split())
        event = field_value(fields, "at")
        # Nine digits are more events than a session can have; int() of a long text would be slow.
        if not line or not event.isascii() or not event.isdecimal() or len(event) > 9:
            raise HTTPException(400)
        notice = await self._sessions.run(lambda: self._do(request, line, int(event)))
        is_end = line in ENDS and "plan" in request.path_params and not notice.text
        if not is_end and (
            notice.text or request.query_params.get("bare") == "1"
        ):  # a script shows the answer in place
            return await self._page(request, notice)
        address = f"/play/{request.path_params['name']}" if is_end else request.url.path
        return RedirectResponse(f"{address}{_kept_query(request)}{notice.fragment}", 303)

    def _do(self, request: Request, line: str, event: int) -> Notice:
        """Make a move, which is saved when the call returns; refuse it if the game has gone on since `event`.

        A move of a plan changes the plan alone, unless it keeps the plan.
        """
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        session = self._sessions.open_asked(request, language)
        if line in ENDS and isinstance(session, PlannedSession):
            plan, session = session, self._sessions.open(name, language)
            session.plan, event = plan, session.play.last if plan.play.last == event else -1
        before = session.play.last
        try:
            for _ in run_line(session, line, event):
                pass
        except (OutputError, InUseError, DamagedError) as error:
            # Saved but not dealt: the move itself is safe.
            key = "unsaved" if session.play.last == before else "undealt"
            # Its state may differ from the file; the next request reads the file.
            self._sessions.discard(name)
            return Notice(UNSAVED, self._pages.messages[language](f"table.{key}", why=error))
        finally:
            # The pages say in their address what a line is for.
            session.plan = None
        if not session.error:
            return Notice(fragment=_area_fragment(session, line))
        return Notice(STALE if event != session.play.last else ILLEGAL, session.error)

    async def _page(self, request: Request, notice: Notice) -> Response:
        """Return the page, rendered once for all browsers with the same state, language and look."""
        name, reader = request.path_params["name"], ReaderSettings.of(request)
        query, messages = TableQuery.of(request.query_params), self._pages.messages[reader.lang]

        def find() -> tuple[LiveSession[Any], int, bool]:
            """Return the session, the number of its last event, and whether the program keeps its sheets."""
            session = self._sessions.open_asked(request, reader.lang)
            return session, session.play.last, session.visible.marks is not None

        session, event, has_sheets = await self._sessions.run(find)
        await self._table_art.draw(session, has_sheets=has_sheets)  # the pictures of a kept page are asked for
        address = request.url.path, request.url.query
        key = (session.number, event, reader, notice.status, notice.text, *address)

        async def render() -> tuple[Response, bool]:
            """Return the rendered page, and whether it may be kept for other browsers."""
            page, is_lasting = await self._view(request, reader, query)
            repairs, final_notice = page["turn"].repairs, notice
            if repairs and not notice.text:
                final_notice = Notice(text=messages("table.mended", what=repairs))
            page |= {"room": "play", "name": name, "notice": final_notice, "papers": PAPERS}
            return self._pages.html(request, "play/table", final_notice.status, **page), is_lasting

        return await self._rendered.page(key, render)

    async def _view(self, request: Request, reader: ReaderSettings, query: TableQuery) -> tuple[dict[str, Any], bool]:
        """Return the values of the page, and whether it may be kept because it follows from state and query.

        A hint comes later, other games end, and a guide goes on from where it was read last.
        """
        name, messages = request.path_params["name"], self._pages.messages[reader.lang]

        def read() -> tuple[LiveSession[Any], TurnView, HintQuestion | None]:
            """Return the session with the view of its turn, and the question for a hint if the page shows one."""
            session = self._sessions.open_asked(request, reader.lang)
            turn = turn_view(session, query.look, query.cohorts, shows_odds=reader.odds == "on")
            return session, turn, hint_question(session, messages) if query.look == HINT else None

        session, turn, hint = await self._sessions.run(read)
        plan = await self._sessions.run(lambda: self._plan(request, session, reader.lang))
        # What a plan page hears of is the game, as other windows go on with that.
        live, stamp = f"/play/{name}/live", str(plan.event if plan else turn.event)
        # What takes seconds is done in other threads, so that the sessions' own thread is free for other windows.
        if hint:
            answer = self._hints.ask((name, *hint.key), hint.find)
            await answer.wait(min(HINT_WAIT, FIRST_WAIT))
            if not answer.so_far:
                await answer.wait(HINT_WAIT)
            panel = answer.found or answer.so_far or SidePanel(lines=(answer.error or messages("table.thinking"),))
            turn = replace(turn, panel=panel)
            if not answer.is_over:
                live, stamp = f"{request.url.path}/hint", answer.stamp
        if turn.game_over:
            newest = await offload(self._summaries.newest, reader.lang)
            turn = replace(turn, game_over=replace(turn.game_over, history=finished_games(newest, name)))
        page = await table_page(self._table_art, session, turn, query)
        page |= await self._guides.parts(session, query.step)
        page["rules"] = self._rules_pictures.rules_address(session.solo_text.book.game)
        is_lasting = not (hint or turn.game_over or page["guide"] or plan)
        return page | {"live": live, "stamp": stamp, "plan": plan}, is_lasting

    def _plan(self, request: Request, session: LiveSession[Any], language: str) -> PlanView | None:
        """Return the plans of a session beside the one that is shown; None where the game itself is shown."""
        if not isinstance(session, PlannedSession):
            return None
        return plan_view(self._sessions.open(request.path_params["name"], language), request.path_params["plan"])

    async def _live(self, request: Request) -> Response:
        """Stream an event whenever the session's file has changed, after which the page fetches itself again."""
        path = self._sessions.existing_path(request.path_params["name"])

        async def stamp() -> str:
            """Return the number of the session's last event."""
            # In the thread of the sessions: in the midst of a move the page would be fetched for half of it.
            return str(await self._sessions.run(lambda: _last_event(path)))

        watch = self._file_watch
        return watch.response(request, self._sessions.folder, stamp, send_stamp=True, name=path.name)

    async def _hint_live(self, request: Request) -> Response:
        """Stream an event once a hint for the current state is found."""
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        messages = self._pages.messages[language]

        def read() -> HintQuestion:
            """Return the question for a hint on the current state."""
            return hint_question(self._sessions.open_asked(request, language), messages)

        hint = await self._sessions.run(read)
        return self._hints.ask((name, *hint.key), hint.find).response(request)

    async def _sheets(self, request: Request) -> Response:
        """Send the filled scoresheets as PDF.

        With `flat` in the address, their form fields cannot be changed any more.
        """
        name, query, language = request.path_params["name"], request.query_params, ReaderSettings.of(request).lang
        paper = require_option(query.getlist("paper"), PAPERS, PAPERS[0])
        flat = require_option(query.getlist("flat"), ("0", "1"), "0") == "1"
        path = self._sessions.existing_path(name)
        async with self._printing:
            data = await offload(partial(_filled_sheets, path, language, paper, flat=flat))
        headers = {"content-disposition": f'attachment; filename="{name}-{paper}.pdf"'}
        return Response(data, media_type="application/pdf", headers=headers)


def _filled_sheets(path: Path, language: str, paper: str, *, flat: bool) -> bytes:
    """Return the current sheets of a session as PDF; raises UsageError for a session that is a single deck of cards."""
    with resume(path, writing=False) as play, TemporaryDirectory() as folder:
        return print_sheets(live_session(play, language), paper, Path(folder), flat=flat)[0].read_bytes()


def _kept_query(request: Request) -> str:
    """Return the part of the query that stays after a move: the panel, and whether the browser has the drawings."""
    query = {name: request.query_params[name] for name in ("look", "bare") if name in request.query_params}
    return f"?{urlencode(query)}" if query else ""


def _last_event(path: Path) -> int:
    """Return the number of a session's last event; 0 if its file cannot be read."""
    try:
        # The header and each event are one line, so counting is enough and nothing is parsed.
        return path.read_bytes().count(b"\n") - 1
    except OSError:
        return 0


def _area_fragment(session: LiveSession[Any], line: str) -> str:
    """Return the area of the box that a line marks, as a fragment of an address; empty for other lines."""
    verb, box, *_ = (*line.split(), "")
    book = session.solo_text.book.boxes.book
    return f"#area-{book.area_of(box).id}" if verb == MARK and box in book.boxes else ""
