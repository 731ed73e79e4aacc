"""Serve the pages on a port of this computer and, on request, on the local network."""

from __future__ import annotations

import errno
import os
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from uvicorn import Config, Server

from generator.base.errors import OutputError, UsageError
from generator.base.memory.unused_memory import share_one_arena
from generator.base.system.output_file import write_file
from generator.base.user_folders import user_config, user_data
from generator.web.app.app import create_app
from generator.web.app.services import Services
from generator.web.editing.editor_command import EditorCommand
from generator.web.http.auth import Auth
from generator.web.http.connection_limits import ConnectionLimits, raise_file_limit
from generator.web.http.limited_http import LimitedHttp
from generator.web.http.local_name import load_local_name
from generator.web.http.pass_folder import PassFolder
from generator.web.http.tls_certificate import load_certificate

if TYPE_CHECKING:
    from types import FrameType

    from generator.web.http.guard import Guard

HTTP_PORT = 80
"""Browsers leave it out of the Host header."""
LOOPBACK = "127.0.0.1"
BACKLOG = 128
"""Length of the queue of connections that wait to be accepted."""

ShowLinks = Callable[[Sequence[str], str], None]
"""Called with the login links: first for this computer and, if asked for, the network; later with one to replace each
that was used. Then comes the fingerprint of the network's certificate, "" without TLS."""
Task = Callable[[], Awaitable[None]]


class ServeWishes(NamedTuple):
    """How the pages are served, besides what is usual."""

    network: str = ""
    """Scheme under which phones on the local network are served, `http` or `https`; empty to serve this computer only.
    """
    log_out_all: bool = False
    """Whether all cookies become invalid first."""
    local_name: bool = False
    """Whether links for this computer lead capable browsers to a host name that only they know; see `local_name`."""
    editor: EditorCommand | None = None
    """Editor that opens files of games from the pages; None for none."""


def serve(
    games: Sequence[str],
    out: Path,
    sessions: Path,
    port: int,
    show_links: ShowLinks,
    wishes: ServeWishes | None = None,
) -> None:
    """Serve the pages over HTTP until interrupted; port 0 is any free port, `out` the folder for PDFs.

    Raises UsageError for an unknown game, a port that is taken or, for phones, a missing network, OutputError for a
    folder that cannot be written to.
    """
    network, log_out_all, local_name, editor = wishes or ServeWishes()
    # Before any thread starts, as each would get an arena of its own.
    share_one_arena()
    _check_writable(out, "--out")
    _check_writable(sessions, "--sessions")
    data = user_data()
    services = Services(games, out, sessions, home=data / "games" if data else None)
    services.editor = editor
    sockets = [_listen(LOOPBACK, port)]
    port = sockets[0].getsockname()[1]
    addresses = [LOOPBACK]
    if network:
        addresses.append(lan_address())
        sockets.append(_listen(addresses[1], port))
    contexts = {}
    if network == "https":
        certificate = load_certificate(user_config(), addresses[1])
        contexts[addresses[1]], services.network.fingerprint = certificate.context, certificate.fingerprint
    passes = PassFolder(user_config())
    if log_out_all:  # only after every check: a failed start must not log anybody out
        passes.revoke_all()
    sites = [f"http{'s' if address in contexts else ''}://{address}:{port}" for address in addresses]
    services.network.address = sites[1] if network else ""

    def show(link_sites: Sequence[str]) -> None:
        """Hand one new login link for each site to the caller, with the fingerprint of the certificate."""
        show_links([auth.link(site) for site in link_sites], services.network.fingerprint)

    auth = Auth(port, passes, lambda host: show([_next_site(host, sites)]))
    names = [*addresses, "localhost"]
    if local_name:
        names.append(load_local_name(user_config()))
        auth.local_site = f"http://{names[-1]}:{port}"
    hosts = frozenset([*(f"{name}:{port}" for name in names), *(names if port == HTTP_PORT else ())])
    connections = ConnectionLimits()

    async def close_revoked() -> None:
        connections.close_revoked(passes.is_valid)

    http = partial(LimitedHttp, connections, contexts)
    app = create_app(services, auth, hosts, connections)
    _run(app, sockets, http, close_revoked, lambda: show(sites))


def _next_site(host: str, sites: Sequence[str]) -> str:
    """Return the site for the next login link: the network's if `host` is there, else this computer's."""
    return next((site for site in sites[1:] if site.endswith(f"//{host}")), sites[0])


def _check_writable(folder: Path, option: str) -> None:
    """Write a file to a folder and remove all traces of it; raises OutputError."""
    missing = [place for place in (folder, *folder.parents) if not os.path.exists(place)]  # noqa: PTH110  Path's own raises
    # The id of the process keeps two servers that start at once apart.
    trial = folder / f".trial.{os.getpid()}"
    try:
        write_file(trial, b"")
    except OutputError as error:
        reason = str(error).removeprefix(f"{trial}: ").partition(";")[0]
        raise OutputError(f"{folder}: {reason}; choose another folder with {option}") from None
    finally:
        for remove in (trial.unlink, *(place.rmdir for place in missing)):
            with suppress(OSError):
                remove()


def _run(
    app: Guard,
    sockets: list[socket.socket],
    http: Callable[..., LimitedHttp],
    every_second: Task,
    show: Callable[[], None],
) -> None:
    """Run the server on bound sockets until it is interrupted; raises KeyboardInterrupt then.

    `show` is called before it answers, `every_second` once a second.
    """
    # macOS starts programs with 256 files; each open page holds a connection.
    raise_file_limit()
    config = Config(
        app,
        loop="asyncio",
        http=http,  # type: ignore[arg-type]  # is only called
        ws="none",
        log_level="error" if os.environ.get("VALLUM_DEBUG") else "critical",
        access_log=False,  # it would show the one-time links
        server_header=False,
        proxy_headers=False,  # there is no proxy, so only a client could send them
        backlog=BACKLOG,
        callback_notify=every_second,
        timeout_notify=1,
        timeout_keep_alive=10,
        # One second is enough for a page that is being written; event streams never end by themselves.
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 << 10,
    )
    server = Server(config)
    with _noted_interrupts(server) as interrupts:
        show()
        server.run(sockets)
    if interrupts:
        raise KeyboardInterrupt


@contextmanager
def _noted_interrupts(server: Server) -> Iterator[list[int]]:
    """Have a server end at Ctrl-C inside the `with` block, also before it takes signals; yields those that came.

    An exception of Ctrl-C is lost where it comes amid a callback of Python's own.
    """
    numbers: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        """Note a signal, and have the server end."""
        numbers.append(number)
        server.handle_exit(number, frame)

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, note) if is_main else None
    try:
        yield numbers
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _listen(address: str, port: int) -> socket.socket:
    """Bind a socket to an address and port (0 for any free one); raises UsageError if the port is taken."""
    # asyncio turns off Nagle's algorithm only where the protocol is named. With it, bodies wait 40 ms behind headers.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows, the option would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(BACKLOG)
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
    """Return whether a link leads to this computer by an address that no other computer can use."""
    return urlsplit(link).hostname in (LOOPBACK, "localhost")
