"""Where the guided first year of a game is begun, gone on with and begun again: `/learn/<game>`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.load.game_locations import GameFolder
from generator.model.solo.tutorial import Tutorial
from generator.play.game_data import load_rulebook
from generator.play.tutorials.guide import has_tutorial, tutorial_of
from generator.play.tutorials.tutorial_sessions import tutorial_request, tutorial_session
from generator.solo.compiled.rulebook import Rulebook
from generator.web.http.page_renderer import PageRenderer, phrase
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import require_found
from generator.web.previews.served_games import ServedGames
from generator.web.rules.rules_pictures import RulesPictures
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.playable_games import game_location


class TutorialPages:
    """The page of each game's tutorial."""

    def __init__(
        self,
        *,
        games: ServedGames,
        sessions: OpenSessions,
        pages: PageRenderer,
        rules_pictures: RulesPictures,
        warm_up: Callable[[Rulebook, str], Awaitable[None]],
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._pages = pages
        self._rules_pictures = rules_pictures
        self._warm_up = warm_up

    def routes(self) -> list[Route]:
        return [
            Route("/learn/{game}", self._page, methods=["GET"]),
            Route("/learn/{game}", self._begin, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the page on which the guided first year of a game is begun or continued."""
        id_, language = request.path_params["game"], ReaderSettings.of(request).lang
        sessions = self._sessions

        def read() -> tuple[Rulebook, Tutorial, str]:
            """Return the rules, the tutorial, and the name of its session; empty if it was not begun."""
            place = self._place(id_)
            book, _ = load_rulebook(place)
            return book, tutorial_of(book), tutorial_session(place, sessions.folder)

        book, tutorial, session = await sessions.run(read)
        game = book.game
        context = {"room": "play", "game": id_, "game_title": phrase(game.title, language), "session": session}
        context |= {"title": phrase(tutorial.title, language), "about": phrase(tutorial.about, language)}
        context["rules"] = self._rules_pictures.rules_address(game)
        response = self._pages.html(request, "tutorial/tutorial", **context)
        # While the page is read, so that the first page of the session comes at once.
        response.background = BackgroundTask(self._warm_up, book, language)
        return response

    async def _begin(self, request: Request) -> Response:
        """Continue the tutorial of a game, or begin it if there is no session yet."""
        id_, language = request.path_params["game"], ReaderSettings.of(request).lang
        sessions = self._sessions

        def begin() -> str:
            """Return the name of the tutorial's session, made anew if there is none."""
            place = self._place(id_)
            return tutorial_session(place, sessions.folder) or sessions.create(place, tutorial_request(place, language))

        name = await sessions.run(begin)
        return RedirectResponse(f"/play/{name}", 303)

    def _place(self, id_: str) -> str:
        """Return the place of a game as saved sessions record it; HTTPException 404 for a game without a tutorial."""
        folder: GameFolder = require_found(self._games.folders.get(id_))
        require_found(folder if has_tutorial(folder.folder) else None)
        return game_location(id_, folder)
