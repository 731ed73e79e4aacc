"""What stands before every route: other sites, foreign names and endless requests do not get past it.

The five parts and the attacks that each one stops are those of Go's CrossOriginProtection, Jupyter's tokens and the
cases of DNS rebinding that became known (webpack-dev-server 887, CVE-2025-24010 and others).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from generator.web.server.auth import Auth

BODY = 64 * 1024
"""Bytes of the largest request."""
SECONDS = 10.0
"""Until an answer has begun."""
OPEN = ("/static/", "/font/", "/enter", "/settings")
"""What needs no cookie: the program's own public files, the way in, and how the page that tells of it looks."""
SAFE = ("GET", "HEAD", "OPTIONS")

_SELF = ("script-src", "style-src", "img-src", "font-src", "connect-src", "form-action")
HEADERS = {
    "content-security-policy": "; ".join(
        ["default-src 'none'", *(f"{what} 'self'" for what in _SELF), "base-uri 'none'", "frame-ancestors 'none'"]
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with no-referrer, browsers give our own forms the origin null
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""What every answer says, unless a route says otherwise of its own answer."""

Refuse = Callable[[int, "Scope"], Response]
"""The page for a request that is turned away, by its status."""


def plain(status: int, _scope: Scope) -> Response:
    """A line of text for whoever is turned away."""
    return PlainTextResponse(f"{status}\n", status)


class Guard:
    """An application behind the guard; `hosts` are the exact `name:port` that it answers to."""

    def __init__(self, app: ASGIApp, door: Auth, hosts: frozenset[str], refuse: Refuse = plain) -> None:
        self._app, self._door, self._hosts, self._refuse = app, door, hosts, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or turn it away."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif status := self._refusal(scope):
            await self._refused(status, scope, receive, send)
        elif scope["type"] == "http":
            await self._answered(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> int:
        """The status that a request is turned away with; 0 for one that may pass."""
        hosts = _values(scope, b"host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and _is_foreign(scope, hosts[0]):
            return 403
        if scope["path"].startswith(OPEN) or self._door.knows("; ".join(_values(scope, b"cookie"))):
            return 413 if _length(scope) > BODY else 0
        return 403

    async def _refused(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        response = self._refuse(status, scope)
        response.headers.update(HEADERS)
        await response(scope, receive, send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False
        try:
            async with asyncio.timeout(SECONDS) as limit:

                async def sent(message: Message) -> None:
                    nonlocal begun
                    if message["type"] == "http.response.start":
                        begun = True
                        limit.reschedule(None)
                        message = {**message, "headers": _completed(message["headers"])}
                    await send(message)

                await self._app(scope, _limited(receive), sent)
        except TimeoutError:
            if begun:
                raise
            await self._refused(503, scope, receive, send)


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _is_foreign(scope: Scope, host: str) -> bool:
    """Whether another site sent it; another port of this machine counts as one."""
    if any(site not in ("same-origin", "none") for site in _values(scope, b"sec-fetch-site")):
        return True
    return any(origin != f"http://{host}" for origin in _values(scope, b"origin"))


def _length(scope: Scope) -> int:
    """How long a request says it is; too long where it says nonsense."""
    lengths = _values(scope, b"content-length")
    return max((int(each) if each.isascii() and each.isdecimal() else BODY + 1 for each in lengths), default=0)


def _limited(receive: Receive) -> Receive:
    """The same, until more than allowed has come in."""
    total = 0

    async def received() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > BODY:
            raise HTTPException(413)
        return message

    return received


def _completed(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    said = {name.lower() for name, _ in headers}
    ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    return [*headers, *(pair for pair in ours if pair[0] not in said)]
