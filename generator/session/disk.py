"""The system calls of sessions, in one class, so that tests can cut the power between any two.

What a session does when a call fails, such as on a full disk, is in `session/store.py`.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# Windows alone has it: without it a newline would become two bytes.
_BINARY = getattr(os, "O_BINARY", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""Without it, opening a named pipe would wait for its other end."""
_LOCKED_BYTE = 1 << 30
"""The byte that is locked on Windows: others cannot read a locked byte, so it lies beyond any session."""


class Disk:
    """The real disk; every method may raise OSError."""

    def open(self, path: Path, *, writing: bool) -> int:
        """Return a descriptor of an existing regular file, which is written at its end."""
        flags = os.O_RDWR | os.O_APPEND if writing else os.O_RDONLY
        descriptor = os.open(path, flags | _BINARY | _NONBLOCK)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise IsADirectoryError(21, "not a regular file")
        return descriptor

    def create(self, path: Path) -> int:
        """Return a descriptor of a new file, readable by its owner only: it has the seed, which is secret."""
        # O_EXCL follows no link that somebody has laid in the place of the new file.
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)

    def extend(self, path: Path) -> int:
        """Return a descriptor to write at the end of a file, which is created if it is missing."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, 0o600)

    def close(self, descriptor: int) -> None:
        """Close a descriptor, which also releases its lock."""
        os.close(descriptor)

    def size(self, descriptor: int) -> int:
        """Return the bytes of an open file."""
        return os.fstat(descriptor).st_size

    def read(self, descriptor: int, start: int) -> bytes:
        """Return the bytes of an open file from a place to its end."""
        os.lseek(descriptor, start, os.SEEK_SET)
        parts = []
        while part := os.read(descriptor, 1 << 20):
            parts.append(part)
        return b"".join(parts)

    def write(self, descriptor: int, data: bytes) -> int:
        """Write at the end of the file and return the bytes written, which are fewer on a full disk."""
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut an open file off after so many bytes."""
        os.ftruncate(descriptor, size)

    def sync(self, descriptor: int) -> None:
        """Return when the file is on the medium."""
        # On macOS fsync stops at the cache of the drive and F_FULLFSYNC does not (Apple's manual page of fsync). A file
        # system without it gets the plain one, as in SQLite.
        if sys.platform == "darwin":
            with suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
                return
        os.fsync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in a folder are on the medium."""
        if sys.platform == "win32":  # it cannot open a folder, and writes names by itself
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            self.sync(descriptor)
        finally:
            os.close(descriptor)

    def make_folder(self, folder: Path) -> None:
        """Make a folder, if it is not there."""
        folder.mkdir(exist_ok=True)

    def publish(self, temporary: Path, path: Path) -> None:
        """Give a finished file its name; raises FileExistsError instead of replacing a file."""
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        # No hard links on this disk, as on FAT, or in this system; a rename may replace a file created in between.
        except (OSError, AttributeError):
            if path.exists():
                raise FileExistsError(17, "File exists") from None
            temporary.rename(path)

    def is_file_at(self, path: Path, descriptor: int) -> bool:
        """Return whether a descriptor's file still has this name."""
        with suppress(FileNotFoundError, NotADirectoryError):
            # By inode: a file of the same name may be another one by now.
            return os.path.samestat(os.fstat(descriptor), path.stat())
        return False

    def remove(self, path: Path) -> None:
        """Remove a file, if it is there."""
        path.unlink(missing_ok=True)

    def exists(self, path: Path) -> bool:
        """Return whether a name is taken, also by a link that leads nowhere."""
        # A dangling link takes the name as well.
        return os.path.lexists(path)

    def read_small(self, path: Path) -> bytes:
        """Return a small file; empty if it cannot be read."""
        with suppress(OSError):
            return path.read_bytes()
        return b""

    def write_small(self, path: Path, data: bytes) -> None:
        """Overwrite a small file in one call, without waiting for the medium."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, 0o600)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)

    def lock(self, descriptor: int) -> bool:
        """Try to lock a file for writing, until its process ends; return False if another process has locked it."""
        try:
            if sys.platform == "win32":
                os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # Windows raises the second
            return False
        return True

    def unlock(self, descriptor: int) -> None:
        """Release the lock of an open file."""
        if sys.platform == "win32":
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_UN)


DISK = Disk()
"""The disk of this computer."""
