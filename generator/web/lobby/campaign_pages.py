"""The page of campaigns: each with its line of forts, a button that goes on with it, and a form that begins one."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.base.system.offload import offload
from generator.play.campaigns.campaign_games import first_request, next_request
from generator.play.campaigns.campaign_record import CampaignRecord, campaign_names, read_campaign_record
from generator.play.campaigns.campaign_text import CampaignText
from generator.play.game_data import campaign_of
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import field_value, read_form
from generator.web.previews.served_games import ServedGames
from generator.web.sessions.new_session_form import CHOICES, NewSessionForm
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.playable_games import PlayableGame, load_playable, playable_folders

PATH = "/campaigns"
AGAIN = "again"
"""Field of the button that gives up the game in play and begins its fort anew."""


@dataclass(frozen=True, slots=True)
class CampaignView:
    """A campaign in words."""

    name: str
    head: str = ""
    table: tuple[tuple[str, ...], ...] = ()
    """A heading row, then a row for each fort."""
    tally: str = ""
    fort: tuple[str, ...] = ()
    """The present fort with its goals; empty once all are won."""
    number: int = 0
    """Number of the present fort; 0 once all are won."""
    session: str = ""
    """The session in play; empty where the next game is to be begun."""
    year: int = 0
    trouble: str = ""
    """Why it cannot be gone on with."""


class CampaignPages:
    """Campaigns: what was won, and the games to go on with."""

    def __init__(self, *, games: ServedGames, sessions: OpenSessions, pages: PageRenderer) -> None:
        self._games = games
        self._sessions = sessions
        self._pages = pages

    def routes(self) -> list[Route]:
        return [
            Route(PATH, self._show_all),
            Route(PATH, self._begin_first, methods=["POST"]),
            Route(f"{PATH}/{{name}}", self._go_on, methods=["POST"]),
        ]

    async def _show_all(self, request: Request) -> Response:
        """Answer with the campaigns of the player and the form for a new one."""
        return await self._campaigns_page(request)

    async def _campaigns_page(self, request: Request, error: str = "") -> Response:
        """Return the page; `error` says why a campaign could not be begun or gone on with."""
        language = ReaderSettings.of(request).lang
        context = await offload(self._context, language)
        context |= {"room": "play", "error": error, "options": CHOICES, "again": AGAIN, "here": PATH}
        return self._pages.html(request, "lobby/campaigns", 422 if error else 200, **context)

    def _context(self, language: str) -> dict[str, Any]:
        """Return the template values: the campaigns, and the games that have one to begin."""
        folder = self._sessions.folder
        campaigns = [self._view(name, language) for name in campaign_names(folder)]
        games = self._with_campaign()
        settings = {game.id: dict(campaign_of(game.book).settings) for game in games}
        return {"campaigns": campaigns, "games": games, "campaign_settings": settings}

    def _with_campaign(self) -> list[PlayableGame]:
        """Return the served games that have a campaign."""
        games = []
        for id_ in playable_folders(self._games):
            # A game with faults is left to its own page, which tells them.
            with suppress(GeneratorError):
                game = load_playable(self._games, id_)
                games += [game] if game.has_campaign else []
        return games

    def _view(self, name: str, language: str) -> CampaignView:
        """Return a campaign in words; of one that cannot be read the name and the trouble."""
        try:
            record = read_campaign_record(self._sessions.folder, name)
        except GeneratorError as error:
            return CampaignView(name, trouble=str(error))
        text, fort, game = CampaignText(record, language, tapped=True), record.standing.fort, record.in_play
        return CampaignView(
            name,
            head=text.title_line(),
            table=text.fort_rows(),
            tally=text.tally(),
            fort=tuple(text.present()),
            number=fort.number if fort else 0,
            session=game.session if game and not record.damage else "",
            year=game.year if game else 0,
            trouble=record.damage,
        )

    async def _begin_first(self, request: Request) -> Response:
        """Begin a campaign as the form says, and lead on to its first game."""
        fields = await read_form(request)
        sessions, language = self._sessions, ReaderSettings.of(request).lang
        game = await sessions.run(lambda: load_playable(self._games, field_value(fields, "game")))
        # Only a difficulty that was chosen takes the place of the campaign's own.
        chosen = [setting for setting in game.settings if field_value(fields, f"set-{setting.id}")]
        form = NewSessionForm.of(fields, chosen)

        def create() -> str:
            """Return the name of the first session."""
            wish = first_request(sessions.folder, game.book, form.request(language))
            return sessions.create(game.location, wish)

        return await self._lead_to_game(request, create)

    async def _go_on(self, request: Request) -> Response:
        """Lead to the game in play, or begin the next one; `again` begins the fort of the game in play anew."""
        fields, name = await read_form(request), request.path_params["name"]
        language = ReaderSettings.of(request).lang
        is_again = field_value(fields, AGAIN) == "1"
        return await self._lead_to_game(request, lambda: self._next(name, language, is_again=is_again))

    def _next(self, name: str, language: str, *, is_again: bool) -> str:
        """Return the name of the session to go on with, which is begun where it has to be."""
        record: CampaignRecord = read_campaign_record(self._sessions.folder, name)
        if record.in_play and not is_again and not record.damage:
            return record.in_play.session
        request = next_request(record, language=language)
        return self._sessions.create(record.games[0].header.place, request)

    async def _lead_to_game(self, request: Request, session: Any) -> Response:
        """Answer with the way to the session whose name a function returns, or with the page and the error."""
        try:
            name = await self._sessions.run(session)
        except GeneratorError as error:
            return await self._campaigns_page(request, str(error))
        return RedirectResponse(f"/play/{name}", 303)
