"""The page "What would you do?": moves of the reader's own games that cost points, one a day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.system.offload import offload
from generator.play.live_session import LiveSession
from generator.play.puzzles.puzzle_collection import Puzzle, puzzle_of_day, read_puzzles
from generator.play.puzzles.puzzle_text import PuzzlePosition
from generator.web.explain.about_pages import asked_part
from generator.web.explain.puzzle_view import PuzzleView, puzzle_view
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.side_panel import acts_of
from generator.web.sheets.sheet_view import SheetViews

PATH = "/puzzles"


class PuzzlePages:
    """The puzzles of all sessions."""

    def __init__(self, *, sessions: OpenSessions, pages: PageRenderer, sheet_views: SheetViews) -> None:
        self._sessions = sessions
        self._pages = pages
        self._sheet_views = sheet_views

    def routes(self) -> list[Route]:
        return [Route(PATH, self._puzzle), Route(f"{PATH}/{{number}}", self._puzzle)]

    async def _puzzle(self, request: Request) -> Response:
        """Answer with a puzzle, and with its answer where the address has a move.

        The address gives the number of the puzzle; without one it is that of the day. HTTPException 404 for a number
        that no puzzle has.
        """
        puzzles = await offload(read_puzzles, self._sessions.folder)
        context: dict[str, Any] = {"room": "play", "count": len(puzzles), "view": None, "trouble": ""}
        path = request.path_params.get("number")
        if path is not None and not _number(path, len(puzzles)):
            raise HTTPException(404)
        if not puzzles:
            return self._pages.html(request, "play/puzzle", **context)
        # The day of this computer's calendar, as for challenges.
        today = puzzle_of_day(puzzles, datetime.now().toordinal()) + 1
        number = _number(path, len(puzzles)) if path else today
        context |= {"number": number, "today": today, "next": number % len(puzzles) + 1}
        puzzle = puzzles[number - 1]
        # A printed part of the sheets leads to what it is about.
        if part := asked_part(request, puzzle.session):
            return part
        chosen = _number(request.query_params.get("move", ""), len(puzzle.options))
        try:
            view = await self._view(puzzle, chosen, ReaderSettings.of(request).lang)
        # One game that cannot be opened keeps nobody from the puzzles of the others.
        except GeneratorError as error:
            return self._pages.html(request, "play/puzzle", **context | {"trouble": str(error)})
        return self._pages.html(request, "play/puzzle", **context | {"view": view})

    async def _view(self, puzzle: Puzzle, chosen: int, language: str) -> PuzzleView:
        """Return the view of a puzzle, drawing sheets that are not kept; raises GeneratorError."""
        sessions = self._sessions
        session = await sessions.run(lambda: sessions.open(puzzle.session, language))
        drawings = await self._sheet_views.drawings(session.solo_text.book.game, session.language)

        def read() -> PuzzleView:
            """Return the view, from the position in the session."""
            return puzzle_view(PuzzlePosition(session, puzzle), puzzle, drawings, chosen, _step(session, puzzle))

        return await sessions.run(read)


def _step(session: LiveSession[Any], puzzle: Puzzle) -> int:
    """Return the number of the review's step that has the move of a puzzle; 0 if none has."""
    acts = enumerate(acts_of(session))
    return next((number for number, act in acts if any(chain.step.number == puzzle.event for chain in act)), 0)


def _number(text: str, most: int) -> int:
    """Return the number from 1 to `most` that a field of the address says; 0 for any other text."""
    # int() accepts signs and digits of other scripts, and is slow for long texts.
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    return number if number <= most else 0
