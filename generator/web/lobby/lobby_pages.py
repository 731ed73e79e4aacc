"""The lobby's page: sessions to continue, a form for a new one, and finished games with their history."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import Faults, GeneratorError
from generator.base.rng import LONGEST_SEED
from generator.base.system.offload import offload
from generator.play.challenge_link import LONGEST
from generator.play.rules.rules_protocol import DECK
from generator.play.score_line import TYPED
from generator.play.session_summaries import SessionSummaries
from generator.play.stats.charts import draw_score_chart
from generator.play.text.play_messages import play_messages
from generator.session.session_folder import LONGEST_NAME, deleted_folder, session_names
from generator.solo.compiled.rulebook import Rulebook
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import field_value, read_form
from generator.web.lobby.session_pages import MOVE_FIELDS, moved_session
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGames
from generator.web.sessions.game_over import finished_games
from generator.web.sessions.new_session_form import CHOICES, EARLIER, FormError, NewSessionForm, this_month, today
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.playable_games import PlayableGame, load_playable, playable_folders

MAX_LENGTHS = {"name": LONGEST_NAME, "seed": LONGEST_SEED}
"""Longest entries of the text fields, in characters."""


class LobbyPages:
    """The lobby, new sessions, and the chart of finished games."""

    def __init__(
        self,
        *,
        games: ServedGames,
        sessions: OpenSessions,
        summaries: SessionSummaries,
        pages: PageRenderer,
        previews: FacePreviews,
        warm_up: Callable[[Rulebook, str], Awaitable[None]],
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._summaries = summaries
        self._pages = pages
        self._previews = previews
        self._warm_up = warm_up

    def routes(self) -> list[Route]:
        return [
            Route("/play", self._lobby),
            Route("/play", self._begin, methods=["POST"]),
            Route("/play/history.svg", self._history),
        ]

    async def _lobby(self, request: Request) -> Response:
        """Answer with the lobby; fields of the address fill in the form for a new session."""
        query = request.query_params
        return await self._page(request, {name: query.getlist(name) for name in query})

    async def _page(
        self, request: Request, fields: Mapping[str, list[str]], error: FormError | None = None
    ) -> Response:
        """Return the lobby with a form as filled in, and with an error of the form if there is one."""
        language = ReaderSettings.of(request).lang
        chosen, context = await offload(self._context, field_value(fields, "game"), language)
        # A first visit gets an empty form, not one with faults.
        is_filled = chosen and fields.keys() - {"game", *MOVE_FIELDS}
        form = NewSessionForm.of(fields, chosen.settings) if chosen and is_filled else NewSessionForm()
        context |= {"room": "play", "chosen": chosen, "form": form, "error": error, "month": this_month()}
        context |= {"options": CHOICES, "max_lengths": MAX_LENGTHS, "day": today()}
        context |= {
            "cover": self._games.cover,
            "moved": moved_session(self._sessions, fields),
            "longest_link": LONGEST,
        }
        response = self._pages.html(request, "lobby/lobby", 422 if error else 200, **context)
        if chosen:
            # While the form is filled in, so that the first page of the session comes at once.
            response.background = BackgroundTask(self._warm_up, chosen.book, language)
        return response

    def _context(self, id_: str, language: str) -> tuple[PlayableGame | None, dict[str, Any]]:
        """Return the game that the form is for, and the template values with sessions and games to list.

        The game is None where none can be loaded.
        """
        summaries = self._summaries.newest(language)
        going = [summary for summary in summaries if not summary.over and not summary.trouble]
        games = playable_folders(self._games)
        context = {
            "folder": str(self._summaries.folder),
            "going": [summary for summary in going if summary.kind != DECK],
            "over": [summary for summary in summaries if summary.over],
            "decks": [summary for summary in going if summary.kind == DECK],  # dealt in the terminal
            "troubled": [
                summary for summary in summaries if summary.trouble and not summary.over
            ],  # cannot be continued
            "deleted": len(session_names(deleted_folder(self._summaries.folder))),
            "games": [*games],
            "faults": (),
            "has_campaign": False,
        }
        chosen = id_ or next(iter(games), "")
        try:
            game = load_playable(self._games, chosen) if chosen else None
            return game, context | {"has_campaign": game is not None and game.has_campaign}
        except Faults as error:
            return None, context | {"faults": error.faults}

    async def _begin(self, request: Request) -> Response:
        """Create a session as the posted form says and lead on to its page; with an error, the form comes back."""
        fields = await read_form(request)
        sessions, language = self._sessions, ReaderSettings.of(request).lang
        game = await sessions.run(lambda: load_playable(self._games, field_value(fields, "game")))
        form = NewSessionForm.of(fields, game.settings)
        try:
            name = await sessions.run(lambda: self._create(game, form, language))
        except FormError as error:
            return await self._page(request, fields, error)
        return RedirectResponse(f"/play/{name}", 303)

    def _create(self, game: PlayableGame, form: NewSessionForm, language: str) -> str:
        """Create a session and return its name; raises FormError with the field that is wrong."""
        messages, sessions = self._pages.messages[language], self._sessions
        try:
            # Without a name, the session gets one made for it.
            is_taken = form.name and sessions.path(form.name).exists()
        except GeneratorError:
            raise FormError("name", messages("play.wrong.name", name=form.name)) from None
        if is_taken:
            raise FormError("name", messages("play.wrong.taken", name=form.name))
        # A seed of spaces could not be read from the score line.
        if form.decks == EARLIER and not (form.seed.isprintable() and 0 < len(form.seed) <= LONGEST_SEED):
            raise FormError("seed", messages("play.wrong.seed", most=LONGEST_SEED))
        # A challenge is played with dealt cards: typed ones cannot be compared.
        if form.is_challenge and form.draw == TYPED:
            raise FormError("", messages("play.wrong.month_typed"))
        try:
            return sessions.create(game.location, form.request(language))
        except GeneratorError as error:
            raise FormError("", messages("play.wrong.other", what=str(error))) from None

    async def _history(self, request: Request) -> Response:
        """Send a chart of the points of finished games as SVG; the game named by `mark` is ringed.

        HTTPException 404 if no game is finished.
        """
        language, mark = ReaderSettings.of(request).lang, request.query_params.get("mark", "")
        summaries = self._summaries
        points = await offload(lambda: finished_games(summaries.newest(language), mark))
        if not points:
            raise HTTPException(404)
        data = await self._previews.run(
            lambda: draw_score_chart(points, play_messages(language), language, ".svg", marked=mark)
        )
        return Response(data, media_type="image/svg+xml")
