"""The end of a game: what it came to, how a stranger checks it, how it stands among others, and its sheets as PDF."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.play.rules.rules_protocol import FULL
from generator.play.score_line import DEALT, TYPED, score_line
from generator.play.session_library import live_session
from generator.play.session_summaries import noted_score
from generator.play.sheet_export import print_sheets
from generator.play.text.solo_text import ScoreTextRow
from generator.session.recorded_play import resume
from generator.web.lobby.lobby_pages import EARLIER, NewSessionForm
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import require_option

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.play.rules.visible_state import VisibleState
    from generator.session.header import Header
    from generator.web.play.open_sessions import OpenSession
    from generator.web.server.services import Services

PAPERS = ("a4", "letter", "a3")
"""Those that the sheets are laid out for; the last is large print."""


@dataclass(frozen=True, slots=True)
class GameOverView:
    """What is told of a game that is over."""

    name: str
    event: int
    rows: tuple[ScoreTextRow, ...]
    """The score column with its total; empty beside printed sheets."""
    points: int | None
    """The total, or what the player has noted."""
    rank: str
    results: tuple[str, ...]
    """Beside printed sheets: what each attack left to mark."""
    claims: tuple[str, ...]
    """What an honest sheet says of itself."""
    line: str
    """The score line; empty where nobody could check it."""
    seed: str
    again: tuple[tuple[str, str], ...]
    """Fields of the form that begins another with the same choices."""
    same_decks: tuple[tuple[str, str], ...]
    """The same with the same decks; empty where they were turned up by hand."""
    history: tuple[tuple[str, int], ...] = ()
    """Games like it with their points, in the order in which they were ended."""

    @property
    def key(self) -> str:
        """New whenever there is something else to show."""
        return digest(repr(self))[:12]


class GameOverPages:
    """The sheets of a session as PDF, when it is over and at any time before."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._turn = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Where it is."""
        return [Route("/play/{name}/sheet.pdf", self._sheet)]

    async def _sheet(self, request: Request) -> Response:
        name, asked, language = request.path_params["name"], request.query_params, ReaderSettings.of(request).lang
        paper = require_option(asked.getlist("paper"), PAPERS, PAPERS[0])
        flat = require_option(asked.getlist("flat"), ("0", "1"), "0") == "1"
        path = self._services.sessions.known(name)
        async with self._turn:
            data = await asyncio.to_thread(_printed, path, language, paper, flat=flat)
        headers = {"content-disposition": f'attachment; filename="{name}-{paper}.pdf"'}
        return Response(data, media_type="application/pdf", headers=headers)


def ended(seat: OpenSession, language: str) -> GameOverView | None:
    """What a game came to, without its history; None while it goes on."""
    table, voice, play = seat.speaking(language), seat.voice(language), seat.play
    seen = table.visible
    if not seen.over:
        return None
    points = seen.points.total if seen.points else noted_score(play)
    again = _again(play.header, seen)
    return GameOverView(
        name=seen.session,
        event=seen.event,
        rows=tuple(voice.score_rows(seen)),
        points=points,
        rank="" if points is None else voice.rank(points),
        results=() if seen.points else tuple(voice.results(seen)),
        claims=tuple(voice.claims(seen)),
        line=score_line(table) if seen.kind == FULL else "",
        seed="" if seen.typed else seen.seed,
        again=again.fields(),
        same_decks=() if seen.typed else replace(again, decks=EARLIER, seed=seen.seed).fields(),
    )


def _again(header: Header, seen: VisibleState) -> NewSessionForm:
    """The form as it would be filled in to begin such a game."""
    place = str((header.options or {}).get("place") or header.game)
    asked = NewSessionForm(seen.kind, TYPED if seen.typed else DEALT, header.mode, settings=dict(seen.settings))
    return replace(asked, game=Path(place).name)


def _printed(path: Path, language: str, paper: str, *, flat: bool) -> bytes:
    """The sheets of a session as they stand.

    Raises UsageError for a deck alone, and what opening a session and filling a sheet raise.
    """
    with resume(path, writing=False) as play, TemporaryDirectory() as folder:
        return print_sheets(live_session(play, language), paper, Path(folder), flat=flat)[0].read_bytes()
