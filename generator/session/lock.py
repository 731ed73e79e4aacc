"""One writer at a time: a lock that the system takes back by itself when its holder dies."""

from __future__ import annotations

import sys

LOCKED_BYTE = 1 << 30
"""On Windows a locked byte cannot be read by others, so a byte is locked that no session reaches."""

if sys.platform == "win32":
    import msvcrt
    import os

    def try_lock(descriptor: int) -> bool:
        """Try to lock an open file; False where another process has it."""
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Unlock an open file."""
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Try to lock an open file; False where another process has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Unlock an open file."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)
