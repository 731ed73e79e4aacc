"""A child process that works on a stranger's bytes within limits, and sends messages line by line.

Every system keeps the limits of computing and of the clock, opens no socket, and ends the process once its parent has
gone. Limits of memory: on macOS, which has none, the parent looks at the size of the process 20 times a second. Limits
of files: not on Windows.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO, Any, NoReturn, TypeAlias

from generator.base.errors import GeneratorError
from generator.base.memory.unused_memory import resident_bytes
from generator.base.system.part_files import remove_left_temporary_folders, remove_own_folders
from generator.base.system.process_limits import ProcessLimits, limit_process, refuse_network

LONGEST = 256 << 20
"""Longest message, in bytes; a child that sends a longer line is ended as out of memory."""
_STUCK = 1.0
"""Seconds after which work in a library does not stop for a signal."""
_EVERY = 0.05
"""Seconds between two looks at the size of a process whose memory the system does not limit."""
_NO_MEMORY = re.compile(rb"terminat\w+ [^\n]*std::bad_alloc|memory allocation of \d+ bytes failed")
"""Last words on stderr of C++ and Rust code that ran out of memory."""
_KEPT = 1 << 16
"""Bytes of stderr that are kept, its end: a trace of calls can follow the words."""
_PROGRAM = "from generator.base.system.limited_child import main; main()"

Message: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Message], None]
Work: TypeAlias = Callable[[Any, Send], int | None]
"""Function that runs in the child: takes its subject and a function to send messages; returns an exit code."""


class ChildEnd(StrEnum):
    """How a child process ended."""

    DONE = "done"
    MEMORY = "memory"
    COMPUTING = "computing"
    CLOCK = "clock"
    KILLED = "killed"
    """Killed by a person, or by a system without memory."""
    CRASH = "crash"

    @property
    def is_limit(self) -> bool:
        """Whether a limit, or somebody else, ended the process; False for its own end or a crash."""
        return self not in {ChildEnd.DONE, ChildEnd.CRASH}


class LimitedChild:
    """A process that does one piece of work within limits; its messages are read, or it is waited for or closed."""

    def __init__(
        self,
        work: Work,
        subject: Any,
        limits: ProcessLimits,
        *,
        is_fresh: bool = False,
        shares_terminal: bool = False,
    ) -> None:
        """Start the process. Raises OSError.

        It is forked where the system can, unless it is to be `is_fresh`, as the child of a process with threads: then
        `work` is a function of a module, and it and the `subject` are pickled. One that `shares_terminal` writes there
        and sends no messages.
        """
        self._limits = limits
        self._code: int | None = None
        self._cause: ChildEnd | None = None
        self._last_words = b""
        # `wait` is called by several threads of a server: one of them joins the threads and closes the pipes.
        self._over, self._closing = Event(), Lock()
        if is_fresh or not hasattr(os, "fork"):
            self._process: Any = _start_fresh()
            self._base = 0
        else:
            self._process = _ForkedProcess(partial(_serve, work, subject, limits), piped=not shares_terminal)
            self._base = resident_bytes()
        self._threads = [Thread(target=target, daemon=True) for target in (self._watch, self._read_words)]
        for thread in self._threads:
            thread.start()
        if not isinstance(self._process, _ForkedProcess):
            with suppress(BrokenPipeError):
                self._process.stdin.write(pickle.dumps((work, subject, limits)))
                self._process.stdin.flush()

    def messages(self) -> Iterator[Message]:
        """Yield the messages as they arrive, then wait for the end; a caller that stops early ends the process."""
        try:
            for line in iter(partial(self._process.stdout.readline, LONGEST), b""):
                if len(line) == LONGEST:
                    self._cause = ChildEnd.MEMORY
                    return
                if not line.endswith(b"\n"):
                    break
                message = json.loads(line)
                if not isinstance(message, dict):  # the last one
                    self._cause = self._cause or ChildEnd(message)
                    break
                yield message
            self.wait()
        except ValueError:  # nothing that a child of ours writes
            self._cause = self._cause or ChildEnd.CRASH
        finally:
            self.close()

    def wait(self) -> int:
        """Wait for the end and return the exit code, which is below 0 for a signal."""
        with self._closing:
            code: int = self._process.wait()
            if self._code is None:
                self._leave()
            self._code = code
        return code

    def _leave(self) -> None:
        """End the threads and close the pipes of a process that has ended."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        for pipe in filter(None, (self._process.stdin, self._process.stdout, self._process.stderr)):
            with suppress(BrokenPipeError):
                pipe.close()

    def close(self) -> None:
        """Kill the process and those that it has started, unless it has ended, and wait for it."""
        if self._code is None:
            self._cause = self._cause or ChildEnd.KILLED
            self._kill()
        if self.wait() < 0:
            remove_left_temporary_folders()

    @property
    def end(self) -> ChildEnd:
        """How the process ended; waits for it."""
        code = self.wait()
        if self._cause:
            return self._cause
        if code >= 0 and not self._process.stdout:
            return ChildEnd.DONE
        if code == -getattr(signal, "SIGXCPU", 0):
            return ChildEnd.COMPUTING
        if code == -getattr(signal, "SIGKILL", 0):
            return ChildEnd.KILLED
        # 0 and 1 are exit codes of Python itself, where words about memory may be a quotation.
        is_abort = code not in {0, 1} and _NO_MEMORY.search(self._last_words)
        return ChildEnd.MEMORY if is_abort else ChildEnd.CRASH

    def _watch(self) -> None:
        """Kill the process once it takes too long, or has grown too large where the system keeps no such limit."""
        due = time.monotonic() + self._limits.wall
        every = _EVERY if sys.platform == "darwin" else self._limits.wall
        while not self._over.wait(max(0, min(every, due - time.monotonic()))):
            if time.monotonic() >= due:
                self._cause = self._cause or ChildEnd.CLOCK
            elif resident_bytes(self._process.pid) - self._base > self._limits.memory:
                self._cause = self._cause or ChildEnd.MEMORY
            else:
                continue
            self._kill()
            return

    def _read_words(self) -> None:
        """Keep the last words on stderr: who does not read them lets the process wait."""
        if pipe := self._process.stderr:
            for words in iter(partial(pipe.read1, _KEPT), b""):
                self._last_words = (self._last_words + words)[-_KEPT:]

    def _kill(self) -> None:
        """Kill the process and its workers, which would go on with the file that each writes."""
        if hasattr(os, "killpg") and self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):  # it has no group if it shares the terminal
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()


def ask_child(work: Work, subject: Any, limits: ProcessLimits) -> tuple[Message | None, ChildEnd]:
    """Return the only message of a fresh process, None without one, and how that ended.

    In a browser tab, whose worker is such a process itself, the work is done here; it may raise a GeneratorError.
    """
    if sys.platform == "emscripten":
        return _answer_here(work, subject)
    try:
        child = LimitedChild(work, subject, limits, is_fresh=True)
    except OSError:
        return None, ChildEnd.CRASH
    messages = [*child.messages()]
    return messages[0] if messages and child.end is ChildEnd.DONE else None, child.end


def _answer_here(work: Work, subject: Any) -> tuple[Message | None, ChildEnd]:
    """Return the only message of some work, None without one, and how it ended."""
    messages: list[Message] = []
    try:
        work(subject, messages.append)
    except GeneratorError:
        raise
    except MemoryError:
        return None, ChildEnd.MEMORY
    except Exception:
        return None, ChildEnd.CRASH
    return messages[0] if messages else None, ChildEnd.DONE


class _ForkedProcess:
    """A forked process, with the pipes and methods of `Popen`."""

    def __init__(self, serve: Callable[[int, int], NoReturn], *, piped: bool) -> None:
        """Fork a process in which `serve` is called; with `piped`, its stdout and stderr can be read."""
        # A lifeline that the child reads, then its stdout and stderr. Closing the lifeline ends the child.
        pipes = [os.pipe() for _ in range(3 if piped else 1)]
        sys.stdout.flush()
        sys.stderr.flush()
        self.returncode: int | None = None
        self.pid = os.fork()
        if not self.pid:
            _serve_forked(serve, pipes)
        (lifeline, parent_end), *outputs = pipes
        for end in (lifeline, *(writing for _, writing in outputs)):
            os.close(end)
        self.stdin: IO[bytes] = os.fdopen(parent_end, "wb")
        readers: list[IO[bytes] | None] = [os.fdopen(reading, "rb") for reading, _ in outputs]
        self.stdout: IO[bytes] | None
        self.stderr: IO[bytes] | None
        self.stdout, self.stderr = readers or (None, None)

    def wait(self) -> int:
        """Wait for the end and return the exit code, below 0 for a signal."""
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode

    def kill(self) -> None:
        """Kill the process unless it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


def _serve_forked(serve: Callable[[int, int], NoReturn], pipes: list[tuple[int, int]]) -> NoReturn:
    """Serve in a process that was just forked; none of the code of its parent may run in it."""
    try:
        (lifeline, parent_end), *outputs = pipes
        for end in (parent_end, *(reading for reading, _ in outputs)):
            os.close(end)
        if outputs:
            os.setsid()
            os.dup2(outputs[1][1], 2)
            # Killing the group of this session reaches the workers that the child starts.
            _silence(0, 1)
        serve(lifeline, outputs[0][1] if outputs else -1)
    finally:
        os._exit(1)


def _start_fresh() -> subprocess.Popen[bytes]:
    """Start a new Python that waits for its work on stdin."""
    source = str(Path(__file__).parents[3])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    words = None if os.environ.get("VALLUM_DEBUG") else subprocess.PIPE
    # -P: a library's name in the current folder must not be imported.
    return subprocess.Popen(  # noqa: S603  ourselves
        [sys.executable, "-P", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=words,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )


def main() -> NoReturn:
    """Work in a process that was started for it."""
    channel = os.dup(1)
    _silence(1)
    work, subject, limits = pickle.load(sys.stdin.buffer)  # noqa: S301  from our own parent
    _serve(work, subject, limits, 0, channel)


def _serve(work: Work, subject: Any, limits: ProcessLimits, lifeline: int, channel: int) -> NoReturn:
    """Work in this process, and end it without the clean-up of the one that it was forked from."""
    send, code = partial(_send, channel), 1
    try:
        Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()
        limit_process(limits)
        refuse_network()
        code = work(subject, send) or 0
        send(ChildEnd.DONE)
    except MemoryError:
        send(ChildEnd.MEMORY)
    except Exception:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        remove_own_folders()
        os._exit(code)


def _end_with_parent(lifeline: int) -> None:
    """End this process when the other end of a pipe is closed, as at the end of the parent."""
    with suppress(OSError):
        os.read(lifeline, 1)
    if os.name == "posix":
        # The work itself stops for the signal; beside it, folders would be filled again while they are removed.
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_STUCK)
    remove_own_folders()
    os._exit(1)


def _send(channel: int, message: Message | ChildEnd) -> None:
    """Write a message as one line of JSON; nothing where `channel` is negative."""
    data = json.dumps(message).encode() + b"\n" if channel >= 0 else b""
    while data:
        data = data[os.write(channel, data) :]


def _silence(*descriptors: int) -> None:
    """Connect file descriptors to the null device, so that C libraries read and write nothing there."""
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(silence, descriptor)
    os.close(silence)
