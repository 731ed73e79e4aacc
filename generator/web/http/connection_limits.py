"""Limits of connections and requests for each address; browsers that are logged in have places of their own.

A connection is a stranger's until a request on it was accepted as one of a logged-in browser. A new connection is
always taken: where the strangers' places are full, a stranger's oldest connection is closed instead. Whoever holds
connections open without a request thus closes their own, while a browser sends its request at once.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from cachetools import LRUCache

Client = tuple[str, int]
"""Address and port of the other end of a connection."""

MAX_STRANGERS, MAX_STRANGERS_PER_ADDRESS = 256, 128
"""Connections without a login: fewer would close those of many windows that connect at the same time."""
MAX_KNOWN, MAX_KNOWN_PER_ADDRESS = 320, 200
"""Connections of logged-in browsers. A page keeps one open for events and needs a second for a moment."""
MAX_OPEN_FILES = 1024
"""Enough for all connections and for the files of all open sessions."""

REQUEST_BURST, REQUESTS_PER_SECOND = 100, 20.0
"""Requests without a login that an address may send at once, and in the long run; a page of ours is about ten."""
MAX_ADDRESSES = 1024
"""Most addresses whose requests are counted."""


class LimitedConnection(Protocol):
    """Methods of a connection that the limits use."""

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""

    def close(self) -> None:
        """Abort at once; data not yet sent is lost."""


class ConnectionLimits:
    """The open connections by their client; those of one address never take all places."""

    def __init__(self) -> None:
        self._open: dict[Client, LimitedConnection] = {}  # the oldest first
        self._holders: dict[Client, str] = {}  # who is logged in on a connection

    def add(self, client: Client, connection: LimitedConnection) -> None:
        """Take a new connection as one without a login; close an older one where the places are full."""
        # The oldest of the same address first: a flood then only closes its own connections.
        strangers = [other for other in self._open if other not in self._holders]
        same = [other for other in strangers if other[0] == client[0]]
        if len(same) >= MAX_STRANGERS_PER_ADDRESS:
            self._close(same[0])
        elif len(strangers) >= MAX_STRANGERS:
            busiest = _busiest_address(strangers)
            self._close(next(other for other in strangers if other[0] == busiest))
        self._open[client] = connection

    def remove(self, client: Client) -> None:
        """Forget a connection that has ended."""
        self._open.pop(client, None)
        self._holders.pop(client, None)

    def is_known(self, client: Client) -> bool:
        """Return whether a connection belongs to a browser that is logged in."""
        return client in self._holders

    def admit(self, client: Client, holder: str) -> bool:
        """Note on a connection who sent a request, the id of a pass or "" without a login.

        Return False if there is no place.
        """
        if not holder:
            self._holders.pop(client, None)
        elif client in self._open:
            if client not in self._holders and not self._make_place(client[0]):
                return False
            self._holders[client] = holder
        return True

    def close_all(self, holder: str, but: Client = ("", 0)) -> None:
        """Close all connections of a browser whose login was revoked, except `but`, which is still being answered."""
        for client in [
            other for other, other_holder in self._holders.items() if other_holder == holder and other != but
        ]:
            self._close(client)

    def close_revoked(self, is_valid: Callable[[str], bool]) -> None:
        """Close the connections of browsers whose login was revoked, also by another process."""
        for holder in {known_holder for known_holder in self._holders.values() if not is_valid(known_holder)}:
            self.close_all(holder)

    def _make_place(self, address: str) -> bool:
        """Close an idle connection of a logged-in browser where their places are full; False if none is idle."""
        same = [other for other in self._holders if other[0] == address]
        if len(same) >= MAX_KNOWN_PER_ADDRESS:
            return self._close_idle(same)
        return len(self._holders) < MAX_KNOWN or self._close_idle(self._holders)

    def _close_idle(self, clients: Iterable[Client]) -> bool:
        """Close the oldest connection that answers no request; False if all answer one."""
        idle = next((other for other in clients if self._open[other].is_idle), None)
        if idle is not None:
            self._close(idle)
        return idle is not None

    def _close(self, client: Client) -> None:
        """Forget a connection and abort it."""
        connection = self._open[client]
        self.remove(client)
        connection.close()


def _busiest_address(clients: Iterable[Client]) -> str:
    """Return the address with the most connections."""
    return Counter(address for address, _ in clients).most_common(1)[0][0]


class RequestLimits:
    """Counts the requests of strangers by address: a bucket of REQUEST_BURST that fills up again with time."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._buckets = LRUCache[str, tuple[float, float]](MAX_ADDRESSES)  # requests left, and when that was counted

    def count(self, address: str) -> bool:
        """Count a request of an address; return False if the address has sent too many."""
        now = self._now()
        tokens, counted = self._buckets.get(address, (REQUEST_BURST, now))
        # A bucket of tokens: one for each request, filled up again with time.
        tokens = min(REQUEST_BURST, tokens + (now - counted) * REQUESTS_PER_SECOND)
        self._buckets[address] = (max(tokens - 1, 0), now)
        return tokens >= 1


def raise_file_limit() -> None:
    """Let the process open up to MAX_OPEN_FILES files, where the system allows it."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    new_limit = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < new_limit:
        with suppress(ValueError, OSError):  # macOS names no limit and has one all the same
            resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, hard))
