"""The end of a game: its score, its score line, the player's other games, and its scoresheets as PDF."""

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
from generator.web.lobby.new_session_form import EARLIER, NewSessionForm
from generator.web.server.reader_settings import ReaderSettings
from generator.web.server.request_form import require_option

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.play.rules.visible_state import VisibleState
    from generator.session.header import Header
    from generator.web.play.open_sessions import LocalSession
    from generator.web.server.services import Services

PAPERS = ("a4", "letter", "a3")
"""Papers that the sheets have a layout for; the last is large print."""


@dataclass(frozen=True, slots=True)
class GameOverView:
    """A game that is over."""

    name: str
    event: int
    rows: tuple[ScoreTextRow, ...]
    """The score column with its total; empty for a paper game."""
    points: int | None
    """The total; of a paper game, the one the player has entered."""
    rank: str
    results: tuple[str, ...]
    """Of a paper game: what each attack left to mark."""
    claims: tuple[str, ...]
    """Whether cards were peeked at or corrected, and the settings."""
    line: str
    """The score line, for others to verify; empty for a paper game."""
    seed: str
    again: tuple[tuple[str, str], ...]
    """Fields of a form that begins another game with the same choices."""
    same_decks: tuple[tuple[str, str], ...]
    """The same with the same decks; empty if the player turned up printed cards."""
    history: tuple[tuple[str, int], ...] = ()
    """Name and points of the player's finished games of this kind, the oldest first."""

    @property
    def key(self) -> str:
        """The `data-key` of this part of the page."""
        return digest(repr(self))[:12]


class GameOverPages:
    """The scoresheets of a session as PDF, at any time of the game."""

    def __init__(self, services: Services) -> None:
        self._services = services
        # One at a time: filling the sheets takes much memory.
        self._lock = asyncio.Lock()

    def routes(self) -> list[Route]:
        return [Route("/play/{name}/sheet.pdf", self._sheet)]

    async def _sheet(self, request: Request) -> Response:
        name, query, language = request.path_params["name"], request.query_params, ReaderSettings.of(request).lang
        paper = require_option(query.getlist("paper"), PAPERS, PAPERS[0])
        flat = require_option(query.getlist("flat"), ("0", "1"), "0") == "1"
        path = self._services.sessions.existing_path(name)
        async with self._lock:
            data = await asyncio.to_thread(_filled_sheets, path, language, paper, flat=flat)
        headers = {"content-disposition": f'attachment; filename="{name}-{paper}.pdf"'}
        return Response(data, media_type="application/pdf", headers=headers)


def game_over_view(local: LocalSession) -> GameOverView | None:
    """Make the view of a game that is over, without its history; None if it goes on."""
    state, text = local.state, local.text
    if not state.over:
        return None
    points = state.points.total if state.points else noted_score(local.play)
    again = _same_choices(local.play.header, state)
    return GameOverView(
        name=state.session,
        event=state.event,
        rows=tuple(text.score_rows(state)),
        points=points,
        rank="" if points is None else text.rank(points),
        results=() if state.points else tuple(text.results(state)),
        claims=tuple(text.claims(state)),
        line=score_line(local.live) if state.kind == FULL else "",
        seed="" if state.typed else state.seed,
        again=again.fields(),
        same_decks=() if state.typed else replace(again, decks=EARLIER, seed=state.seed).fields(),
    )


def _same_choices(header: Header, state: VisibleState) -> NewSessionForm:
    place = str((header.options or {}).get("place") or header.game)
    form = NewSessionForm(state.kind, TYPED if state.typed else DEALT, header.mode, settings=dict(state.settings))
    return replace(form, game=Path(place).name)


def _filled_sheets(path: Path, language: str, paper: str, *, flat: bool) -> bytes:
    """The current sheets of a session as PDF; raises UsageError for a single deck."""
    with resume(path, writing=False) as play, TemporaryDirectory() as folder:
        return print_sheets(live_session(play, language), paper, Path(folder), flat=flat)[0].read_bytes()
