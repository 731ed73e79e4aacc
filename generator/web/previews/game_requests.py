"""The game that a request is about, and what all pages about a game have in common."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from generator.build.input_digests import InputDigests
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import require_found
from generator.web.kept_states.state_store import StateStore
from generator.web.previews.face_previews import FacePreviews, stamp
from generator.web.previews.served_games import ServedGame, ServedGames


class GameRequests:
    """Loads games for pages that are fetched again when the files of their game change."""

    def __init__(
        self, *, games: ServedGames, pages: PageRenderer, previews: FacePreviews, kept_states: StateStore
    ) -> None:
        self._games = games
        self._pages = pages
        self._previews = previews
        self._kept = kept_states

    async def load(self, request: Request) -> tuple[ServedGame, InputDigests]:
        """Return the game in the path of a request, and digests of its files.

        Raises HTTPException 404 for an unknown game.
        """
        id_ = request.path_params["game"]
        folder = require_found(self._games.folders.get(id_))
        # The files are digested before the game is loaded, so that a change in between is noticed and not missed.
        inputs = await self._previews.inputs(folder)
        return await self._previews.run(lambda: self._noted(id_)), inputs

    def _noted(self, id_: str) -> ServedGame:
        """Return a game; of the reader's own, a state is kept if one is due."""
        served = self._games.get(id_)
        # Each page about a game asks for it, also after another program has changed its files.
        if served.is_own:
            self._kept.note_work(served.folder.folder)
        return served

    def context(self, room: str, served: ServedGame, inputs: InputDigests, *, is_exact: bool = False) -> dict[str, Any]:
        """Return the template values that all pages about a game need.

        They are the room, the game, and address and stamp of the events that report changes of its files; `is_exact`
        for a page that changes files itself, and is not to be fetched again for these changes.
        """
        live = f"/gallery/{quote(served.id)}/live{'?exact=1' if is_exact else ''}"
        # A page of a game that was written while it was loaded fetches itself again at the first event.
        now = stamp(inputs) if served.state else ""
        return {"room": room, "served": served, "live": live, "stamp": now}

    def faults(self, request: Request, context: dict[str, Any]) -> Response:
        """Return the page that lists the faults of a game."""
        return self._pages.html(request, "game_faults", **context, faults=context["served"].faults)
