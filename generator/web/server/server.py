"""The page on a port of this computer, and, where it is asked for, on the local network."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from generator.base.errors import OutputError, UsageError
from generator.base.user_folders import user_config
from generator.write.output_file import write_file

if TYPE_CHECKING:
    from generator.web.server.auth import Auth
    from generator.web.server.guard import Guard

PLAIN = 80
"""The port that browsers leave out."""
LOCAL = "127.0.0.1"
CONNECTIONS = 32
"""At one time."""

Say = Callable[[Sequence[str]], None]
"""Told the links to open: one for this computer, one for the network; and a new one after each that was used."""


def serve(
    games: Sequence[str],
    out: Path,
    sessions: Path,
    port: int,
    say: Say,
    *,
    lan: bool = False,
    forgetting: bool = False,
) -> None:
    """Answer until interrupted; `forgetting` sends every browser out first.

    Raises UsageError for a game that is not there, a port that is taken, or where there is no network, OutputError for
    a folder that cannot be written.
    """
    from generator.web.server.app import app
    from generator.web.server.auth import Auth, forget, secret
    from generator.web.server.services import Services

    _try(out, "--out")
    _try(sessions, "--sessions")
    house = Services(games, out, sessions)
    sockets = [_listening(LOCAL, port)]
    port = sockets[0].getsockname()[1]
    addresses = [LOCAL]
    if lan:
        addresses.append(lan_address())
        sockets.append(_listening(addresses[1], port))
    if forgetting:  # only now: whoever cannot start has changed nothing
        forget(user_config())
    door = Auth(port, secret(user_config()), lambda host: say([_link(host, door)]))
    names = (*addresses, "localhost")
    hosts = frozenset([*(f"{name}:{port}" for name in names), *(names if port == PLAIN else ())])
    say([_link(f"{address}:{port}", door) for address in addresses])
    _run(app(house, door, hosts), sockets)


def _try(folder: Path, option: str) -> None:
    """See that files can be written to a folder, and leave all as it was; raises OutputError."""
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


def _link(host: str, door: Auth) -> str:
    return f"http://{host}/enter?t={door.token()}"


def _run(guarded: Guard, sockets: list[socket.socket]) -> None:
    from uvicorn import Config, Server

    from generator.web.server.connection_timeouts import TimeoutHttpProtocol

    config = Config(
        guarded,
        loop="asyncio",
        http=TimeoutHttpProtocol,
        ws="none",
        log_level="error" if os.environ.get("VALLUM_DEBUG") else "critical",
        access_log=False,  # it would show the one-time links
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 << 10,
    )
    Server(config).run(sockets)


def _listening(address: str, port: int) -> socket.socket:
    # Only where the protocol is named does asyncio turn off Nagle, for which pages wait 40 ms behind their headers.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
        found.listen(CONNECTIONS)
    except OSError as error:
        found.close()
        reason = (error.strerror or str(error)).lower()
        perhaps = "perhaps Vallum runs already in another window, else " if error.errno == errno.EADDRINUSE else ""
        raise UsageError(f"port {port} of {address}: {reason}; {perhaps}choose another with --port") from None
    return found


def lan_address() -> str:
    """The computer's own address on the local network; nothing is sent to find it.

    Raises UsageError where there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documents (RFC 5737): the system only looks up the way
            address = str(probe.getsockname()[0])
        except OSError:
            address = LOCAL
    if address == LOCAL or address.startswith("0."):
        raise UsageError("this computer is on no network that a phone could reach it by; leave --lan out")
    return address


def is_local(link: str) -> bool:
    """Whether a link leads to this computer from itself only."""
    return urlsplit(link).hostname in (LOCAL, "localhost")


def code(link: str, *, painted: bool = False) -> str:
    """A link as a QR code of half blocks, light on dark as most terminals are.

    Where it is `painted`, the light ones are white on black whatever the terminal's colours are: some scanners refuse
    a code that is the wrong way round.
    """
    import segno

    rows = [list(row) for row in segno.make(link, micro=False, error="l").matrix_iter(border=4)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join(_HALVES[top, low] for top, low in zip(*pair, strict=True)) for pair in pairs]
    return "\n".join(f"\x1b[38;5;231;48;5;16m{line}\x1b[0m" if painted else line for line in lines)


_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""By the dark modules above and below."""
