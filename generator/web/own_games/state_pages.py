"""The page of the kept states of a game, and the page of one of them, on which it is brought back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.hashing import file_digests
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import field_value, is_away, read_form, require_found
from generator.web.kept_states.state_differences import FileDifference, state_differences
from generator.web.kept_states.state_rules import KeptState
from generator.web.kept_states.state_store import StateStore
from generator.web.own_games.own_games import shown_faults
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.game_requests import GameRequests

MOST_LISTED = 20
"""States on the page; older ones are kept, and come up as newer ones are brought back."""


class StateLine(NamedTuple):
    """A state on the page."""

    state: KeptState
    changes: tuple[FileDifference, ...]
    """Differences from the state before it."""
    is_now: bool
    """Whether the game is in this state."""


class StatePages:
    """Pages of kept states; only this computer may bring one back."""

    def __init__(
        self, *, kept_states: StateStore, pages: PageRenderer, previews: FacePreviews, requests: GameRequests
    ) -> None:
        self._kept = kept_states
        self._pages = pages
        self._previews = previews
        self._requests = requests

    def routes(self) -> list[Route]:
        return [
            Route("/own/{game}/states", self._newest),
            Route("/own/{game}/states", self._bring_back, methods=["POST"]),
            Route("/own/{game}/states/{state}", self._state),
        ]

    async def _newest(self, request: Request) -> Response:
        """Answer with the newest states, each with its changes."""
        return await self._html(request)

    async def _html(self, request: Request, status: int = 200, **about: Any) -> Response:
        """Return the list of states; `about` are template values, such as faults of the last act."""
        served, inputs = await self._requests.load(request)
        folder = served.folder.folder.resolve()
        # Shipped games stay as they are, so there is nothing to keep.
        refusal = await self._previews.run(lambda: self._kept.why_not(folder) if served.is_own else "shipped")
        lines = [] if refusal == "shipped" else await self._previews.run(lambda: self._lines(folder))
        context = self._requests.context("gallery", served, inputs) | {"faults": (), "lines": lines, "refusal": refusal}
        context |= {"away": is_away(request), "undo": request.query_params.get("undo", "")}
        return self._pages.html(request, "gallery/states", status, **context | about)

    async def _state(self, request: Request) -> Response:
        """Answer with the differences between a state and the game as it is."""
        served, inputs = await self._requests.load(request)
        folder = served.folder.folder.resolve()
        state = require_found(await self._previews.run(lambda: self._find(folder, request)))
        differences = await self._previews.run(lambda: self._since(folder, state))
        context = self._requests.context("gallery", served, inputs) | {"state": state, "differences": differences}
        return self._pages.html(request, "gallery/state", **context, away=is_away(request))

    async def _bring_back(self, request: Request) -> Response:
        """Bring back the posted state, and lead to the list, which offers to take that back.

        Status 422 with a sentence where it cannot be.
        """
        served, _ = await self._requests.load(request)
        fields = await read_form(request)
        if is_away(request) or not served.is_own:
            raise HTTPException(403)
        folder, name = served.folder.folder.resolve(), field_value(fields, "state")
        try:
            before = await self._previews.run(lambda: self._kept.bring_back(folder, name))
        except GeneratorError as error:
            return await self._html(request, 422, faults=shown_faults(error))
        query = urlencode({"undo": before.name if before else ""})
        return RedirectResponse(f"/own/{quote(served.id)}/states?{query}", 303)

    def _find(self, folder: Path, request: Request) -> KeptState | None:
        """Return the state that the address names; None if it has given way."""
        return self._kept.find(folder, request.path_params["state"])

    def _lines(self, folder: Path) -> list[StateLine]:
        """Return the newest states, the last one first."""
        states, now = self._kept.states(folder), file_digests(folder)
        lines = []
        # One more, as the first on the page is compared too.
        for number, state in reversed([*enumerate(states)][-MOST_LISTED:]):
            before = states[number - 1].files if number else state.files
            changes = state_differences(
                before, state.files, lambda content, path: self._kept.kept_content(folder, content, path)
            )
            lines.append(StateLine(state, tuple(changes), state.files == now))
        return lines

    def _since(self, folder: Path, state: KeptState) -> list[FileDifference]:
        """Return the changes that bringing a state back would make."""
        now = file_digests(folder)

        def read(content: str, path: str) -> bytes:
            """Return a file of the game as it is, or of the state."""
            is_present = now.get(path) == content and state.files.get(path) != content
            return (folder / path).read_bytes() if is_present else self._kept.kept_content(folder, content, path)

        return state_differences(now, state.files, read)
