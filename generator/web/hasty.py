"""Connections that say nothing: each takes a place from others, so it is closed when no request has come in a while."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from asyncio import Transport

SECONDS = 10.0
"""Until the first request of a connection has begun."""


class Hasty(H11Protocol):
    """The server's own protocol, and the end of a connection that was opened for nothing."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # it is one where it listens
        """A browser, or somebody else, has come in."""
        super().connection_made(transport)
        asyncio.get_running_loop().call_later(SECONDS, self._given_up)

    def _given_up(self) -> None:
        cycle: Any = self.cycle
        if cycle is None and not self.transport.is_closing():
            self.transport.close()
