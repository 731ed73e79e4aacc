"""Middleware that refuses foreign sites, foreign host names, unknown browsers and oversized or endless requests.

The checks are those of Go's CrossOriginProtection and Jupyter's tokens; the attacks they stop include DNS rebinding as
in webpack-dev-server issue 887 and CVE-2025-24010.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from generator.base.system.offload import HAS_THREADS
from generator.web.http.auth import Auth
from generator.web.http.connection_limits import ConnectionLimits, RequestLimits

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 64 * 1024
"""Bytes of a request's body; the forms send less than 2 kB."""
UPLOAD_PATHS = ("/print/upload", "/print/photo/upload", "/new/upload", "/tables/picture", "/layout/picture")
"""Ends of the paths for uploads by browsers with a pass."""
MAX_UPLOAD = 64 * 1024 * 1024
"""Largest upload in bytes: it goes to the disk piece by piece."""
BLOCK_PATH, MAX_BLOCK = "/tables/block", 4 * 1024 * 1024
"""End of the path for blocks of cells that are pasted, and the largest block in bytes: 20,000 rows of five cells."""
UPLOAD_TIMEOUT = 120.0
"""Seconds that an upload may take."""
LEAST_SPEED = 16 * 1024
"""Bytes a second of an upload after RESPONSE_TIMEOUT: a sender of single bytes would keep others out."""
MAX_HEADERS = 16 * 1024
"""Bytes of a request's headers; the server's own limit holds only for headers that come in several parts."""
RESPONSE_TIMEOUT = 20.0
"""Seconds until a response must have begun."""
PUBLIC_FOLDERS, PUBLIC_PATHS = ("/static/", "/font/", "/app/"), ("/enter", "/settings", "/reachable", "/go")
"""Paths without a login: public files of the program, the login, and the settings of the refusal's page."""
PLAIN = {429: "too many requests\n", 431: "too long headers\n"}
"""Plain texts for refusals that get no page, by status."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

_OWN_ORIGIN = ("script-src", "style-src", "img-src", "font-src", "form-action", "manifest-src", "worker-src")


def content_policy(connect: str = "'self'") -> str:
    """Return a Content-Security-Policy; `connect` are the origins that scripts may send requests to."""
    # Scripts and pictures in a game's data would otherwise run with the page's rights.
    directives = [f"{directive} 'self'" for directive in _OWN_ORIGIN]
    return "; ".join(
        ["default-src 'none'", *directives, f"connect-src {connect}", "base-uri 'none'", "frame-ancestors 'none'"]
    )


HEADERS = {
    "content-security-policy": content_policy(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with no-referrer, browsers give our own forms the origin null
    # Neither may another site embed our pictures, nor keep a reference to a window of ours (Spectre, XS-Leaks).
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of every response that does not set them itself."""

Refuse = Callable[[int, "Scope"], Response]
"""Function that makes the response for a refused request."""


class Guard:
    """ASGI middleware around `app`; `hosts` are the exact `name:port` that a Host header may have."""

    def __init__(
        self,
        app: ASGIApp,
        auth: Auth,
        hosts: frozenset[str],
        refuse: Refuse,
        connections: ConnectionLimits | None = None,
    ) -> None:
        self._app, self._auth, self._hosts, self._refuse = app, auth, hosts, refuse
        self._connections, self._requests = connections or ConnectionLimits(), RequestLimits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request through the application if all checks let it pass, else with a refusal."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        holder = self._auth.holder("; ".join(_values(scope, b"cookie")))
        if status := self._limit_refusal(scope, holder) or self._refusal(scope, holder):
            await self._send_refusal(status, scope, receive, send)
        elif scope["type"] == "http":
            await self._respond(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _limit_refusal(self, scope: Scope, holder: str) -> int:
        """Return the HTTP status that refuses a request beyond the limits of connections and requests.

        0 within them.
        """
        address, port = scope.get("client") or ("", 0)
        if not self._connections.admit((address, port), holder):
            return 503
        # A valid link is not counted: a flood from the same address must not keep out whoever may come in.
        is_welcome = holder or self._auth.is_token(scope["query_string"])
        return 0 if is_welcome or self._requests.count(address) else 429

    def _refusal(self, scope: Scope, holder: str) -> int:
        """Return the HTTP status that refuses a request with a foreign host or origin, without a login, or too long.

        Else 0.
        """
        hosts = _values(scope, b"host")
        # DNS rebinding: a foreign name that resolves to this computer makes its pages same-origin with ours. Only the
        # Host header tells them apart.
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            # 421 Misdirected Request.
            return 421
        # CSRF: a form on another site would be sent with our cookie by browsers that do not know SameSite. WebSockets
        # are exempt from CORS, so their handshake is checked although it is a GET.
        if (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS) and _is_cross_origin(scope, hosts[0]):
            return 403
        if sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > MAX_HEADERS:
            return 431
        if holder or scope["path"] in PUBLIC_PATHS or scope["path"].startswith(PUBLIC_FOLDERS):
            # 413 is told before the body is read.
            return 413 if _content_length(scope) > _most(scope) else 0
        return 403

    async def _send_refusal(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the refusal with a status: a page, a plain text, or the end of a WebSocket's handshake."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        # A page takes a millisecond to render, which a flood of requests would add up.
        words = PLAIN.get(status)
        response = PlainTextResponse(words, status) if words else self._refuse(status, scope)
        response.headers.update(HEADERS)
        await response(scope, receive, send)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application; it must begin to answer in time, else the browser gets status 503."""
        has_begun = False
        try:
            # Without threads a request also waits for the work of others, and nobody else for its end.
            async with asyncio.timeout(RESPONSE_TIMEOUT if HAS_THREADS else None) as limit:
                if HAS_THREADS and scope["path"].endswith(UPLOAD_PATHS):
                    receive = _in_time(receive, limit)

                async def send_with_headers(message: Message) -> None:
                    """Send a message of the application, with the headers of security in the first one."""
                    nonlocal has_begun
                    if message["type"] == "http.response.start":
                        has_begun = True
                        limit.reschedule(None)  # event streams go on for hours
                        message = {**message, "headers": _with_defaults(message["headers"])}
                    await send(message)

                await self._app(scope, _limited(receive, _most(scope)), send_with_headers)
        except TimeoutError:
            # The response has begun: only breaking the connection is left.
            if has_begun:
                raise
            await self._send_refusal(503, scope, receive, send)


def _values(scope: Scope, name: bytes) -> list[str]:
    """Return the values of a header, given by its name in lower case; empty if it was not sent."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _in_time(receive: Receive, limit: asyncio.Timeout) -> Receive:
    """Return a function that receives an upload, and moves the limit of time by the bytes that have come."""
    begin, count = asyncio.get_running_loop().time(), 0

    async def receive_piece() -> Message:
        """Return the next piece; a slow sender reaches the limit before it comes."""
        nonlocal count
        message = await receive()
        count += len(message.get("body", b""))
        # Once all has come, the rest of the time is for the answer.
        seconds = RESPONSE_TIMEOUT + count / LEAST_SPEED if message.get("more_body") else UPLOAD_TIMEOUT
        if limit.when() is not None:  # an answer that has begun has no limit any more
            limit.reschedule(begin + min(seconds, UPLOAD_TIMEOUT))
        return message

    return receive_piece


def _is_cross_origin(scope: Scope, host: str) -> bool:
    """Return whether another site sent the request; another port of this computer is another site too.

    SameSite cookies ignore the port, so they alone would let a page on another local port post here.
    """
    if any(site not in ("same-origin", "none") for site in _values(scope, b"sec-fetch-site")):
        return True
    scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
    return any(origin != f"{scheme}://{host}" for origin in _values(scope, b"origin"))


def _most(scope: Scope) -> int:
    """Return the most bytes that the body of a request may have."""
    if scope["path"].endswith(BLOCK_PATH):
        return MAX_BLOCK
    return MAX_UPLOAD if scope["path"].endswith(UPLOAD_PATHS) else MAX_BODY


def _content_length(scope: Scope) -> int:
    """Return the length of the body that the headers announce; more than any limit if it is not a number."""
    lengths = _values(scope, b"content-length")
    return max(
        # int() accepts signs, spaces and digits of other scripts.
        (int(length) if length.isascii() and length.isdecimal() else MAX_UPLOAD + 1 for length in lengths),
        default=0,
    )


def _limited(receive: Receive, most: int) -> Receive:
    """Wrap `receive` to raise HTTPException 413 beyond `most` bytes: a chunked request announces no length."""
    total = 0

    async def limited_receive() -> Message:
        """Return the next part of a request; raises HTTPException 413 once the parts are too long together."""
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise HTTPException(413)
        return message

    return limited_receive


def _with_defaults(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response, with each of HEADERS that the response does not set itself."""
    # A page may set a header of its own, such as another policy.
    present = {name.lower() for name, _ in headers}
    defaults = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    return [*headers, *(pair for pair in defaults if pair[0] not in present)]
