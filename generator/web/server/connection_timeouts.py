"""HTTP protocol that closes idle and slow-loris connections, each of which takes a place from others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

# Seconds. uvicorn's timeout_keep_alive starts only after the first response, so a client that never completes a
# request would keep its connection for ever.
REQUEST_TIMEOUT = 10.0


class TimeoutHttpProtocol(H11Protocol):
    """Closes a connection unless its request headers are complete within REQUEST_TIMEOUT."""

    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # a server's are Transports
        super().connection_made(transport)
        self._update_timer()

    def data_received(self, data: bytes) -> None:
        """Stop the timer when the request headers are complete; restart it for the next request."""
        super().data_received(data)
        self._update_timer()

    def _update_timer(self) -> None:
        if not self._is_idle and self._timer:
            self._timer.cancel()
            self._timer = None
        elif self._is_idle and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(REQUEST_TIMEOUT, self._time_out)

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _time_out(self) -> None:
        self._timer = None
        if self._is_idle and not self.transport.is_closing():
            self.transport.close()
