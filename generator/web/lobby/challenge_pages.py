"""The page that a link to a challenge opens: what it is, and a button that begins it."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.system.offload import offload
from generator.play.challenge_link import LONGEST, PATH, ChallengeLink, parse_link
from generator.play.game_data import solo_rules
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import read_form
from generator.web.previews.served_games import ServedGames
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.playable_games import PlayableGame, load_playable, playable_folders

HTTP_PORT = 80
"""Port of an address that names none."""


class ChallengePages:
    """The challenge of a link, and the session that it begins."""

    def __init__(self, *, games: ServedGames, sessions: OpenSessions, pages: PageRenderer) -> None:
        self._games = games
        self._sessions = sessions
        self._pages = pages

    def routes(self) -> list[Route]:
        return [Route(PATH, self._challenge), Route(PATH, self._begin, methods=["POST"])]

    async def _challenge(self, request: Request) -> Response:
        """Answer with the page of a challenge: a game with fixed cards, whose results can be compared.

        A pasted link is read and opened instead.
        """
        if pasted := request.query_params.get("link", ""):
            return RedirectResponse(f"{PATH}?{parse_link(pasted).query}", 303)
        link = parse_link(f"?{request.query_params}")
        game = await offload(self._load, link) if link.game in playable_folders(self._games) else None
        context = {"room": "play", "link": link, "game": game, "fields": parse_qsl(link.query)}
        context |= {"is_same": game is None or link.has_rules(game.digest), "longest": LONGEST}
        # Not the name that this page was reached by: it may be one that only the user's browsers are to know.
        context["address"] = f"http://127.0.0.1:{request.url.port or HTTP_PORT}{PATH}?{link.query}"
        return self._pages.html(request, "lobby/challenge", 200 if game else 404, **context)

    def _load(self, link: ChallengeLink) -> PlayableGame:
        """Return the game of a challenge; raises UsageError for settings that the game does not have."""
        game = load_playable(self._games, link.game)
        # Starting the rules once checks the settings, before anybody clicks on the button.
        solo_rules(link.kind, game.book, link.settings or {}).start()
        return game

    async def _begin(self, request: Request) -> Response:
        """Create a session for the posted challenge and lead on to its page."""
        fields = await read_form(request)
        link = parse_link(f"?{urlencode({name: values[0] for name, values in fields.items()})}")
        sessions, language = self._sessions, ReaderSettings.of(request).lang

        def create() -> str:
            """Return the name of the new session."""
            return sessions.create(self._load(link).location, link.request(language))

        return RedirectResponse(f"/play/{await sessions.run(create)}", 303)
