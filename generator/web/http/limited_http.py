"""HTTP connections that are counted and that end: without a whole request, or without a login, after a while."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport
    from ssl import SSLContext

    from generator.web.http.connection_limits import ConnectionLimits

# Seconds. uvicorn's timeout_keep_alive starts only after the first response, so a client that never completes a
# request would keep its connection for ever.
REQUEST_TIMEOUT = 10.0
STRANGER_TIMEOUT = 60.0
"""Seconds until a connection without a login is closed: a client that reads byte by byte would keep it for ever."""


class LimitedHttp(H11Protocol):
    """HTTP connection that is closed unless its request headers are complete within REQUEST_TIMEOUT.

    `contexts` are TLS contexts by the local address that the client connected to; other addresses speak plain HTTP.
    """

    _timer: TimerHandle | None = None
    _handshake: asyncio.Task[None] | None = None

    def __init__(self, limits: ConnectionLimits, contexts: Mapping[str, SSLContext], **server: Any) -> None:
        super().__init__(**server)
        self._limits, self._contexts, self._early = limits, contexts, b""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # a server's are Transports
        """Count a new connection at once, before the TLS handshake, and set its time limit."""
        self._raw: Transport = transport
        self._client: tuple[str, int] = (transport.get_extra_info("peername") or ("", 0))[:2]
        self._limits.add(self._client, self)
        self._stranger_timer = self.loop.call_later(STRANGER_TIMEOUT, self._close_stranger)
        context = self._contexts.get(transport.get_extra_info("sockname")[0])
        if context is None:
            self._begin(transport)
        else:
            # Nothing may be parsed as HTTP before the handshake.
            transport.pause_reading()
            self._handshake = self.loop.create_task(self._shake_hands(context))

    async def _shake_hands(self, context: SSLContext) -> None:
        """Encrypt the connection with TLS, then answer requests on it.

        Close it if the handshake fails or takes too long.
        """
        try:
            encrypted = await self.loop.start_tls(
                self._raw, self, context, server_side=True, ssl_handshake_timeout=REQUEST_TIMEOUT
            )
        except OSError:  # of SSL too: not TLS, an old version, or the user has seen the browser's warning and left
            encrypted = None
        if encrypted is None or self._raw.is_closing():
            self._forget()  # asyncio tells of no connection that is lost during the handshake
            self.close()
            return
        self._begin(encrypted)
        if self._early:
            self.data_received(self._early)

    def _begin(self, transport: Transport) -> None:
        """Begin to read requests from a connection, encrypted or not."""
        super().connection_made(transport)
        self._update_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended; report the end to the server only if HTTP had begun on the connection."""
        self._forget()
        if self._has_begun:
            super().connection_lost(exc)

    def _forget(self) -> None:
        """Give up the connection's place within the limits."""
        self._stranger_timer.cancel()
        self._limits.remove(self._client)

    def data_received(self, data: bytes) -> None:
        """Stop the timer when the request headers are complete; restart it for the next request."""
        if not self._has_begun:  # it came with the end of the handshake
            self._early += data
            return
        super().data_received(data)
        self._update_timer()

    @property
    def _has_begun(self) -> bool:
        """Whether the connection is ready for requests, after the handshake if there is one."""
        return self.flow is not None

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def close(self) -> None:
        """Close at once, also if the client does not read the response."""
        # `close` would wait until the client has read what is in the buffer.
        self._raw.abort()

    def _update_timer(self) -> None:
        """Start the timer while a request is awaited, and stop it while one is answered."""
        if not self.is_idle and self._timer:
            self._timer.cancel()
            self._timer = None
        elif self.is_idle and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(REQUEST_TIMEOUT, self._time_out)

    def _time_out(self) -> None:
        """Close a connection on which no whole request came in time."""
        self._timer = None
        if self.is_idle and not self.transport.is_closing():
            self.transport.close()

    def _close_stranger(self) -> None:
        """Close a connection that no logged-in browser has used by now."""
        if not self._limits.is_known(self._client):
            self.close()
