"""The served games with scoresheets, and the one of them that was played last."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from generator.base.system.offload import offload
from generator.play.rules.rules_protocol import PAPER
from generator.play.session_summaries import SessionSummaries
from generator.web.http.request_form import require_found
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGame, ServedGames


class SheetGames:
    """Finds the games whose sheets can be read."""

    def __init__(self, *, games: ServedGames, previews: FacePreviews, summaries: SessionSummaries) -> None:
        self._games = games
        self._previews = previews
        self._summaries = summaries

    async def games(self) -> dict[str, ServedGame]:
        """Return the served games that have scoresheets, by id."""
        games = await self._previews.run(self._games.all)
        return {served.id: served for served in games if served.game and served.game.sheets}

    def folder(self, game: str) -> Path:
        """Return the folder of a served game by its id; raises HTTPException 404 for an unknown one."""
        return require_found(self._games.folders.get(game)).folder

    async def played_last(self, games: Collection[str], language: str) -> str:
        """Return the one of some games that was played last, beside paper if any was; without sessions the first."""
        listed = await offload(self._summaries.newest, language)
        # Sheets on paper are of a game beside paper, even where another one was on the screen since.
        played = sorted(listed, key=lambda summary: summary.kind != PAPER)
        ids = (self._games.cover(summary.place) for summary in played if summary.place)
        return next((id_ for id_ in ids if id_ in games), next(iter(games), ""))
