"""The page of the browsers that may use the pages, where each can be logged out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.system.offload import offload
from generator.web.http.network import Network
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import field_value, read_form

if TYPE_CHECKING:
    from generator.web.http.auth import Auth
    from generator.web.http.connection_limits import ConnectionLimits

OTHERS = "others"
"""Value of the field `revoke` for all passes except the asking browser's."""


class DevicePages:
    """Lists the passes and revokes them; a revoked browser loses its open connections too."""

    def __init__(self, *, network: Network, pages: PageRenderer, auth: Auth, connections: ConnectionLimits) -> None:
        self._network = network
        self._pages = pages
        self._auth, self._connections = auth, connections

    def routes(self) -> list[Route]:
        return [Route("/devices", self._list), Route("/devices", self._revoke, methods=["POST"])]

    async def _list(self, request: Request) -> Response:
        """Answer with the page that lists all passes, that is the browsers that are logged in."""
        passes = await offload(self._auth.passes.all)
        context = {"passes": passes, "mine": self._mine(request), "port": self._auth.port}
        context |= {"connection": connection_kind(request), "fingerprint": self._network.fingerprint}
        return self._pages.html(request, "devices", **context)

    async def _revoke(self, request: Request) -> Response:
        """Log out the browser with the posted pass id, or all other browsers; HTTPException 404 for an unknown id."""
        requested = field_value(await read_form(request), "revoke")
        pass_ids = [device_pass.id for device_pass in await offload(self._auth.passes.all)]
        mine = self._mine(request)
        ids = [id_ for id_ in pass_ids if id_ != mine] if requested == OTHERS else [requested]
        # An id from an old page, or from no page of ours.
        if not set(ids) <= set(pass_ids):
            raise HTTPException(404)
        for id_ in ids:
            await offload(self._auth.passes.revoke, id_)
            # The own connection must stay open until the answer is sent.
            self._connections.close_all(id_, but=request.client or ("", 0))
        return RedirectResponse("/devices", 303)

    def _mine(self, request: Request) -> str:
        """Return the id of the pass that the asking browser's cookie holds; empty if the cookie holds none."""
        return self._auth.holder(request.headers.get("cookie", ""))


def connection_kind(request: Request) -> str:
    """Return how a browser is connected: "tls", "local" on this computer, or "plain" over the network.

    The first two are secure contexts, in which browsers install pages and run service workers.
    """
    if request.url.scheme == "https":
        return "tls"
    name = request.url.hostname or ""
    return "local" if name == "127.0.0.1" or name.endswith("localhost") else "plain"
