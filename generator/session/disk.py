"""The few calls by which a session touches the disk, in one place, so that tests can cut the power between any two."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from generator.session import lock

_BINARY = getattr(os, "O_BINARY", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


class Disk:
    """The real disk; every method may raise OSError."""

    def open(self, path: Path, *, writing: bool) -> int:
        """A descriptor of an existing regular file; what is written to it goes to its end."""
        flags = os.O_RDWR | os.O_APPEND if writing else os.O_RDONLY
        descriptor = os.open(path, flags | _BINARY | _NONBLOCK)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise IsADirectoryError(21, "not a regular file")
        return descriptor

    def create(self, path: Path) -> int:
        """A descriptor of a new file, readable by its owner only: it holds what players may not see yet."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)

    def extend(self, path: Path) -> int:
        """A descriptor that writes to the end of a file, which is made where it is missing."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, 0o600)

    def close(self, descriptor: int) -> None:
        """Give a descriptor back, and with it any lock on it."""
        os.close(descriptor)

    def size(self, descriptor: int) -> int:
        """Bytes in the file."""
        return os.fstat(descriptor).st_size

    def read(self, descriptor: int, start: int) -> bytes:
        """Everything from a place on."""
        os.lseek(descriptor, start, os.SEEK_SET)
        parts = []
        while part := os.read(descriptor, 1 << 20):
            parts.append(part)
        return b"".join(parts)

    def write(self, descriptor: int, data: bytes) -> int:
        """Write to the end of the file; the answer counts the bytes, which on a full disk are fewer."""
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut a file to a size."""
        os.ftruncate(descriptor, size)

    def sync(self, descriptor: int) -> None:
        """Return when the file is on the medium itself.

        On macOS `fsync` stops at the drive's cache and F_FULLFSYNC does not (Apple's manual page of fsync); a file
        system without it gets the plain one, as SQLite does.
        """
        if sys.platform == "darwin":
            import fcntl

            with suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
                return
        os.fsync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in a folder are on the medium; Windows keeps them without being asked."""
        if sys.platform == "win32":
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            self.sync(descriptor)
        finally:
            os.close(descriptor)

    def make_folder(self, folder: Path) -> None:
        """Make one folder, whose parent exists."""
        folder.mkdir(exist_ok=True)

    def name(self, beside: Path, path: Path) -> None:
        """Give a finished file its name; a file that has it already is never replaced (FileExistsError)."""
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:  # no hard links here, as on FAT
            if path.exists():
                raise FileExistsError(17, "File exists") from None
            beside.rename(path)

    def remove(self, path: Path) -> None:
        """Take a name away; a missing one is fine."""
        path.unlink(missing_ok=True)

    def exists(self, path: Path) -> bool:
        """Whether anything has this name."""
        return os.path.lexists(path)

    def peek(self, path: Path) -> bytes:
        """A small file whole; empty where there is none."""
        with suppress(OSError):
            return path.read_bytes()
        return b""

    def jot(self, path: Path, data: bytes) -> None:
        """Put a few bytes into a small file in one go and do not wait for the medium."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, 0o600)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)

    def lock(self, descriptor: int) -> bool:
        """Try to become the only writer of a file; whether it worked."""
        return lock.try_lock(descriptor)

    def unlock(self, descriptor: int) -> None:
        """Let others write."""
        lock.unlock(descriptor)


DISK = Disk()
"""The disk of this computer."""
