"""Connections that say nothing, or little by little: each takes a place from others, so it is closed after a while."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

SECONDS = 10.0
"""From the first word of a request, or from the connection's beginning, until the request has begun."""


class TimeoutHttpProtocol(H11Protocol):
    """The server's own protocol, with an end to waiting."""

    _deadline: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # it is one where it listens
        """A browser, or somebody else, has come in."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Something was said, which may be a whole request."""
        super().data_received(data)
        self._expect()

    def _expect(self) -> None:
        """Wait for a request to begin, once."""
        if not self._is_idle and self._deadline:
            self._deadline.cancel()
            self._deadline = None
        elif self._is_idle and self._deadline is None:
            self._deadline = asyncio.get_running_loop().call_later(SECONDS, self._given_up)

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _given_up(self) -> None:
        self._deadline = None
        if self._is_idle and not self.transport.is_closing():
            self.transport.close()
