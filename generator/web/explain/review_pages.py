"""The page that reviews a finished game."""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.play.puzzles.puzzle_collection import puzzle_keeper
from generator.play.rules.rules_protocol import PlayError
from generator.play.session_review import SessionReview, review_finder
from generator.solo.ai.game_review import Progress
from generator.web.explain.about_pages import asked_part
from generator.web.explain.review_board import ReviewBoard, ReviewStep
from generator.web.explain.review_view import ReviewView, review_view
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.sessions.background_answers import Answer, BackgroundAnswers
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sheets.sheet_view import SheetViews


class ReviewPages:
    """The reviews of sessions."""

    def __init__(
        self,
        *,
        sessions: OpenSessions,
        pages: PageRenderer,
        sheet_views: SheetViews,
        reviews: BackgroundAnswers[SessionReview],
    ) -> None:
        self._sessions = sessions
        self._pages = pages
        self._sheet_views = sheet_views
        self._reviews = reviews

    def routes(self) -> list[Route]:
        return [Route("/play/{name}/review", self._review), Route("/play/{name}/review/live", self._live)]

    async def _review(self, request: Request) -> Response:
        """Answer with the review of a game, or lead to the page about a part of the sheets that a link asks for."""
        return asked_part(request, request.path_params["name"]) or await self._step(request)

    async def _step(self, request: Request) -> Response:
        """Answer with the review at one move of the game; the address gives the move, the last one if it gives none."""
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        job, messages = await self._job(name, language), self._pages.messages[language]
        # As it is now: a search that ends while the page is made sends an event, and the page comes again.
        session_review, stamp, live = job.found, job.stamp, "" if job.is_over else f"/play/{name}/review/live"
        move_number = request.query_params.get("move", "")
        session = await self._sessions.run(lambda: self._sessions.open(name, language))
        drawings = await self._sheet_views.drawings(session.solo_text.book.game, session.language)

        def read() -> tuple[ReviewStep, ReviewView | None]:
            """Return the game at the requested move and the text of the review; None until the engine has ended."""
            view = review_view(session, session_review, messages) if session_review else None
            board = ReviewBoard(session, session_review, view, messages)
            return board.step(_step_number(move_number, board.most), drawings), view

        step, view = await self._sessions.run(read)
        common = {"room": "play", "live": live, "stamp": stamp, "name": name, "step": step}
        common |= {"bare": request.query_params.get("bare") == "1"}
        return self._pages.html(request, "play/review", **common, job=job, view=view)

    async def _live(self, request: Request) -> Response:
        """Stream events from which the page learns that the review has progressed."""
        job = await self._job(request.path_params["name"], ReaderSettings.of(request).lang)
        return job.response(request)

    async def _job(self, name: str, language: str) -> Answer[SessionReview]:
        """Return the running or finished review of a session; HTTPException 404 if the session cannot be reviewed."""

        def read() -> tuple[str, Callable[[Progress], SessionReview]]:
            """Return the digest of the session and the function that computes its review and keeps its puzzles."""
            session = self._sessions.open(name, language)
            return session.digest(), puzzle_keeper(session, review_finder(session))

        try:
            key, find = await self._sessions.run(read)
        except PlayError:
            raise HTTPException(404) from None
        # With the digest in the key, a game that was continued is reviewed anew.
        return self._reviews.ask((name, key), find)


def _step_number(text: str, most: int) -> int:
    """Return the step that an address names; the last one for any other text."""
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < 6 else most
