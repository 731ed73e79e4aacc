"""Messages through a pipe: the length of each, and its bytes."""

from __future__ import annotations

import struct
from typing import IO

_LENGTH = struct.Struct(">Q")


def write_message(pipe: IO[bytes], message: bytes) -> None:
    """Write a message. Raises OSError where nobody reads the pipe."""
    pipe.write(_LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> bytes:
    """Return the next message. Raises EOFError at the end of the pipe."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    message = pipe.read(length)
    if len(message) < length:
        raise EOFError
    return message
