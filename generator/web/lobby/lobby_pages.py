"""The way into the play room: games to go on with, a form to begin another, and what came of those that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import Faults, GeneratorError
from generator.base.records import dataclass, replace
from generator.load.game_locations import find_game, shipped_games
from generator.load.solo_reader import NAME
from generator.play.game_data import load_rulebook
from generator.play.rules.rules_protocol import DECK, FULL, PAPER
from generator.play.score_line import DEALT, TYPED
from generator.play.session_library import SessionRequest
from generator.play.session_summaries import SessionSummary
from generator.play.text.play_messages import play_messages
from generator.session.header import RELAXED, STRICT
from generator.session.rng import LONGEST_SEED
from generator.session.session_folder import LONGEST_NAME
from generator.web.server.page_renderer import record_fields
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import read_form, require_option

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.base.errors import Fault
    from generator.build.options import GameFolder
    from generator.model.game import Game
    from generator.model.solo_rules import GameSetting
    from generator.solo.compiled.rulebook import Rulebook
    from generator.web.server.services import Services

FRESH, MONTH, EARLIER = "fresh", "month", "earlier"
"""Which decks: fresh ones, those that everybody has this month, those of another game."""
CHOICES = {"kind": (FULL, PAPER), "draw": (DEALT, TYPED), "undo": (STRICT, RELAXED), "decks": (FRESH, MONTH, EARLIER)}
LONGEST = {"name": LONGEST_NAME, "seed": LONGEST_SEED}
"""Characters that can be typed."""
SET = "set-"
"""What stands before a setting of the game in the names of the form's fields."""


@dataclass(frozen=True, slots=True)
class NewSessionForm:
    """What the form says; a new one says nothing."""

    kind: str = FULL
    draw: str = DEALT
    undo: str = STRICT
    decks: str = FRESH
    name: str = ""
    seed: str = ""
    settings: Mapping[str, str] | None = None
    game: str = ""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """The same as fields of a form, without those that say nothing."""
        plain = {name: getattr(self, name) for name in ("game", *CHOICES, "name", "seed")}
        chosen = {SET + id_: choice for id_, choice in (self.settings or {}).items()}
        return tuple((name, word) for name, word in (plain | chosen).items() if word)


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game that can be played alone."""

    id: str
    named: str
    """How the companion finds it."""
    book: Rulebook

    @property
    def game(self) -> Game:
        """The game."""
        return self.book.game

    @property
    def settings(self) -> tuple[GameSetting, ...]:
        """What is agreed on before it begins, how hard it is first."""
        hard = self.book.solo.difficulty
        return tuple(sorted(self.book.solo.settings, key=lambda setting: setting.id != hard))

    @property
    def sheets(self) -> str:
        """The component that is printed to be played on."""
        return next((part.id for part in self.game.components if part.sheets), "")

    @property
    def rules(self) -> str:
        """The component that says how it is played."""
        return next((part.id for part in self.game.components if part.prose), "")


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session of the list."""

    it: SessionSummary
    when: str
    """The minute in which it was played last, by the clock of this computer."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """What the first page of the play room offers."""

    folder: str
    """Where the sessions are."""
    going: tuple[ListedSession, ...]
    over: tuple[ListedSession, ...]
    decks: tuple[ListedSession, ...]
    """Single decks, which are dealt in the terminal."""
    troubled: tuple[ListedSession, ...]
    games: tuple[str, ...]
    """Those that can be played, by their ids."""
    offer: PlayableGame | None = None
    """The one that a form is shown for."""
    faults: tuple[Fault, ...] = ()
    """Why there is none for the one that was asked for."""


class FormError(Exception):
    """Something in the form will not do: the field, and why in the reader's words."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field, self.why = field, why


class LobbyPages:
    """The first page of the play room."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/play", self._room),
            Route("/play", self._begun, methods=["POST"]),
            Route("/play/history.svg", self._history),
        ]

    async def _room(self, request: Request) -> Response:
        query = request.query_params
        return await self._page(request, {name: query.getlist(name) for name in query})

    async def _page(
        self, request: Request, fields: Mapping[str, list[str]], wrong: FormError | None = None
    ) -> Response:
        """The page, its form filled in by some fields."""
        lang = ReaderSettings.of(request).lang
        lobby = await asyncio.to_thread(self._lobby, fields.get("game", [""])[0], lang)
        asked = _asked(fields, lobby.offer) if lobby.offer and fields.keys() - {"game"} else NewSessionForm()
        about = record_fields(lobby) | {"asked": asked, "wrong": wrong, "month": this_month()}
        about |= {"room": "play", "known": CHOICES, "longest": LONGEST}
        response = self._services.pages.html(request, "lobby", 422 if wrong else 200, **about)
        if lobby.offer:
            response.background = BackgroundTask(self._services.warm_up, lobby.offer.book, lang)
        return response

    def _lobby(self, id_: str, language: str) -> LobbyView:
        """The sessions there are, and the game that a form is wanted for."""
        found = tuple(map(dated, self._services.summaries.newest(language)))
        going = [each for each in found if not each.it.over and not each.it.trouble]
        games = self._games()
        lobby = LobbyView(
            str(self._services.summaries.folder),
            tuple(each for each in going if each.it.kind != DECK),
            tuple(each for each in found if each.it.over),
            tuple(each for each in going if each.it.kind == DECK),
            tuple(each for each in found if each.it.trouble and not each.it.over),
            tuple(games),
        )
        wanted = id_ or next(iter(games), "")
        try:
            return replace(lobby, offer=self._offer(wanted)) if wanted else lobby
        except Faults as error:
            return replace(lobby, faults=error.faults)

    def _games(self) -> dict[str, GameFolder]:
        """The games with solo rules."""
        return {id_: place for id_, place in self._services.games.folders.items() if (place.folder / NAME).is_file()}

    def _offer(self, id_: str) -> PlayableGame:
        """A game, ready to be begun; HTTPException where there is none of this id, Faults where it cannot be read."""
        place = self._games().get(id_)
        if place is None:
            raise HTTPException(404)
        is_shipped = id_ in shipped_games() and find_game(id_).resolve() == place.folder.resolve()
        named = id_ if is_shipped else str(place.folder.resolve())
        return PlayableGame(id_, named, load_rulebook(named)[0])

    async def _begun(self, request: Request) -> Response:
        fields = await read_form(request)
        offer = await self._services.sessions.run(lambda: self._offer(fields.get("game", [""])[0]))
        asked = _asked(fields, offer)
        reader = ReaderSettings.of(request)
        try:
            name = await self._services.sessions.run(lambda: self._begin(offer, asked, reader.lang))
        except FormError as wrong:
            return await self._page(request, fields, wrong)
        return RedirectResponse(f"/play/{name}", 303)

    def _begin(self, offer: PlayableGame, asked: NewSessionForm, language: str) -> str:
        """Begin a session, and say its name; WrongError in the reader's words."""
        words = self._services.pages.messages[language]
        sessions = self._services.sessions
        try:
            taken = asked.name and sessions.path(asked.name).exists()
        except GeneratorError:
            raise FormError("name", words("play.wrong.name", name=asked.name)) from None
        if taken:
            raise FormError("name", words("play.wrong.taken", name=asked.name))
        if asked.decks == EARLIER and not (asked.seed.isprintable() and 0 < len(asked.seed) <= LONGEST_SEED):
            raise FormError("seed", words("play.wrong.seed", most=LONGEST_SEED))
        try:
            return sessions.begun(offer.named, _wish(asked, language))
        except GeneratorError as error:
            raise FormError("", words("play.wrong.other", what=str(error))) from None

    async def _history(self, request: Request) -> Response:
        """The points of the games that are over as a drawing; `mark` names the one that is ringed."""
        language = ReaderSettings.of(request).lang
        mark = request.query_params.get("mark", "")
        points = await asyncio.to_thread(lambda: finished(self._services.summaries.newest(language), mark))
        if not points:
            raise HTTPException(404)
        data = await self._services.previews.run(lambda: _drawn(points, language, mark))
        return Response(data, media_type="image/svg+xml")


def _drawn(points: tuple[tuple[str, int], ...], language: str, mark: str) -> bytes:
    from generator.play.stats.score_chart import draw_score_chart

    return draw_score_chart(points, play_messages(language), language, ".svg", marked=mark)


def finished(glances: tuple[SessionSummary, ...], name: str = "") -> tuple[tuple[str, int], ...]:
    """The games that are over with their points, in the order in which they were ended; with a name, those like it."""
    games = {each.game for each in glances if each.name == name} or {each.game for each in glances}
    over = [each for each in reversed(glances) if each.over and each.game in games]
    return tuple((each.name, each.points) for each in over if each.points is not None)


def dated(glance: SessionSummary) -> ListedSession:
    """A session with the time at which it was played last; without where there is no such time."""
    when = ""
    with suppress(ValueError, OverflowError, OSError):  # disks keep stranger dates than calendars do
        when = datetime.fromtimestamp(glance.changed).strftime("%Y-%m-%d %H:%M")
    return ListedSession(glance, when)


def this_month() -> str:
    """The month whose challenge is on, such as `2026-11`."""
    return datetime.now().strftime("%Y-%m")


def _asked(fields: Mapping[str, list[str]], offer: PlayableGame) -> NewSessionForm:
    """What was sent; HTTPException for what no form of ours offers."""
    chosen = {name: require_option(fields.get(name, ()), known, known[0]) for name, known in CHOICES.items()}
    name, seed = (fields.get(name, [""])[0].strip() for name in ("name", "seed"))
    settings = {
        each.id: require_option(fields.get(SET + each.id, ()), [choice.id for choice in each.choices], each.default)
        for each in offer.settings
    }
    asked = NewSessionForm(**chosen, name="-".join(name.lower().split()), seed=seed, settings=settings)
    return replace(asked, decks=EARLIER) if seed and asked.decks == FRESH else asked


def _wish(asked: NewSessionForm, language: str) -> SessionRequest:
    return SessionRequest(
        asked.kind,
        asked.name,
        typed=asked.draw == TYPED,
        relaxed=asked.undo == RELAXED,
        seed=asked.seed if asked.decks == EARLIER else "",
        challenge=this_month() if asked.decks == MONTH else "",
        settings=asked.settings,
        language=language,
    )
