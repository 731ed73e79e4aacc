"""Client of the resident, which lets it run a command if there is one; else the caller runs it itself."""

from __future__ import annotations

import os

from generator.cli.resident.resident_socket import (
    ACCEPTED,
    connect,
    identity,
    is_stopped,
    peer,
    receive_exactly,
    send,
    send_files,
)

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    import _socket
    from collections.abc import Sequence

SIGINT = 2
"""Number of the interrupt signal in POSIX; the module `signal` takes 2 ms to load."""

HELLO_SECONDS = 0.25
"""Time limit of the first answer; a resident that is busy or hangs is left alone after it."""

CHECK_SECONDS = 2.0
"""Interval between checks of a resident at work: one that a signal has stopped is left alone."""

LAST_SECONDS = 5.0
"""Time limit for a resident that was told of Ctrl-C."""

_CODE = 3
"""Number of digits of an exit code in an answer."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it: 128 and the number of SIGINT."""


def run_by_resident(arguments: Sequence[str]) -> int | None:
    """Let the resident, if one runs, execute a command line; return its exit code, or None if it did not."""
    connection = connect(HELLO_SECONDS)
    if connection is None:
        return None
    try:
        send(connection, ("run", identity(), tuple(arguments), _surroundings()))
        if connection.recv(1) != ACCEPTED:
            return None
        send_files(connection, (0, 1, 2))  # only now: one that hangs would keep them open
        return _wait(connection)
    except (OSError, ValueError):
        return None
    finally:
        connection.close()


def _surroundings() -> tuple[str, dict[str, str], int]:
    """Return the working folder, the environment and the umask."""
    # There is no way to read the umask but to set it.
    mask = os.umask(0o077)
    os.umask(mask)
    return os.getcwd(), dict(os.environ), mask  # noqa: PTH109


def _wait(connection: _socket.socket) -> int | None:
    """Return the exit code when the command has ended; None if the resident has ended or was stopped instead."""
    connection.settimeout(CHECK_SECONDS)
    try:
        return _answer(connection)
    except KeyboardInterrupt:
        return _interrupt(connection)


def _answer(connection: _socket.socket) -> int | None:
    """Wait for the resident's answer and return the exit code in it; None if a signal has stopped the resident."""
    while True:
        try:
            return _code(connection)
        except TimeoutError:
            if is_stopped(peer(connection)[0]):
                return None


def _interrupt(connection: _socket.socket) -> int:
    """Pass Ctrl-C on to the resident, which is in no terminal; return the exit code of the command."""
    try:
        os.kill(peer(connection)[0], SIGINT)
        connection.settimeout(LAST_SECONDS)
        code = _code(connection)
    except (OSError, ValueError, KeyboardInterrupt):
        return INTERRUPTED
    return INTERRUPTED if code is None else code


def _code(connection: _socket.socket) -> int | None:
    """Return the exit code in an answer; None if the resident ends before it has sent one."""
    data = receive_exactly(connection, _CODE)
    return int(data) if len(data) == _CODE and data.isdigit() else None
