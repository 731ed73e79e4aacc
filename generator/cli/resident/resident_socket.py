"""The socket of the resident: where it is, who is at the other end, and how messages are framed.

This and `resident_client` run before every build, so they import nothing that takes time: `_socket` is the part of
`socket` in C; the rest of it takes 3 ms.
"""

from __future__ import annotations

import os
import stat
import sys

try:
    import _socket
except ImportError:  # a Python without sockets
    _socket = None  # type: ignore[assignment]

Identity = tuple[object, ...]

ACCEPTED, REFUSED = b"+", b"-"
"""First byte of an answer, which accepts or refuses a command."""

LENGTH = 4
"""Number of bytes of the length before a message."""
_SOL_LOCAL, _LOCAL_PEERCRED, _LOCAL_PEERPID = 0, 1, 2
"""Socket options of macOS, from `sys/un.h`; Python has no names for them."""


def is_available() -> bool:
    """Return whether this system can have a resident: Unix sockets that pass open files, forks, and user ids."""
    needed = hasattr(_socket, "AF_UNIX") and hasattr(_socket, "SCM_RIGHTS")
    return needed and hasattr(os, "fork") and sys.platform in {"linux", "darwin"}


def folder() -> str:
    """Return the folder of the socket: below the runtime folder of the user, or the folder of temporary files."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime.startswith("/"):
        return f"{runtime}/vallum"
    return f"{os.environ.get('TMPDIR') or '/tmp'}/vallum-{os.getuid()}"  # noqa: S108  checked by `is_private`


def is_private(path: str) -> bool:
    """Return whether a folder belongs to this user and is closed to all others."""
    try:
        about = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid() and not about.st_mode & 0o077


def address() -> str:
    """Return the path of the socket."""
    return f"{folder()}/warm.sock"


def connect(seconds: float) -> _socket.socket | None:
    """Return a connection to this user's resident, with a time limit in seconds; None if there is none."""
    if not is_available() or not is_private(folder()):
        return None
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(seconds)
        connection.connect(address())
        if peer(connection)[1] == os.getuid():
            return connection
    except (OSError, ValueError):  # nobody listens; ValueError: the path is too long for an address
        pass
    connection.close()
    return None


def peer(connection: _socket.socket) -> tuple[int, int]:
    """Return the ids of the process and the user at the other end. Raises OSError."""
    if sys.platform == "darwin":
        # `struct xucred` of 76 bytes: a version, then the user id, each of four bytes.
        user = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, 76)
        process = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID, 4)
        return int.from_bytes(process, sys.byteorder), int.from_bytes(user[4:8], sys.byteorder)
    # `struct ucred` of Linux: process, user and group id, each of four bytes.
    credentials = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    return int.from_bytes(credentials[:4], sys.byteorder), int.from_bytes(credentials[4:8], sys.byteorder)


def is_stopped(process: int) -> bool:
    """Return whether a signal has stopped a process; False on a system without /proc."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123  pathlib takes 3 ms to load
            return file.read().rpartition(b")")[2].split()[0] == b"T"
    except OSError:
        return False


def identity() -> Identity:
    """Return values that are equal in two processes of the same program, besides the program's files.

    The first entry of the path is the working folder or that of the script, from which nothing of ours is imported.
    """
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    return package, sys.version, sys.prefix, sys.path[1:], repr(sys.flags)


def send(connection: _socket.socket, message: object) -> None:
    """Send a value made of Python's basic types. Raises OSError."""
    data = repr(message).encode("utf-8", "surrogatepass")
    connection.sendall(len(data).to_bytes(LENGTH, "big") + data)


def receive_exactly(connection: _socket.socket, count: int) -> bytes:
    """Return `count` bytes, or fewer at the end of the connection. Raises OSError."""
    # One call may return a part of a message only.
    data = b""
    while len(data) < count and (more := connection.recv(count - len(data))):
        data += more
    return data


def send_files(connection: _socket.socket, files: tuple[int, ...]) -> None:
    """Send open files by their numbers. Raises OSError."""
    numbers = b"".join(file.to_bytes(4, sys.byteorder) for file in files)
    # At least one byte of data must go with the files.
    connection.sendmsg([b"f"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, numbers)])


def receive_files(connection: _socket.socket, count: int) -> list[int]:
    """Return the numbers of received open files, perhaps fewer than `count`; the caller closes them. Raises OSError."""
    _, passed, _, _ = connection.recvmsg(1, _socket.CMSG_SPACE(4 * count))
    return [
        int.from_bytes(data[offset : offset + 4], sys.byteorder)
        for level, kind, data in passed
        if (level, kind) == (_socket.SOL_SOCKET, _socket.SCM_RIGHTS)
        for offset in range(0, len(data) - 3, 4)
    ]
