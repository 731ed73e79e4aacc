"""Serve the pages on a port of this computer and, on request, on the local network."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.base.errors import OutputError, UsageError
from generator.base.user_folders import user_config
from generator.web.server.app import create_app
from generator.web.server.auth import Auth, delete_secret, load_secret
from generator.web.server.services import Services
from generator.write.output_file import write_file

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

    from generator.web.server.guard import Guard

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


HTTP_PORT = 80
"""Browsers leave it out of the Host header."""
LOOPBACK = "127.0.0.1"
MAX_CONNECTIONS = 32

ShowLinks = Callable[[Sequence[str]], None]
"""Called with the login links: first for this computer and, if asked for, the network; later with one to replace each
that was used."""


def serve(
    games: Sequence[str],
    out: Path,
    sessions: Path,
    port: int,
    show_links: ShowLinks,
    *,
    lan: bool = False,
    log_out_all: bool = False,
) -> None:
    """Answer requests until interrupted; port 0 is any free one, and `log_out_all` invalidates all cookies first.

    Raises UsageError for an unknown game, a port that is taken or, with `lan`, a missing network, OutputError for a
    folder that cannot be written to.
    """
    _check_writable(out, "--out")
    _check_writable(sessions, "--sessions")
    services = Services(games, out, sessions)
    sockets = [_listen(LOOPBACK, port)]
    port = sockets[0].getsockname()[1]
    addresses = [LOOPBACK]
    if lan:
        addresses.append(lan_address())
        sockets.append(_listen(addresses[1], port))
    if log_out_all:  # only after every check: a failed start must not log anybody out
        delete_secret(user_config())
    auth = Auth(port, load_secret(user_config()), lambda host: show_links([_link(host, auth)]))
    names = (*addresses, "localhost")
    hosts = frozenset([*(f"{name}:{port}" for name in names), *(names if port == HTTP_PORT else ())])
    show_links([_link(f"{address}:{port}", auth) for address in addresses])
    _run(create_app(services, auth, hosts), sockets)


def _check_writable(folder: Path, option: str) -> None:
    """Write a file to a folder and remove all traces of it; raises OutputError."""
    missing = [each for each in (folder, *folder.parents) if not os.path.exists(each)]  # noqa: PTH110  Path's own raises
    trial = folder / f".trial.{os.getpid()}"
    try:
        write_file(trial, b"")
    except OutputError as error:
        reason = str(error).removeprefix(f"{trial}: ").partition(";")[0]
        raise OutputError(f"{folder}: {reason}; choose another folder with {option}") from None
    finally:
        for remove in (trial.unlink, *(each.rmdir for each in missing)):
            with suppress(OSError):
                remove()


def _link(host: str, auth: Auth) -> str:
    return f"http://{host}/enter?t={auth.new_token()}"


def _run(app: Guard, sockets: list[socket.socket]) -> None:
    config = Config(
        app,
        loop="asyncio",
        http=TimeoutHttpProtocol,
        ws="none",
        log_level="error" if os.environ.get("VALLUM_DEBUG") else "critical",
        access_log=False,  # it would show the one-time links
        server_header=False,
        proxy_headers=False,  # there is no proxy, so only a client could send them
        limit_concurrency=MAX_CONNECTIONS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 << 10,
    )
    Server(config).run(sockets)


def _listen(address: str, port: int) -> socket.socket:
    # asyncio turns off Nagle's algorithm only where the protocol is named. With it, bodies wait 40 ms behind headers.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows, the option would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(MAX_CONNECTIONS)
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        perhaps = "perhaps Vallum runs already in another window, else " if error.errno == errno.EADDRINUSE else ""
        raise UsageError(f"port {port} of {address}: {reason}; {perhaps}choose another with --port") from None
    return listener


def lan_address() -> str:
    """Return this computer's address on the local network, without sending anything; raises UsageError if none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737 documentation address: for UDP, only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            address = LOOPBACK
    if address == LOOPBACK or address.startswith("0."):
        raise UsageError("this computer is on no network that a phone could reach it by; leave --lan out")
    return address


def is_local(link: str) -> bool:
    """Whether a link works on this computer only."""
    return urlsplit(link).hostname in (LOOPBACK, "localhost")
