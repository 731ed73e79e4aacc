"""Start, stop and look at the resident."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from generator.base.errors import OutputError, UsageError
from generator.base.records import dataclass
from generator.base.system.part_files import remove_own_folders
from generator.cli.resident.resident_callers import receive
from generator.cli.resident.resident_process import IDLE_SECONDS, Resident, RunCommand, preload, use_no_streams
from generator.cli.resident.resident_socket import (
    address,
    connect,
    folder,
    identity,
    is_available,
    is_private,
    peer,
    send,
)

ANSWER_SECONDS = 1.0
"""Time limit of an answer about the state; a resident without one counts as busy."""

END_SECONDS = 2.0
"""Time limit for an orderly end; then the resident is killed."""


@dataclass(frozen=True, slots=True)
class ResidentStatus:
    """A running resident."""

    process: int
    builds: int | None
    """Number of commands that it has run; None while it is busy."""
    is_ours: bool = True
    """Whether it runs the same program as this process."""
    idle: float = IDLE_SECONDS
    """Seconds without a command after which it ends."""


def resident_status() -> ResidentStatus | None:
    """Return the state of this user's resident; None if none runs. Raises UsageError if the system allows none."""
    _check_available()
    connection = connect(ANSWER_SECONDS)
    if connection is None:
        return None
    process = peer(connection)[0]
    try:
        send(connection, ("status",))
        match receive(connection):
            case (theirs, int(builds), int() | float() as idle):
                return ResidentStatus(process, builds, theirs == identity(), idle)
            case (_, int(builds)):  # of an earlier version
                return ResidentStatus(process, builds, is_ours=False)
    except (OSError, ValueError):
        pass
    finally:
        connection.close()
    return ResidentStatus(process, None)


def stop_resident() -> int | None:
    """End this user's resident and return the id of its process; None if there was none. Raises UsageError."""
    _check_available()
    connection = connect(ANSWER_SECONDS)
    if connection is None:
        return None
    process = peer(connection)[0]
    # SIGKILL for one that hangs and does not obey SIGTERM.
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(OSError):
            os.kill(process, number)
            connection.settimeout(END_SECONDS)
            connection.recv(1)  # returns when the resident has closed its end, by ending
        if not _is_alive(process):
            break
    connection.close()
    return process


def _is_alive(process: int) -> bool:
    """Whether a process exists."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def start_resident(run_command: RunCommand, idle: float = IDLE_SECONDS) -> ResidentStatus:
    """Start a resident, the process that keeps games in memory, and return its status.

    One of this program that runs already and waits as long is kept. Raises UsageError where the system has no Unix
    sockets, OutputError if there can be no socket.
    """
    running = resident_status()
    if running and running.is_ours and running.idle >= idle:
        return running
    # One of another version would only refuse, and one that has started by itself ends sooner.
    stop_resident()
    with _private_folder() as name:
        reading, writing = os.pipe()
        # Forked twice, so that the resident is no child of this process and leaves no zombie.
        child = os.fork()
        if not child:
            _fork_resident(run_command, idle, name, writing)
        os.close(writing)
        os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as pipe:
            reply = pipe.read().decode()
    if not reply.isdecimal():
        raise OutputError(f"{address()}: no socket can be made there ({reply or 'the process has ended'})")
    return ResidentStatus(int(reply), 0, idle=idle)


def _check_available() -> None:
    """Raise UsageError where the system cannot have a warm process."""
    if not is_available():
        limitation = "needs Unix sockets and forked processes, which this system does not have"
        raise UsageError(f"vallum warm: a warm process {limitation}; use vallum build --watch")


@contextmanager
def _private_folder() -> Iterator[str]:
    """Make the folder of the socket and lock it, so that no other process starts a resident. Raises OutputError."""
    import fcntl

    name = folder()
    try:
        Path(name).mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(name):
            raise OutputError(f"{name}: is open to other users; remove it, or set XDG_RUNTIME_DIR to a folder of yours")
        with Path(name, "warm.lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield name
    except OSError as error:
        raise OutputError(f"{name}: {(error.strerror or str(error)).lower()}") from None


def _fork_resident(run_command: RunCommand, idle: float, name: str, ready: int) -> NoReturn:
    """Start the resident as a child process, in a session without a terminal, and end this process."""
    try:
        # A session of its own: Ctrl-C in the terminal must not end it.
        os.setsid()
        if not os.fork():
            # Else the file system of the working folder could not be unmounted.
            os.chdir("/")
            _be_resident(run_command, idle, Path(name, "warm.sock"), ready)
    finally:
        remove_own_folders()
        os._exit(0)


def _be_resident(run_command: RunCommand, idle: float, socket_file: Path, ready: int) -> None:
    """Serve clients until the end of this process.

    Writes its id to the pipe `ready` when all is loaded, or why there is no socket.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        socket_file.unlink(missing_ok=True)  # left by one that was killed
        listener.bind(str(socket_file))
        listener.listen(8)
    except OSError as error:
        os.write(ready, (error.strerror or str(error)).lower().encode())
        return
    own_stat = socket_file.stat()
    try:
        use_no_streams()
        preload()
        # The caller waits for this: the first build meets a process that is ready.
        os.write(ready, str(os.getpid()).encode())
        _close_others(listener.fileno())
        Resident(listener, run_command, idle).serve()
    finally:
        with suppress(OSError):
            if socket_file.stat().st_ino == own_stat.st_ino:  # not that of a later one
                socket_file.unlink()


def _close_others(listener_file: int) -> None:
    """Close all open files except standard streams and the listener: the terminal's, and the pipe of the start."""
    os.closerange(3, listener_file)
    # 1024 is the usual limit of open files.
    os.closerange(listener_file + 1, 1024)
