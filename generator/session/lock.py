"""A lock on an open file, which the system releases when its process ends."""

from __future__ import annotations

import sys

LOCKED_BYTE = 1 << 30
"""The byte that is locked on Windows: others cannot read a locked byte, so it lies beyond any session."""

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
