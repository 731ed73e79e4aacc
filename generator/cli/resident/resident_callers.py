"""Clients of the resident: a silent one, or one with a command at work, keeps no other waiting."""

from __future__ import annotations

import os
import signal
import time
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING

from generator.base.records import dataclass, field
from generator.cli.resident.resident_socket import LENGTH, REFUSED, peer, receive_exactly

if TYPE_CHECKING:
    import _socket
    import socket

MESSAGE_SECONDS = 2.0
"""Time limit in which a client must send its message."""

LARGEST = 16 << 20
"""Most bytes of a message; an environment has a few thousand."""

MOST_CALLERS = 32
"""Most clients without a complete message; a further one ends the connection that was made first."""


@dataclass(slots=True, eq=False)
class _Caller:
    """A client whose message has not come as a whole."""

    connection: socket.socket
    end: float
    """Time by the monotonic clock at which it is given up."""
    data: bytearray = field(default_factory=bytearray)


class Callers:
    """Accepts the clients of a listener and gathers their messages."""

    def __init__(self, listener: socket.socket) -> None:
        """Take the socket that clients connect to."""
        self._listener = listener
        listener.setblocking(False)
        self._selector = DefaultSelector()
        self._selector.register(listener, EVENT_READ)
        self._callers: list[_Caller] = []

    def next(self, seconds: float) -> tuple[socket.socket, object] | None:
        """Return the next client of this user with its message; None if none has come after some seconds.

        The caller closes the connection.
        """
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            for caller in [caller for caller in self._callers if caller.end <= now]:
                self._drop(caller)
            limit = min([end, *(caller.end for caller in self._callers)])
            for key, _ in self._selector.select(max(limit - now, 0.0)):
                if key.data is None:
                    self._accept()
                elif (message := self._received(key.data)) is not None:
                    return key.data.connection, message
        return None

    def refuse_all(self) -> None:
        """Refuse all clients that are connected: they then run their commands themselves, at once."""
        for caller in [*self._callers]:
            _refuse(caller.connection)
            self._drop(caller)
        _refuse_new(self._listener)

    @contextmanager
    def refused(self) -> Iterator[None]:
        """Refuse clients that connect inside the `with` block; the system sends a signal for each of them."""
        from fcntl import F_GETFL, F_SETFL, F_SETOWN, fcntl  # Windows has none, and may ask for the state of a resident

        flags = fcntl(self._listener, F_GETFL)
        signal.signal(signal.SIGIO, lambda _number, _frame: _refuse_new(self._listener))
        fcntl(self._listener, F_SETOWN, os.getpid())
        fcntl(self._listener, F_SETFL, flags | os.O_ASYNC)
        try:
            self.refuse_all()
            yield
        finally:
            fcntl(self._listener, F_SETFL, flags)
            signal.signal(signal.SIGIO, signal.SIG_IGN)

    def _accept(self) -> None:
        """Accept a client of this user; a client too many ends the connection that was made first."""
        with suppress(OSError):
            connection, _ = self._listener.accept()
            # Another user's command would run with the rights of this one.
            if peer(connection)[1] != os.getuid():
                connection.close()
                return
            connection.setblocking(False)
            if len(self._callers) == MOST_CALLERS:
                self._drop(self._callers[0])
            caller = _Caller(connection, time.monotonic() + MESSAGE_SECONDS)
            self._callers.append(caller)
            self._selector.register(connection, EVENT_READ, caller)

    def _received(self, caller: _Caller) -> object:
        """Receive data from a client; return its message once it is complete, else None."""
        try:
            part = caller.connection.recv(1 << 16)
        except BlockingIOError:
            return None
        except OSError:
            part = b""
        caller.data += part
        size = int.from_bytes(caller.data[:LENGTH], "big")
        if not part or size > LARGEST:
            self._drop(caller)
            return None
        if len(caller.data) < LENGTH + size or len(caller.data) < LENGTH:
            return None
        message = _message(bytes(caller.data[LENGTH : LENGTH + size]))
        if message is None:
            self._drop(caller)
        else:
            self._forget(caller)
        return message

    def _forget(self, caller: _Caller) -> None:
        """Stop watching a client; its connection stays open."""
        self._callers.remove(caller)
        self._selector.unregister(caller.connection)

    def _drop(self, caller: _Caller) -> None:
        """Close the connection of a client."""
        self._forget(caller)
        caller.connection.close()


def _refuse_new(listener: socket.socket) -> None:
    """Refuse the clients that wait to be accepted."""
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            _refuse(connection)
            connection.close()


def _refuse(connection: socket.socket) -> None:
    """Tell a client that its command is not run here; a client that has gone is no error."""
    with suppress(OSError):
        connection.setblocking(False)
        # Without blocking, so that a client which does not read holds nobody up.
        connection.send(REFUSED)


def receive(connection: _socket.socket) -> object:
    """Return the next value that `send` has written at the other end, waiting for it.

    Raises OSError, and ValueError for other data.
    """
    length = int.from_bytes(receive_exactly(connection, LENGTH), "big")
    message = _message(receive_exactly(connection, min(length, LARGEST)))
    if message is None:
        raise ValueError("not a message")
    return message


def _message(data: bytes) -> object:
    """Return a value from `send`; None for other data."""
    with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
        value: object = literal_eval(data.decode("utf-8", "surrogatepass"))
        return value
    return None
