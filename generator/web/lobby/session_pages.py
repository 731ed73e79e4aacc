"""The page about one session: rename it, delete it, hand it over to a phone; and the sessions that were deleted."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import UsageError
from generator.base.hashing import changed_at
from generator.base.records import dataclass
from generator.base.system.offload import offload
from generator.play.session_summaries import ListedGames, SessionSummary, summarise_session
from generator.session.session_folder import (
    LONGEST_NAME,
    SUFFIX,
    deleted_folder,
    session_names,
    session_path,
    typed_name,
)
from generator.session.session_moves import delete_session, rename_session, restore_session
from generator.web.http.auth import Auth
from generator.web.http.network import Network
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.qr_code import qr_svg
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import field_value, read_form
from generator.web.lobby.list_pages import ListPage
from generator.web.sessions.open_sessions import OpenSessions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class PhoneCode:
    """A one-time link of this server that leads another device to a session."""

    link: str
    drawing: str
    """Same link as a QR code, as an `<svg>` element."""


class SessionPages:
    """Pages about sessions, without playing them."""

    def __init__(self, *, network: Network, sessions: OpenSessions, pages: PageRenderer, auth: Auth) -> None:
        self._network = network
        self._sessions = sessions
        self._pages = pages
        self._auth = auth

    def routes(self) -> list[Route]:
        return [
            Route("/deleted", self._deleted),
            Route("/deleted", self._restore, methods=["POST"]),
            Route("/games/{name}", self._about),
            Route("/games/{name}/rename", self._rename, methods=["POST"]),
            Route("/games/{name}/delete", self._delete, methods=["POST"]),
            Route("/games/{name}/phone", self._phone, methods=["POST"]),
        ]

    async def _about(self, request: Request) -> Response:
        """Answer with the page about one session."""
        return await self._page(request)

    async def _page(self, request: Request, wrong: str = "", new: str = "", code: PhoneCode | None = None) -> Response:
        """Return the page about a session; `wrong` is an error about the name `new`, `code` a link for a phone."""
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        summary = await offload(self._summary, name, language)
        context = {"room": "play", "each": summary, "longest": LONGEST_NAME}
        context |= {"wrong": wrong, "new": new or name, "code": code, "network": self._network.address}
        context["fingerprint"] = self._network.fingerprint
        context["here"] = f"/games/{name}"  # whatever was posted, the settings lead back to the page itself
        return self._pages.html(request, "lobby/session", 422 if wrong else 200, **context)

    def _summary(self, name: str, language: str) -> SessionSummary:
        """Return the summary of a saved session; raises errors for a name that no session has."""
        path = self._sessions.existing_path(name)
        return summarise_session(path, changed_at(path), ListedGames(language))

    async def _rename(self, request: Request) -> Response:
        """Rename a session as posted; the page comes back with an error if the name is invalid or taken."""
        name, sessions = request.path_params["name"], self._sessions
        sessions.existing_path(name)
        new = typed_name(field_value(await read_form(request), "new"))
        words = self._pages.messages[ReaderSettings.of(request).lang]
        try:
            is_taken = new != name and sessions.path(new).exists()
        except UsageError:
            return await self._page(request, words("play.wrong.name", name=new), new)
        if is_taken:
            return await self._page(request, words("games.taken", name=new), new)

        def rename() -> None:
            """Close the session and rename its file."""
            # An open session would go on writing under its old name.
            sessions.discard(name)
            rename_session(sessions.folder, name, new)

        await sessions.run(rename)
        return RedirectResponse(f"/play?{urlencode({'renamed': name, 'to': new})}" if new != name else "/play", 303)

    async def _delete(self, request: Request) -> Response:
        """Delete a session, which can be restored later, and lead back to the lobby."""
        name, sessions = request.path_params["name"], self._sessions
        sessions.existing_path(name)

        def delete() -> str:
            """Close the session, move its file to the deleted ones, and return its name there."""
            sessions.discard(name)
            return delete_session(sessions.folder, name)

        return RedirectResponse(f"/play?{urlencode({'deleted': await sessions.run(delete)})}", 303)

    async def _phone(self, request: Request) -> Response:
        """Answer with the session's page and a new one-time link for another device.

        HTTPException 400 without a network.
        """
        self._sessions.existing_path(name := request.path_params["name"])
        # A phone can reach this computer only with --lan.
        if not self._network.address:
            raise HTTPException(400)
        query = urlencode({"t": self._auth.new_token(), "to": f"/play/{name}"})
        link = f"{self._network.address}/enter?{query}"
        return await self._page(request, code=PhoneCode(link, qr_svg(link)))

    async def _deleted(self, request: Request) -> Response:
        """Answer with the list of deleted sessions."""
        folder, page = deleted_folder(self._sessions.folder), ListPage.of(request, "page")
        names = await offload(newest_deleted, self._sessions.folder)
        # Only the names of this page, as each date is read from a file.
        dated_names = [(name, changed_at(folder / f"{name}{SUFFIX}")) for name in page.part(names)]
        context = {"room": "play", "shown": dated_names, "page": page, "count": len(names), "folder": str(folder)}
        return self._pages.html(request, "lobby/deleted", **context)

    async def _restore(self, request: Request) -> Response:
        """Restore the deleted session whose name was posted; HTTPException 404 if there is none."""
        name, sessions = field_value(await read_form(request), "name"), self._sessions
        if not is_deleted(sessions.folder, name):
            raise HTTPException(404)
        restored = await sessions.run(lambda: restore_session(sessions.folder, name))
        return RedirectResponse(f"/play?{urlencode({'restored': restored})}", 303)


def newest_deleted(folder: Path) -> list[str]:
    """Return the names of deleted sessions, the most recently played first."""
    below = deleted_folder(folder)
    names = [name for name in session_names(below) if is_deleted(folder, name)]
    return sorted(names, key=lambda name: changed_at(below / f"{name}{SUFFIX}"), reverse=True)


def is_deleted(folder: Path, name: str) -> bool:
    """Return whether there is a deleted session of a name."""
    with suppress(UsageError):
        return session_path(deleted_folder(folder), name).is_file()
    return False


MOVE_FIELDS = ("renamed", "to", "deleted", "restored")
"""Fields of the lobby's address that name a session that was just moved."""


@dataclass(frozen=True, slots=True)
class MovedSession:
    """Session that was just renamed, deleted or restored, for the lobby's message."""

    how: str
    """`renamed`, `deleted` or `restored`."""
    name: str
    """Present name; for a deleted session its name among the deleted."""
    before: str = ""
    """Former name of a renamed session."""


def moved_session(sessions: OpenSessions, fields: Mapping[str, list[str]]) -> MovedSession | None:
    """Return the session that was just renamed, deleted or restored, as the lobby's address says.

    None if it is gone again.
    """
    values = {key: fields.get(key, [""])[0] for key in MOVE_FIELDS}
    folder = sessions.folder
    if values["deleted"]:
        return MovedSession("deleted", values["deleted"]) if is_deleted(folder, values["deleted"]) else None
    with suppress(UsageError):
        if values["restored"] and session_path(folder, values["restored"]).is_file():
            return MovedSession("restored", values["restored"])
        if values["renamed"] and session_path(folder, values["to"]).is_file():
            # Raises UsageError for a text that is no name of a session: an address made by hand.
            session_path(folder, values["renamed"])
            return MovedSession("renamed", values["to"], values["renamed"])
    return None
