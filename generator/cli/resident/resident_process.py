"""The resident: answers on its socket, and runs one command after the other.

A command runs in this process, with the open files, the working folder and the environment of the one who asked. What
it has kept is there for the next one; every file is looked at anew each time (`build/warm/warm_builder.py`).
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from generator.build.input_digests import program_on_disk
from generator.build.warm.warm_builder import WarmBuilder
from generator.cli.resident import resident_socket
from generator.cli.resident.resident_callers import MESSAGE_SECONDS, Callers
from generator.cli.resident.resident_client import INTERRUPTED
from generator.cli.resident.resident_socket import ACCEPTED, REFUSED, receive_files, send

IDLE_SECONDS = 30 * 60
"""Time without a command after which the resident ends."""

TIDY_SECONDS = 1.0
"""Time between an answer and freeing memory: builds often follow each other."""

LOOK_SECONDS = 30.0
"""Longest time without a look whether the socket is still there: without it no client can come."""

RunCommand = Callable[[Sequence[str], WarmBuilder], int]
"""Function that runs a command line and returns its exit code."""


class Resident:
    """Serves one user, one command at a time."""

    def __init__(self, listener: socket.socket, run_command: RunCommand, idle: float = IDLE_SECONDS) -> None:
        """Take the listening socket, the function that runs commands, and the idle seconds after which to end."""
        self._callers, self._run_command, self._idle = Callers(listener), run_command, idle
        self._socket_file = Path(listener.getsockname())
        self._socket_state = _file_identity(self._socket_file)
        self._builder = WarmBuilder()
        self._identity, self._program = resident_socket.identity(), program_state()
        self._builds = 0

    def serve(self) -> None:
        """Serve until stopped, idle for too long, or until the program on disk has changed."""
        signal.signal(signal.SIGTERM, _stop)
        # A client passes Ctrl-C on only while its command runs.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(_Stopped):
            self._serve()

    def _serve(self) -> None:
        """Answer clients one after the other, and free memory once a second has passed without one."""
        is_tidy, end = True, time.monotonic() + self._idle
        while (remaining := end - time.monotonic()) > 0 and self._has_socket():
            caller = self._callers.next(min(remaining, LOOK_SECONDS) if is_tidy else TIDY_SECONDS)
            if caller:
                if not self._answer(*caller):
                    return
                self._builder.save()
                is_tidy, end = False, time.monotonic() + self._idle
            elif not is_tidy:
                self._builder.tidy()
                is_tidy = True

    def _has_socket(self) -> bool:
        """Return whether clients still find the socket; it may have been deleted before its state was read."""
        return self._socket_state is not None and _file_identity(self._socket_file) == self._socket_state

    def _answer(self, connection: socket.socket, message: object) -> bool:
        """Serve one client, and return whether the resident goes on."""
        with connection, suppress(OSError, ValueError):  # the client has gone
            connection.settimeout(MESSAGE_SECONDS)
            return self._handle(connection, message)
        return True

    def _handle(self, connection: socket.socket, message: object) -> bool:
        """Answer one message: a question about the state, or a command to run; return whether to go on."""
        match message:
            case ("status",):
                send(connection, (self._identity, self._builds, self._idle))
            case ("run", identity, _, _) if identity != self._identity:
                # The client runs another program, or other options of Python: it builds for itself.
                connection.sendall(REFUSED)
            case ("run", _, _, _) if program_state() != self._program:
                connection.sendall(REFUSED)
                # A new version on disk: the modules in memory are out of date.
                return False
            case ("run", _, tuple(arguments), (str(folder), dict(environment), int(mask))):
                connection.sendall(ACCEPTED)
                files = receive_files(connection, 3)
                try:
                    if len(files) == 3:
                        code = self._run(arguments, _surroundings(files, folder, environment, mask))
                        connection.sendall(f"{code:03}".encode())
                finally:
                    for file in files:
                        os.close(file)
        return True

    def _run(self, arguments: Sequence[str], surroundings: AbstractContextManager[None]) -> int:
        """Run a command in a client's surroundings while other clients are refused; return its exit code."""
        self._builds += 1
        with self._callers.refused(), surroundings:
            return _exit_code(lambda: self._run_command(arguments, self._builder))


def program_state() -> tuple[object, ...]:
    """Return the program on disk and the modification times of Python's path, which installed packages change."""
    stamps = []
    for folder in sys.path[1:]:
        with suppress(OSError):
            stamps.append(Path(folder).stat().st_mtime_ns)
    return program_on_disk(), *stamps


def _file_identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None for one that is not there."""
    with suppress(OSError):
        state = path.stat()
        return state.st_dev, state.st_ino
    return None


class _Stopped(BaseException):
    """Request to end, perhaps in the middle of a command, which its client then runs itself."""


def _stop(_signal: int, _frame: object) -> None:
    """End the resident: the handler of SIGTERM."""
    raise _Stopped


@contextmanager
def _surroundings(files: Sequence[int], folder: str, environment: dict[str, str], mask: int) -> Iterator[None]:
    """Give this process the standard streams, working folder, environment and umask of a client."""
    own_environment = dict(os.environ)
    streams = sys.stdin, sys.stdout, sys.stderr
    for number, file in enumerate(files):
        os.dup2(file, number)
    try:
        # One after the other: working folder and streams belong to the whole process.
        os.chdir(folder)
        os.umask(mask)
        _set_environment(environment)
        # As Python opens them; 0 to 2 stay open when these objects go.
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        use_no_streams()
        _set_environment(own_environment)
        os.chdir("/")


def _set_environment(environment: dict[str, str]) -> None:
    """Make the environment of this process equal to another; the time zone follows it."""
    if dict(os.environ) != environment:
        os.environ.clear()
        os.environ.update(environment)
        time.tzset()


def use_no_streams() -> None:
    """Connect the standard streams of this process to the null device."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    if nowhere > 2:
        os.close(nowhere)


def _exit_code(run: Callable[[], int]) -> int:
    """Return the exit code with which Python would end after the command."""
    try:
        return run() & 0xFF
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ending:  # of argparse after --help
        return ending.code if isinstance(ending.code, int) else 0
    except Exception:
        traceback.print_exc()
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, KeyboardInterrupt):
                stream.flush()


def preload() -> None:
    """Import the modules that builds need, so that the first build does not wait for them."""
    import generator.build.changes.present_faces
    import generator.build.outputs.game_outputs
    import generator.build.outputs.pdf_files
    import generator.render.templates.sandbox
    import generator.typeset.typesetter  # noqa: F401

    gc.collect()
    # Modules live to the end: frozen, the collector need not look at them again.
    gc.freeze()
