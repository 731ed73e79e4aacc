"""The page that reviews a finished game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.messages import Messages
from generator.play.rules.rules_protocol import PlayError
from generator.play.session_review import SessionReview, review_finder
from generator.play.text.review_text import ReviewText
from generator.solo.action import Action
from generator.solo.ai.game_review import JudgedMove, Progress
from generator.web.play.background_answers import Answer
from generator.web.play.open_sessions import LocalSession
from generator.web.play.side_panel import action_name
from generator.web.server.reader_settings import ReaderSettings

if TYPE_CHECKING:
    from generator.web.server.services import Services


class ReviewView(NamedTuple):
    """The text of a review."""

    head: list[str]
    rows: list[list[str]]
    paths: tuple[str, ...]
    costly: tuple[str, ...]
    costly_head: str
    how: str


class ReviewPages:
    """The reviews of sessions."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        return [Route("/play/{name}/review", self._review), Route("/play/{name}/review/live", self._live)]

    async def _review(self, request: Request) -> Response:
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        job, messages = await self._job(name, language), self._services.pages.messages[language]

        def read() -> ReviewView | None:
            local = self._services.sessions.open(name).local(language)
            return review_view(local, job.found, messages) if job.found else None

        view = await self._services.sessions.run(read)
        live = "" if job.is_over else f"/play/{name}/review/live"
        common = {"room": "play", "live": live, "stamp": job.stamp, "name": name}
        return self._services.pages.html(request, "review", **common, job=job, view=view)

    async def _live(self, request: Request) -> Response:
        job = await self._job(request.path_params["name"], ReaderSettings.of(request).lang)
        return job.response(request)

    async def _job(self, name: str, language: str) -> Answer[SessionReview]:
        """The review of a session; raises HTTPException 404 where there is none."""

        def read() -> tuple[str, Callable[[Progress], SessionReview]]:
            local = self._services.sessions.open(name).local(language)
            return local.live.digest(), review_finder(local.live)

        try:
            key, find = await self._services.sessions.run(read)
        except PlayError:
            raise HTTPException(404) from None
        return self._services.reviews.ask((name, key), find)


def review_view(local: LocalSession, found: SessionReview, messages: Messages) -> ReviewView:
    """Return the text of a review; call it in the thread of the sessions. `messages` are those of the page."""
    chains = local.live.chains

    def name(move: JudgedMove, action: Action) -> str:
        before = local.live.step(chains[move.place]).before
        return action_name(local, before, action, messages)

    text = ReviewText(found, local.names, name)
    paths, costly = tuple(text.paths()), tuple(text.costly())
    return ReviewView(*text.table(), paths, costly, text.head("costly"), text.how())
